package dear

import (
	"errors"
	"testing"
	"time"

	"iacedit/edit"
	"iacedit/internal/base/fault"
	"iacedit/internal/testkit/cputime"
	"iacedit/internal/testkit/measure"
)

// The processor time that a request may use beyond three time-outs: a fixed part, and a part for
// each byte because parsing is not interrupted. Both are in units of measure.Time.
const lateUnits, lateUnitsPerByte = 2e6, 4

// lateness returns by how much longer a request takes than it may with a time-out, in
// processor time, and what it is answered with.
func lateness(c *recipe, body []byte, timeout time.Duration) (late time.Duration, err error) {
	late = time.Hour
	for range 3 { // the least: the machine may be busy
		took := cputime.Of(func() { _, err = within(timeout)(c.way(), body) })
		late = min(late, took-3*timeout-measure.Duration(lateUnits+lateUnitsPerByte*float64(len(body))))
	}
	return late, err
}

// TestDeadline: whatever takes long in a large request, it ends soon after the time-out, which
// is a tenth of what the request takes.
func TestDeadline(t *testing.T) {
	if !measure.Timed() {
		t.Skip("SKIPPED: processor time is measured by make timing")
	}
	const size, leastWork = 4 << 20, 6e6
	ended := 0
	for op, name := range options[operation] {
		c := recipeOf(t, nil, map[choice]string{answer: "all", form: "entries", include: "comments and ranges", leaf: "commented list", target: "element"})
		c.choices[operation] = op
		for _, a := range c.used() {
			c.grows = []amount{a}
			body := c.request(size)
			whole := engine(ours).costOf(c.way(), body, false)
			if whole.time < leastWork {
				continue
			}
			timeout := time.Duration(whole.time) // a unit is ten nanoseconds, so this is a tenth
			late, err := lateness(&c, body, timeout)
			if late > 0 {
				t.Errorf("%s, many %s: %d bytes end %v too late with a time-out of %v; without one they take %v: %.100v",
					name, amountNames[a], len(body), late, timeout, measure.Duration(whole.time), err)
			}
			if e, ok := errors.AsType[*fault.Error](err); ok && e.Code == edit.Overloaded {
				ended++
			}
		}
	}
	if ended < 10 {
		t.Errorf("only %d requests are ended by their time-out", ended)
	}
	for _, k := range known {
		const size, timeout = 128 << 10, 5 * time.Millisecond
		c := recipeOf(t, k.grows, k.chosen)
		body := c.request(size)
		late, err := lateness(&c, body, timeout)
		if late > 0 {
			t.Errorf("%s: %d bytes end %v too late with a time-out of %v: %.100v", k.name, len(body), late, timeout, err)
		}
	}
}
