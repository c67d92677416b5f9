package httpd

import (
	"slices"

	"github.com/valyala/fasthttp"
)

// The permissions of pages from other origins: methods and headers of requests, headers of answers
// that a page may read, and how many seconds a browser may remember the answer to a preflight
// request.
const (
	corsMethods = "GET, HEAD, POST"
	corsHeaders = "Authorization, Content-Encoding, Content-Type, X-Request-Id"
	corsExposed = "Retry-After, X-Request-Id"
	corsMaxAge  = "600"
)

// AnyOrigin in Config.Origins allows every origin.
const AnyOrigin = "*"

// crossOrigin lets a page see the answer if its origin is one of the server's Origins. If the
// request is a preflight request from such an origin, crossOrigin answers the request and returns
// true. For any other origin it sets no header that allows the origin, and browsers hide the answer
// from the page.
func (x *exchange) crossOrigin() bool {
	origins, answer := x.config.Origins, &x.ctx.Response.Header
	if len(origins) == 0 {
		return false
	}
	origin := string(x.ctx.Request.Header.Peek(fasthttp.HeaderOrigin))
	if slices.Contains(origins, AnyOrigin) {
		answer.Set(fasthttp.HeaderAccessControlAllowOrigin, AnyOrigin)
	} else {
		answer.Set(fasthttp.HeaderVary, fasthttp.HeaderOrigin)
		if origin == "" || !slices.Contains(origins, origin) {
			return false
		}
		answer.Set(fasthttp.HeaderAccessControlAllowOrigin, origin)
	}
	answer.Set(fasthttp.HeaderAccessControlExposeHeaders, corsExposed)
	asked := x.ctx.Request.Header.Peek(fasthttp.HeaderAccessControlRequestMethod)
	if !x.ctx.IsOptions() || len(asked) == 0 {
		return false
	}
	answer.Set(fasthttp.HeaderAccessControlAllowMethods, corsMethods)
	answer.Set(fasthttp.HeaderAccessControlAllowHeaders, corsHeaders)
	answer.Set(fasthttp.HeaderAccessControlMaxAge, corsMaxAge)
	x.ctx.SetStatusCode(fasthttp.StatusNoContent)
	return true
}
