package lsp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/sourcegraph/jsonrpc2"
)

// answering makes a handler of requests from a function f with typed parameters: the handler
// decodes the JSON parameters of a request and calls f.
func answering[P any](f func(*request, P) (any, error)) func(*request) (any, error) {
	return func(r *request) (any, error) {
		var params P
		if err := json.Unmarshal(r.params, &params); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		return f(r, params)
	}
}

// hearing makes a handler of notifications from a function f with typed parameters: the handler
// decodes the JSON parameters of a notification and calls f.
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
