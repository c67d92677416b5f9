package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"iacedit/convert"
	"iacedit/internal/disk/workspace"
)

// Options configure a Server.
type Options struct {
	Roots    *workspace.Roots // the server closes them
	ReadOnly bool             // omit the tools that write
	Data     bool             // send answers as structured data, too
	Schemas  *convert.Schemas // of providers, for edits and convert; nil for none
	Version  string
	Logger   *slog.Logger

	// If ClientRoots is set, and the client can name roots, the server uses the client's roots in
	// place of Roots.
	ClientRoots bool
}

// A Server serves tools. It is safe for concurrent use: calls that write run one at a time, and
// not concurrently with calls that read.
type Server struct {
	options Options
	mcp     *mcp.Server
	files   sync.RWMutex // held for writing while files are written
	notices notices
	shown   dryRuns
	last    *lastWrite // the last write, for undo, or nil; guarded by files
}

// The limits of a call.
const (
	mostArguments = 4 << 20          // bytes
	longestCall   = 30 * time.Second // for editing or reading
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
		&mcp.ServerOptions{
			Instructions: s.instructions(), Logger: o.Logger,
			InitializedHandler: func(_ context.Context, r *mcp.InitializedRequest) { s.follow(r.Session) },
			//lint:ignore SA1019 clients of today have roots
			RootsListChangedHandler: func(_ context.Context, r *mcp.RootsListChangedRequest) { s.follow(r.Session) },
			Capabilities:            &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}},
		},
	)
	s.mcp.AddReceivingMiddleware(s.refuseUnknown)
	if o.Data {
		s.mcp.AddResource(answersSchema, readAnswersSchema)
	}
	for i := range tools {
		t := &tools[i]
		if !s.offers(t) {
			continue
		}
		s.mcp.AddTool(t.listed(o.Data), func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			text, data, err := s.call(ctx, t, r.Params.Arguments, progressOf(ctx, r))
			if err != nil {
				text, data = t.explain(err), structured{"error": structured{"code": codeOf(err), "message": err.Error()}}
			}
			result := &mcp.CallToolResult{IsError: err != nil, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
			if o.Data {
				result.StructuredContent = data
			}
			return result, nil
		})
	}
	return s
}

// Run serves one client over a transport until the client leaves or ctx ends.
func (s *Server) Run(ctx context.Context, t mcp.Transport) error { return s.mcp.Run(ctx, t) }

// Close closes the roots.
func (s *Server) Close() {
	s.files.Lock()
	defer s.files.Unlock()
	s.options.Roots.Close()
}

// call calls a tool, and returns its answer as text and as data. A panic in the tool is logged
// and becomes an error.
func (s *Server) call(ctx context.Context, t *tool, arguments json.RawMessage, p *progress) (text string, data structured, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.options.Logger.Error("a tool panicked", "tool", t.name, "panic", p, "stack", string(debug.Stack()))
			err = &fault{code: internalError, message: "the server failed; its log has the error"}
		}
	}()
	if len(arguments) > mostArguments {
		return "", nil, &fault{code: tooLarge, message: fmt.Sprintf("the arguments have %d bytes, more than %d: send fewer edits in one call", len(arguments), mostArguments)}
	}
	a, err := t.decode(arguments)
	if err != nil {
		return "", nil, err
	}
	if a.Write || t.atOnce {
		s.files.Lock()
		defer s.files.Unlock()
	} else {
		s.files.RLock()
		defer s.files.RUnlock()
	}
	if err := ctx.Err(); err != nil {
		return "", nil, err
	}
	c := &call{Server: s, ctx: ctx, tool: t, sent: arguments, arguments: a, progress: p}
	c.answer.offset = a.Offset
	defer c.unlock()
	if err := t.run(c); err != nil {
		return "", nil, c.corrected(err)
	}
	warnings := slices.Concat(c.told, c.others, s.notices.take())
	for _, text := range warnings {
		c.answer.line("warning: %s", text)
	}
	if len(warnings) > 0 {
		c.answer.set("warnings", warnings)
	}
	if err := c.ctx.Err(); err != nil {
		return "", nil, err
	}
	return strings.TrimSuffix(c.answer.String(), "\n"), c.answer.data, nil
}

// A call is one call of a tool: its arguments, the answer so far, and what must be undone at the
// end of the call.
type call struct {
	*Server
	*arguments
	tool   *tool
	sent   json.RawMessage // the arguments as sent
	ctx    context.Context
	answer answer

	progress *progress // for the client, or nil

	several []string              // the paths, if the path argument names several
	lock    *workspace.Lock       // for a call that writes: the lock of its directories; nil until they are locked
	told    []string              // warnings at the end of the answer
	others  []string              // warnings about files of other languages
	made    []string              // directories created for the files of the call
	tidy    []*workspace.MadeDirs // the created directories and their new parents; removed if empty
}

// unlock unlocks the directories that the call has locked. It also removes the directories that
// were created for the call, if they are empty.
func (c *call) unlock() {
	if c.lock != nil {
		c.lock.Unlock()
	}
	for _, dirs := range c.tidy {
		dirs.RemoveEmpty()
	}
}

// notices are messages for the next answer, for example that an interrupted write was finished.
// They are safe for concurrent use.
type notices struct {
	mutex sync.Mutex
	texts []string
}

func (n *notices) add(text string) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.texts = append(n.texts, text)
}

// take returns all notices and removes them from n, so that only one answer contains them.
func (n *notices) take() []string {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	texts := n.texts
	n.texts = nil
	return texts
}
