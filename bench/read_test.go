package bench

import (
	"testing"

	"iacedit/internal/corpus"
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
