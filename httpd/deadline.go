package httpd

import (
	"errors"
	"net"
	"time"
)

// A deadline is the read or write deadline of a conn. Setting the deadline of the net.Conn takes
// about as long as answering a small request, and nearly all deadlines are moved before they pass.
// So when the deadline moves to a later time, the net.Conn keeps its earlier deadline. The later
// deadline is set in the net.Conn only when the earlier one has passed.
type deadline struct {
	due time.Time
	set time.Time // the deadline of the net.Conn; zero for none
}

// move sets the deadline to t. It reports whether the caller must also set the deadline of the
// net.Conn.
func (d *deadline) move(t time.Time) bool {
	d.due = t
	if !d.set.IsZero() && d.set.Before(t) {
		return false
	}
	d.set = t
	return true
}

// passedEarly is called after the net.Conn's deadline has passed. It reports whether the deadline
// of d is later, and has not passed yet. The caller must then set the deadline of the net.Conn
// again.
func (d *deadline) passedEarly() bool {
	if d.set.Equal(d.due) || !time.Now().Before(d.due) {
		return false
	}
	d.set = d.due
	return true
}

// canWriteAfterTimeout reports whether a connection can be written to after a write has timed out.
// A TLS connection cannot.
func canWriteAfterTimeout(c net.Conn) bool {
	switch c.(type) {
	case *net.TCPConn, *net.UnixConn:
		return true
	}
	return false
}

// SetReadDeadline sets the deadline of the next read.
func (c *conn) SetReadDeadline(t time.Time) error {
	if c.reserved {
		if most := time.Now().Add(reservedTimeout); t.After(most) {
			t = most
		}
	}
	if c.reading.move(t) || !c.lazyDeadlines {
		return c.Conn.SetReadDeadline(t)
	}
	return nil
}

// SetWriteDeadline sets the deadline of the next write.
func (c *conn) SetWriteDeadline(t time.Time) error {
	if c.writing.move(t) || !c.lazyDeadlines {
		return c.Conn.SetWriteDeadline(t)
	}
	return nil
}

// shouldReadAgain reports whether a read should be tried again after err: the net.Conn's deadline
// has passed, but the later deadline of c has not. If so, it sets the later deadline in the
// net.Conn.
func (c *conn) shouldReadAgain(err error) bool {
	return err != nil && c.lazyDeadlines && isTimeout(err) && c.reading.passedEarly() && c.Conn.SetReadDeadline(c.reading.due) == nil
}

// shouldWriteAgain is like shouldReadAgain, but for writing.
func (c *conn) shouldWriteAgain(err error) bool {
	return err != nil && c.lazyDeadlines && isTimeout(err) && c.writing.passedEarly() && c.Conn.SetWriteDeadline(c.writing.due) == nil
}

// isTimeout reports whether an error means that a deadline has passed.
func isTimeout(err error) bool {
	fault, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err)
	return ok && fault.Timeout()
}

// stepDeadline returns the deadline for the next step of reading or writing. The step may take
// s.grace plus the time that its bytes need at the minimum rate. Likewise, the transfer up to the
// end of the step may take s.grace plus the time that its bytes (total) need, but never longer than
// the duration in most.
func (s *Server) stepDeadline(began, now time.Time, total, step int, most time.Duration) time.Time {
	whole := began.Add(min(most, s.grace+rateTime(total, s.config.MinRate)))
	stalled := now.Add(s.grace + rateTime(step, s.config.MinRate))
	if stalled.Before(whole) {
		return stalled
	}
	return whole
}

// rateTime returns how long n bytes take at a rate in bytes a second.
func rateTime(n, rate int) time.Duration {
	return time.Duration(float64(n) / float64(rate) * float64(time.Second))
}

// setBodyDeadline sets the deadline for reading the next part of the body. That part ends n bytes
// after the start of the body.
func (x *exchange) setBodyDeadline(n int) error {
	return x.conn.SetReadDeadline(x.stepDeadline(x.began, time.Now(), n, min(n, readStep), x.config.ReadTimeout))
}
