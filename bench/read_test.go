package bench

import (
	"testing"

	"iacedit/internal/testkit/corpus"
	"iacedit/read"
)

// Read is the content of a file as JSON.
func BenchmarkRead(b *testing.B) { phase(reading).run(b) }

func reading(in corpus.Input) (func() error, error) {
	var options read.Options
	buf, err := options.Read(nil, in.Code, nil)
	return func() error {
		buf, err = options.Read(buf[:0], in.Code, nil)
		return err
	}, err
}

// maxPerAnswer is how many bytes reading may allocate for each byte of its answer.
const maxPerAnswer = 2

func TestReadingAllocatesLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector drops pooled memory, and allocates")
	}
	for _, in := range standard(t) {
		work, err := reading(in)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := new(read.Options).Read(nil, in.Code, nil)
		if err != nil {
			t.Fatal(err)
		}
		bytes, allocs := allocated(t, work)
		t.Logf("%s: %.2f bytes a byte of answer, %.0f allocations", in.Name, bytes/float64(len(answer)), allocs)
		if bytes > maxPerAnswer*float64(len(answer)) && len(in.Code) > 1_000 {
			t.Errorf("%s: %.0f bytes allocated for an answer of %d, more than %d times that", in.Name, bytes, len(answer), maxPerAnswer)
		}
	}
}
