package oracle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"iacedit/edit"
	"iacedit/internal/engine/pattern"
	"iacedit/syntax"
)

// replacements are what is written in the place of a match, with the metavariables that the
// match may have: $a and $b stand for expressions, $$r for elements, $$m for members.
var replacements = []string{
	"wrap($a)", "[$a, $b]", "{ x = $a, yyyy = $b }", "{\n  x = $a\n  yyyy = $b\n}", "$a", `"${$a}-x"`, `"a${$a}${$b}"`, "$a == null ? $b : [$a]",
	"f(\n  $a,\n  [$b],\n)", "!$a", "$a + $b", "-$a", "$a.x[0]", "$a[*].id", "[for each_q in $a : each_q]", "merge($a, {\n  x = 1\n})", "var.x", "null",
	"[$$r]", "f($$r)", "f([$$r], $a)", "[1, $$r, 2]", "[\n  1,\n  $$r,\n]", "f($$r...)", "{ $$m }", "{ $$m, z = 1 }", "f({ z = $a, $$m })", "{\n  long_name = 1\n  $$m\n}",
	"try($a.x, $b, \"\")", "(\n  $a\n)", "$b", "f($a, $a)", "<<-EOT\n  a ${$a}\nEOT\n",
}

// A lawTrial is a rule that was cut out of real code, and code that it is tried on.
type lawTrial struct {
	*cutter
	ours, theirs, to string
	code             string // an expression, with numbered comments in it
}

var madeNames = regexp.MustCompile(`\$\$?[a-z]\b`)

// next makes another rule. It returns false where no replacement goes with the names of the
// pattern.
func (l *lawTrial) next(t *testing.T) bool {
	l.ours, l.theirs, l.code = l.trial()
	p, err := pattern.Parse(l.ours)
	if err != nil {
		return false
	}
	for range 20 {
		to := replacements[l.IntN(len(replacements))]
		if _, err := p.Replacement(to); err == nil {
			l.to = to
			l.code = l.commented(t, l.code)
			return true
		}
	}
	return false
}

// commented puts numbered comments between some tokens of an expression, most of them in what
// a metavariable stands for.
func (l *lawTrial) commented(t *testing.T, code string) string {
	for number := 1; number <= 1+l.IntN(6); number++ {
		in := syntax.Span{To: int32(len(code))}
		if matches := validMatches(t, naively(t, l.theirs, code)); l.IntN(4) > 0 && len(matches) > 0 {
			held := matches[l.IntN(len(matches))].held
			for _, name := range slices.Sorted(maps.Keys(held)) {
				if spans := held[name]; len(spans) > 0 {
					in = spans[l.IntN(len(spans))]
				}
			}
		}
		var ends []int
		for _, t := range scan([]byte(code)) {
			if in.From <= t.Start && t.End < in.To {
				ends = append(ends, int(t.End))
			}
		}
		if len(ends) == 0 {
			continue
		}
		at := ends[l.IntN(len(ends))]
		comment := fmt.Sprintf([]string{" /* c%d */ ", " # c%d\n", "\n// c%d\n"}[l.IntN(3)], number)
		with := code[:at] + comment + code[at:]
		if strings.TrimSpace(with) == with && parses([]byte("x = "+with+"\n")) && len(numbered(with)) == len(numbered(code))+1 {
			code = with
		}
	}
	return code
}

var commentNumber = regexp.MustCompile(`\bc([0-9]+)\b`)

// numbered returns the numbers of the numbered comments of code, and where each starts.
func numbered(code string) (at map[string][]int) {
	at = map[string][]int{}
	for _, t := range scan([]byte(code)) {
		if text := code[t.Start:t.End]; strings.HasPrefix(text, "#") || strings.HasPrefix(text, "/") && len(text) > 1 {
			for _, m := range commentNumber.FindAllStringSubmatch(text, -1) {
				at[m[1]] = append(at[m[1]], int(t.Start))
			}
		}
	}
	return at
}

// rewritten applies the rule to code. It returns false where the rule is refused there.
func (l *lawTrial) rewritten(t *testing.T, code []byte) ([]byte, bool) {
	t.Helper()
	edits, err := json.Marshal(map[string]any{"rewrite": []any{map[string]any{"match": l.ours, "to": l.to}}})
	if err != nil {
		t.Fatal(err)
	}
	out, err := (&edit.Options{Dialect: edit.HCL}).Apply(nil, code, edits)
	if refused, ok := errors.AsType[*edit.Error](err); ok && refused.Code == edit.InvalidRequest {
		return nil, false // a name would be captured, or there is no place for "..."
	}
	if err != nil {
		t.Fatalf("%v\n%s\nto %s\n%s", err, l.ours, l.to, code)
	}
	return out, true
}

// lawSeed returns the seed of a law, and how many trials it has.
func lawSeed(t *testing.T, usual int) (random *rand.Rand, trials int) {
	t.Helper()
	seed := uint64(22)
	if text := os.Getenv("IACEDIT_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	if *thorough {
		usual *= 30
	}
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 7)), usual
}

// Code that hclwrite leaves as it is stays so when it is rewritten, in random files of real
// expressions.
func TestRewrittenCodeStaysFormatted(t *testing.T) {
	random, trials := lawSeed(t, 700)
	l := lawTrial{cutter: &cutter{Rand: random, codes: expressions(t)}}
	tried, changed := 0, 0
	for range trials {
		if !l.next(t) {
			continue
		}
		file := hclwrite.Format([]byte(l.file()))
		if again := hclwrite.Format(file); !bytes.Equal(again, file) || !parses(file) {
			continue
		}
		tried++
		out, ok := l.rewritten(t, file)
		if !ok || bytes.Equal(out, file) {
			continue
		}
		changed++
		if !parses(out) {
			t.Fatalf("it does not parse\n%s\nto %s\n%s\nis\n%s", l.ours, l.to, file, out)
		}
		if want := hclwrite.Format(out); !bytes.Equal(want, out) {
			g, w := firstDifference(out, want)
			t.Fatalf("%s\nto %s\n%s\nis\n%s\nof which\n%s\nis formatted to\n%s", l.ours, l.to, file, out, g, w)
		}
	}
	if changed < trials/5 {
		t.Errorf("only %d of %d files were rewritten", changed, tried)
	}
	t.Logf("%d files were rewritten, of %d", changed, tried)
}

// file returns a file with the trial's expression, and others, at several depths.
func (l *lawTrial) file() string {
	var b strings.Builder
	value := func() string {
		code := l.code
		if l.IntN(2) == 0 {
			code = l.codes[l.IntN(len(l.codes))]
		}
		return code + []string{"", "", " # end"}[l.IntN(3)]
	}
	attribute := func() {
		fmt.Fprintf(&b, "%s = %s\n", []string{"a", "bb", "long_name", "ccc"}[l.IntN(4)]+strconv.Itoa(b.Len()), strings.Replace(value(), "EOT # end", "EOT", 1))
		if l.IntN(4) == 0 {
			b.WriteString([]string{"\n", "# lead\n"}[l.IntN(2)])
		}
	}
	b.WriteString("resource \"a\" \"b\" {\n")
	for range l.IntN(3) {
		attribute()
	}
	b.WriteString("block {\n")
	fmt.Fprintf(&b, "x = %s\n", l.code)
	for range l.IntN(3) {
		attribute()
	}
	b.WriteString("}\n\n")
	for range l.IntN(3) {
		attribute()
	}
	b.WriteString("}\n")
	return b.String()
}

// Comments inside the expression of a metavariable stay, as often as the replacement contains
// it. Comments outside the matches stay, too. The naive matcher decides which places match.
func TestRewritingKeepsComments(t *testing.T) {
	random, trials := lawSeed(t, 1600)
	l := lawTrial{cutter: &cutter{Rand: random, codes: expressions(t)}}
	judged, inside := 0, 0
	for range trials {
		if !l.next(t) {
			continue
		}
		comments := numbered(l.code)
		if len(comments) == 0 {
			continue
		}
		out, ok := l.rewritten(t, []byte("x = "+l.code+"\n"))
		if !ok {
			continue
		}
		matches := validMatches(t, naively(t, l.theirs, l.code))
		if len(matches) == 0 || l.hidesMatch(t) {
			continue
		}
		left := numbered(string(out))
		for number, at := range comments {
			want, held, told := l.expected(matches, at[0])
			if !told {
				continue
			}
			if len(left[number]) != want {
				t.Fatalf("comment c%s is there %d times, want %d\n%s\nto %s\n%s\nis\n%s", number, len(left[number]), want, l.ours, l.to, l.code, out)
			}
			judged++
			if held {
				inside++
			}
		}
	}
	if inside < trials/50 {
		t.Errorf("only %d of %d comments were in a metavariable", inside, judged)
	}
	t.Logf("%d comments, %d of which are in a metavariable", judged, inside)
}

// hidesMatch reports whether a match may lie inside what "$_" stands for, of which the naive
// matcher tells no place.
func (l *lawTrial) hidesMatch(t *testing.T) bool {
	return strings.Contains(l.ours, "$_") && len(naively(t, l.theirs, l.code)) > 1
}

// A lawMatch is a match as the naive matcher tells it: the spans of what its metavariables
// stand for, by name.
type lawMatch struct {
	span syntax.Span
	held map[string][]syntax.Span
}

// validMatches returns those of some matches that are rewritten, inner ones first: not those
// that have another in them which no metavariable stands for.
func validMatches(t *testing.T, lines []string) (valid []lawMatch) {
	t.Helper()
	var all []lawMatch
	for _, line := range lines {
		m := lawMatch{held: map[string][]syntax.Span{}}
		for i, field := range strings.Fields(line) {
			name, spans := "", field
			if i > 0 {
				name, spans, _ = strings.Cut(field, "=")
			}
			for text := range strings.SplitSeq(strings.TrimSuffix(spans, ","), ",") {
				var s syntax.Span
				if text == "" {
					continue
				}
				if _, err := fmt.Sscanf(text, "%d-%d", &s.From, &s.To); err != nil {
					t.Fatalf("%v in %q", err, line)
				}
				if i == 0 {
					m.span = s
				} else {
					m.held[name] = append(m.held[name], s)
				}
			}
		}
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b lawMatch) int { return a.span.Len() - b.span.Len() })
	for _, m := range all {
		if !slices.ContainsFunc(valid, func(inner lawMatch) bool { return contains(m.span, inner.span) && m.holder(inner.span) == "" }) {
			valid = append(valid, m)
		}
	}
	return valid
}

func contains(outer, inner syntax.Span) bool { return outer.From <= inner.From && inner.To <= outer.To }

// holder returns the name of the metavariable that stands for a span.
func (m *lawMatch) holder(at syntax.Span) string {
	for name, spans := range m.held {
		if slices.ContainsFunc(spans, func(s syntax.Span) bool { return contains(s, at) }) {
			return name
		}
	}
	return ""
}

// hasRow reports whether elements or members in a row are in the match. A comment that stands
// beside one of them may belong to it.
func (m *lawMatch) hasRow() bool { return len(m.held["r"])+len(m.held["m"]) > 0 }

// expected returns how often a comment is to be there, whether a metavariable stands for it,
// and whether that can be told.
func (l *lawTrial) expected(matches []lawMatch, at int) (times int, held, told bool) {
	times = 1
	comment := syntax.Span{From: int32(at), To: int32(at + 1)}
	for _, m := range matches {
		if !contains(m.span, comment) {
			continue
		}
		name := m.holder(comment)
		if name == "" {
			return 0, held, !m.hasRow()
		}
		held = true
		count := 0
		for _, made := range madeNames.FindAllString(l.to, -1) {
			if strings.TrimLeft(made, "$") == name {
				count++
			}
		}
		times *= count
	}
	return times, held, true
}
