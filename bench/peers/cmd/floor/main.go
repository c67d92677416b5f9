// Command floor is a server that does the least work possible for an edit's request and answer: it
// decodes the request's JSON and encodes the code again, unedited. It uses goccy/go-json or
// bytedance/sonic; on amd64 and arm64, sonic compiles machine code at run time.
package main

import (
	"flag"
	"log"

	"github.com/bytedance/sonic"
	"github.com/goccy/go-json"
	"github.com/valyala/fasthttp"
)

// A request is an edit request as the floor decodes it: the code as a string, the edits as raw
// JSON.
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

// A library decodes and encodes JSON.
type library struct {
	unmarshal func(text []byte, value any) error
	marshal   func(value any) ([]byte, error)
}

// libraries are configured to be as fast as possible while still refusing invalid JSON.
var libraries = map[string]library{
	"goccy": {json.Unmarshal, func(value any) ([]byte, error) { return json.MarshalWithOption(value, json.DisableHTMLEscape()) }},
	"sonic": {sonic.ConfigDefault.Unmarshal, sonic.ConfigDefault.Marshal},
}

func (l library) handle(ctx *fasthttp.RequestCtx) {
	var r request
	if err := l.unmarshal(ctx.PostBody(), &r); err != nil {
		ctx.Error(err.Error(), fasthttp.StatusBadRequest)
		return
	}
	answer := response{true, data{r.Code}, "iac-edit: success"}
	body, err := l.marshal(&answer)
	if err != nil {
		ctx.Error(err.Error(), fasthttp.StatusInternalServerError)
		return
	}
	ctx.SetContentType("application/json")
	ctx.Response.SetBodyRaw(body)
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8081", "address to listen on")
	name := flag.String("json", "goccy", "library: goccy or sonic")
	flag.Parse()
	with, ok := libraries[*name]
	if !ok {
		log.Fatalf("floor: no library %q", *name)
	}
	server := &fasthttp.Server{Handler: with.handle, Name: "floor", MaxRequestBodySize: 64 << 20}
	log.Fatal(server.ListenAndServe(*addr))
}
