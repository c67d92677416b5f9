package httpd

import (
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"iacedit/internal/base/budget"
)

// works makes work stand in for editing.
func (s *Server) works(work func(caller *budget.Caller, body []byte) error) {
	s.operations[0].Apply = func(dst, body []byte, caller *budget.Caller) ([]byte, error) {
		if err := work(caller, body); err != nil {
			return dst, err
		}
		return echo(dst, body[:1])
	}
}

// Work ends when its client hangs up, and goes on while the client waits.
func TestGoneClients(t *testing.T) {
	r := start(t, "tcp", Config{}, nil)
	var left atomic.Int64
	r.works(func(caller *budget.Caller, _ []byte) error {
		for range 200 {
			if caller.Gone() {
				left.Add(1)
				return refused
			}
			time.Sleep(time.Millisecond)
		}
		return nil
	})
	r.post("x").wants(t, 200, echoA("x"))
	if left.Load() != 0 {
		t.Fatal("a client that waits has gone")
	}
	c, _ := r.raw(post("Content-Length: 1\r\n", "x"))
	eventually(t, func() bool { return r.semaphore.taken(turnsOfSmall) == 1 })
	c.Close()
	eventually(t, func() bool { return left.Load() == 1 })
	r.holdsNothing()
}

// Work takes memory as it goes on. Of two that need more than there is for both one goes on,
// and what one needs beyond all that there is is told.
func TestWorkGrows(t *testing.T) {
	const concurrent = 2
	r := start(t, "tcp", Config{MaxMemory: 128 << 20, MaxConcurrency: concurrent, WaitTimeout: 400 * time.Millisecond}, nil)
	half := r.semaphore.rules[largeWork].limit/2 - initialWork(100<<10)
	var began sync.WaitGroup
	began.Add(concurrent)
	r.works(func(caller *budget.Caller, _ []byte) error {
		if !caller.Take(half) {
			return fmt.Errorf("half is not there")
		}
		began.Done()
		began.Wait()
		if !caller.Take(half / 2) {
			return fmt.Errorf("no more is there")
		}
		return nil
	})
	body := strings.Repeat("x", 100<<10)
	var statuses [concurrent]int
	var clients sync.WaitGroup
	for i := range statuses {
		clients.Go(func() { statuses[i] = r.post(body).status })
	}
	clients.Wait()
	if statuses[0]+statuses[1] != 200+503 {
		t.Errorf("two that need more end with %d", statuses)
	}
	r.works(func(caller *budget.Caller, body []byte) error {
		if caller.Take(r.semaphore.rules[largeWork].limit) {
			return fmt.Errorf("more than there is")
		}
		return nil
	})
	r.post("x").wantsError(t, 400, "TOO_EXPENSIVE")
	r.works(func(caller *budget.Caller, body []byte) error {
		rules := &r.semaphore.rules
		if !caller.Take(rules[largeWork].limit - initialWork(1)) {
			return fmt.Errorf("a small request cannot grow to what a large one may have")
		}
		if used := r.semaphore.taken(work); used != rules[largeWork].limit {
			return fmt.Errorf("a request that has grown has %d bytes", used)
		}
		if !r.semaphore.take(smallWork, rules[smallWork].limit-rules[largeWork].limit, 0) {
			return fmt.Errorf("a small request that has grown has what is reserved for others")
		}
		r.semaphore.give(work, rules[smallWork].limit-rules[largeWork].limit)
		return nil
	})
	r.post("x").wants(t, 200, echoA("x"))
	r.holdsNothing()
}

// Of some connections nothing is known.
func TestPeekOfOthers(t *testing.T) {
	a, b := net.Pipe()
	b.Close()
	if got := peek(a); got != peekedNothing {
		t.Errorf("%v is told of a pipe", got)
	}
}

// dialled returns a function that makes connections of a server, each in a state since some time,
// whose clients have sent some text.
func dialled(t *testing.T, s *Server, conns map[*conn]struct{}) func(state int32, since time.Duration, sent string) *conn {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	return func(state int32, since time.Duration, sent string) *conn {
		client, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { client.Close() })
		accepted, err := ln.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { accepted.Close() })
		io.WriteString(client, sent)
		c := &conn{Conn: accepted, server: s}
		c.state.Store(state)
		c.since.Store(time.Now().Add(-since).UnixNano())
		conns[c] = struct{}{}
		if sent != "" {
			eventually(t, func() bool { return peek(accepted) == peekedBytes })
		}
		return c
	}
}

// A connection whose request or body has arrived does not give way to a newer one while another
// does, however long it seems to wait.
func TestArrivedDoesNotGiveWay(t *testing.T) {
	for name, states := range map[string]struct{ arrived, silent int32 }{
		"heads":  {fresh, fresh},
		"bodies": {receiving, receiving},
	} {
		t.Run(name, func(t *testing.T) {
			s, conns := New(Config{}), map[*conn]struct{}{}
			dial := dialled(t, s, conns)
			arrived, silent := dial(states.arrived, time.Hour, "GET /"), dial(states.silent, 2*slowAfter, "")
			if !s.closeLeastUseful(conns) || silent.state.Load() != closing || arrived.state.Load() != states.arrived {
				t.Errorf("states %d and %d", arrived.state.Load(), silent.state.Load())
			}
			if !s.closeLeastUseful(conns) || arrived.state.Load() != closing {
				t.Error("nothing else gives way, and it does not")
			}
		})
	}
}
