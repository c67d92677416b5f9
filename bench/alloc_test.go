package bench

import (
	"runtime"
	"testing"
)

// What an edit may allocate: bytes for each byte of code, in modules that are not
// small, and how often, whatever the size.
const (
	maxBytesPerByte = 4
	maxAllocs       = 128
)

func TestAnEditAllocatesLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector drops pooled memory, and allocates")
	}
	for _, in := range standard(t) {
		work, err := whole(in)
		if err != nil {
			t.Fatal(err)
		}
		bytes, allocs := allocated(t, work)
		perByte := bytes / float64(len(in.Code))
		t.Logf("%s: %.2f bytes a byte of code, %.0f allocations", in.Name, perByte, allocs)
		if allocs > maxAllocs {
			t.Errorf("%s: %.0f allocations, more than %d", in.Name, allocs, maxAllocs)
		}
		if perByte > maxBytesPerByte && len(in.Code) > 1_000 {
			t.Errorf("%s: %.2f bytes allocated a byte of code, more than %d", in.Name, perByte, maxBytesPerByte)
		}
	}
}

// allocated returns the bytes and the allocations of one run of work, the mean of
// some after a few that fill the pools.
func allocated(t *testing.T, work func() error) (bytes, allocs float64) {
	t.Helper()
	const warm, runs = 3, 20
	var before, after runtime.MemStats
	for i := range warm + runs {
		if i == warm {
			runtime.ReadMemStats(&before)
		}
		if err := work(); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / runs, float64(after.Mallocs-before.Mallocs) / runs
}
