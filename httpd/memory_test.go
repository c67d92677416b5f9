package httpd

import (
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Memory is asked for at the head: without it, the answer is 503 before a byte of the
// body has come. Small bodies have a last part of it to themselves.
func TestMemoryBudget(t *testing.T) {
	const body = 1 << 20
	r := start(t, "tcp", Config{MaxBody: body, MaxMemory: 2*3*body*holdFactor + 100}, echo)
	var holders []net.Conn
	declare := func(n int) net.Conn {
		c, _ := r.raw(post(fmt.Sprintf("Content-Length: %d\r\n", n), "x"))
		return c
	}
	for range 2 {
		holders = append(holders, declare(body))
	}
	eventually(t, func() bool { return r.budget.used.Load() == 2*body*holdFactor })
	_, answers := r.raw(post(fmt.Sprintf("Content-Length: %d\r\n", body), ""))
	a := next(t, answers)
	a.wantsError(t, 503, "OVERLOADED")
	if a.header.Get("Retry-After") != "1" {
		t.Error("no Retry-After")
	}
	_, answers = r.raw(post("Transfer-Encoding: chunked\r\n", fmt.Sprintf("%x\r\n%s", body, strings.Repeat("x", body))))
	next(t, answers).wantsError(t, 503, "OVERLOADED")
	req := request(t, "POST", "/edit", compressed(t, strings.Repeat("x", body)))
	req.Header.Set("Content-Encoding", "gzip")
	r.do(r.client(), req).wantsError(t, 503, "OVERLOADED")

	r.post("x").wants(t, 200, echoA("x"))
	for _, c := range holders {
		c.Close()
	}
	r.holdsNothing()
	r.post(strings.Repeat("x", body)).wants(t, 200, echoA(strings.Repeat("x", body)))
}

// Memory is taken for what has arrived, not for what a head declares.
func TestDeclaredBodiesTakeNothing(t *testing.T) {
	const connections, declared = 200, 16 << 20
	r := start(t, "tcp", Config{MaxMemory: 4 * connections * declared * holdFactor}, echo)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	before := heap()
	for range connections {
		r.raw(post(fmt.Sprintf("Content-Length: %d\r\n", declared), "x"))
	}
	eventually(t, func() bool { return r.budget.used.Load() == connections*declared*holdFactor })
	if grown := int64(heap()) - int64(before); grown > connections*100<<10 {
		t.Errorf("%d connections that sent a byte each hold %d bytes", connections, grown)
	}
}

// A request holds no more memory than it is counted with.
func TestHoldFactor(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the race detector changes")
	}
	s := New(Config{})
	for _, input := range []int{1 << 20, 8 << 20} {
		text := generatedBody(input)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		answer, err := s.operations[0].apply(make([]byte, 0, len(text)+1000), text)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		held := uint64(len(text)) + after.TotalAlloc - before.TotalAlloc
		t.Logf("%d bytes of body: %d held or allocated, %.2f a byte; answer %d", len(text), held, float64(held)/float64(len(text)), len(answer))
		if held > (holdFactor+workFactor)*uint64(len(text)) {
			t.Error("that is more than is counted")
		}
	}
}

// TestMinRateOfBodies: the server gives up a body that comes more slowly than the minimum rate,
// before the request's own time-out, which here is longer than the test may run.
func TestMinRateOfBodies(t *testing.T) {
	r := start(t, "tcp", Config{MinRate: 1 << 20, ReadTimeout: time.Hour}, echo)
	r.grace = 100 * time.Millisecond
	for _, headers := range []string{"Content-Length: 100000\r\n", "Transfer-Encoding: chunked\r\n"} {
		c, answers := r.raw(post(headers, ""))
		go func() {
			for range 1000 {
				if _, err := io.WriteString(c, "1\r\nx\r\n"); err != nil {
					return
				}
				time.Sleep(5 * time.Millisecond)
			}
		}()
		next(t, answers).wantsError(t, 408, "REQUEST_TIMEOUT")
	}
	r.holdsNothing()
}

// An answer that is not taken is given up, and its memory given back.
func TestMinRateOfAnswers(t *testing.T) {
	r := start(t, "tcp", Config{MinRate: 64 << 20}, func(dst, body []byte) ([]byte, error) {
		return append(dst, make([]byte, 32<<20)...), nil
	})
	r.grace = 100 * time.Millisecond
	for range 5 {
		r.raw(post("Content-Length: 1\r\n", "x"))
	}
	eventually(t, func() bool {
		return r.metrics.latency.counts[len(latencyBounds)].Load() == 0 && r.Server.atRestButListening()
	})
	r.holdsNothing()
}
