package httpd

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// A pool is a part of the server's memory. Requests that wait for memory are served in order, but
// those with a slot come first, because they will return memory that the others need.
type pool struct {
	size    int64
	used    atomic.Int64 // written while mu is held
	mu      sync.Mutex
	waiting []*waiter
}

// A waiter waits for n bytes of a pool.
type waiter struct {
	n      int64
	served chan struct{} // closed when the waiter gets the bytes
}

func newPool(size int64) *pool { return &pool{size: max(size, 0)} }

// tryTake takes n bytes if there is room and no request waits, and reports whether it took them.
func (p *pool) tryTake(n int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.waiting) == 0 && p.take(n)
}

// takeFirst is like tryTake, but takes the bytes even if other requests wait. The caller must have
// a slot.
func (p *pool) takeFirst(n int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.take(n)
}

// take takes n bytes if there is room. The caller must hold p.mu.
func (p *pool) take(n int64) bool {
	if p.used.Load()+n > p.size {
		return false
	}
	p.used.Add(n)
	return true
}

// wait takes n bytes, and reports whether it got them. If they are not free, it waits for them
// until ctx is done. If hasSlot is true, the caller has a slot, and is served before callers
// without a slot.
func (p *pool) wait(ctx context.Context, n int64, hasSlot bool) bool {
	p.mu.Lock()
	if (hasSlot || len(p.waiting) == 0) && p.take(n) {
		p.mu.Unlock()
		return true
	}
	w := &waiter{n: n, served: make(chan struct{})}
	at := len(p.waiting)
	if hasSlot {
		at = 0
	}
	p.waiting = slices.Insert(p.waiting, at, w)
	p.mu.Unlock()
	select {
	case <-w.served:
		return true
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	at = slices.Index(p.waiting, w)
	if at < 0 {
		return true // the waiter was served before the lock was taken
	}
	p.waiting = slices.Delete(p.waiting, at, at+1)
	p.serve()
	return false
}

// give returns n bytes to the pool.
func (p *pool) give(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used.Add(-n)
	p.serve()
}

// serve serves the waiters in order while there is room. The caller must hold p.mu.
func (p *pool) serve() {
	for len(p.waiting) > 0 && p.take(p.waiting[0].n) {
		close(p.waiting[0].served)
		p.waiting = slices.Delete(p.waiting, 0, 1)
	}
}

// A claim is the part of a pool that a request has taken.
type claim struct {
	pool *pool
	n    int64
}

// shrink reduces the claim to n bytes.
func (c *claim) shrink(n int64) {
	if c.n > n {
		c.pool.give(c.n - n)
		c.n = n
	}
}
