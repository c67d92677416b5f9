package client_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"iacedit/client"
)

// A wire answers requests without a network, so that time can be a test's own.
type wire func(*http.Request) (*http.Response, error)

func (w wire) RoundTrip(r *http.Request) (*http.Response, error) { return w(r) }

func response(status int, body string, header ...string) *http.Response {
	r := &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

// What fails is sent again, after a wait that grows and that the server may ask for.
func TestRetries(t *testing.T) {
	// The bounds of the waits, without what a server asks for.
	const first, second = 100 * time.Millisecond, 200 * time.Millisecond
	after := func(status int, header string) wire {
		return func(*http.Request) (*http.Response, error) {
			return response(status, failed, "Retry-After", header), nil
		}
	}
	date := wire(func(*http.Request) (*http.Response, error) {
		at := time.Now().Add(5 * time.Second).Truncate(time.Second)
		return response(503, failed, "Retry-After", at.UTC().Format(http.TimeFormat)), nil
	})
	reset := wire(func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF })
	unreached := wire(func(*http.Request) (*http.Response, error) {
		return nil, &net.OpError{Op: "dial", Err: errors.New("refused")}
	})
	cut := wire(func(*http.Request) (*http.Response, error) {
		r := response(200, "")
		r.Body = io.NopCloser(io.MultiReader(strings.NewReader(done[:10]), iotestErr{}))
		return r, nil
	})
	slow := wire(func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	})
	ok := wire(func(*http.Request) (*http.Response, error) { return response(200, done), nil })
	for name, c := range map[string]struct {
		wires       []wire
		sent        int
		least, most time.Duration
		fails       bool
	}{
		"at once":               {wires: []wire{ok}, sent: 1},
		"500":                   {wires: []wire{after(500, ""), ok}, sent: 2, most: first},
		"502, 503":              {wires: []wire{after(502, ""), after(503, ""), ok}, sent: 3, most: first + second},
		"502, 504":              {wires: []wire{after(502, ""), after(504, ""), ok}, sent: 2, most: first, fails: true},
		"reset, slow":           {wires: []wire{reset, slow, ok}, sent: 2, least: 30 * time.Second, most: 30*time.Second + first, fails: true},
		"not reached":           {wires: []wire{unreached, unreached, unreached, reset, ok}, sent: 5, most: 1500 * time.Millisecond},
		"503 with seconds":      {wires: []wire{after(503, "3"), ok}, sent: 2, least: 3 * time.Second, most: 3*time.Second + first},
		"503 with a date":       {wires: []wire{date, ok}, sent: 2, least: 4 * time.Second, most: 5*time.Second + first},
		"503 with nonsense":     {wires: []wire{after(503, "soon"), ok}, sent: 2, most: first},
		"503 with too much":     {wires: []wire{after(503, "11")}, sent: 1, fails: true},
		"reset":                 {wires: []wire{reset, ok}, sent: 2, most: first},
		"cut off":               {wires: []wire{cut, ok}, sent: 2, most: first},
		"slow":                  {wires: []wire{slow, ok}, sent: 2, least: 30 * time.Second, most: 30*time.Second + first},
		"always 500":            {wires: []wire{after(500, "")}, sent: 5, most: 1500 * time.Millisecond, fails: true},
		"refused":               {wires: []wire{after(400, "")}, sent: 1, fails: true},
		"too many of a proxy's": {wires: []wire{after(429, "1")}, sent: 1, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sent := 0
				var bodies []string
				to := client.Client{URL: "http://iacedit", HTTP: &http.Client{Transport: wire(func(r *http.Request) (*http.Response, error) {
					body, err := io.ReadAll(r.Body)
					bodies = append(bodies, string(body))
					sent++
					if err != nil {
						return nil, err
					}
					return c.wires[min(sent, len(c.wires))-1](r)
				})}}
				began := time.Now()
				answer, err := to.Edit(t.Context(), setA)
				took := time.Since(began)
				if c.fails != (err != nil) || sent != c.sent || took < c.least || took > c.most {
					t.Errorf("sent %d times in %v: %v", sent, took, err)
				}
				if err == nil && answer.Code != "a = 1\n" {
					t.Error(answer)
				}
				for _, body := range bodies {
					if diff := cmp.Diff(bodies[0], body); diff != "" || body == "" {
						t.Error("sent again was something else:", diff)
					}
				}
			})
		})
	}
}

type iotestErr struct{}

func (iotestErr) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

// Waits are spread: clients that fail together do not come back together.
func TestJitter(t *testing.T) {
	waits := map[time.Duration]bool{}
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			to := client.Client{URL: "http://iacedit", Attempts: 2, HTTP: &http.Client{Transport: wire(func(*http.Request) (*http.Response, error) {
				return response(503, failed, "Retry-After", "1"), nil
			})}}
			began := time.Now()
			to.Edit(t.Context(), setA)
			waits[time.Since(began)] = true
		})
	}
	if len(waits) < 10 {
		t.Errorf("only %d different waits in 20", len(waits))
	}
}

// A caller that does not wait any longer is not kept.
func TestContext(t *testing.T) {
	busy := &http.Client{Transport: wire(func(*http.Request) (*http.Response, error) {
		return response(503, failed, "Retry-After", "5"), nil
	})}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		began := time.Now()
		_, err := (&client.Client{URL: "http://iacedit", HTTP: busy}).Edit(ctx, setA)
		refused, ok := errors.AsType[*client.Error](err)
		if !ok || refused.RetryAfter != 5*time.Second || time.Since(began) != 0 {
			t.Error("waited in vain:", time.Since(began), err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		began := time.Now()
		_, err := (&client.Client{URL: "http://iacedit", HTTP: busy}).Edit(ctx, setA)
		if !errors.Is(err, context.Canceled) || time.Since(began) != time.Second {
			t.Error(time.Since(began), err)
		}
	})
}

// A connection that a real server hangs up on, or resets, is another try.
func TestConnectionReset(t *testing.T) {
	for _, how := range []string{"hangs up", "resets"} {
		s := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			if how == "resets" {
				conn.(*net.TCPConn).SetLinger(0)
			}
			conn.Close()
		}, answer(200, done))
		c := client.Client{URL: s.URL}
		if got, err := c.Edit(t.Context(), setA); err != nil || got.Code != "a = 1\n" || len(s.bodies) != 2 {
			t.Error(how, got, err, len(s.bodies))
		}
	}
}

// A server that is gone is an error; one whose certificate is distrusted is asked once.
func TestNoServer(t *testing.T) {
	s := newServer(t, answer(200, done))
	s.Server.Close()
	if _, err := (&client.Client{URL: s.URL, Attempts: 2}).Edit(t.Context(), setA); err == nil {
		t.Error("a server that is gone answers")
	}
	var asked atomic.Int64
	safe := httptest.NewUnstartedServer(answer(200, done))
	safe.Config.ErrorLog = log.New(io.Discard, "", 0)
	safe.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			asked.Add(1)
		}
	}
	safe.StartTLS()
	defer safe.Close()
	if _, err := (&client.Client{URL: safe.URL}).Edit(t.Context(), setA); err == nil || asked.Load() != 1 {
		t.Error(asked.Load(), err)
	}
	if got, err := (&client.Client{URL: safe.URL, HTTP: safe.Client()}).Edit(t.Context(), setA); err != nil || got.Code != "a = 1\n" {
		t.Error(got, err)
	}
}
