package httpd

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// A lane bounds how many requests are worked on at once, and in that of large ones the
// memory that the work takes. Editing is work for the processor alone, so that more at
// once than it has cores gains nothing; those over the limit wait in the order in which
// they came, not too many of them, and not for long.
type lane struct {
	slots   chan struct{}
	memory  *semaphore.Weighted // nil where the slots bound it well enough
	queue   int64               // most that wait
	patient time.Duration

	waiting atomic.Int64
}

func newLane(slots, queue int, patient time.Duration) *lane {
	return &lane{slots: make(chan struct{}, slots), queue: int64(queue), patient: patient}
}

// enter takes a slot, waiting for it if need be, and reports whether it got one.
func (l *lane) enter() bool {
	select {
	case l.slots <- struct{}{}:
		return true
	default:
	}
	return l.wait(func(ctx context.Context) bool {
		select {
		case l.slots <- struct{}{}:
			return true
		case <-ctx.Done():
			return false
		}
	})
}

// take takes the memory for the work on so many bytes of body, waiting for it if need
// be, and reports whether it got it.
func (l *lane) take(size int) bool {
	weight := int64(size) * workFactor
	return l.memory == nil || l.memory.TryAcquire(weight) ||
		l.wait(func(ctx context.Context) bool { return l.memory.Acquire(ctx, weight) == nil })
}

// wait waits by what it is given, where not too many wait already.
func (l *lane) wait(until func(context.Context) bool) bool {
	defer l.waiting.Add(-1)
	if l.waiting.Add(1) > l.queue {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), l.patient)
	defer cancel()
	return until(ctx)
}

// leave gives the slot back, and the memory for the work on so many bytes.
func (l *lane) leave(size int) {
	if l.memory != nil {
		l.memory.Release(int64(size) * workFactor)
	}
	<-l.slots
}

// working returns how many slots are taken.
func (l *lane) working() int { return len(l.slots) }
