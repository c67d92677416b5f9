package httpd

import (
	"sync/atomic"
	"time"
)

// A lane bounds how many requests are worked on at once. Editing is work for the
// processor alone, so that more at once than it has cores gains nothing; those over the
// limit wait in the order in which they came, not too many of them, and not for long.
type lane struct {
	slots   chan struct{}
	queue   int64 // most that wait
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
		return l.wait()
	}
}

// wait is enter where no slot is free.
func (l *lane) wait() bool {
	defer l.waiting.Add(-1)
	if l.waiting.Add(1) > l.queue {
		return false
	}
	timer := time.NewTimer(l.patient)
	defer timer.Stop()
	select {
	case l.slots <- struct{}{}:
		return true
	case <-timer.C:
		return false
	}
}

// leave gives the slot back.
func (l *lane) leave() { <-l.slots }

// working returns how many slots are taken.
func (l *lane) working() int { return len(l.slots) }
