package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
)

// A message that is no valid message is answered with an error, and the session goes on.
func TestInvalidMessages(t *testing.T) {
	ours, theirs := net.Pipe()
	defer ours.Close()
	done := make(chan error, 1)
	go func() {
		done <- New(Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}).Run(context.Background(), theirs)
	}()
	answers := bufio.NewReader(ours)
	for _, c := range []struct {
		message string
		code    int
	}{
		{"5", -32700},
		{`[{"jsonrpc":"2.0"}`, -32700},
		{`{"jsonrpc":`, -32700},
		{"null", -32700},
		{"", -32700},
		{`"` + strings.Repeat("x", 1<<16) + `"`, -32700},
		{`{"jsonrpc":"2.0"}`, -32600},
		{`{"jsonrpc":"2.0","id":7,"method":"shutdown"}`, codeNotInitialized},
	} {
		go fmt.Fprintf(ours, "Content-Length: %d\r\n\r\n%s", len(c.message), c.message)
		var answer struct {
			Error struct{ Code int }
		}
		var text json.RawMessage
		if err := (frames{}).ReadObject(answers, &text); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &answer); err != nil || answer.Error.Code != c.code {
			t.Errorf("%.20s: %s", c.message, text)
		}
	}
	go io.WriteString(ours, "Content-Length: x\r\n\r\n")
	if err := <-done; err != ErrAbrupt {
		t.Error(err)
	}
}
