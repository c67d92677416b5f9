package httpd

import (
	"net"
	"time"
)

// A deadline is when reading from a connection, or writing to it, has to be done. The
// connection's own may be earlier: to set one takes about as long as to answer a small
// request, and nearly all are moved on before they pass. So one that is moved on is set
// only when the earlier one passes.
type deadline struct {
	due time.Time
	set time.Time // the connection's own; zero while it has none
}

// move makes t the deadline, and reports whether the connection's own has to be set to it.
func (d *deadline) move(t time.Time) bool {
	d.due = t
	if !d.set.IsZero() && d.set.Before(t) {
		return false
	}
	d.set = t
	return true
}

// early reports whether the connection's own deadline passed before this one is due, and
// so has to be set to it.
func (d *deadline) early() bool {
	if d.set.Equal(d.due) || !time.Now().Before(d.due) {
		return false
	}
	d.set = d.due
	return true
}

// goesOn reports whether a connection can be written to after a write to it timed out. One
// that encrypts cannot.
func goesOn(c net.Conn) bool {
	switch c.(type) {
	case *net.TCPConn, *net.UnixConn:
		return true
	}
	return false
}

// SetReadDeadline sets when what is read next has to have come.
func (c *conn) SetReadDeadline(t time.Time) error {
	if c.reading.move(t) || !c.lazy {
		return c.Conn.SetReadDeadline(t)
	}
	return nil
}

// SetWriteDeadline sets when what is written next has to be gone.
func (c *conn) SetWriteDeadline(t time.Time) error {
	if c.writing.move(t) || !c.lazy {
		return c.Conn.SetWriteDeadline(t)
	}
	return nil
}

// readOn reports whether reading goes on after an error: it was only that a deadline
// passed which is not due.
func (c *conn) readOn(err error) bool {
	return err != nil && c.lazy && timeout(err) && c.reading.early() && c.Conn.SetReadDeadline(c.reading.due) == nil
}

// writeOn is readOn for writing.
func (c *conn) writeOn(err error) bool {
	return err != nil && c.lazy && timeout(err) && c.writing.early() && c.Conn.SetWriteDeadline(c.writing.due) == nil
}
