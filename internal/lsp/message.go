package lsp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/sourcegraph/jsonrpc2"
)

// decode decodes the parameters of a request.
func (r *request) decode(params any) error {
	if err := json.Unmarshal(r.params, params); err != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return nil
}

// notify sends a notification to the client.
func (s *Server) notify(method string, params any) {
	s.sent(s.conn.Notify(context.Background(), method, params))
}

// sent logs the reason why a message was not sent.
func (s *Server) sent(err error) {
	if err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.options.Logger.Warn("an answer was not sent", "error", err)
	}
}
