package lsp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/sourcegraph/jsonrpc2"
)

// answering returns a request handler that decodes the JSON parameters of a request and calls f
// with them.
func answering[P any](f func(*request, P) (any, error)) func(*request) (any, error) {
	return func(r *request) (any, error) {
		var params P
		if err := json.Unmarshal(r.params, &params); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		return f(r, params)
	}
}

// hearing returns a notification handler that decodes the JSON parameters of a notification and
// calls f with them.
func hearing[P any](f func(*Server, P) error) func(*Server, json.RawMessage) error {
	return func(s *Server, text json.RawMessage) error {
		var params P
		if err := json.Unmarshal(text, &params); err != nil {
			return err
		}
		return f(s, params)
	}
}

// notify sends a notification to the client.
func (s *Server) notify(method string, params any) {
	s.sent(s.conn.Notify(context.Background(), method, params))
}

// sent logs err if a message could not be sent.
func (s *Server) sent(err error) {
	if err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.options.Logger.Warn("an answer was not sent", "error", err)
	}
}
