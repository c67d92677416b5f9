package mcpserver

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A call that takes long tells at intervals how many files are read; a short one tells nothing.
func TestProgress(t *testing.T) {
	clock := time.Unix(0, 0)
	var told [][2]int
	p := newProgress(func() time.Time { return clock }, func(done, total int) { told = append(told, [2]int{done, total}) })
	p.expect(20)
	for range 20 {
		clock = clock.Add(100 * time.Millisecond)
		p.step()
	}
	p.step() // a file of the modules around
	if diff := cmp.Diff([][2]int{{5, 20}, {8, 20}, {11, 20}, {14, 20}, {17, 20}, {20, 20}}, told); diff != "" {
		t.Error(diff)
	}
	var none *progress
	none.expect(3)
	none.step()
}
