package main

import "testing"

// Memory is returned once the server is calm, also what was live at the last collection, and
// not again until there is more.
func TestIdleWatch(t *testing.T) {
	const mb = 1 << 20
	var w idleWatch
	for i, step := range []struct {
		have memoryUse
		want bool
	}{
		{memoryUse{collections: 7, live: 300 * mb, mapped: 340 * mb}, false}, // busy until now
		{memoryUse{collections: 7, live: 300 * mb, mapped: 340 * mb}, false},
		{memoryUse{collections: 7, live: 300 * mb, mapped: 340 * mb}, true}, // nobody knows what of that is used
		{memoryUse{collections: 9, live: 60 * mb, mapped: 70 * mb}, false},  // after it was returned
		{memoryUse{collections: 9, live: 60 * mb, mapped: 70 * mb}, false},
		{memoryUse{collections: 9, live: 60 * mb, mapped: 120 * mb}, true}, // garbage without a collection
		{memoryUse{collections: 11, live: 60 * mb, mapped: 70 * mb}, false},
		{memoryUse{collections: 12, live: 20 * mb, mapped: 40 * mb}, false}, // busy again, with little
		{memoryUse{collections: 12, live: 20 * mb, mapped: 40 * mb}, false},
		{memoryUse{collections: 12, live: 20 * mb, mapped: 40 * mb}, false},
	} {
		got := w.wants(step.have)
		if got != step.want {
			t.Errorf("check %d: memory is returned: %v", i, got)
		}
		if got {
			w.recordReturn(memoryUse{collections: step.have.collections + 2, live: 60 * mb, mapped: 70 * mb})
		}
	}
}
