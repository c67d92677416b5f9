package httpd

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"

	"github.com/valyala/fasthttp"

	playground "iacedit/httpd/page"
)

// The URL path of the page, and of the folder with its other files.
const (
	pagePath   = "/"
	assetsPath = "/page/"
)

// The values of the header Cache-Control: keepForever is for files that have a digest in their
// name, and askAgain is for the page itself.
const (
	keepForever = "public, max-age=31536000, immutable"
	askAgain    = "no-cache"
)

// policy is the Content-Security-Policy of the page: it may load files only from this server, and
// contact only this server.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// An asset is a file of the page.
type asset struct {
	contentType string
	cache       string
	tag         string // entity tag of the plain content; an encoding's tag adds the encoding's name
	plain       []byte
	encoded     []encoded // in order of preference
}

// encoded is the content of a file in one content encoding.
type encoded struct {
	name string
	body []byte
}

// assets returns the files of the page, by their URL paths. The first call compresses the files;
// later calls return the same map.
var assets = sync.OnceValue(func() map[string]*asset {
	all := map[string]*asset{}
	for _, f := range playground.Files() {
		sum := sha256.Sum256(f.Content)
		a := &asset{contentType: f.Type, cache: keepForever, tag: hex.EncodeToString(sum[:8]), plain: f.Content}
		a.encoded = []encoded{{"br", compressBrotli(f.Content)}, {"gzip", compressGzip(f.Content)}}
		if f.Versioned() {
			all[assetsPath+f.Name] = a
		} else {
			a.cache = askAgain
			all[pagePath] = a
		}
	}
	return all
})

// brotliLevel is a level that compresses nearly as well as the best one, in a tenth of the time.
const brotliLevel = 9

func compressBrotli(content []byte) []byte {
	return fasthttp.AppendBrotliBytesLevel(nil, content, brotliLevel)
}

func compressGzip(content []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err)
	}
	w.Write(content) // cannot fail: w writes to memory
	w.Close()
	return b.Bytes()
}

// hasPage reports whether the server has the page for trying edits. A server that needs tokens does
// not have the page, because the page cannot send tokens.
func (c *Config) hasPage() bool { return c.Page && c.Authorized == nil }

// asset returns the file of the page that has the given URL path, or nil if there is no such file.
func (c *Config) asset(path []byte) *asset {
	if !c.hasPage() || string(path) != pagePath && !bytes.HasPrefix(path, []byte(assetsPath)) {
		return nil
	}
	return assets()[string(path)]
}

// showAsset answers a request with a file of the page. If the connection exceeds the limit on
// connections, showAsset refuses the request instead.
func (x visit) showAsset(a *asset) {
	if x.conn != nil && x.conn.reserved {
		x.refuse(x.shed(tooManyConnections, x.metrics.shedConnections))
		return
	}
	header := &x.ctx.Response.Header
	header.Set("Content-Security-Policy", policy)
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set(fasthttp.HeaderCacheControl, a.cache)
	header.Set(fasthttp.HeaderVary, fasthttp.HeaderAcceptEncoding)

	body, tag := a.plain, `"`+a.tag+`"`
	for _, e := range a.encoded {
		if acceptsEncoding(x.ctx.Request.Header.Peek(fasthttp.HeaderAcceptEncoding), e.name) {
			body, tag = e.body, `"`+a.tag+"-"+e.name+`"`
			header.Set(fasthttp.HeaderContentEncoding, e.name)
			break
		}
	}
	header.Set(fasthttp.HeaderETag, tag)
	if matchesTag(x.ctx.Request.Header.Peek(fasthttp.HeaderIfNoneMatch), tag) {
		header.Del(fasthttp.HeaderContentEncoding)
		x.ctx.SetStatusCode(fasthttp.StatusNotModified)
		return
	}
	x.ctx.SetContentType(a.contentType)
	x.ctx.Response.SetBodyRaw(body)
}

// acceptsEncoding reports whether the value of a header Accept-Encoding allows an encoding, such as
// "gzip".
func acceptsEncoding(header []byte, name string) bool {
	for part := range strings.SplitSeq(string(header), ",") {
		coding, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(coding), name) {
			q, ok := strings.CutPrefix(strings.ReplaceAll(strings.ToLower(weight), " ", ""), "q=")
			return !ok || strings.Trim(q, "0.") != ""
		}
	}
	return false
}

// matchesTag reports whether the value of a header If-None-Match contains an entity tag.
func matchesTag(header []byte, tag string) bool {
	for part := range strings.SplitSeq(string(header), ",") {
		if part = strings.TrimSpace(part); part == "*" || strings.TrimPrefix(part, "W/") == tag {
			return true
		}
	}
	return false
}
