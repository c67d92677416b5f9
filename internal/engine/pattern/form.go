package pattern

import (
	"bytes"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
	"iacedit/value"
)

// A Form is an expression in which one name stands for the old value, such as the name old in
// merge(old, {}). A Form that a Rewriter parsed uses memory of the Rewriter.
type Form struct {
	to   *Replacement
	root syntax.NodeID
}

// A parsedCode contains an expression and its code. Its memory is reused for the next expression.
type parsedCode struct {
	code []byte
	expr syntax.Expr
}

// parse parses one expression. The function write appends the code of the expression to its
// argument. parse adds a line end to the code, because the closing marker of a heredoc must be
// followed by one.
func (p *parsedCode) parse(b *budget.Budget, write func(dst []byte) []byte) (*syntax.Expr, error) {
	p.code = write(p.code[:0])
	n := len(p.code)
	b.Grow(n + 1)
	b.Step(n) // for parsing
	p.code = append(p.code, '\n')
	p.expr.SetBudget(b)
	return syntax.ParseExpression(&p.expr, p.code, syntax.Span{To: int32(n)})
}

// Old parses the old value of an attribute, for Has and Fill. The function write appends the code
// of the value to its argument. The result is valid until the next call of Old. The error is a
// *syntax.Error.
func (r *Rewriter) Old(write func(dst []byte) []byte) (*syntax.Expr, error) {
	return r.old.parse(r.Budget, write)
}

// NewForm parses the code of a form. In the form, the given name stands for the old value. The Form
// is valid until the next call of NewForm. The error is a *syntax.Error.
func (r *Rewriter) NewForm(code []byte, name string) (*Form, error) {
	return newForm(&r.form, r.Budget, code, name)
}

// newForm parses the code of a form into p.
func newForm(p *parsedCode, b *budget.Budget, code []byte, name string) (*Form, error) {
	e, err := p.parse(b, func(dst []byte) []byte { return append(dst, code...) })
	if err != nil {
		return nil, err
	}
	holes := map[syntax.NodeID]hole{}
	for id := range e.All() {
		n := e.Node(id)
		if n.Kind != syntax.NodeVariable && n.Kind != syntax.NodeName || string(e.Source(id)) != name {
			continue
		}
		if n.Kind == syntax.NodeName {
			return nil, &syntax.Error{Offset: int(n.Start), Message: `"$" stands for the old value, but a name is expected here`}
		}
		holes[id] = hole{}
	}
	f := &Form{to: newReplacement(nocopy.String(p.code), e, holes), root: e.Root}
	for id := range e.All() {
		if key := e.Node(id).First; e.Node(id).Kind == syntax.NodePair && f.to.withMetavariables[key] {
			return nil, &syntax.Error{Offset: int(e.Node(key).Start), Message: `the old value "$" cannot stand in a key`}
		}
	}
	return f, nil
}

// Fill returns the code of a form, with the expression e in place of the name. The code is valid as
// the value of an attribute. The error is a *Refusal if a name in e would mean something else
// inside the form.
func (r *Rewriter) Fill(e *syntax.Expr, f *Form) ([]byte, error) {
	r.begin(e, nil)
	for id := range e.All() {
		r.tree.shapes[id] = r.tree.shape(id)
	}
	w := writer{Rewriter: r, to: f.to, match: &Match{At: e.Root, Captures: []Capture{{Node: e.Root}, {}}}}
	if joined, row, ok := r.joinRow(e, f); ok {
		w.to, w.match.Captures[1] = joined, row
	}
	new := w.write()
	if w.err != nil {
		return nil, w.err
	}
	if new.shape.hasBreaks {
		wrapped := new
		new = r.fragment(shape{precedence: bindsTerm})
		new.addWrapped(wrapped)
	}
	return r.text(new), nil
}

// Template returns what a template must contain to include the value of an expression. For a
// string, a number or a boolean, this is its text without quotes, with escapes as in the strings of
// an edit; for example, the literal text ${b} becomes $${b}. For any other expression, isExpression
// is true and text is the code: for the code var.a, the template must contain ${var.a}.
func Template(e *syntax.Expr) (text string, isExpression bool) {
	_, plain, ok := literalText(e, e.Root)
	if ok && plain.ok {
		return value.EscapeTemplate(plain.text), false
	}
	n := e.Node(e.Root)
	if heredoc := n.Flags&syntax.FlagHeredoc != 0; ok || n.Kind == syntax.NodeTemplate && heredoc && !marksEdge(e, e.Root) {
		if v, ok := value.Read(e, e.Root, nil); ok && v.Kind == value.String && e.Sole(e.Root) == 0 {
			return v.Text, false
		}
	}
	source := string(e.Source(e.Root))
	if heredoc := bytes.HasPrefix(e.Source(e.Root), []byte("<<")); heredoc {
		source += "\n"
	}
	return source, true
}

// Has reports whether an expression is a form with some value in place of the name. The value must
// be the same at all occurrences of the name; inside a template the value may be text. Everything
// else is compared by value.Setting, which ignores blanks, comments, and the order of an object's
// members.
func (r *Rewriter) Has(e *syntax.Expr, f *Form) bool {
	r.begin(e, nil)
	r.classify()
	r.units = r.units[:0]
	m := formMatcher{Rewriter: r, form: f.to, code: f.to.tree.Expr}
	m.formClasses = r.table.Expr(nil, m.code, nil)
	return m.matchNode(f.root, e.Root)
}

// A formMatcher compares a form with an expression.
type formMatcher struct {
	*Rewriter
	form        *Replacement
	code        *syntax.Expr
	formClasses []value.Class // by node of the form: its class
	found       *nameValue    // the value in place of the name; nil before its first occurrence
}

// nameValue is the value that is in place of a form's name: an expression, several arguments of a
// call, or a part of a template.
type nameValue struct {
	node     syntax.NodeID
	row      Capture // the arguments of a call; a single argument is also in node
	units    []formUnit
	allUnits []formUnit // the result of unitsOf; nil until it is needed
}

// matchNode reports whether a node of the form matches a node of the code. It ignores parentheses
// around both nodes.
func (m *formMatcher) matchNode(want, id syntax.NodeID) bool {
	m.Budget.Step(1)
	whole := m.expr.WithoutParens(id)
	want, id = m.code.Unwrapped(want), m.expr.Unwrapped(id)
	if m.form.withMetavariables[want] && m.code.Node(want).Kind == syntax.NodeTemplate {
		return m.matchTemplate(want, whole) // if a name in the template stands for empty text, the code may be only one interpolation
	}
	if _, ok := m.form.holes[want]; ok {
		return m.setName(&nameValue{node: id})
	}
	if !m.form.withMetavariables[want] && m.formClasses[want] != 0 && m.formClasses[want] == m.classes[id] {
		return true
	}
	w, n := m.code.Node(want), m.expr.Node(id)
	if !nodesMayMatch(w, n) {
		return false
	}
	switch w.Kind {
	case syntax.NodeNumber:
		return value.SameNumber(nocopy.String(m.code.Source(want)), nocopy.String(m.expr.Source(id)))
	case syntax.NodeVariable, syntax.NodeName:
		return sameName(m.code.Source(want), m.expr.Source(id))
	case syntax.NodeTemplate:
		return m.matchTemplate(want, id)
	case syntax.NodeObject:
		return m.matchObject(want, id)
	case syntax.NodeCall:
		if isAssociative(m.code, want) && bytes.Equal(m.code.Source(w.First), m.expr.Source(n.First)) {
			return m.matchCall(want, id)
		}
	}
	want, id = w.First, n.First
	for ; want != 0 && id != 0; want, id = m.code.Node(want).Next, m.expr.Node(id).Next {
		if !m.matchNode(want, id) {
			return false
		}
	}
	return want == id
}

// matchObject reports whether an object of the form matches an object of the code. Keys that have
// the same value are equal, however they are written. If a key occurs several times, its first pair
// in the form is compared with its first pair in the code, its second pair with the second, and so
// on.
func (m *formMatcher) matchObject(want, id syntax.NodeID) bool {
	byKey := map[value.Class][]syntax.NodeID{}
	count := 0
	for pair := range m.expr.Children(id) {
		m.Budget.Step(2)
		key := m.table.Key(m.expr, m.expr.Node(pair).First, m.classes, value.Template)
		byKey[key] = append(byKey[key], pair)
		count++
	}
	for pair := range m.code.Children(want) {
		key := m.table.Key(m.code, m.code.Node(pair).First, m.formClasses, value.Template)
		same := byKey[key]
		if key == 0 || len(same) == 0 {
			return false
		}
		byKey[key] = same[1:]
		if count--; !m.matchNode(m.code.Node(m.code.Node(pair).First).Next, m.expr.Node(m.expr.Node(same[0]).First).Next) {
			return false
		}
	}
	return count == 0
}

// A formUnit is a unit for comparing templates: one byte of text, or one sequence.
type formUnit struct {
	text byte
	node syntax.NodeID // the node of a sequence; 0 for text
	hole bool          // in the form: an interpolation that contains only the name
}

// unitsIn returns the units of a template. The units are valid while the current form is compared.
func (m *formMatcher) unitsIn(e *syntax.Expr, template syntax.NodeID) []formUnit {
	m.Budget.Step(int(e.Node(template).End - e.Node(template).Start))
	dst, from := m.units, len(m.units)
	m.pieces, m.decoded = e.PartsIn(m.pieces[:0], m.decoded[:0], template)
	for _, part := range m.pieces {
		for _, c := range part.Text {
			dst = append(dst, formUnit{text: c})
		}
		if part.Node == 0 {
			continue
		}
		if e.Node(part.Node).Kind == syntax.NodeInterp {
			inner := e.Unwrapped(e.Node(part.Node).First)
			if _, ok := m.form.holes[inner]; ok && e == m.code {
				dst = append(dst, formUnit{hole: true})
				continue
			}
		}
		dst = append(dst, formUnit{node: part.Node})
	}
	m.units = dst
	return dst[from:len(dst):len(dst)]
}

// matchTemplate reports whether a template of the form matches a template of the code. The code may
// also be an expression such as a.b, because edits write a.b instead of "${a.b}". The name stands
// for the same units wherever it occurs. The number of these units can be computed from the lengths
// of the two templates.
func (m *formMatcher) matchTemplate(want, id syntax.NodeID) bool {
	form, code := m.unitsIn(m.code, want), []formUnit{{node: id}}
	if m.expr.Node(id).Kind == syntax.NodeTemplate {
		code = m.unitsIn(m.expr, id)
	}
	holes := 0
	for _, u := range form {
		if u.hole {
			holes++
		}
	}
	length := 0
	if holes > 0 {
		if length = (len(code) - len(form) + holes) / holes; length < 0 {
			return false
		}
	}
	if len(form)-holes+length*holes != len(code) {
		return false
	}
	for _, u := range form {
		switch {
		case u.hole:
			if !m.areBalanced(code[:length]) || !m.setName(&nameValue{units: code[:length]}) {
				return false
			}
			code = code[length:]
			continue
		case u.node == 0 && u != code[0], u.node != 0 && (code[0].node == 0 || !m.matchSequence(u.node, code[0].node)):
			return false
		}
		code = code[1:]
	}
	return true
}

// matchSequence reports whether a sequence of the form matches a sequence of the code. An
// interpolation of the form also matches a plain expression of the code that matches the expression
// inside "${…}".
func (m *formMatcher) matchSequence(want, id syntax.NodeID) bool {
	w, n := m.code.Node(want), m.expr.Node(id)
	if w.Kind == syntax.NodeInterp && n.Kind != syntax.NodeInterp {
		return w.Flags == 0 && m.matchNode(w.First, id)
	}
	return m.matchNode(want, id)
}

// areBalanced reports whether each directive that starts in the units, such as %{if}, also ends in
// them.
func (m *formMatcher) areBalanced(units []formUnit) bool {
	depth := 0
	for _, u := range units {
		n := m.expr.Node(u.node)
		if n.Kind != syntax.NodeDirective {
			continue
		}
		switch string(m.expr.Source(n.First)) {
		case "if", "for":
			depth++
		case "endif", "endfor":
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}

// setName records a value of the name. It returns false if the name already has a different
// value.
func (m *formMatcher) setName(new *nameValue) bool {
	if m.found == nil {
		m.found = new
		return true
	}
	if m.sameRow(m.found, new) {
		return true
	}
	if max(len(m.found.row.Nodes), len(new.row.Nodes)) > 1 {
		return false
	}
	if m.found.node != 0 && new.node != 0 {
		return m.sameNode(m.found.node, new.node)
	}
	a, b := m.unitsOf(m.found), m.unitsOf(new)
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		m.Budget.Step(1)
		if a[i].node == 0 || b[i].node == 0 {
			if a[i] != b[i] {
				return false
			}
		} else if !m.sameSequence(a[i].node, b[i].node) {
			return false
		}
	}
	return true
}

// unitsOf returns a value of the name as units of a template. A literal has one unit for each byte
// of its text.
func (m *formMatcher) unitsOf(h *nameValue) []formUnit {
	if h.allUnits == nil {
		from := h.units
		if h.node != 0 {
			from = []formUnit{{node: h.node}}
		}
		for _, u := range from {
			h.allUnits = m.appendFlat(h.allUnits, u)
		}
	}
	return h.allUnits
}

// appendFlat appends a unit of the code to dst, split into smaller units if possible. For "${…}"
// around a literal, it appends the bytes of the literal's text. For "${…}" around another template,
// it appends the units of that inner template.
func (m *formMatcher) appendFlat(dst []formUnit, u formUnit) []formUnit {
	id := u.node
	if m.expr.Node(id).Kind == syntax.NodeInterp {
		id = m.expr.Node(id).First
	}
	if id == 0 || m.expr.Node(id).Kind == syntax.NodeDirective {
		return append(dst, u)
	}
	id = m.expr.Unwrapped(id)
	if _, plain, ok := literalText(m.expr, id); ok && plain.ok {
		m.Budget.Step(2 * len(plain.text))
		for i := range len(plain.text) {
			dst = append(dst, formUnit{text: plain.text[i]})
		}
		return dst
	}
	if m.expr.Node(id).Kind != syntax.NodeTemplate {
		return append(dst, formUnit{node: id})
	}
	for _, inner := range m.unitsIn(m.expr, id) {
		dst = m.appendFlat(dst, inner)
	}
	return dst
}

// sameSequence reports whether two sequences are equal. An expression is compared as if it were in
// "${…}".
func (m *formMatcher) sameSequence(a, b syntax.NodeID) bool {
	for _, id := range []*syntax.NodeID{&a, &b} {
		if n := m.expr.Node(*id); n.Kind == syntax.NodeInterp {
			*id = n.First
		}
		*id = m.expr.Unwrapped(*id)
	}
	return m.sameNode(a, b) || string(tokens(m.expr.Source(a))) == string(tokens(m.expr.Source(b)))
}
