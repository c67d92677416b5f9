package mcpserver

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"iacedit/internal/disk/workspace"
)

// rootsWait is how long the first calls wait for the client's roots.
const rootsWait = 5 * time.Second

// withoutRoots is the first version of the protocol in which a server no longer asks for roots.
const withoutRoots = "2026-07-28"

// follow makes the client's roots the roots of the server, if the client has roots. Later calls
// wait until this is done.
func (s *Server) follow(session *mcp.ServerSession) {
	params := session.InitializeParams()
	//lint:ignore SA1019 clients of today have roots
	if !s.options.ClientRoots || params == nil || params.ProtocolVersion >= withoutRoots || params.Capabilities == nil || params.Capabilities.RootsV2 == nil {
		return
	}
	s.files.Lock()
	go func() {
		defer s.files.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), rootsWait)
		defer cancel()
		//lint:ignore SA1019 clients of today have roots
		answer, err := session.ListRoots(ctx, nil)
		if err != nil {
			s.options.Logger.Warn("the client did not answer the request for its roots", "error", err)
			return
		}
		var dirs []string
		for _, root := range answer.Roots {
			dir, err := dirOf(root.URI)
			if err != nil {
				s.options.Logger.Warn("a root of the client is not a directory of this machine", "root", root.URI, "error", err)
				continue
			}
			dirs = append(dirs, dir)
		}
		if len(dirs) > 0 {
			s.moveTo(dirs)
		}
	}()
}

// moveTo makes the given directories the roots of the server. If they differ from the old roots,
// the server forgets its dry runs and its last write, which are about files in the old roots.
func (s *Server) moveTo(dirs []string) {
	roots, err := workspace.OpenRoots(dirs)
	if err != nil {
		s.options.Logger.Warn("the client's roots cannot be opened", "error", err)
		return
	}
	if roots.Describe() == s.options.Roots.Describe() {
		roots.Close()
		return
	}
	roots.Notice = s.options.Roots.Notice
	s.options.Roots.Close()
	s.options.Roots, s.last, s.shown = roots, nil, dryRuns{}
	s.notices.add("paths are relative to the client's root: " + roots.Describe())
}

// dirOf converts a URI with the scheme "file" to the path of a directory.
func dirOf(text string) (string, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return "", err
	case u.Scheme != "file" || u.Host != "" && u.Host != "localhost":
		return "", fmt.Errorf("%q is not a file on this machine", text)
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // "/C:/Users"
		path = strings.TrimPrefix(path, "/")
	}
	path = filepath.FromSlash(path)
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a directory", path)
	}
	return path, err
}
