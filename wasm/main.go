//go:build js && wasm

// Command wasm makes the engine available to JavaScript. It answers requests to edit and read code
// as the service does, in a browser or in Node, without a server. The package in ../npm loads it.
package main

import (
	"fmt"
	"strings"
	"syscall/js"

	"iacedit/edit"
	"iacedit/format"
	"iacedit/internal/requests/operations"
	"iacedit/syntax"
)

// The statuses of answers, as in HTTP.
const (
	statusOK          = 200
	statusBadRequest  = 400
	statusNotFound    = 404
	statusServerError = 500
)

func main() {
	options := new(edit.Options)
	table := append(operations.Table(options, nil), more(options)...)
	engine := js.Global().Get("Object").New()
	engine.Set("request", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return answer(table, args[0].String(), bytesOf(args[1]))
	}))
	engine.Set("format", js.FuncOf(func(_ js.Value, args []js.Value) any { return formatted(bytesOf(args[0])) }))
	js.Global().Get("iaceditLoaded").Invoke(engine)
	select {} // the functions are available until the page or the process ends
}

// answer applies the operation with the given path to the body of a request. It returns a
// JavaScript array: the status, and the body of the answer.
func answer(table []operations.Operation, path string, body []byte) any {
	for i := range table {
		if op := &table[i]; strings.HasSuffix(path, op.Path) || path == op.Short {
			return apply(op, body)
		}
	}
	failure := operations.Failure{Code: "NOT_FOUND", Location: operations.EditLocation,
		Message: fmt.Sprintf("nothing is at %q; there is %s", path, table[0].Path)}
	return result(statusNotFound, failure.Append(nil))
}

// apply is like answer, but receives the operation itself instead of its path. A panic of the
// engine becomes an error body, and is logged to the console.
func apply(op *operations.Operation, body []byte) (answer any) {
	defer func() {
		if fault := recover(); fault != nil {
			js.Global().Get("console").Call("error", fmt.Sprint("iacedit: ", fault))
			failure := operations.Failure{Code: "INTERNAL_ERROR", Message: "the engine failed on this request", Location: op.Location}
			answer = result(statusServerError, failure.Append(nil))
		}
	}()
	out, err := op.Apply([]byte(operations.Before), body, nil)
	if err == nil {
		return result(statusOK, append(out, op.After()...))
	}
	failure := operations.Failure{Code: string(edit.InvalidRequest), Message: err.Error(), Location: op.Location}
	if refused, ok := err.(*edit.Error); ok {
		failure.Code, failure.Pointer, failure.Position = string(refused.Code), refused.Pointer, refused.Position
	}
	return result(statusBadRequest, failure.Append(nil))
}

// formatted formats code as "terraform fmt" does. The result is an array: the status, and the
// formatted code or an error body.
func formatted(code []byte) any {
	out, err := format.FormatTerraform(nil, code)
	if err == nil {
		return result(statusOK, out)
	}
	failure := operations.Failure{Code: string(edit.InvalidCode), Message: err.Error(), Location: "iac-format"}
	if bad, ok := err.(*syntax.Error); ok {
		failure.Message = bad.Message
		line, column := syntax.Position(code, bad.Offset)
		failure.Position = &edit.Position{Line: line, Column: column}
	}
	return result(statusBadRequest, failure.Append(nil))
}

// result returns a status and a body as a JavaScript array.
func result(status int, body []byte) any {
	bytes := js.Global().Get("Uint8Array").New(len(body))
	js.CopyBytesToJS(bytes, body)
	return js.ValueOf([]any{status, bytes})
}

// bytesOf returns a copy of a Uint8Array.
func bytesOf(array js.Value) []byte {
	bytes := make([]byte, array.Length())
	js.CopyBytesToGo(bytes, array)
	return bytes
}
