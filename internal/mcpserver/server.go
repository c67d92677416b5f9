package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"iacedit/convert"
	"iacedit/internal/workspace"
)

// Options configure a Server.
type Options struct {
	Roots    *workspace.Roots
	ReadOnly bool             // without tools that write
	Schemas  *convert.Schemas // of providers, for edits and convert; nil for none
	Version  string
	Logger   *slog.Logger
}

// A Server serves tools. It is safe for concurrent use: calls that write run one at a time,
// and no call that reads runs beside them.
type Server struct {
	options Options
	mcp     *mcp.Server
	files   sync.RWMutex // held for writing while files are written
	notices notices
	shown   dryRuns
	last    *lastWrite // the write that undo takes back, or nil; only for holders of files
}

// The limits of a call.
const (
	mostArguments = 4 << 20          // bytes
	longestCall   = 30 * time.Second // of the work of editing or reading
)

// New returns a server.
func New(o Options) *Server {
	s := &Server{options: o}
	o.Roots.Notice = func(text string) {
		o.Logger.Warn(text)
		s.notices.add(text)
	}
	s.mcp = mcp.NewServer(
		&mcp.Implementation{Name: "iacedit", Title: "iacedit: Terraform and HCL, edited exactly", Version: o.Version},
		&mcp.ServerOptions{Instructions: s.instructions(), Logger: o.Logger, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}},
	)
	for i := range tools {
		t := &tools[i]
		if o.ReadOnly && t.writes {
			continue
		}
		s.mcp.AddTool(t.listed(), func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			text, err := s.call(ctx, t, r.Params.Arguments)
			if err != nil {
				return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: explain(err)}}}, nil
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
		})
	}
	return s
}

// Run serves one client over a transport until it leaves or ctx ends.
func (s *Server) Run(ctx context.Context, t mcp.Transport) error { return s.mcp.Run(ctx, t) }

// call calls a tool. A panic in it becomes an error, and is logged.
func (s *Server) call(ctx context.Context, t *tool, arguments json.RawMessage) (text string, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.options.Logger.Error("a tool panicked", "tool", t.name, "panic", p, "stack", string(debug.Stack()))
			err = &fault{code: internalError, message: "a fault of the server; its log says more"}
		}
	}()
	if len(arguments) > mostArguments {
		return "", &fault{code: tooLarge, message: fmt.Sprintf("the arguments have %d bytes, more than %d: send fewer edits in one call", len(arguments), mostArguments)}
	}
	a, err := t.decode(arguments)
	if err != nil {
		return "", err
	}
	if a.Write || t.atOnce {
		s.files.Lock()
		defer s.files.Unlock()
	} else {
		s.files.RLock()
		defer s.files.RUnlock()
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	c := &call{Server: s, ctx: ctx, tool: t, sent: arguments, arguments: a}
	c.answer.offset = a.Offset
	defer c.unlock()
	if err := t.run(c); err != nil {
		return "", err
	}
	for _, text := range append(c.told, s.notices.take()...) {
		c.answer.line("warning: %s", text)
	}
	if err := c.ctx.Err(); err != nil {
		return "", err
	}
	return strings.TrimSuffix(c.answer.String(), "\n"), nil
}

// A call is one call of a tool.
type call struct {
	*Server
	*arguments
	tool   *tool
	sent   json.RawMessage // the arguments as they were sent
	ctx    context.Context
	answer answer

	several []string        // the paths, where the path names several
	lock    *workspace.Lock // the lock of a call that writes, once it has found the files
	told    []string        // warnings at the end of the answer
	made    []string        // directories made for the files of the call
	tidy    []func()        // functions that remove those of them that are empty
}

// unlock unlocks the directories that the call has locked.
func (c *call) unlock() {
	if c.lock != nil {
		c.lock.Unlock()
	}
	for _, removeEmpty := range c.tidy {
		removeEmpty()
	}
}

// notices are messages for the next answer: that an interrupted write was finished, say. They
// are safe for concurrent use.
type notices struct {
	mutex sync.Mutex
	texts []string
}

func (n *notices) add(text string) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.texts = append(n.texts, text)
}

// take returns the notices, and forgets them.
func (n *notices) take() []string {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	texts := n.texts
	n.texts = nil
	return texts
}
