package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"

	"github.com/sourcegraph/jsonrpc2"
)

// A messageStream reads and writes messages with headers, as the protocol frames them. It answers a
// message that is not valid with an error, and reads the next one; the stream of package jsonrpc2
// would end the session.
type messageStream struct{ jsonrpc2.ObjectStream }

func newMessageStream(stream io.ReadWriteCloser) messageStream {
	return messageStream{jsonrpc2.NewBufferedStream(stream, frames{})}
}

// ReadObject implements jsonrpc2.ObjectStream.
func (s messageStream) ReadObject(v any) error {
	for {
		var text json.RawMessage
		if err := s.ObjectStream.ReadObject(&text); err != nil {
			return err
		}
		invalid := &jsonrpc2.Error{Code: jsonrpc2.CodeParseError, Message: "the message is not a JSON object"}
		if text = bytes.TrimSpace(text); len(text) > 0 && text[0] == '{' && json.Valid(text) {
			err := json.Unmarshal(text, v)
			if err == nil {
				return nil
			}
			invalid = &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the message is not one of JSON-RPC: " + err.Error()}
		}
		answer := struct {
			Version string          `json:"jsonrpc"`
			ID      *int            `json:"id"` // null
			Error   *jsonrpc2.Error `json:"error"`
		}{"2.0", nil, invalid}
		if err := s.WriteObject(answer); err != nil {
			return err
		}
	}
}

// frames is the codec of messages with headers. It reads the whole text of a message, even if this
// is not valid.
type frames struct{ jsonrpc2.VSCodeObjectCodec }

// ReadObject implements jsonrpc2.ObjectCodec. v is a *json.RawMessage.
func (frames) ReadObject(stream *bufio.Reader, v any) error {
	headers, err := textproto.NewReader(stream).ReadMIMEHeader()
	if err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) && len(headers) == 0 {
			return io.EOF
		}
		return err
	}
	length, err := strconv.ParseInt(headers.Get("Content-Length"), 10, 64)
	if err != nil || length < 0 {
		return fmt.Errorf("a message has no valid header Content-Length: %q", headers.Get("Content-Length"))
	}
	var text bytes.Buffer
	if _, err := io.CopyN(&text, stream, length); err != nil {
		return err
	}
	*v.(*json.RawMessage) = text.Bytes()
	return nil
}
