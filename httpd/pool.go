package httpd

import "sync/atomic"

// pooled estimates the memory that earlier requests left in the pools of other packages. Pools keep
// what was in use at the same time. They free unused memory only in the second garbage collection
// after its last use.
type pooled struct {
	most       int64         // the most bytes that may be in pools
	working    atomic.Int64  // the greatest memory of each request whose turn it is, added up
	collection atomic.Uint32 // the number of garbage collections when a turn ended last
	latest     atomic.Int64  // the most memory that was in use together lately
}

// mostPooled is the greatest number of bytes that one request leaves in pools.
const mostPooled = 32 << 20

// endTurn must be called when the turn of a request ends that took n bytes at most.
func (p *pooled) endTurn(n int64) {
	together := p.working.Add(-n) + n
	now := collections.Load()
	if now-p.collection.Load() <= 1 {
		together = max(together, p.latest.Load())
	}
	p.latest.Store(together)
	p.collection.Store(now)
}

// kept returns how many bytes earlier requests may have left, except what the current requests may
// use again.
func (p *pooled) kept() int64 {
	if collections.Load()-p.collection.Load() > 1 {
		return 0
	}
	return max(0, min(p.most, p.latest.Load())-p.working.Load())
}
