package httpd

import (
	"context"
	"sync/atomic"
	"time"
)

// A lane limits how many requests are worked on at a time. Editing needs only the processor, so
// working on more requests than there are cores gains nothing. Other requests wait in order; their
// number and their waiting time are limited.
type lane struct {
	slots   chan *slot // the free slots
	all     []slot
	queue   int64 // the most requests that may wait
	maxWait time.Duration

	waiting atomic.Int64
}

// A slot is the right to work on a request. It records how much memory its requests took lately,
// because other packages keep that memory in pools until the garbage collector has run twice.
type slot struct {
	collection atomic.Uint32 // the number of garbage collections at the end of its latest request
	latest     atomic.Int64  // the most memory that one of its recent requests took
	working    atomic.Int64  // memory that the current request takes
}

func newLane(slots, queue int, patient time.Duration) *lane {
	l := &lane{slots: make(chan *slot, slots), all: make([]slot, slots), queue: int64(queue), maxWait: patient}
	for i := range l.all {
		l.slots <- &l.all[i]
	}
	return l
}

// enter takes a slot, and waits if necessary. It returns nil if no slot became free in time.
func (l *lane) enter() (taken *slot) {
	select {
	case taken = <-l.slots:
		return taken
	default:
	}
	l.wait(func(ctx context.Context) bool {
		select {
		case taken = <-l.slots:
			return true
		case <-ctx.Done():
			return false
		}
	})
	return taken
}

// wait calls a function that waits, for example for a slot, and returns the function's result. The
// function receives a context that ends after l.maxWait. If l.queue requests are already waiting,
// wait returns false at once.
func (l *lane) wait(until func(context.Context) bool) bool {
	defer l.waiting.Add(-1)
	if l.waiting.Add(1) > l.queue {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), l.maxWait)
	defer cancel()
	return until(ctx)
}

// leave frees a slot whose request took n bytes of memory.
func (l *lane) leave(s *slot, n int64) {
	s.recordMemory(n)
	s.working.Store(0)
	l.slots <- s
}

// working returns how many slots are taken.
func (l *lane) working() int { return cap(l.slots) - len(l.slots) }

// keptMemory returns how many bytes of memory earlier requests may have left in pools, over all
// slots.
func (l *lane) keptMemory() (n int64) {
	for i := range l.all {
		n += l.all[i].keptMemory()
	}
	return n
}

// recordMemory must be called at the end of a request, with the number of bytes of memory that the
// request took.
func (s *slot) recordMemory(n int64) {
	now := collections.Load()
	switch s.collection.Load() {
	case now, now - 1:
		n = max(n, s.latest.Load()) // a small request may have reused the memory of a large one
	}
	s.latest.Store(n)
	s.collection.Store(now)
}

// maxPooled is the greatest number of bytes that one request leaves in the pools of other packages.
const maxPooled = 32 << 20

// keptMemory returns the memory that the slot's earlier requests may have left in pools, minus the
// memory of the current request, because this request may reuse pooled memory. A pool frees unused
// memory only in the second garbage collection after its last use.
func (s *slot) keptMemory() int64 {
	if collections.Load()-s.collection.Load() > 1 {
		return 0
	}
	return max(0, min(maxPooled, s.latest.Load())-s.working.Load())
}
