// Package client edits, reads, searches and converts code with an iacedit server, over HTTP.
//
//	c := client.Client{URL: "http://127.0.0.1:8080"}
//	answer, err := c.Edit(ctx, &client.EditRequest{
//		Code:  code,
//		Edits: json.RawMessage(`{"update": {"module": {"vpc": {"attributes": {"version": "5.1.0"}}}}}`),
//	})
//	if refused, ok := errors.AsType[*client.Error](err); ok {
//		log.Print(refused.Code, refused.Pointer, refused.Message)
//	}
//
// The package imports only the standard library, so a program that uses it does not contain the
// editor. To run the editor in the same process, use package edit.
//
// No operation changes anything on the server, so it is safe to send a request twice. A request
// that fails with status 500 or 503, or cannot be sent, is sent again after a random wait that
// grows with each attempt (see [Client.Attempts]). A request that was sent and not answered (502,
// 504, a failed connection, [Client.Timeout]) is sent at most once more, over a new connection,
// because the request itself may crash the server. The client honours the server's Retry-After.
//
// A refused request is not sent again. Its error is an [*Error], which has an error code, a pointer
// to the faulty part of the request, and the position of the fault in the code (docs/edits.md,
// "Answers and errors").
//
//	client.go    the Client, which sends requests and retries
//	edit.go      Edit, its request and its answer; read.go: Read
//	find.go      Find; convert.go: Convert; upgrade.go: Upgrade
//	changes.go   applying the changes of ReturnChanges to the code
//	error.go     refused requests; retry.go: which requests are sent again, and when
package client

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
	"unicode/utf8"
)

// A Client sends requests to a server. Its fields must not change after its first use; its
// methods may be called from several goroutines at once.
type Client struct {
	// URL is the server's base URL, such as "https://iac.example.com/api". The path of an
	// operation, such as "/v1/iac/edit", is appended to it.
	URL string

	// Token is the bearer token, for a server that asks for one.
	Token string

	// Gzip compresses requests of more than a kilobyte. Compression helps over a slow network; over a
	// fast network it costs more time than it saves.
	Gzip bool

	// Timeout is the time for one attempt, until the answer is complete. Zero means DefaultTimeout; a
	// negative value means that only the context limits the time.
	Timeout time.Duration

	// Attempts is the greatest number of times that a request is sent. Zero means DefaultAttempts;
	// use 1 to retry yourself.
	Attempts int

	// MaxWait is the longest wait between attempts. If a server asks for a longer wait, the request
	// fails at once with the server's Error, whose field RetryAfter has that wait. Zero means
	// DefaultMaxWait.
	MaxWait time.Duration

	// MaxAnswer is the greatest size of an answer, in bytes. If an answer is larger, the request
	// fails with ErrAnswerTooLarge. Zero means DefaultMaxAnswer.
	MaxAnswer int64

	// HTTP sends the requests; nil means an HTTP client that all Clients share. The Timeout of the
	// HTTP client also applies to each attempt.
	HTTP *http.Client
}

// The defaults of a Client's zero fields.
const (
	DefaultTimeout   = 30 * time.Second
	DefaultAttempts  = 5
	DefaultMaxWait   = 10 * time.Second
	DefaultMaxAnswer = 64 << 20
)

// shared is the HTTP client for Clients whose field HTTP is nil. It keeps more idle connections
// than net/http's default client, which would open a new connection for most requests of a burst.
// It refuses redirects, because a redirected POST would arrive as a GET.
var shared = &http.Client{
	Transport: func() http.RoundTripper {
		t, ok := http.DefaultTransport.(*http.Transport)
		if !ok {
			return http.DefaultTransport
		}
		t = t.Clone()
		t.MaxIdleConnsPerHost = 64
		return t
	}(),
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// ask sends a request to the operation at a path, and returns the data of the answer. The data is
// nil if there is an error.
func ask[Answer any](ctx context.Context, c *Client, path string, request any) (*Answer, error) {
	answer := new(Answer)
	if err := c.do(ctx, path, request, answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// do sends a request to the operation at a path, and sends it again if necessary. It stores the
// member "data" of the answer in the value to which the argument data points.
func (c *Client) do(ctx context.Context, path string, request, data any) error {
	body, err := c.encode(request)
	if err != nil {
		return fmt.Errorf("iacedit: the request cannot be sent: %w", err)
	}
	to, err := c.address(path)
	if err != nil {
		return err
	}
	wait := backoff{least: leastWait, most: max(1, cmp.Or(c.MaxWait, DefaultMaxWait))}
	lost := 0
	for left := cmp.Or(c.Attempts, DefaultAttempts) - 1; ; left-- {
		err := c.attempt(ctx, to, body, data)
		if err == nil || left <= 0 || !shouldRetry(ctx, err) {
			return err
		}
		if unanswered(err) {
			if lost++; lost > mostLost {
				return err
			}
			cmp.Or(c.HTTP, shared).CloseIdleConnections() // a new connection may lead to another server
		}
		if err := wait.next(ctx, err); err != nil {
			return err
		}
	}
}

// address returns the URL of the operation at a path.
func (c *Client) address(path string) (string, error) {
	u, err := url.Parse(c.URL)
	if err != nil {
		return "", fmt.Errorf("iacedit: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", fmt.Errorf("iacedit: %q is not the URL of a server, such as http://127.0.0.1:8080", c.URL)
	}
	return u.JoinPath(path).String(), nil
}

// A payload is a request's body.
type payload struct {
	bytes []byte
	gzip  bool
}

// worthwhile is the least size, in bytes, of a request that is compressed.
const worthwhile = 1 << 10

// encode returns the request's body.
func (c *Client) encode(request any) (payload, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(request); err != nil {
		return payload{}, err
	}
	if !c.Gzip || text.Len() < worthwhile {
		return payload{bytes: text.Bytes()}, nil
	}
	var short bytes.Buffer
	z, _ := gzip.NewWriterLevel(&short, gzip.BestSpeed)
	z.Write(text.Bytes()) // cannot fail: it writes to memory
	z.Close()
	return payload{short.Bytes(), true}, nil
}

// attempt is like do, but sends an encoded request to a URL, and only once.
func (c *Client) attempt(ctx context.Context, to string, body payload, data any) error {
	if timeout := cmp.Or(c.Timeout, DefaultTimeout); timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body.bytes))
	if err != nil {
		return fmt.Errorf("iacedit: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if body.gzip {
		request.Header.Set("Content-Encoding", "gzip")
	}
	response, err := cmp.Or(c.HTTP, shared).Do(request)
	if err != nil {
		return fmt.Errorf("iacedit: %w", err)
	}
	defer response.Body.Close()
	text, err := c.read(response)
	switch {
	case err != nil:
		return fmt.Errorf("iacedit: %w", err)
	case response.StatusCode != http.StatusOK:
		return refusal(response, text)
	}
	return decode(text, data)
}

// read reads an answer, up to the limit.
func (c *Client) read(response *http.Response) ([]byte, error) {
	most := cmp.Or(c.MaxAnswer, DefaultMaxAnswer)
	var text bytes.Buffer
	text.Grow(int(min(max(0, response.ContentLength), most, 1<<20)) + bytes.MinRead)
	if _, err := text.ReadFrom(io.LimitReader(response.Body, most+1)); err != nil {
		return nil, err
	}
	if int64(text.Len()) > most {
		return nil, ErrAnswerTooLarge
	}
	return text.Bytes(), nil
}

// decode reads the member "data" of a success answer.
func decode(text []byte, data any) error {
	answer := struct {
		Data json.RawMessage `json:"data"`
	}{}
	err := json.Unmarshal(text, &answer)
	if err == nil && answer.Data == nil {
		err = errNoData
	}
	if err == nil {
		err = json.Unmarshal(answer.Data, data)
	}
	if err != nil {
		return fmt.Errorf("iacedit: %w: %w", ErrNotIacedit, err)
	}
	return nil
}

// A code is the part of a request that contains the code: either one text or several files.
type code struct {
	Code  *string           `json:"code,omitempty"`
	Files map[string]string `json:"files,omitzero"`
}

// codeOf returns the code for a request, with the given text and files. If there are files, it
// omits an empty text.
func codeOf(text string, files map[string]string) (code, error) {
	if !utf8.ValidString(text) {
		return code{}, fmt.Errorf("the code is %w", errNotUTF8)
	}
	for name, text := range files {
		if !utf8.ValidString(name) || !utf8.ValidString(text) {
			return code{}, fmt.Errorf("the file %q is %w", name, errNotUTF8)
		}
	}
	if files != nil && text == "" {
		return code{Files: files}, nil
	}
	return code{&text, files}, nil
}

// jsonOf returns JSON text as a json.RawMessage, so that encoding/json writes it unchanged. If the
// text stayed a string or a []byte, encoding/json would quote it or write it in base64. Text that
// is not JSON is sent as a string, so that the server's error describes the fault.
func jsonOf(v any) any {
	var text []byte
	switch v := v.(type) {
	case string:
		text = []byte(v)
	case []byte:
		text = v
	case json.RawMessage:
		text = v
	default:
		return v
	}
	if !json.Valid(text) {
		return string(text)
	}
	return json.RawMessage(text)
}
