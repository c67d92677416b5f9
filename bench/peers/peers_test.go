package peers

import (
	"bytes"
	"errors"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"iacedit/internal/testkit/corpus"
)

// inputs are the modules of the rivals' benchmarks: the standard ones up to 61 KB,
// for hclwrite takes seconds for more.
func inputs(tb testing.TB) []corpus.Input {
	tb.Helper()
	all, err := corpus.Standard()
	if errors.Is(err, corpus.ErrNone) {
		tb.Log("ONLY GENERATED MODULES:", err)
	} else if err != nil {
		tb.Fatal(err)
	}
	var some []corpus.Input
	for _, in := range all {
		if len(in.Code) <= 62_000 {
			some = append(some, in)
		}
	}
	return some
}

// What is compared has to be the same edit: every rival's answer is ours.
func TestTheRivalsMakeTheEdit(t *testing.T) {
	for _, in := range inputs(t) {
		got, err := Hclwrite(in.Code, SetOf(in.Edit))
		if err != nil || !bytes.Equal(got, in.Want()) {
			t.Errorf("%s: hclwrite gives other code (%v)", in.Name, err)
		}
		got, err = Hcledit(in.Edit).Apply(in.Code, "main.tf")
		if err != nil || !bytes.Equal(got, hclwrite.Format(in.Want())) {
			t.Errorf("%s: hcledit gives other code (%v)", in.Name, err)
		}
	}
}

// each runs f over every input as a benchmark of its own.
func each(b *testing.B, f func(in corpus.Input) error) {
	for _, in := range inputs(b) {
		b.Run(in.Name, func(b *testing.B) {
			b.SetBytes(int64(len(in.Code)))
			b.ReportAllocs()
			for b.Loop() {
				if err := f(in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkHclwrite(b *testing.B) {
	each(b, func(in corpus.Input) error {
		_, err := Hclwrite(in.Code, SetOf(in.Edit))
		return err
	})
}

func BenchmarkHcledit(b *testing.B) {
	each(b, func(in corpus.Input) error {
		_, err := Hcledit(in.Edit).Apply(in.Code, "main.tf")
		return err
	})
}

func BenchmarkHclwriteFormat(b *testing.B) {
	each(b, func(in corpus.Input) error {
		hclwrite.Format(in.Code)
		return nil
	})
}
