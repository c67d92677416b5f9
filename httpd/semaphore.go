package httpd

import (
	"container/list"
	"sync"
	"time"
)

// A share is something of which a server has a limited amount.
type share int

const (
	turnsOfSmall share = iota + 1 // in requests: the work on small requests
	turnsOfLarge                  // in requests: the work on large requests
	bodies                        // in bytes: the bodies of requests
	work                          // in bytes: the work on requests, and their answers
	shares
)

// A kind says what a request takes of a share, and for what. Of the kinds of one share, the earlier
// ones take first: no later kind takes anything while an earlier one waits.
type kind int

const (
	noTurn      kind = iota
	smallTurns       // the turn of a small request
	largeTurns       // the turn of a large request
	smallBodies      // memory for a body, of which the request then has at most smallHold
	largeBodies      // memory for any other body
	smallWork        // memory for the work on a small request
	growingWork      // more memory for work that has begun, because it will return memory that others need
	largeWork        // memory to begin the work on a large request
	kinds
)

// A rule is how a kind takes its share.
type rule struct {
	share share
	limit int64 // requests of all kinds have this much of the share at most after one of this kind has taken
	queue int   // the most requests that may wait
}

// A semaphore admits requests: it is the one place where they take memory and turns, and where they
// wait for them. Requests of the same kind are served in the order in which they came.
type semaphore struct {
	rules    [kinds]rule
	makeRoom func(n int64) // called regularly while requests wait for n bytes

	mu     sync.Mutex
	used   [shares]int64
	queues [kinds]list.List // of *waiter
	making bool             // keepMakingRoom runs
}

// A waiter waits for n units of a share.
type waiter struct {
	n      int64
	served chan struct{} // closed when the waiter gets them
}

// take takes n units of the kind's share, and reports whether it got them. It waits for them for
// the given time at most, unless too many requests of the kind wait already.
func (s *semaphore) take(k kind, n int64, most time.Duration) bool {
	r := &s.rules[k]
	s.mu.Lock()
	if s.isNext(k) && s.takeNow(k, n) {
		s.mu.Unlock()
		return true
	}
	if n > r.limit || s.queues[k].Len() >= r.queue {
		s.mu.Unlock()
		return false
	}
	w := &waiter{n: n, served: make(chan struct{})}
	place := s.queues[k].PushBack(w)
	if r.share >= bodies && !s.making {
		s.making = true
		go s.keepMakingRoom()
	}
	s.mu.Unlock()

	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-w.served:
		return true
	case <-timer.C:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-w.served: // before the lock was taken
		return true
	default:
	}
	s.queues[k].Remove(place)
	s.serve(r.share)
	return false
}

// isNext reports whether no request waits that is served before a new one of the given kind. The
// caller must hold s.mu.
func (s *semaphore) isNext(k kind) bool {
	for of := s.rules[k].share; s.rules[k].share == of; k-- {
		if s.queues[k].Len() > 0 {
			return false
		}
	}
	return true
}

// takeNow takes n units if they are free. The caller must hold s.mu.
func (s *semaphore) takeNow(k kind, n int64) bool {
	r := &s.rules[k]
	if s.used[r.share]+n > r.limit {
		return false
	}
	s.used[r.share] += n
	return true
}

// give returns n units of a share.
func (s *semaphore) give(of share, n int64) {
	if n == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used[of] -= n
	s.serve(of)
}

// serve serves those that wait for a share, in order, while there is room. The caller must hold
// s.mu.
func (s *semaphore) serve(of share) {
	for k := range s.queues {
		if s.rules[k].share != of {
			continue
		}
		for first := s.queues[k].Front(); first != nil; first = s.queues[k].Front() {
			w := first.Value.(*waiter)
			if !s.takeNow(kind(k), w.n) {
				return
			}
			close(w.served)
			s.queues[k].Remove(first)
		}
	}
}

// taken returns how much of the given shares is taken.
func (s *semaphore) taken(of ...share) (n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range of {
		n += s.used[one]
	}
	return n
}

// waiting returns how many requests of the given kinds wait.
func (s *semaphore) waiting(of ...kind) (n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range of {
		n += int64(s.queues[k].Len())
	}
	return n
}

// makeRoomInterval is the time between two calls of semaphore.makeRoom.
const makeRoomInterval = 100 * time.Millisecond

// keepMakingRoom calls makeRoom while requests wait for memory.
func (s *semaphore) keepMakingRoom() {
	for {
		n := s.wanted()
		if n == 0 {
			return
		}
		s.makeRoom(n)
		time.Sleep(makeRoomInterval)
	}
}

// wanted returns for how many bytes requests wait. If it returns 0, keepMakingRoom must end.
func (s *semaphore) wanted() (n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := smallBodies; k < kinds; k++ {
		for at := s.queues[k].Front(); at != nil; at = at.Next() {
			n += at.Value.(*waiter).n
		}
	}
	s.making = n > 0
	return n
}
