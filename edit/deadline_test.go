package edit

import (
	"errors"
	"testing"
	"time"
)

// A request ends when its time is up, or when nobody waits for its answer, be it bounded
// otherwise or not.
func TestRequestsEnd(t *testing.T) {
	const body = `{"code":"a = 1\n","edits":{"set":{"iacvars":[{"attributes":{"a":2}}]}}}`
	gone := make(chan struct{})
	close(gone)
	for name, o := range map[string]*Options{
		"time":            {Timeout: 1},
		"time, unbounded": {Timeout: 1, Unbounded: true},
		"gone":            {Done: gone},
		"gone, unbounded": {Done: gone, Unbounded: true},
	} {
		out, err := o.DoJSON([]byte("x"), []byte(body))
		if e, ok := errors.AsType[*Error](err); !ok || e.Code != Overloaded || string(out) != "x" {
			t.Errorf("%s: %s, %v", name, out, err)
		}
	}
	for name, o := range map[string]*Options{
		"time":     {Timeout: time.Hour},
		"not gone": {Done: make(chan struct{})},
	} {
		if _, err := o.DoJSON(nil, []byte(body)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
