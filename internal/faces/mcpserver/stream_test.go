package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// A peer is a client that speaks to a server line by line.
type peer struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Reader
}

// startPeer serves a client that begins with a version of the protocol.
func startPeer(t *testing.T, most int, version string) *peer {
	s, _ := serve(t, nil)
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := s.Run(context.Background(), Stream(inR, outW, most))
		done <- err
		outW.CloseWithError(err)
		inR.Close()
	}()
	p := &peer{t, inW, bufio.NewReader(outR)}
	t.Cleanup(func() {
		inW.Close()
		io.Copy(io.Discard, outR)
		if err := <-done; err != nil {
			t.Errorf("the session ends with %v", err)
		}
	})
	p.send(`{"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": {"protocolVersion": "` + version + `", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}`)
	p.answered("first")
	p.send(`{"jsonrpc": "2.0", "method": "notifications/initialized"}`)
	return p
}

func (p *peer) send(line string) {
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// A reply is what a server answers.
type reply struct {
	ID     any
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

func (p *peer) next() (r reply) {
	p.t.Helper()
	line, err := p.out.ReadBytes('\n')
	if err == nil && line[0] != '[' {
		err = json.Unmarshal(line, &r)
	}
	if err != nil {
		p.t.Fatalf("%s: %v", line, err)
	}
	return r
}

// answered reads until there is a result for an id.
func (p *peer) answered(id string) {
	p.t.Helper()
	for {
		if r := p.next(); r.ID == id && r.Error == nil {
			return
		} else if r.ID == id {
			p.t.Fatalf("%s: %v", id, r.Error)
		}
	}
}

// ping checks that the session goes on.
func (p *peer) ping(id string) {
	p.t.Helper()
	p.send(`{"jsonrpc": "2.0", "id": "` + id + `", "method": "ping"}`)
	p.answered(id)
}

// A line that is no message is answered with an error, and the session goes on.
func TestStreamRefuses(t *testing.T) {
	const deep = 20_000
	p := startPeer(t, 100_000, "2025-11-25")
	for _, c := range []struct {
		line string
		code int
		id   any
	}{
		{"hello", -32700, nil},
		{"{", -32700, nil},
		{`{"jsonrpc": "2.0", "id": 1, "method": "ping"`, -32700, nil},
		{`{"jsonrpc": "2.0", "id": 1, "method": "ping"} x`, -32700, nil},
		{"\x00\xff", -32700, nil},
		{strings.Repeat("[", deep), -32700, nil},
		{strings.Repeat("[", deep) + strings.Repeat("]", deep), -32700, nil},
		{"{}", -32600, nil},
		{"1", -32600, nil},
		{`"ping"`, -32600, nil},
		{"null", -32600, nil},
		{`{"id": 7, "method": "ping"}`, -32600, 7.0},
		{`{"jsonrpc": "1.0", "id": "a", "method": "ping"}`, -32600, "a"},
		{`{"jsonrpc": "2.0", "id": 8, "method": 5}`, -32600, 8.0},
		{`{"jsonrpc": "2.0", "id": {"a": 1}, "method": "ping"}`, -32600, nil},
		{`{"jsonrpc": "2.0"}`, -32600, nil},
		{"[]", -32600, nil},
		{`[{"jsonrpc": "2.0", "id": 9, "method": "ping"}]`, -32600, nil},
		{`{"jsonrpc": "2.0", "id": 10, "method": "ping", "params": "` + strings.Repeat("x", 100_000) + `"}`, -32600, nil},
	} {
		p.send(c.line)
		if r := p.next(); r.Error == nil || r.Error.Code != c.code || r.ID != c.id {
			t.Errorf("%.80s: answered is %+v %+v", c.line, r, r.Error)
		}
		p.ping("after")
	}
	p.send("\n\r\n  ")
	p.ping("empty")
	p.send(`{"jsonrpc": "2.0", "id": "crlf", "method": "ping"}` + "\r")
	p.answered("crlf")
}

// Where the version has several messages in a line, they are answered.
func TestStreamBatch(t *testing.T) {
	p := startPeer(t, 1000, "2025-03-26")
	for _, line := range []string{
		`[]`, `[1]`, `[{"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": 1, "method": "ping"}]`,
	} {
		p.send(line)
		if r := p.next(); r.Error == nil || r.Error.Code != -32600 {
			t.Errorf("%s: %+v", line, r)
		}
	}
	p.send(`[{"jsonrpc": "2.0", "id": "one", "method": "ping"}, {"jsonrpc": "2.0", "id": "two", "method": "ping"}]`)
	line, err := p.out.ReadBytes('\n')
	if err != nil || !bytes.HasPrefix(line, []byte("[")) || !bytes.Contains(line, []byte("one")) || !bytes.Contains(line, []byte("two")) {
		t.Errorf("%s %v", line, err)
	}
	p.ping("after")
}

// Nothing that stands in lines ends the session.
func TestStreamNoise(t *testing.T) {
	p := startPeer(t, 1000, "2025-11-25")
	r := rand.New(rand.NewPCG(1, 2))
	message := []byte(`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ls", "arguments": {"path": "."}}}`)
	for range 500 {
		noise := bytes.Clone(message)
		for range 1 + r.IntN(3) {
			switch i := r.IntN(len(noise)); r.IntN(3) {
			case 0:
				noise[i] = byte(r.IntN(256))
			case 1:
				noise = append(noise[:i], noise[min(i+r.IntN(9), len(noise)):]...)
			default:
				noise = append(noise[:i:i], append([]byte(`"1{}[],:`)[r.IntN(8):], noise[i:]...)...)
			}
			if len(noise) == 0 {
				noise = []byte("x")
			}
		}
		// Read while sending: the server answers whenever it can.
		sent := make(chan bool)
		go func() {
			p.send(string(noise))
			p.send(`{"jsonrpc": "2.0", "id": "ping", "method": "ping"}`)
			close(sent)
		}()
		p.answered("ping")
		<-sent
	}
}

// A client gets back its own ids, also those that the SDK does not keep.
func TestIDsComeBack(t *testing.T) {
	p := startPeer(t, 1<<16, "2025-06-18")
	for _, id := range []string{"1.5", "null", "-0.25", "1e3", "18446744073709551616", "7", `"7"`, `"1.5"`} {
		p.send(`{"jsonrpc": "2.0", "id": ` + id + `, "method": "ping"}`)
		line, err := p.out.ReadBytes('\n')
		var got struct{ ID, Result json.RawMessage }
		if err == nil {
			err = json.Unmarshal(line, &got)
		}
		if err != nil || string(got.ID) != id && !(id == "null" && bytes.Contains(line, []byte(`"id":null`))) || got.Result == nil {
			t.Errorf("%s: %s%v", id, line, err)
		}
	}
}
