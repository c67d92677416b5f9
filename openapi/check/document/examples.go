package document

import (
	"embed"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/valyala/fasthttp"
	"golang.org/x/tools/txtar"

	"iacedit/httpd"
	"iacedit/openapi/check/ordered"
	"iacedit/openapi/check/tables"
)

//go:embed *.txtar
var exampleFiles embed.FS

// examples returns the examples that replace a word such as "$requests". Each example has a name.
// If the operation has no examples, the result is nil.
func (m *generator) examples(word string) (any, error) {
	file, path := m.operation+".txtar", "/v1/iac/"+m.operation
	if word == "$errors" {
		file, path = "refused.txtar", tables.EditPath
	} else if !slices.Contains([]string{"edit", "read", "find", "convert", "upgrade"}, m.operation) {
		return nil, nil
	}
	text, err := exampleFiles.ReadFile(file)
	if err != nil {
		return nil, err
	}
	requests, err := tables.Cases(file, string(text))
	if err != nil {
		return nil, err
	}
	summaries := map[string]string{}
	for _, f := range txtar.Parse(text).Files {
		if name, ok := strings.CutSuffix(f.Name, "/summary"); ok {
			summaries[name] = strings.TrimSpace(string(f.Data))
		}
	}
	var all object
	for _, r := range requests {
		name := r.Name[strings.LastIndexByte(r.Name, '/')+1:]
		body := r.Body
		if word != "$requests" {
			if body, err = answerOf(path, body, word == "$errors"); err != nil {
				return nil, fmt.Errorf("%s: %w", r.Name, err)
			}
		}
		value, err := ordered.Parse(body)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		example := object{"value", value}
		if summaries[name] != "" {
			example = object{"summary", summaries[name], "value", value}
		}
		all = all.With(name, example)
	}
	return all, nil
}

// answerOf sends a request to the server, and returns the answer. If refused is set, the server
// must refuse the request; otherwise the server must accept the request. If it does not, answerOf
// returns an error.
func answerOf(path string, body []byte, refused bool) ([]byte, error) {
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod("POST")
	ctx.Request.SetRequestURI(path)
	ctx.Request.SetBody(body)
	httpd.New(httpd.Config{Logger: slog.New(slog.DiscardHandler)}).Handler(&ctx)
	got := ctx.Response.Body()
	if status := ctx.Response.StatusCode(); (status != fasthttp.StatusOK) != refused || !json.Valid(got) {
		return nil, fmt.Errorf("answered %d %s", status, got)
	}
	return got, nil
}
