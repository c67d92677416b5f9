package fuzz

import (
	"testing"

	"iacedit/edit"
	"iacedit/internal/testkit/measure"
)

// largestFuzzed is how long a body is that a fuzzer is to make dear.
const largestFuzzed = 64 << 10

// instrumented is by how much longer code takes that counts its branches for the fuzzer.
const instrumented = 2

// excess returns by what factor a cost is beyond what it may be. Time counts where it is
// measured.
func (c *cost) excess() float64 {
	most := mostCost(c.size)
	if !measure.Timed() {
		c.time = 0
	}
	return max(c.time/(instrumented*most.time), float64(c.memory)/float64(most.memory), float64(c.output)/float64(most.output))
}

// FuzzCost: no body costs more than its size allows. New coverage is what makes a
// fuzzer keep a body, so that steps of cost are made coverage here.
func FuzzCost(f *testing.F) {
	for i := range shapes {
		if s := &shapes[i]; len(s.bodyOf(smallestSize)) <= largestFuzzed {
			f.Add(s.bodyOf(smallestSize), s.hcl)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, hcl bool) {
		if len(body) > largestFuzzed {
			return
		}
		o := &edit.Options{}
		if hcl {
			o.Dialect = edit.HCL
		}
		c := measureOnce(o, body)
		excess := c.excess()
		marked = markCost(excess)
		if excess > 1 {
			if c = measureBody(o, body); c.excess() > 1 && !raced {
				t.Errorf("%d bytes take %v, %d bytes of memory and %d of output: %.1f times what they may", c.size, measure.Duration(c.time), c.memory, c.output, c.excess())
			}
		}
	})
}

// marked keeps what markCost returns, so that nobody thinks that it is not wanted.
var marked int

// markCost takes another branch for each doubling of a cost, which a fuzzer counts as
// coverage: it keeps bodies that cost more than those before.
func markCost(excess float64) (mark int) {
	switch {
	case excess > 0.9:
		mark = 9
	case excess > 0.7:
		mark = 8
	case excess > 0.5:
		mark = 7
	case excess > 0.3:
		mark = 6
	case excess > 0.2:
		mark = 5
	case excess > 0.1:
		mark = 4
	case excess > 0.05:
		mark = 3
	case excess > 0.02:
		mark = 2
	case excess > 0.01:
		mark = 1
	}
	return mark
}
