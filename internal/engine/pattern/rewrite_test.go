package pattern

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/syntax"
)

// Each case: a rule a line ("match => to"), and what they make of an expression.
func TestRewrite(t *testing.T) {
	names, cases := table(t, "rewrite.txtar")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			c := cases[name]
			code := c["code"]
			for rule := range strings.Lines(c["rule"]) {
				match, to, _ := strings.Cut(strings.TrimSuffix(rule, "\n"), " => ")
				out, err := rewritten(t, code, match, to, strings.Fields(c["hidden"]))
				if err != nil {
					out = "error: " + err.Error() + "\n"
				}
				code = out
			}
			if diff := cmp.Diff(c["want"], code); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// rewritten returns code, which is the value of an attribute and a line end, rewritten by a
// rule.
func rewritten(t testing.TB, code, match, to string, hidden []string) (string, error) {
	t.Helper()
	e := expression(t, code)
	var w Rewriter
	var edits []Edit
	var err error
	to = strings.ReplaceAll(to, "⏎", "\n")
	if text, ok := strings.CutPrefix(match, "text "); ok {
		r, err2 := NewText(to, 0, false)
		if err2 != nil {
			t.Fatal(to, err2)
		}
		edits, err = w.RewriteText(nil, e, hidden, finderOf(regexp.MustCompile(regexp.QuoteMeta(text)), r), r, nil)
	} else if text, ok := strings.CutPrefix(match, "pattern "); ok {
		re := regexp.MustCompile(text)
		r, err2 := NewText(to, re.NumSubexp(), true)
		if err2 != nil {
			t.Fatal(to, err2)
		}
		edits, err = w.RewriteText(nil, e, hidden, finderOf(re, r), r, nil)
	} else {
		p, err2 := Parse(match)
		if err2 != nil {
			t.Fatal(match, err2)
		}
		r, err2 := p.Replacement(to)
		if err2 != nil {
			t.Fatal(to, err2)
		}
		edits, err = w.Rewrite(nil, e, hidden, p, r, nil)
	}
	if err != nil {
		var refusal *Refusal
		if !errors.As(err, &refusal) {
			t.Fatal(err)
		}
		return "", err
	}
	var out strings.Builder
	from := int32(0)
	for _, edit := range edits {
		if edit.At.From < from {
			t.Fatal("the edits are not in order")
		}
		out.WriteString(code[from:edit.At.From] + edit.Text)
		from = edit.At.To
	}
	out.WriteString(code[from:])
	text := out.String()
	if err := syntax.CheckValue([]byte(text), syntax.Span{To: int32(len(text) - 1)}); err != nil {
		t.Errorf("the result does not parse: %v\n%s", err, text)
	}
	return text, nil
}

func TestReplacementRefuses(t *testing.T) {
	p, err := Parse("f($x, $_, $$rest, { $$members })")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ to, message string }{
		{"$y", "the pattern has no $y"},
		{"$_", "the pattern has no $_"},
		{"g($$x)", "the pattern has $x"},
		{"$rest", "the pattern has $$rest"},
		{"{ $$rest }", "elements or arguments"},
		{"[$$members]", "members of an object"},
		{"$$rest", "must be in a list, call or object"},
		{"g(", "not closed"},
		{"{ $x = 1 }", "literal"},
		{"a.$x", "a name is expected"},
	} {
		_, err := p.Replacement(c.to)
		var fault *syntax.Error
		if !errors.As(err, &fault) || !strings.Contains(fault.Message, c.message) {
			t.Errorf("%s: %v", c.to, err)
		}
	}
}

// What doubles at each level costs no more than what is written; and that is counted.
func TestRewriteDoubles(t *testing.T) {
	const depth = 300
	code := strings.Repeat("f(", depth) + "a" + strings.Repeat(")", depth)
	p, _ := Parse("f($x)")
	to, _ := p.Replacement("g($x, $x)")
	e := expression(t, code)
	var w Rewriter
	defer func() {
		if recover() == nil {
			t.Error("a result of 2^300 bytes was written")
		}
	}()
	w.Rewrite(nil, e, nil, p, to, nil)
}

// finderOf returns a Finder of the matches of an expression, with the groups that a template names.
func finderOf(re *regexp.Regexp, to *Text) Finder {
	return func(text []byte) (all [][]int) {
		for _, m := range re.FindAllSubmatchIndex(text, -1) {
			found := m[:2:2]
			for _, group := range to.Groups() {
				found = append(found, m[2*group:2*group+2]...)
			}
			all = append(all, found)
		}
		return all
	}
}

func TestNewTextRefuses(t *testing.T) {
	for _, c := range []struct{ template, message string }{
		{"${var.x", "without its"},
		{"${1 +}", "expected an expression"},
		{"$2", "the last group of the pattern is $1"},
	} {
		if _, err := NewText(c.template, 1, true); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v", c.template, err)
		}
	}
}
