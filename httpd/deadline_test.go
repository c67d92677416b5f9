package httpd

import (
	"bytes"
	"io"
	"net"
	"testing"
	"time"
)

// pair returns the two ends of a connection, the first as a server has it.
func pair(t *testing.T) (*conn, net.Conn) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	client, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := ln.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(); accepted.Close() })
	c := &conn{Conn: accepted, server: New(Config{}), lazyDeadlines: canWriteAfterTimeout(accepted)}
	if !c.lazyDeadlines {
		t.Fatal("the deadlines of a TCP connection are not set late")
	}
	return c, client
}

// A deadline that was moved on does not end what goes on after the one before it passed:
// neither a read, nor a write that has sent a part.
func TestDeadlineMovedOn(t *testing.T) {
	const soon, later = 20 * time.Millisecond, time.Minute
	c, client := pair(t)
	c.SetReadDeadline(time.Now().Add(soon))
	c.SetReadDeadline(time.Now().Add(later))
	sent := bytes.Repeat([]byte("0123456789abcdef"), 1<<19) // more than sockets hold
	done := make(chan error, 1)
	go func() {
		var got [1]byte
		if _, err := c.Read(got[:]); err != nil {
			done <- err
			return
		}
		c.SetWriteDeadline(time.Now().Add(soon))
		done <- c.sendBefore(time.Now().Add(later), sent[:100], sent[100:])
	}()
	time.Sleep(3 * soon)
	client.Write([]byte("x"))
	time.Sleep(3 * soon)
	received := make([]byte, len(sent))
	if _, err := io.ReadFull(client, received); err != nil || !bytes.Equal(received, sent) {
		t.Errorf("%v: what came is not what was sent", err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A deadline that is due ends a read and a write, be it moved on or back.
func TestDeadlineDue(t *testing.T) {
	for name, moves := range map[string][]time.Duration{
		"once": {20 * time.Millisecond},
		"on":   {10 * time.Millisecond, 30 * time.Millisecond},
		"back": {time.Hour, 20 * time.Millisecond},
		"past": {-time.Second, 20 * time.Millisecond},
	} {
		c, _ := pair(t)
		for _, d := range moves {
			c.SetReadDeadline(time.Now().Add(d))
			c.SetWriteDeadline(time.Now().Add(d))
		}
		due := c.reading.due
		if _, err := c.Read(make([]byte, 1)); err == nil || !isTimeout(err) || time.Now().Before(due) {
			t.Errorf("%s: read ends with %v", name, err)
		}
		if err := c.sendBefore(c.writing.due, make([]byte, 64<<20), nil); err == nil || !isTimeout(err) {
			t.Errorf("%s: write ends with %v", name, err)
		}
	}
}
