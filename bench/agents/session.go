package agents

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"

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
	in    io.WriteCloser
	out   *bufio.Reader
	last  int
	token string // of the last dry run
	cost  cost
}

// startSession starts a server for a directory, and a session with it. The result end is a function
// that ends the session and the server.
func startSession(dir string) (s *session, end func() error, err error) {
	roots, err := workspace.OpenRoots([]string{dir})
	if err != nil {
		return nil, nil, err
	}
	server := mcpserver.New(mcpserver.Options{Roots: roots, Logger: slog.New(slog.DiscardHandler)})
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := server.Run(context.Background(), mcpserver.Stream(in, out, 64<<20))
		out.Close()
		ended <- err
	}()
	s = &session{in: toServer, out: bufio.NewReader(fromServer)}
	end = func() error {
		toServer.Close()
		err := <-ended
		roots.Close()
		return err
	}
	_, err = s.request("initialize", json.RawMessage(`{"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "agents", "version": "1"}}`))
	if err == nil {
		_, err = io.WriteString(toServer, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	}
	if err != nil {
		return nil, nil, errors.Join(err, end())
	}
	return s, end, nil
}

// request sends a request and returns its result. Notifications before the result are skipped.
func (s *session) request(method string, params json.RawMessage) (json.RawMessage, error) {
	s.last++
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": s.last, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	if _, err := s.in.Write(append(text, '\n')); err != nil {
		return nil, err
	}
	for {
		line, err := s.out.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		var answer struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			return nil, err
		}
		if answer.ID == s.last {
			if answer.Error != nil {
				return nil, fmt.Errorf("%s: %s", method, answer.Error)
			}
			return answer.Result, nil
		}
	}
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
	params, err := json.Marshal(map[string]any{"name": tool, "arguments": json.RawMessage(arguments)})
	if err != nil {
		return "", err
	}
	result, err := s.request("tools/call", params)
	if err != nil {
		return "", err
	}
	var answer struct {
		IsError bool                    `json:"isError"`
		Content []struct{ Text string } `json:"content"`
	}
	if err := json.Unmarshal(result, &answer); err != nil || len(answer.Content) == 0 {
		return "", fmt.Errorf("no answer in %s: %w", result, err)
	}
	said := answer.Content[0].Text
	s.cost.add(arguments, said)
	if found := dryRunToken.FindStringSubmatch(said); found != nil {
		s.token = found[1]
	}
	if answer.IsError {
		return "", errors.New(said)
	}
	return said, nil
}

// toolListSize returns the size of the list of tools in bytes. An agent reads the list once in a
// session.
func (s *session) toolListSize() (int, error) {
	result, err := s.request("tools/list", json.RawMessage("{}"))
	return len(result), err
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
