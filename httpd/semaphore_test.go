package httpd

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// newSemaphore returns a semaphore of 100 bytes for work, of which 80 are for large requests, and of
// as many for bodies.
func newSemaphore() *semaphore {
	s := &semaphore{makeRoom: func(int64) {}}
	s.rules[smallBodies] = rule{bodies, 100, 10}
	s.rules[largeBodies] = rule{bodies, 80, 1}
	s.rules[smallWork] = rule{work, 100, 10}
	s.rules[growingWork] = rule{work, 80, 1}
	s.rules[largeWork] = rule{work, 80, 3}
	return s
}

// A request that waits for a semaphore appends its name to a list when it is served.
type served struct {
	*semaphore
	t     *testing.T
	mu    sync.Mutex
	names []string
	all   sync.WaitGroup
}

// wait starts to wait for n units, and returns when the request is in the queue.
func (s *served) wait(name string, k kind, n int64, most time.Duration) {
	s.t.Helper()
	before := s.waiting(k)
	s.all.Go(func() {
		if !s.take(k, n, most) {
			name += " refused"
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.names = append(s.names, name)
	})
	eventually(s.t, func() bool { return s.waiting(k) > before })
}

// gives returns n units of work, one by one, and waits until the given number of requests was served.
func (s *served) gives(n int64, served int) {
	s.t.Helper()
	for range n {
		s.give(work, 1)
	}
	eventually(s.t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.names) == served
	})
}

// Requests of a kind are served in order, and those that work already before those that wait to
// begin. A large request that waits does not hold a small one back.
func TestSemaphoreServesInOrder(t *testing.T) {
	s := &served{semaphore: newSemaphore(), t: t}
	if !s.take(largeWork, 80, 0) || s.take(largeWork, 1, 0) {
		t.Fatal("large requests may take 80 bytes")
	}
	s.wait("first", largeWork, 60, time.Minute)
	s.wait("second", largeWork, 1, time.Minute)
	s.wait("growing", growingWork, 40, time.Minute)
	if s.take(growingWork, 1, time.Minute) {
		t.Error("two requests that grow may wait")
	}
	if !s.take(smallWork, 20, 0) || s.take(smallWork, 1, 0) {
		t.Error("the last 20 bytes are for small requests")
	}
	s.give(work, 20)
	s.gives(40, 1)
	s.gives(40, 1) // 40 are used, so 60 do not fit, and a single byte must wait for them
	s.give(work, 20)
	s.gives(0, 2)
	s.give(work, 20)
	s.gives(0, 3)
	s.all.Wait()
	if want := []string{"growing", "first", "second"}; !slices.Equal(s.names, want) {
		t.Errorf("%v were served, want %v", s.names, want)
	}
	if used := s.taken(work); used != 61 {
		t.Errorf("%d bytes are taken", used)
	}
}

// A request that waits too long is refused, and no longer holds others back. What never fits, and
// who finds the queue full, is refused at once.
func TestSemaphoreRefuses(t *testing.T) {
	s := &served{semaphore: newSemaphore(), t: t}
	s.take(largeWork, 50, 0)
	if s.take(largeWork, 81, time.Minute) {
		t.Error("there is more than there is")
	}
	s.wait("hasty", largeWork, 40, 50*time.Millisecond)
	s.wait("patient", largeWork, 30, time.Minute)
	s.gives(0, 2)
	s.all.Wait()
	if want := []string{"hasty refused", "patient"}; len(s.names) != 2 || !slices.Contains(s.names, want[0]) || !slices.Contains(s.names, want[1]) {
		t.Errorf("%v, want %v", s.names, want)
	}
	for range s.rules[largeWork].queue {
		s.wait("queued", largeWork, 1, time.Minute)
	}
	if s.take(largeWork, 1, time.Minute) {
		t.Error("the queue is longer than it may be")
	}
	s.give(work, 80)
	s.all.Wait()
}

// While requests wait for memory, room is made for as many bytes.
func TestSemaphoreMakesRoom(t *testing.T) {
	s := newSemaphore()
	asked := make(chan int64, 100)
	s.makeRoom = func(n int64) {
		asked <- n
		s.give(bodies, 30)
	}
	s.take(smallBodies, 90, 0)
	if !s.take(largeBodies, 40, time.Minute) {
		t.Error("no room was made")
	}
	if n := <-asked; n != 40 {
		t.Errorf("room was made for %d bytes", n)
	}
	eventually(t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return !s.making
	})
}

// The time to serve a request does not depend on how many wait after it: ns/request is the same for
// both lengths of the queue.
func BenchmarkSemaphore(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint(n, "waiting"), func(b *testing.B) {
			for b.Loop() {
				s := newSemaphore()
				for range n {
					s.queues[smallWork].PushBack(&waiter{n: 1, served: make(chan struct{})})
				}
				for range n {
					s.used[work] = 100
					s.give(work, 1)
				}
				if s.waiting(smallWork) != 0 {
					b.Fatal("not all were served")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/request")
		})
	}
}
