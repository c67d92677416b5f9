package cputime

import (
	"testing"
	"time"
)

func TestOf(t *testing.T) {
	const wait = 50 * time.Millisecond
	n := 0
	worked := Of(func() {
		for start := time.Now(); time.Since(start) < wait; n++ {
		}
	})
	if worked <= 0 || worked > 100*wait {
		t.Errorf("%v of work after %v", worked, wait)
	}
	if waited := Of(func() { time.Sleep(wait) }); waited > wait/2 {
		t.Errorf("to wait %v took %v of work", wait, waited)
	}
}
