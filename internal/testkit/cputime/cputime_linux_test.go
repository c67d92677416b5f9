package cputime

import (
	"os"
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

func TestProcess(t *testing.T) {
	before, err := Process(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	worked := Of(func() {
		for start := time.Now(); time.Since(start) < 20*time.Millisecond; {
		}
	})
	after, err := Process(os.Getpid())
	if err != nil || after-before < worked {
		t.Errorf("%v in the process, %v of it here; %v", after-before, worked, err)
	}
	if _, err := Process(1<<22 + 1); err == nil {
		t.Error("a process that is not there has computed")
	}
}
