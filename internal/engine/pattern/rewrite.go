package pattern

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/lexer"
	"iacedit/syntax"
)

const opMinus = lexer.Minus

// A Rewriter replaces the matches of a pattern in an expression. The zero value is ready for
// use. It reuses its memory, and must not be used by several goroutines at once.
type Rewriter struct {
	Matcher
	tree    tree
	regions []replacedNode // the replaced nodes, in the order of the code; none is inside another
	after   []byte         // the code after the expression

	old, form parsedCode // memory of Old and NewForm
	units     []formUnit // memory for the templates of the current form
}

// A replacedNode is a node that is replaced, with its new code.
type replacedNode struct {
	node       syntax.NodeID
	at         syntax.Span
	new        *fragment
	inTemplate bool // the new code is text in a template, so it needs no parentheses
}

// A Refusal is the error for a match that cannot be replaced.
type Refusal struct {
	Offset  int // the offset in the code
	Message string
}

// Error returns r.Message.
func (r *Refusal) Error() string { return r.Message }

// An Asker decides whether a match is replaced. Its arguments are the matching node, and a function
// that returns the code that would replace the node.
type Asker func(at syntax.NodeID, new func() []byte) bool

// Rewrite replaces the matches of p in e by the replacement "to", inner matches first. It does not
// search the new code for matches. It appends the edits to dst, in the order of the code. The slice
// hidden contains the local names that code around e defines. If ask is not nil, Rewrite replaces
// only the matches for which ask returns true. The error is a *Refusal.
func (r *Rewriter) Rewrite(dst []Edit, e *syntax.Expr, hidden []string, p *Pattern, to *Replacement, ask Asker) ([]Edit, error) {
	r.begin(e, hidden)
	var w writer // of all matches, to take memory once
	for id := range e.All() {
		r.tree.shapes[id] = r.tree.shape(id)
		if !r.isPlace(id) {
			continue
		}
		if match, ok := r.Match(p, id); ok {
			w = writer{Rewriter: r, to: to, match: &match}
			new := w.write()
			if ask == nil || ask(id, func() []byte { return r.text(new) }) {
				if w.checkFree(id); w.err != nil {
					return dst, w.err
				}
				r.addReplacement(id, new)
				continue
			}
		}
		if e.Node(id).Kind == syntax.NodeTemplate && len(r.regions) > 0 {
			r.simplifyTemplate(id)
		}
	}
	for _, id := range keyTemplates(r) {
		r.simplifyTemplate(id)
	}
	return r.edits(dst), nil
}

// text returns the code of a fragment. The slice has room for a line end, so that the caller can
// append one without copying the code.
func (r *Rewriter) text(f *fragment) (text []byte) {
	if f.size > maxResult {
		budget.Refuse(budget.Bytes, maxResult)
	}
	r.Budget.Grow(int(f.size))
	text = make([]byte, 0, f.size+1)
	for p := range f.flatten {
		text = append(append(text, p.text...), p.at.Of(r.expr.Text)...)
	}
	return text
}

func (r *Rewriter) begin(e *syntax.Expr, hidden []string) {
	r.Reset(e, hidden)
	r.tree.read(e, breaksEnd)
	r.regions = r.regions[:0]
	r.after = e.Text[min(int(e.Node(e.Root).End), len(e.Text)):]
}

// edits appends the edits for all replaced nodes.
func (r *Rewriter) edits(dst []Edit) []Edit {
	f := r.fragment(shape{})
	dst = grow.Reserve(r.Budget, dst, len(r.regions))
	for i := range r.regions {
		f.pieces, f.size = f.pieces[:0], 0
		r.addReplaced(f, &r.regions[i])
		dst = f.edits(dst, r.expr.Text, r.regions[i].at, r.Budget)
	}
	return dst
}

// addReplacement records that a node is replaced by the given new code.
func (r *Rewriter) addReplacement(id syntax.NodeID, new *fragment) {
	at := r.expr.Node(id).Span()
	r.regions = r.regions[:r.firstRegion(at.From)]
	if len(r.regions) == cap(r.regions) {
		r.regions = grow.Foresee(r.Budget, r.regions, 0, int(at.From), len(r.expr.Text))
	}
	r.regions = append(r.regions, replacedNode{node: id, at: at, new: new})
	r.tree.shapes[id] = new.shape
	r.hide(id)
}

// firstRegion returns the index of the first replaced node that starts at an offset or after it.
func (r *Rewriter) firstRegion(offset int32) int {
	return sort.Search(len(r.regions), func(i int) bool { return r.regions[i].at.From >= offset })
}

// nodeCode returns the code of a node, with all recorded replacements.
func (r *Rewriter) nodeCode(id syntax.NodeID) *fragment {
	at := r.expr.Node(id).Span()
	i := r.firstRegion(at.From)
	if i < len(r.regions) && r.regions[i].node == id {
		return r.regions[i].new
	}
	f := r.fragment(r.tree.shapes[id])
	r.addRange(f, at)
	code, text, ok := literalText(r.expr, id)
	if n := r.expr.Node(id); ok && n.Kind == syntax.NodeTemplate && n.Flags&syntax.FlagHeredoc == 0 {
		inner := r.fragment(shape{})
		inner.pieces = []piece{}
		r.addRange(inner, syntax.Span{From: n.Start + 1, To: n.End - 1})
		f.literal = literal{inner.pieces, text}
	} else if ok {
		f.literal = literal{[]piece{{text: code}}, text}
	}
	return f
}

// addRange adds a range of the code, with all recorded replacements, to a fragment.
func (r *Rewriter) addRange(f *fragment, at syntax.Span) {
	from := at.From
	for i := r.firstRegion(at.From); i < len(r.regions) && r.regions[i].at.To <= at.To; i++ {
		r.addSource(f, syntax.Span{From: from, To: r.regions[i].at.From})
		r.addReplaced(f, &r.regions[i])
		from = r.regions[i].at.To
	}
	r.addSource(f, syntax.Span{From: from, To: at.To})
}

func (r *Rewriter) addSource(f *fragment, at syntax.Span) {
	if at.Len() > 0 {
		f.add(piece{at: at})
	}
}

// addReplaced adds the new code of a replaced node to a fragment. It puts the code in parentheses
// if the place of the node requires them.
func (r *Rewriter) addReplaced(f *fragment, g *replacedNode) {
	r.Budget.Step(4)
	switch {
	case g.inTemplate:
		f.add(piece{sub: g.new})
	case r.tree.needsParens(g.new.shape, g.node), g.new.shape.endsInMarker && !r.lineEnds(g.at.To), r.isFirstFor(g):
		f.addWrapped(g.new)
	default:
		f.add(piece{sub: g.new})
	}
}

// lineEnds reports whether the rest of a line, from an offset on, contains only white space.
func (r *Rewriter) lineEnds(offset int32) bool {
	rest := bytes.TrimLeft(r.expr.Text[offset:], " \t")
	return len(rest) == 0 || rest[0] == '\n' || bytes.HasPrefix(rest, []byte("\r\n"))
}

// isFirstFor reports whether a replaced node is the first element of a list and begins with the
// name "for". After "[", that name would be read as the keyword of a for expression.
func (r *Rewriter) isFirstFor(g *replacedNode) bool {
	parent := r.expr.Node(r.tree.parents[g.node])
	return parent.Kind == syntax.NodeTuple && parent.First == g.node && r.beginsWithFor(g.new)
}

func (r *Rewriter) beginsWithFor(f *fragment) bool {
	const longest = len("for ")
	var start []byte
	for p := range f.flatten {
		text := p.at.Of(r.expr.Text)
		start = append(start, p.text[:min(len(p.text), longest)]...)
		start = append(start, text[:min(len(text), longest)]...)
		if len(start) >= longest {
			start = start[:longest]
			break
		}
	}
	kind, from, end := lexer.Next(start, 0)
	return kind == lexer.Ident && string(start[from:end]) == "for"
}

// simplifyTemplate simplifies a template whose interpolations have new code: "${a.b}" becomes a.b,
// and "x-${1}" becomes "x-1". It leaves an interpolation with a comment unchanged, so that the
// comment is not lost.
func (r *Rewriter) simplifyTemplate(id syntax.NodeID) {
	n := r.expr.Node(id)
	if inner := r.expr.Sole(id); inner != 0 && r.isPlace(id) {
		if i := r.firstRegion(r.expr.Node(inner).Start); i < len(r.regions) && r.regions[i].node == inner && r.hasNoComments(n, inner) {
			r.addReplacement(id, r.regions[i].new)
		}
		return
	}
	if marked(r.expr, id) {
		return
	}
	for c := n.First; c != 0; c = r.expr.Node(c).Next {
		part := r.expr.Node(c)
		if part.Kind != syntax.NodeInterp {
			continue
		}
		i := r.firstRegion(part.Start)
		if i == len(r.regions) || r.regions[i].node != part.First || !r.hasNoComments(part, part.First) {
			continue
		}
		f := r.fragment(shape{})
		if r.foldInto(f, n, part, r.regions[i].new) {
			r.regions[i] = replacedNode{node: c, at: part.Span(), new: f, inTemplate: true}
		}
	}
}

// hasNoComments reports whether there is no comment before or after the only expression in a
// template or interpolation.
func (r *Rewriter) hasNoComments(around syntax.Node, inner syntax.NodeID) bool {
	at := r.expr.Node(inner)
	before, after := r.expr.Text[around.Start:at.Start], r.expr.Text[at.End:around.End]
	r.Budget.Step(len(before) + len(after))
	return !bytes.ContainsAny(before, "#/") && !bytes.ContainsAny(after, "#/")
}

// foldInto adds a literal to a template as text: 1 instead of ${1}. It returns false if the text
// would mean something else in the template.
func (r *Rewriter) foldInto(out *fragment, template, part syntax.Node, f *fragment) bool {
	before, after := byte(0), r.expr.Text[part.End:template.End]
	if part.Start > template.Start {
		before = r.expr.Text[part.Start-1]
	}
	if template.Flags&syntax.FlagHeredoc == 0 {
		return r.fold(out, f, before, after)
	}
	opening := r.expr.Text[template.Start:template.End]
	marker, _ := lexer.HeredocMarker(opening[:bytes.IndexByte(opening, '\n')+1])
	text := f.plain.text
	if !f.plain.ok || strings.TrimSpace(text) != text || text == "" || strings.ContainsFunc(text, isControl) || bytes.Contains(marker, []byte(text)) {
		return false
	}
	return r.fold(out, &fragment{literal: literal{inner: []piece{{text: escapeHeredoc(text)}}}}, before, after)
}

func isControl(c rune) bool { return c < ' ' || c == 0x7F || 0x80 <= c && c < 0xA0 || c == 0xFFFD }

// escapeHeredoc returns the code for a text in a heredoc, where "${" is written as "$${".
func escapeHeredoc(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if lexer.Sequence(s, i) == len("${") {
			b.WriteByte(s[i])
		} else if n := lexer.Sequence(s, i); n > 2 {
			b.WriteByte(s[i]) // the first "$" is text, too
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// keyTemplates returns the templates in keys of objects, or nil if no node was replaced. Rewrite
// has not simplified these templates yet, because it simplifies only what a pattern may match, and
// patterns do not match keys (see the package comment).
func keyTemplates(r *Rewriter) (ids []syntax.NodeID) {
	if len(r.regions) == 0 {
		return nil
	}
	for id := range r.expr.All() {
		if r.expr.Node(id).Kind == syntax.NodeTemplate && r.notes[id]&inKey != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// checkFree records a Refusal if a name in the replacement would mean something else at the node.
func (w *writer) checkFree(at syntax.NodeID) {
	for _, name := range w.to.free {
		if w.locals.Bound(w.expr.Node(at).Start, name) || slices.Contains(w.hidden, name) {
			w.refuse(at, "the name %s of %q would be taken for a local name here", name, w.to.sent)
			return
		}
	}
}

// checkNames records a Refusal if a name in an expression of the code would change its meaning when
// the expression takes the place of a metavariable.
func (w *writer) checkNames(hole, node syntax.NodeID) {
	if !w.locals.Any() && !w.to.locals.Any() {
		return
	}
	offset := w.to.tree.Node(hole).Start
	w.Budget.Step(int(node - w.firstNodes[node]))
	for id := w.firstNodes[node]; id <= node; id++ {
		n := w.expr.Node(id)
		if n.Kind != syntax.NodeVariable || w.notes[id]&plainKey != 0 {
			continue
		}
		name := string(w.expr.Source(id))
		by := w.locals.Binder(id)
		bound := w.to.locals.Bound(offset, name)
		switch {
		case by >= w.firstNodes[node] && by <= node: // the name is defined inside the expression
		case by >= w.firstNodes[w.match.At] && by <= w.match.At && !bound:
			w.refuse(id, "%s is a local name that would not be defined in %q", name, w.to.sent)
			return
		case (by < w.firstNodes[w.match.At] || by > w.match.At) && bound:
			w.refuse(id, "%s would be taken for a local name in %q", name, w.to.sent)
			return
		}
	}
}

func (w *writer) refuse(at syntax.NodeID, format string, args ...any) {
	if w.err == nil {
		w.err = &Refusal{Offset: int(w.expr.Node(at).Start), Message: fmt.Sprintf(format, args...)}
	}
}
