package render

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/internal/base/budget"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// caught makes edits of a draft of code within a budget and returns the fault, if any.
func caught(t *testing.T, code string, b *budget.Budget, edit func(d *Draft)) (err error) {
	t.Helper()
	f, fault := syntax.Parse([]byte(code))
	if fault != nil {
		t.Fatal(fault)
	}
	d := NewDraft(f)
	d.SetBudget(b)
	defer budget.Catch(&err)
	edit(d)
	d.Append(nil)
	return nil
}

// What must grow faster than the request is bounded, and not before it is much.
func TestDraftsSpend(t *testing.T) {
	const n = 1000
	long := strings.Repeat("k", 100*n)
	for name, w := range map[string]work{
		"a long key beside short ones": {"x = {\n" + long + " = 1\n" + list(n, "  k%d = 1\n", "") + "}\n", func(d *Draft) {
			d.SetValue(d.FirstItem(first(d)), []byte("2"))
		}},
		"a long name beside new ones": {"b {\n  " + long + " = 1\n}\n", func(d *Draft) {
			for i := range n {
				d.Attribute(first(d), fmt.Sprint("a", i), []byte("1"))
			}
		}},
		"deep indentation of new lines": {"b {\n" + spaces(100*n) + "a = 1\n}\n", func(d *Draft) {
			for i := range n {
				d.Attribute(first(d), fmt.Sprint("a", i), []byte("1"))
			}
		}},
		"a long comment beside many": {"b {\n  a = " + long + " # c\n" + list(n, "  a%d = 1 # c\n", "") + "}\n", func(d *Draft) {
			d.Attribute(first(d), "z", []byte("1"))
			d.SetValue(d.FirstItem(first(d)), []byte(long))
		}},
	} {
		aligned := name == "a long key beside short ones" || name == "a long comment beside many"
		err := caught(t, w.code, budget.New(budget.Limits{Steps: 1 << 40, Bytes: 10 << 20}), w.edit)
		exceeded, ok := err.(*budget.Exceeded)
		if aligned && ok {
			t.Errorf("%s: %v, though nothing was aligned before", name, err)
		}
		if !aligned && (!ok || exceeded.Resource != budget.Bytes) {
			t.Errorf("%s: %v, want that its bytes are refused", name, err)
		}
		if err := caught(t, w.code, budget.New(budget.Limits{Steps: 1000, Bytes: 1 << 40}), w.edit); err == nil || err.(*budget.Exceeded).Resource != budget.Steps {
			t.Errorf("%s: %v, want that its steps are refused", name, err)
		}
	}
}

// Ordinary edits spend little: a few steps for each byte of the file and of new text.
func TestDraftsSpendLittle(t *testing.T) {
	const n = 1000
	for name, work := range works {
		w := work(n)
		b := budget.New(budget.Limits{Steps: 1 << 40, Bytes: 1 << 40})
		text := 0
		if err := caught(t, w.code, b, func(d *Draft) {
			w.edit(d)
			text = len(d.Text())
		}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if spent := b.Spent(); spent.Steps > int64(16*text+1000*n) || spent.Bytes > int64(8*text) {
			t.Errorf("%s: %d steps and %d bytes for a text of %d", name, spent.Steps, spent.Bytes, text)
		}
	}
}

// Text beyond what spans can count is refused, be there a budget or not.
func TestTextIsBounded(t *testing.T) {
	const code = "a = 1\n"
	defer func(n int) { tree.Limit = n }(tree.Limit)
	tree.Limit = len(code) + 3
	err := caught(t, code, nil, func(d *Draft) { d.addStrings("123"); d.addStrings("4") })
	if exceeded, ok := err.(*budget.Exceeded); !ok || exceeded.Limit != int64(tree.Limit) {
		t.Errorf("got %v", err)
	}
}
