package loadgen

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"time"

	"github.com/valyala/fasthttp"
)

// A target is the address of a service.
type target struct {
	addr string      // host:port
	head []byte      // the head of the request up to Content-Length
	tls  *tls.Config // nil for http
}

// newTarget parses the address of an edit service. The default path is /v1/iac/edit.
func newTarget(address string) (*target, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	t := &target{addr: u.Host}
	port := "80"
	switch u.Scheme {
	case "http":
	case "https":
		port, t.tls = "443", &tls.Config{ServerName: u.Hostname()}
	default:
		return nil, fmt.Errorf("loadgen: %q: the scheme has to be http or https", address)
	}
	if u.Port() == "" {
		t.addr = net.JoinHostPort(u.Hostname(), port)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1/iac/edit"
	}
	t.head = fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: iacedit-load\r\n"+
		"Content-Type: application/json\r\nContent-Length: ", u.RequestURI(), u.Host)
	return t, nil
}

// message returns the bytes of a complete HTTP request with the given body.
func (t *target) message(body []byte) []byte {
	length := strconv.Itoa(len(body)) + "\r\n\r\n"
	return bytes.Join([][]byte{t.head, []byte(length), body}, nil)
}

// A client is one connection to the service. Only one worker uses it.
type client struct {
	target  *target
	timeout time.Duration
	conn    net.Conn
	r       *bufio.Reader
	resp    fasthttp.Response
}

// send sends a message and returns the status and the body of the answer, which is valid until
// the next call. After an error the next call opens a new connection.
func (c *client) send(message []byte) (status int, body []byte, err error) {
	if c.conn == nil {
		if err := c.dial(); err != nil {
			return 0, nil, err
		}
	}
	if err = c.exchange(message); err != nil || c.resp.ConnectionClose() {
		c.close()
	}
	if err != nil {
		return 0, nil, err
	}
	return c.resp.StatusCode(), c.resp.Body(), nil
}

func (c *client) exchange(message []byte) error {
	if err := c.conn.SetDeadline(time.Now().Add(c.timeout)); err != nil {
		return err
	}
	if _, err := c.conn.Write(message); err != nil {
		return err
	}
	return c.resp.Read(c.r)
}

func (c *client) dial() (err error) {
	dialer := &net.Dialer{Timeout: c.timeout}
	if c.target.tls != nil {
		c.conn, err = tls.DialWithDialer(dialer, "tcp", c.target.addr, c.target.tls)
	} else {
		c.conn, err = dialer.Dial("tcp", c.target.addr)
	}
	if err != nil {
		c.conn = nil
		return err
	}
	if c.r == nil {
		c.r = bufio.NewReaderSize(nil, 64<<10)
	}
	c.r.Reset(c.conn)
	return nil
}

func (c *client) close() {
	if c.conn != nil {
		c.conn.Close()
		c.conn = nil
	}
}

// Post sends one request to the service at address and returns the body of its
// answer. Any status but 200 is an error that quotes the answer.
func Post(address string, request []byte, timeout time.Duration) ([]byte, error) {
	t, err := newTarget(address)
	if err != nil {
		return nil, err
	}
	c := &client{target: t, timeout: timeout}
	defer c.close()
	status, body, err := c.send(t.message(request))
	if err != nil {
		return nil, err
	}
	if status != fasthttp.StatusOK {
		return nil, fmt.Errorf("status %d: %.200s", status, body)
	}
	return body, nil
}
