package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"iacedit/internal/disk/workspace"
	"iacedit/internal/faces/mcpserver"
)

// A cost is the work of an agent: the number of calls, and the bytes that its model writes as
// arguments and reads as answers.
type cost struct {
	calls int
	bytes int
}

// add counts a call.
func (c *cost) add(arguments, answer string) {
	c.calls++
	c.bytes += len(arguments) + len(answer)
}

// A session is a client's session with the server of "iacedit mcp".
type session struct {
	client *mcp.ClientSession
	token  string // of the last dry run
	cost   cost
}

// startSession starts a server for a directory, and a session with it. The result end is a function
// that ends the session and the server.
func startSession(dir string) (s *session, end func() error, err error) {
	roots, err := workspace.OpenRoots([]string{dir})
	if err != nil {
		return nil, nil, err
	}
	server := mcpserver.New(mcpserver.Options{Roots: roots, Logger: slog.New(slog.DiscardHandler)})
	ofServer, ofClient := mcp.NewInMemoryTransports()
	ended := make(chan error, 1)
	go func() { ended <- server.Run(context.Background(), ofServer) }()
	client, err := mcp.NewClient(&mcp.Implementation{Name: "agents", Version: "1"}, nil).Connect(context.Background(), ofClient, nil)
	if err != nil {
		roots.Close()
		return nil, nil, err
	}
	end = func() error {
		err := errors.Join(client.Close(), <-ended)
		roots.Close()
		return err
	}
	return &session{client: client}, end, nil
}

// dryRunToken finds the token of a dry run.
var dryRunToken = regexp.MustCompile(`write \{"token": "([0-9a-f]+)"\}`)

// call calls a tool and returns the text of the answer. The call is given as one text: the tool's
// name, a blank, and the arguments as JSON.
func (s *session) call(text string) (string, error) {
	tool, arguments, _ := strings.Cut(text, " ")
	if tool == "write" {
		arguments = strings.Replace(arguments, `"T"`, `"`+s.token+`"`, 1)
	}
	result, err := s.client.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		return "", err
	}
	if len(result.Content) == 0 {
		return "", errors.New("the answer is empty")
	}
	answer, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		return "", fmt.Errorf("the answer is no text: %T", result.Content[0])
	}
	s.cost.add(arguments, answer.Text)
	if found := dryRunToken.FindStringSubmatch(answer.Text); found != nil {
		s.token = found[1]
	}
	if result.IsError {
		return "", errors.New(answer.Text)
	}
	return answer.Text, nil
}

// toolListSize returns the size of the list of tools in bytes. An agent reads the list once in a
// session.
func (s *session) toolListSize() (int, error) {
	result, err := s.client.ListTools(context.Background(), nil)
	if err != nil {
		return 0, err
	}
	text, err := json.Marshal(result)
	return len(text), err
}

// do makes the tool calls of a task and returns the answers, joined into one text.
func (s *session) do(t *task) (answers string, err error) {
	for _, text := range t.calls {
		said, err := s.call(text)
		if err != nil {
			return answers, fmt.Errorf("%s: %w", text, err)
		}
		answers += said + "\n"
	}
	return answers, nil
}
