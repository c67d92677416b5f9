package peers

import (
	"testing"

	"iacedit/format"
	"iacedit/internal/testkit/corpus"
)

// Beside BenchmarkHclwriteFormat, which does what BenchmarkFormat does.
func BenchmarkFormat(b *testing.B)          { benchmarkFormat(b, format.Format) }
func BenchmarkFormatTerraform(b *testing.B) { benchmarkFormat(b, format.FormatTerraform) }

func benchmarkFormat(b *testing.B, format func(dst, src []byte) ([]byte, error)) {
	var buf []byte
	each(b, func(in corpus.Input) (err error) {
		buf, err = format(buf[:0], in.Code)
		return err
	})
}
