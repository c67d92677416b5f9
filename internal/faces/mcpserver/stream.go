package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stream returns the transport of a client that sends and receives one message per line. A line
// that is not a message, or is longer than the given number of bytes, is answered with an error,
// and the session continues. The SDK's own transport would end the session.
func Stream(in io.ReadCloser, out io.Writer, most int) mcp.Transport {
	w := &lineWriter{out: out, ids: newStandIns()}
	return &mcp.IOTransport{Reader: &messages{in: in, lines: bufio.NewReader(in), out: w, most: most}, Writer: w, MaxLineLength: -1}
}

// A lineWriter writes whole lines. It is safe for concurrent use. Closing it does nothing.
type lineWriter struct {
	mutex sync.Mutex
	out   io.Writer
	ids   *standIns // for the ids of requests; nil for none
}

func (w *lineWriter) Write(line []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if _, err := w.out.Write(w.ids.restore(line)); err != nil {
		return 0, err
	}
	return len(line), nil
}

func (w *lineWriter) Close() error { return nil }

// messages reads the lines that are messages, and answers other lines with errors.
type messages struct {
	in      io.ReadCloser
	lines   *bufio.Reader
	out     *lineWriter
	most    int
	batches bool   // the client's version of the protocol allows several messages per line
	rest    []byte // the rest of a line that is being read
}

func (m *messages) Close() error { return m.in.Close() }

func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, err := m.line()
		if err != nil && len(line) == 0 {
			return 0, err
		}
		refused := m.check(line)
		if refused == nil {
			m.rest = append(m.out.ids.replace(bytes.TrimSpace(line)), '\n')
			if len(m.rest) == 1 {
				m.rest = nil // skip an empty line
			}
			continue
		}
		if err := m.refuse(line, refused); err != nil {
			return 0, err
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// line reads a line. If the line is too long, it returns only the beginning.
func (m *messages) line() (line []byte, err error) {
	for {
		part, err := m.lines.ReadSlice('\n')
		if room := m.most + 1 - len(line); room > 0 {
			line = append(line, part[:min(len(part), room)]...)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// check returns an error if the line is not a valid message, otherwise nil.
func (m *messages) check(line []byte) *jsonrpc.Error {
	invalid := func(format string, args ...any) *jsonrpc.Error {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf(format, args...)}
	}
	text := bytes.TrimSpace(line)
	switch {
	case len(line) > m.most:
		return invalid("a line of more than %d bytes: send less in one message", m.most)
	case len(text) == 0:
		return nil
	case !json.Valid(text):
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the line is not JSON: a message is one line"}
	case text[0] != '[':
		message, err := jsonrpc.DecodeMessage(text)
		if err != nil {
			return invalid("the line is not a JSON-RPC message: %v", err)
		}
		m.note(message)
		return nil
	case !m.batches:
		return invalid("several messages in a line: this version of the protocol allows one")
	}
	return checkBatch(text, invalid)
}

// checkBatch checks a line that is an array of messages. It returns an error if an element is not a
// message, or two requests have the same id.
func checkBatch(text []byte, invalid func(string, ...any) *jsonrpc.Error) *jsonrpc.Error {
	var batch []json.RawMessage
	if err := json.Unmarshal(text, &batch); err != nil || len(batch) == 0 {
		return invalid("there is no message in the line")
	}
	ids := map[jsonrpc.ID]bool{}
	for i, one := range batch {
		message, err := jsonrpc.DecodeMessage(one)
		if err != nil {
			return invalid("message %d of the line: %v", i, err)
		}
		if request, ok := message.(*jsonrpc.Request); ok {
			if ids[request.ID] {
				return invalid("message %d of the line has the same id as an earlier one", i)
			}
			ids[request.ID] = true
		}
	}
	return nil
}

// batchVersions are the versions of the protocol in which a line may contain several messages.
var batchVersions = []string{"2024-11-05", "2025-03-26"}

// note records the version of the protocol that a client requests in its first message.
func (m *messages) note(message jsonrpc.Message) {
	request, ok := message.(*jsonrpc.Request)
	if !ok || request.Method != "initialize" {
		return
	}
	var params struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	json.Unmarshal(request.Params, &params) // the server reports errors in the parameters
	m.batches = slices.Contains(batchVersions, params.ProtocolVersion)
}

// refuse sends an error in answer to a line that is not a message. The answer has the same id as
// the line, if the line has one.
func (m *messages) refuse(line []byte, because *jsonrpc.Error) error {
	answer := struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jsonrpc.Error  `json:"error"`
	}{"2.0", idOf(line), because}
	text, err := json.Marshal(answer)
	if err == nil {
		_, err = m.out.Write(append(text, '\n'))
	}
	return err
}

// idOf returns the member "id" of a line that is not a valid message, or null if there is none.
func idOf(line []byte) json.RawMessage {
	var message struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &message) == nil && len(message.ID) > 0 && message.ID[0] != '{' && message.ID[0] != '[' {
		return message.ID
	}
	return json.RawMessage("null")
}
