package edit

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
)

// peak returns by how many bytes the heap grows at most while f runs, garbage left out.
func peak(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(4))
	runtime.GC()
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	heap := func() uint64 { metrics.Read(sample); return sample[0].Value.Uint64() }
	before, most := heap(), uint64(0)
	done := make(chan bool)
	stopped := make(chan bool)
	go func() {
		defer close(stopped)
		for {
			most = max(most, heap())
			select {
			case <-done:
				return
			case <-time.After(200 * time.Microsecond):
			}
		}
	}()
	f()
	close(done)
	<-stopped
	return most - min(before, most)
}

// The memory that dense code takes while it is edited, in bytes for each byte of code
// (docs/performance.md). IACEDIT_MEMORY names the size of the code. A busy machine collects
// late, and more is in use for a while: the bounds leave room for that.
func TestPeakMemory(t *testing.T) {
	size := 512 << 10
	if n := os.Getenv("IACEDIT_MEMORY"); n != "" {
		fmt.Sscan(n, &size)
	}
	for _, c := range []struct {
		name, code, edits string
		most              uint64 // bytes for each of the code
	}{
		{"blocks", strings.Repeat("a{}\n", size/4), `{"set":{"b":[{"attributes":{"x":1}}]}}`, 24},
		{"attributes", attributesOf(size), `{"set":{"iacvars":[{"attributes":{"zz":1}}]}}`, 38},
		{"a path into a list", "a=[" + strings.Repeat("1,", size/2) + "1]\n", `{"set":{"iacvars":[{"attributes":{"a[5]":2}}]}}`, 52},
		{"a list replaced", "a=[" + strings.Repeat("1,", size/2) + "1]\n", `{"set":{"iacvars":[{"attributes":{"a":[2]}}]}}`, 80},
		{"a list replaced by text", "a=[" + strings.Repeat("1,", size/2) + "1]\n", `{"set":{"iacvars":[{"attributes":{"a":"x"}}]}}`, 16},
	} {
		o := &Options{}
		if c.name == "blocks" {
			o.Dialect = HCL
		}
		var err error
		took := peak(func() { _, err = o.Apply(nil, []byte(c.code), []byte(c.edits)) })
		by := float64(took) / float64(len(c.code))
		t.Logf("%-24s %4d KB of code: %5.1f bytes for each; %v", c.name, len(c.code)>>10, by, err)
		if err != nil || by > float64(c.most) {
			t.Errorf("%s: %.1f bytes for each byte of code, want at most %d; %v", c.name, by, c.most, err)
		}
	}
}

// attributesOf returns short attributes, in so many bytes.
func attributesOf(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "a%s=1\n", strings.ToLower(fmt.Sprintf("%X", i)))
	}
	return b.String()
}
