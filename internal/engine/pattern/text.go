package pattern

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/grow"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A Text is a template that replaces occurrences of text. It is immutable, and several goroutines
// may use it at once.
type Text struct {
	parts    []textPart
	sole     *Replacement // the expression in a template such as "${a.b}", or nil
	free     []string     // the names in the template that it does not define itself
	objects  []refs.Address
	constant bool
	groups   []int // the groups of the regular expression that the template names, in order
	sent     string
}

// A textPart is literal text, a reference to a group such as "$1", or a sequence.
type textPart struct {
	text  string
	group int // for a group, its index in Text.groups plus 1; 0 for text and sequences
	code  string
}

// NewText parses a template. If the argument hasGroups is true, "$1" in the template stands for the
// first group of a regular expression, and "$$" for "$". groups is the number of groups in the
// expression. The text of an error, such as "has $1, but the pattern has no groups", is meant to be
// written after the template in a message.
func NewText(template string, groups int, hasGroups bool) (*Text, error) {
	code, err := value.AppendTemplate(nil, template)
	if err != nil {
		return nil, err
	}
	e, err := syntax.ParseCode(code)
	if err != nil {
		return nil, err
	}
	t := &Text{sent: template, constant: true}
	group, isGroup := bracedGroup(template)
	if hasGroups && isGroup {
		return t, t.addText(group, groups, groupsBare)
	}
	if strings.HasPrefix(template, "${") && (code[0] != '"' || isSoleString(template, e)) {
		sole := &Pattern{}
		if t.sole, err = sole.Replacement(string(code) + "\n"); err != nil {
			return nil, err
		}
		t.parts = []textPart{{code: "${" + string(code) + "}"}}
		err = noGroupInside(string(code), hasGroups)
	} else {
		for _, p := range templateParts(nil, nil, e, e.Root) {
			if p.node == 0 {
				err = t.addText(string(p.text), groups, notation(hasGroups, groupsBare))
			} else if source := string(e.Source(p.node)); hasGroups {
				err = t.addSequence(source, groups)
			} else {
				t.parts = append(t.parts, textPart{code: source})
			}
			if err != nil {
				return nil, err
			}
		}
	}
	t.setProperties(e)
	return t, err
}

// addSequence adds a sequence such as "${a.b}" of a template with groups. "${1}" is the first group.
func (t *Text) addSequence(source string, groups int) error {
	if group, ok := bracedGroup(source); ok {
		return t.addText(group, groups, groupsBare)
	}
	t.parts = append(t.parts, textPart{code: source})
	return noGroupInside(source, true)
}

// bracedGroup returns "$1" for the text "${1}". It returns false for any other text.
func bracedGroup(text string) (group string, ok bool) {
	inner, begins := strings.CutPrefix(text, "${")
	inner, ends := strings.CutSuffix(inner, "}")
	return "$" + inner, begins && ends && inner != "" && strings.Trim(inner, "0123456789") == ""
}

// noGroupInside returns an error if an expression contains "$1", which is possible only in a
// string.
func noGroupInside(code string, hasGroups bool) error {
	for i := range len(code) {
		if hasGroups && code[i] == '$' && i+1 < len(code) && '0' <= code[i+1] && code[i+1] <= '9' {
			return errors.New("has a group inside an expression: " + excerpt.Quote(code) + "; groups stand in the text outside of ${…}")
		}
	}
	return nil
}

// A groupNotation says how a text refers to the groups of a regular expression.
type groupNotation int

const (
	groupsNone   groupNotation = iota
	groupsBare                 // as "$1"
	groupsBraced               // as "$1" or "${1}"
)

// notation returns n if the argument hasGroups is true, and otherwise groupsNone.
func notation(hasGroups bool, n groupNotation) groupNotation {
	if hasGroups {
		return n
	}
	return groupsNone
}

// NewLiteral returns a Text that consists of literal text, in which "${" has no meaning. The
// arguments groups and hasGroups have the same meaning as in NewText. The text of an error has no
// subject, as in "is not UTF-8": in the message it follows the literal text.
func NewLiteral(text string, groups int, hasGroups bool) (*Text, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("is not UTF-8")
	}
	t := &Text{sent: text, constant: true}
	return t, t.addText(text, groups, notation(hasGroups, groupsBraced))
}

// isSoleString reports whether a template is only an interpolation of a string, as in "${"a"}".
func isSoleString(template string, e *syntax.Expr) bool {
	return strings.HasSuffix(template, "}") && strings.TrimSpace(template[2:len(template)-1]) == string(e.Source(e.Root))
}

// addText adds literal text. The references to groups in the text become parts of their own.
func (t *Text) addText(text string, groups int, n groupNotation) error {
	if n == groupsNone {
		t.parts = append(t.parts, textPart{text: text})
		return nil
	}
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			t.parts = append(t.parts, textPart{text: literal.String()})
			literal.Reset()
		}
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '$':
			literal.WriteByte(text[i])
		case strings.HasPrefix(text[i:], "$$"):
			literal.WriteByte('$')
			i++
		default:
			group, next := text[i:], 0
			if end := strings.IndexByte(group, '}'); n == groupsBraced && end > 0 {
				if braced, ok := bracedGroup(group[:end+1]); ok {
					group, next = braced, i+end
				}
			}
			to := 1
			for to < len(group) && '0' <= group[to] && group[to] <= '9' {
				to++
			}
			if to == 1 {
				literal.WriteByte('$')
				continue
			}
			n, err := strconv.Atoi(group[1:to])
			if err != nil || n < 1 || n > groups {
				return errGroup{group[:to], groups}
			}
			flush()
			t.parts = append(t.parts, textPart{group: t.groupIndex(n) + 1})
			i = max(next, i+to-1)
		}
	}
	flush()
	return nil
}

// groupIndex returns the index of a group in t.groups. It adds the group if t has none.
func (t *Text) groupIndex(group int) int {
	i := slices.Index(t.groups, group)
	if i < 0 {
		i = len(t.groups)
		t.groups = append(t.groups, group)
	}
	return i
}

// Groups returns the groups of the regular expression that the template names. A Finder returns the
// offsets of these groups, in this order.
func (t *Text) Groups() []int { return t.groups }

// errGroup is the error for a reference to a group that the regular expression does not have, such
// as "$3" when the expression has only two groups.
type errGroup struct {
	group string
	count int
}

func (e errGroup) Error() string {
	if e.count == 0 {
		return "has " + e.group + ", but the pattern has no groups"
	}
	return "has " + e.group + ", but the last group of the pattern is $" + strconv.Itoa(e.count)
}

// setProperties sets the fields free and constant.
func (t *Text) setProperties(e *syntax.Expr) {
	var locals refs.Locals
	locals.Find(e)
	keys := map[syntax.NodeID]bool{}
	for id := range e.All() {
		if n := e.Node(id); n.Kind == syntax.NodePair {
			keys[n.First] = true
		}
	}
	for id := range e.All() {
		switch n := e.Node(id); {
		case n.Kind == syntax.NodeCall:
			t.constant = false
		case n.Kind == syntax.NodeVariable && !keys[id] && locals.Binder(id) == 0:
			t.free, t.constant = append(t.free, string(e.Source(id))), false
		}
	}
	for _, object := range refs.Objects(e) {
		t.objects = append(t.objects, object)
	}
}

// Objects returns the objects to which the template refers.
func (t *Text) Objects() []refs.Address { return t.objects }

// IsConstant reports whether the template has neither references nor calls.
func (t *Text) IsConstant() bool { return t.constant }

// Replace returns a text in which each occurrence is replaced by t, which NewLiteral has made. The
// occurrences are those that a Finder has found in the text.
func (t *Text) Replace(text string, found [][]int, b *budget.Budget) string {
	var new []byte
	from := 0
	for _, at := range found {
		new = grow.Text(b, new, text[from:at[0]])
		for _, part := range t.parts {
			literal := part.text
			if g := 2 * part.group; g > 0 {
				literal = text[max(at[g], 0):max(at[g+1], 0)]
			}
			new = grow.Text(b, new, literal)
		}
		from = at[1]
	}
	return string(grow.Text(b, new, text[from:]))
}

// A Finder finds occurrences in literal text. It returns the offsets of each occurrence: its start
// and its end, and then those of each group that the template names (Text.Groups), which are -1 for
// a group without a part in the occurrence. Occurrences are not empty, and do not overlap.
type Finder func(text []byte) [][]int

// A run is literal text of a template, from one sequence to the next.
type run struct {
	text  []byte
	parts []syntax.Part
	spans []syntax.Span // by byte of text: its span in the code; nil until locate is called
}

const stepsPerRun = 32

// runs returns the runs of a template.
func (m *Matcher) runs(template syntax.NodeID) (runs []run) {
	length, children, texts := int(m.expr.Node(template).End-m.expr.Node(template).Start), 0, 0
	for n := range m.expr.Children(template) {
		children++
		if m.expr.Node(n).Kind == syntax.NodeText {
			texts++
		}
	}
	m.Budget.Step(length/4 + stepsPerRun*texts)
	m.pieces, m.decoded = m.expr.PartsIn(slices.Grow(m.pieces[:0], children), slices.Grow(m.decoded[:0], length), template)
	parts, text := make([]syntax.Part, 0, texts), make([]byte, 0, len(m.decoded))
	runs = make([]run, 0, texts)
	for i := 0; i < len(m.pieces); i++ {
		if m.pieces[i].Node != 0 {
			continue
		}
		fromPart, from := len(parts), len(text)
		for ; i < len(m.pieces) && m.pieces[i].Node == 0; i++ {
			parts, text = append(parts, m.pieces[i]), append(text, m.pieces[i].Text...)
		}
		runs = append(runs, run{text: text[from:len(text):len(text)], parts: parts[fromPart:]})
	}
	return runs
}

// Occurrences calls find for each piece of literal text in a template, and calls yield with the
// span of each occurrence in the code. It does nothing for a key of an object.
func (m *Matcher) Occurrences(template syntax.NodeID, find Finder, yield func(at syntax.Span)) {
	if m.expr.Node(template).Kind != syntax.NodeTemplate || !m.isPlace(template) {
		return
	}
	for _, r := range m.runs(template) {
		found := find(r.text)
		if len(found) > 0 {
			m.locate(template, &r)
		}
		for _, o := range found {
			yield(r.spanOf(o))
		}
	}
}

// locate sets the spans of a run.
func (m *Matcher) locate(template syntax.NodeID, r *run) {
	m.Budget.Step(len(r.text))
	r.spans = make([]syntax.Span, 0, len(r.text))
	for _, p := range r.parts {
		r.spans = m.expr.Spans(r.spans, template, p)
	}
}

// spanOf returns the span, in the code, of one occurrence that a Finder found.
func (r *run) spanOf(o []int) syntax.Span {
	return syntax.Span{From: r.spans[o[0]].From, To: r.spans[o[1]-1].To}
}
