package loadgen

import (
	"fmt"
	"net/url"
	"time"

	"github.com/valyala/fasthttp"
)

// A client has one connection to a service. Only one goroutine may use it.
type client struct {
	host     fasthttp.HostClient
	request  fasthttp.Request
	response fasthttp.Response
	timeout  time.Duration
}

// bufferSize is the size of a client's buffers. A small request is sent by one system call.
const bufferSize = 128 << 10

// newClient returns a client of the edit service at an address. The default path is /v1/iac/edit.
func newClient(address string, timeout time.Duration) (*client, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("loadgen: %q: the scheme has to be http or https", address)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1/iac/edit"
	}
	c := &client{timeout: timeout}
	c.host.IsTLS = u.Scheme == "https"
	c.host.Addr = fasthttp.AddMissingPort(u.Host, c.host.IsTLS)
	c.host.DialDualStack = true
	c.host.MaxConns = 1
	c.host.MaxIdemponentCallAttempts = 1 // a failure is counted, not tried again
	c.host.Name = "iacedit-load"
	c.host.ReadBufferSize, c.host.WriteBufferSize = bufferSize, bufferSize
	c.request.SetRequestURI(u.String())
	c.request.Header.SetMethod(fasthttp.MethodPost)
	c.request.Header.SetContentType("application/json")
	return c, nil
}

// send sends a request and returns the body of its answer, which is valid until the next call. Any
// status but 200 is an error that quotes the answer.
func (c *client) send(request []byte) ([]byte, error) {
	c.request.SetBodyRaw(request)
	if err := c.host.DoTimeout(&c.request, &c.response, c.timeout); err != nil {
		return nil, err
	}
	body := c.response.Body()
	if status := c.response.StatusCode(); status != fasthttp.StatusOK {
		return nil, fmt.Errorf("status %d: %.200s", status, body)
	}
	return body, nil
}

func (c *client) close() { c.host.CloseIdleConnections() }
