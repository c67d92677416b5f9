// Command echo measures the cost of HTTP itself: it answers a request with the first bytes of the
// request's body. The parameter "bytes" is their number; by default, the answer is the whole body.
// The command does not parse the body.
package main

import (
	"flag"
	"log"

	"github.com/valyala/fasthttp"
)

func handle(ctx *fasthttp.RequestCtx) {
	body := ctx.PostBody()
	if n, err := ctx.QueryArgs().GetUint("bytes"); err == nil {
		body = body[:min(n, len(body))]
	}
	ctx.SetContentType("application/json")
	ctx.Response.SetBodyRaw(body)
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8082", "address to listen on")
	flag.Parse()
	server := &fasthttp.Server{Handler: handle, Name: "echo", MaxRequestBodySize: 64 << 20}
	log.Fatal(server.ListenAndServe(*addr))
}
