package budget

import (
	"errors"
	"testing"
	"time"
)

// spend runs f under a budget and returns what it exceeded.
func spend(b *Budget, f func(*Budget)) (err error) {
	defer Catch(&err)
	f(b)
	return nil
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		name  string
		spend func(*Budget)
		want  Resource
		fits  bool
	}{
		{name: "just enough", spend: func(b *Budget) { b.Step(40); b.Grow(240) }, fits: true},
		{name: "a step too many", spend: func(b *Budget) { b.Step(100); b.Step(1) }, want: Steps},
		{name: "what is afforded is not spent", spend: func(b *Budget) { b.Afford(1000); b.Grow(240) }, fits: true},
		{name: "what cannot be afforded", spend: func(b *Budget) { b.Grow(240); b.Afford(761) }, want: Bytes},
		{name: "a byte too many", spend: func(b *Budget) { b.Grow(200); b.Grow(801) }, want: Bytes},
		{name: "the whole answer", spend: func(b *Budget) { b.Write(20, 0); b.Write(10, 100) }, fits: true},
		{name: "what is given back is left", spend: func(b *Budget) { b.Write(40, 0); b.Unwrite(30); b.Write(40, 0) }, fits: true},
		{name: "an answer that is too long", spend: func(b *Budget) { b.Write(20, 100); b.Write(1, 0) }, want: Output},
		{name: "bytes take steps", spend: func(b *Budget) { b.Step(99); b.Grow(64) }, want: Steps},
	} {
		err := spend(New(Limits{Steps: 100, Bytes: 1000, Output: 50}), c.spend)
		exceeded, ok := errors.AsType[*Exceeded](err)
		if c.fits && err != nil || !c.fits && (!ok || exceeded.Resource != c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestDeadline(t *testing.T) {
	err := spend(New(Limits{Steps: 1 << 40, Time: time.Nanosecond}), func(b *Budget) {
		for range 1 << 20 {
			b.Step(1)
		}
	})
	if exceeded, ok := errors.AsType[*Exceeded](err); !ok || exceeded.Resource != Time {
		t.Errorf("got %v", err)
	}
}

func TestCallerGone(t *testing.T) {
	gone := make(chan struct{})
	b := New(Limits{Steps: 1 << 40, Gone: gone})
	steps := func(b *Budget) {
		for range 1 << 20 {
			b.Step(1)
		}
	}
	if err := spend(b, steps); err != nil {
		t.Error(err)
	}
	close(gone)
	if exceeded, ok := errors.AsType[*Exceeded](spend(b, steps)); !ok || exceeded.Resource != Patience {
		t.Errorf("got %v", exceeded)
	}
}

// A caller who no longer waits ends the request, and so does one that has no memory left.
func TestCaller(t *testing.T) {
	gone, left := false, int64(1<<20)
	caller := &Caller{
		Gone:  func() bool { return gone },
		Given: 1000,
		Take: func(more int64) bool {
			if more > left {
				return false
			}
			left -= more
			return true
		},
	}
	b := New(Limits{Steps: 1 << 40, Bytes: 1 << 40, Caller: caller})
	err := spend(b, func(b *Budget) {
		b.Hold(1000)
		if left != 1<<20 {
			t.Errorf("what was given is taken again: %d are left", left)
		}
		b.Grow(1)
		if left != 1<<20-leastTaken {
			t.Errorf("%d are left", left)
		}
		for range 100 {
			b.Hold(700_000)
			b.Drop(700_000)
		}
		f := b.Fork()
		f.Hold(10)
		b.Join(f)
	})
	if err != nil {
		t.Error(err)
	}
	err = spend(b, func(b *Budget) { b.Hold(1 << 20) })
	if exceeded, ok := errors.AsType[*Exceeded](err); !ok || exceeded.Resource != Memory {
		t.Errorf("got %v", err)
	}
	gone = true
	for _, b := range []*Budget{b, b.Fork()} {
		err = spend(b, func(b *Budget) {
			for range 1 << 20 {
				b.Pass(1)
			}
		})
		if exceeded, ok := errors.AsType[*Exceeded](err); !ok || exceeded.Resource != Patience {
			t.Errorf("got %v", err)
		}
	}
}

func TestNoBudgetHasNoBounds(t *testing.T) {
	if err := spend(nil, func(b *Budget) {
		b.Step(1 << 62)
		b.Grow(1 << 62)
		b.Write(1<<62, 0)
		b.Look()
		b.Pass(1 << 62)
		b.Hold(1 << 62)
		b.Drop(1)
		b.Join(b.Fork())
	}); err != nil {
		t.Error(err)
	}
}

func TestOtherPanicsGoOn(t *testing.T) {
	defer func() {
		if recover() != "other" {
			t.Error("it is lost")
		}
	}()
	spend(New(Limits{Steps: 1, Bytes: 1}), func(*Budget) { panic("other") })
}
