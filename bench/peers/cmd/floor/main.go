// Command floor is the least that a service with the edit's requests and answers
// can do: it decodes the request's JSON and encodes the code back, unedited.
package main

import (
	"flag"
	"log"

	"github.com/goccy/go-json"
	"github.com/valyala/fasthttp"
)

// request is what the floor decodes: the code as a string, the edits as they are.
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

func handle(ctx *fasthttp.RequestCtx) {
	var r request
	if err := json.Unmarshal(ctx.PostBody(), &r); err != nil {
		ctx.Error(err.Error(), fasthttp.StatusBadRequest)
		return
	}
	answer := response{true, data{r.Code}, "iac-edit: success"}
	body, err := json.MarshalWithOption(&answer, json.DisableHTMLEscape())
	if err != nil {
		ctx.Error(err.Error(), fasthttp.StatusInternalServerError)
		return
	}
	ctx.SetContentType("application/json")
	ctx.Response.SetBodyRaw(body)
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8081", "address to listen on")
	flag.Parse()
	server := &fasthttp.Server{Handler: handle, Name: "floor", MaxRequestBodySize: 64 << 20}
	log.Fatal(server.ListenAndServe(*addr))
}
