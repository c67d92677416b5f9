package main

import (
	"encoding/json"
	"log"
	"net/http"
	"slices"
	"time"

	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"
	"github.com/valyala/fasthttp"
	"github.com/zclconf/go-cty/cty"

	"iacedit/bench/peers"
)

// A rival is a server that the edit service is compared with.
//
//   - "echo" measures the cost of HTTP itself: it answers with the first bytes of the request's
//     body, without parsing it. The parameter "bytes" is their number.
//   - "floor" and "sonic" do the least work possible for an edit's request and answer: they decode
//     the JSON and encode the code again, unedited. They use goccy/go-json and bytedance/sonic; on
//     amd64 and arm64, sonic compiles machine code at run time.
//   - "hclwrite" is the simplest edit service: net/http, encoding/json and hclwrite. It supports the
//     part of the edit language that the benchmarks use: {"set": {TYPE: {LABEL: {…: [{"attributes":
//     {NAME: STRING}}]}}}}.
type rival struct {
	Name string `arg:"" enum:"echo,floor,sonic,hclwrite" help:"echo, floor, sonic or hclwrite."`
	Addr string `arg:"" help:"Address to listen on."`
}

func (r *rival) Run() error {
	if r.Name == "hclwrite" {
		server := &http.Server{Addr: r.Addr, Handler: http.HandlerFunc(hclwriteHandler), ReadHeaderTimeout: 10 * time.Second}
		return server.ListenAndServe()
	}
	// The libraries are configured to be as fast as possible while still refusing invalid JSON.
	handler := map[string]fasthttp.RequestHandler{
		"echo":  echo,
		"floor": floor(goccy.Unmarshal, func(v any) ([]byte, error) { return goccy.MarshalWithOption(v, goccy.DisableHTMLEscape()) }),
		"sonic": floor(sonic.ConfigDefault.Unmarshal, sonic.ConfigDefault.Marshal),
	}[r.Name]
	server := &fasthttp.Server{Handler: handler, Name: r.Name, MaxRequestBodySize: 64 << 20}
	return server.ListenAndServe(r.Addr)
}

func echo(ctx *fasthttp.RequestCtx) {
	body := ctx.PostBody()
	if n, err := ctx.QueryArgs().GetUint("bytes"); err == nil {
		body = body[:min(n, len(body))]
	}
	ctx.SetContentType("application/json")
	ctx.Response.SetBodyRaw(body)
}

// A request is an edit request: the code as a string, the edits as raw JSON.
type request struct {
	Code  string          `json:"code"`
	Edits json.RawMessage `json:"edits"`
}

type data struct {
	EditedCode string `json:"edited_code"`
}

type response struct {
	Success bool   `json:"success"`
	Data    data   `json:"data"`
	Message string `json:"message"`
}

func success(code string) *response { return &response{true, data{code}, "iac-edit: success"} }

// floor returns a handler that decodes and encodes JSON with the given functions.
func floor(unmarshal func([]byte, any) error, marshal func(any) ([]byte, error)) fasthttp.RequestHandler {
	return func(ctx *fasthttp.RequestCtx) {
		var r request
		if err := unmarshal(ctx.PostBody(), &r); err != nil {
			ctx.Error(err.Error(), fasthttp.StatusBadRequest)
			return
		}
		body, err := marshal(success(r.Code))
		if err != nil {
			ctx.Error(err.Error(), fasthttp.StatusInternalServerError)
			return
		}
		ctx.SetContentType("application/json")
		ctx.Response.SetBodyRaw(body)
	}
}

func hclwriteHandler(w http.ResponseWriter, r *http.Request) {
	code, err := hclwriteEdit(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(success(string(code))); err != nil {
		log.Print(err)
	}
}

func hclwriteEdit(r *http.Request) ([]byte, error) {
	var req request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		return nil, err
	}
	var edits struct {
		Set json.RawMessage `json:"set"`
	}
	if err := json.Unmarshal(req.Edits, &edits); err != nil {
		return nil, err
	}
	sets, err := setsBelow(nil, nil, edits.Set)
	if err != nil {
		return nil, err
	}
	return peers.Hclwrite([]byte(req.Code), sets...)
}

// setsBelow appends the attributes that edits set in the blocks below a path. The path consists of
// a block's type and its first labels. edits is the JSON below the path: an array of entries, or an
// object whose keys continue the path.
func setsBelow(sets []peers.Set, path []string, edits json.RawMessage) ([]peers.Set, error) {
	var entries []struct {
		Attributes map[string]string `json:"attributes"`
	}
	if json.Unmarshal(edits, &entries) == nil {
		for _, e := range entries {
			for name, value := range e.Attributes {
				sets = append(sets, peers.Set{Block: path[0], Labels: path[1:], Attribute: name, Value: cty.StringVal(value)})
			}
		}
		return sets, nil
	}
	var below map[string]json.RawMessage
	if err := json.Unmarshal(edits, &below); err != nil {
		return nil, err
	}
	for key, next := range below {
		var err error
		if sets, err = setsBelow(sets, append(slices.Clone(path), key), next); err != nil {
			return nil, err
		}
	}
	return sets, nil
}
