package bench

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"iacedit/edit"
	"iacedit/format"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/engine/render"
	"iacedit/internal/testkit/corpus"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A phase makes the work of one phase for an input: the function that it returns
// does it once. It owns the memory that the phase uses again and again, so that
// goroutines can have one each.
type phase func(in corpus.Input) (work func() error, err error)

// standard returns the inputs that all is measured with.
func standard(t testing.TB) []corpus.Input {
	t.Helper()
	inputs, err := corpus.Standard()
	if errors.Is(err, corpus.ErrNone) {
		t.Log("ONLY GENERATED MODULES:", err)
	} else if err != nil {
		t.Fatal(err)
	}
	return inputs
}

// run runs the phase over all inputs, on one goroutine and on all cores.
func (p phase) run(b *testing.B) {
	for _, in := range standard(b) {
		b.Run(in.Name+"/serial", func(b *testing.B) { p.serial(b, in) })
		b.Run(in.Name+"/parallel", func(b *testing.B) { p.parallel(b, in) })
	}
}

func (p phase) serial(b *testing.B, in corpus.Input) {
	work, err := p(in)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(in.Code)))
	b.ReportAllocs()
	for b.Loop() {
		if err := work(); err != nil {
			b.Fatal(err)
		}
	}
}

func (p phase) parallel(b *testing.B, in corpus.Input) {
	b.SetBytes(int64(len(in.Code)))
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		work, err := p(in)
		for err == nil && pb.Next() {
			err = work()
		}
		if err != nil {
			b.Error(err)
		}
	})
}

// Lex is the finest tokens there are, which formatting and building read. Parsing
// takes coarser ones.
func BenchmarkLex(b *testing.B) { phase(lexing).run(b) }

// Parse is the tree, every expression checked.
func BenchmarkParse(b *testing.B) { phase(parsing).run(b) }

// Render is the bytes of a tree that nothing changed.
func BenchmarkRender(b *testing.B) { phase(rendering).run(b) }

// Encode is the edited code as a JSON string.
func BenchmarkEncode(b *testing.B) { phase(encoding).run(b) }

// Whole is all that the library does for a request: decode, parse, apply, render.
func BenchmarkWhole(b *testing.B) { phase(whole).run(b) }

// Format is the formatter over the whole file, which no request needs.
func BenchmarkFormat(b *testing.B) { phase(formatting).run(b) }

func lexing(in corpus.Input) (func() error, error) {
	var s lexer.Scanner
	return func() error {
		for s.Reset(in.Code, 0); ; {
			switch s.Next().Kind {
			case lexer.EOF:
				return nil
			case lexer.Invalid:
				return fmt.Errorf("%s does not lex", in.Name)
			}
		}
	}, nil
}

func parsing(in corpus.Input) (func() error, error) {
	return func() error {
		_, err := syntax.Parse(in.Code)
		return err
	}, nil
}

func rendering(in corpus.Input) (func() error, error) {
	file, err := syntax.Parse(in.Code)
	if err != nil {
		return nil, err
	}
	draft, buf := render.NewDraft(file), []byte(nil)
	return func() error {
		buf = draft.Append(buf[:0])
		return nil
	}, nil
}

func encoding(in corpus.Input) (func() error, error) {
	code, buf := in.Want(), []byte(nil)
	return func() error {
		buf = jsontext.AppendQuote(buf[:0], code)
		return nil
	}, nil
}

func formatting(in corpus.Input) (func() error, error) {
	var buf []byte
	return func() (err error) {
		buf, err = format.Format(buf[:0], in.Code)
		return err
	}, nil
}

func whole(in corpus.Input) (func() error, error) {
	var options edit.Options
	body := in.Body()
	buf, err := options.Do(nil, body)
	if err == nil && !bytes.Equal(buf, in.Want()) {
		err = fmt.Errorf("%s: the edit gives other code", in.Name)
	}
	return func() error {
		buf, err = options.Do(buf[:0], body)
		return err
	}, err
}
