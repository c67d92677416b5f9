package jsontext

import (
	"errors"
	"strings"
	"testing"

	"iacedit/internal/base/budget"
)

// write calls f with a Writer of that many bytes, and returns what it wrote, or else what
// it exceeded.
func write(most int64, f func(*Writer)) (w Writer, err error) {
	defer budget.Catch(&err)
	w.Reset([]byte("before:"), budget.New(budget.Limits{Steps: 1 << 40, Output: most}))
	f(&w)
	return w, nil
}

func TestWriter(t *testing.T) {
	all := func(w *Writer) {
		w.Raw(`{"a":`)
		w.Int(-12)
		mark := w.Len()
		w.RawBytes([]byte(`,"b":`))
		w.Truncate(mark)
		w.Byte(',')
		w.Quote([]byte("c\n"))
		w.Byte(':')
		w.Append(10, func(dst []byte) ([]byte, bool) { return append(dst, "null"...), true })
		w.Append(10, func(dst []byte) ([]byte, bool) { return dst, false })
		w.Byte('}')
	}
	const want = `before:{"a":-12,"c\n":null}`
	w, err := write(1000, all)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(w.Text()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	b := w.budget
	w.Finish()
	if spent := b.Spent().Output; spent != int64(len(want)-len("before:")) {
		t.Errorf("%d bytes are paid for %d", spent, len(want)-len("before:"))
	}
}

// A text fits if its length does, whatever it might have been, and nothing longer is
// ever made.
func TestWriterBounds(t *testing.T) {
	for name, text := range map[string]string{
		"plain":   strings.Repeat("a", 5000),
		"lines":   strings.Repeat("a\n", 5000),
		"control": strings.Repeat("\x01", 5000),
		"é":       strings.Repeat("é", 5000),
		"invalid": strings.Repeat("a\xff", 5000),
		"partial": strings.Repeat("ab\xe2\x82", 3000),
	} {
		n := int64(len(AppendEscaped(nil, []byte(text))))
		quote := func(w *Writer) { w.Quote([]byte(text)) }
		if _, err := write(n+2, quote); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := write(n+1, quote); err == nil {
			t.Errorf("%s: is written", name)
		}
	}
	for name, f := range map[string]func(*Writer){
		"byte":   func(w *Writer) { w.Byte('a') },
		"raw":    func(w *Writer) { w.Raw("a") },
		"bytes":  func(w *Writer) { w.RawBytes([]byte("a")) },
		"int":    func(w *Writer) { w.Int(1) },
		"quote":  func(w *Writer) { w.Quote([]byte("a")) },
		"escape": func(w *Writer) { w.Quote([]byte("\x01")) },
		"append": func(w *Writer) { w.Append(1, func(dst []byte) ([]byte, bool) { return append(dst, 'a'), true }) },
	} {
		var longest int
		_, err := write(1<<16, func(w *Writer) {
			for {
				f(w)
				longest = w.Len()
			}
		})
		if exceeded, ok := errors.AsType[*budget.Exceeded](err); !ok || exceeded.Resource != budget.Output || longest > 1<<16+7 || longest < 1<<16-30 {
			t.Errorf("%s: %v, %d bytes were written", name, err, longest)
		}
	}
	if _, err := write(100, func(w *Writer) {
		w.Append(101, func([]byte) ([]byte, bool) { t.Error("called"); return nil, false })
	}); err == nil {
		t.Error("more may be appended than fits")
	}
}
