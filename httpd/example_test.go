package httpd_test

import (
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"

	"iacedit/httpd"
)

// The operations inside another server, under a path of its own.
func ExampleServer_Handler() {
	iac := httpd.New(httpd.Config{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	routes := func(ctx *fasthttp.RequestCtx) {
		if string(ctx.Path()) == "/hello" {
			ctx.SetBodyString("hello")
			return
		}
		iac.Handler(ctx)
	}
	ln := fasthttputil.NewInmemoryListener()
	go fasthttp.Serve(ln, routes)
	defer ln.Close()

	client := fasthttp.HostClient{Addr: "example", Dial: func(string) (c net.Conn, err error) { return ln.Dial() }}
	var request fasthttp.Request
	var response fasthttp.Response
	request.SetRequestURI("http://example/tools/v1/iac/edit")
	request.Header.SetMethod("POST")
	request.SetBodyString(`{"code": "", "edits": {"set": {"locals": {"attributes": {"a": 1}}}}}`)
	if err := client.Do(&request, &response); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d %s\n", response.StatusCode(), response.Body())
	// Output: 200 {"success":true,"data":{"edited_code":"locals {\n  a = 1\n}\n"},"message":"iac-edit: success"}
}
