package rename

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/pattern"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A newForm is a part of an attribute's value that becomes another expression: the value of a
// renamed item, or a reference to such an item.
type newForm struct {
	value syntax.Span // the value of the attribute
	at    syntax.Span // the part of it
	name  *plan.NewName
	// isReference is set if the part is a reference.
	isReference bool
	where       address.Address // the block, for warnings
}

// A formWriter puts forms around values and references.
type formWriter struct {
	*renamer
	byFile    map[*draft.File][]newForm
	unlessSet map[*plan.ValueForm]*pattern.Form   // by form: the form that leaves null as it is
	nullable  map[string]map[string]bool          // by folder: the variables whose default is null
	oldValues map[*plan.NewName]*selection.Values // the old values in "values", by their indexes
	classes   []value.Class                       // of the nodes of the last value with such a name
}

// addValue records that the value of an item changes.
func (w *formWriter) addValue(b draft.Block, id syntax.ItemID, name *plan.NewName, where address.Address) {
	attribute := id
	for b.Draft.Kind(attribute) != syntax.KindAttribute {
		attribute = b.Draft.Item(attribute).Parent
	}
	w.add(b.File, newForm{value: b.Draft.Item(attribute).Content, at: b.Draft.Item(id).Content, name: name, where: where})
}

func (w *formWriter) add(f *draft.File, one newForm) {
	if w.byFile == nil {
		w.byFile = map[*draft.File][]newForm{}
	}
	w.m.Budget.Hold(bytesPerReference)
	w.byFile[f] = append(w.byFile[f], one)
}

// follow records what a reference to a renamed item becomes, or warns that its value has changed.
func (w *formWriter) follow(f *draft.File, name *plan.NewName, r refs.Followed) {
	switch {
	case r.Place != refs.InExpression:
	case name.Reference != nil && !r.Listed:
		w.add(f, newForm{value: r.Value, at: r.At, name: name, isReference: true})
	case w.o != nil:
		why := ""
		if name.Reference != nil {
			why = `; "reference" does not apply to a list of values`
		}
		where := w.m.Language.Header(f.Tree, syntax.Root, r.Owner.Item)
		w.o.WarnPlace(name.Attribute.At, report.ValueChanged, fmt.Sprintf("%s has another value now, and this code uses it%s", excerpt.Quote(name.Sent), why), f, where, r.At.From)
	}
}

// write adds the replacements for all recorded forms to those of the references.
func (w *formWriter) write() error {
	for f, forms := range w.byFile {
		sequence.SortStable(forms, func(a, b newForm) int { // in a value, the references come first, because they are inside
			return cmp.Or(cmp.Compare(a.value.From, b.value.From), cmp.Compare(a.depth(), b.depth()))
		})
		found := w.replacements[f]
		sequence.Sort(found, func(a, b refs.Replacement) int { return cmp.Compare(a.At.From, b.At.From) })
		var all []refs.Replacement
		for len(forms) > 0 {
			in := forms[0].value
			n := 1
			for n < len(forms) && forms[n].value == in {
				n++
			}
			from := lowerBound(found, in.From)
			to := from + lowerBound(found[from:], in.To)
			edits, err := w.writeValue(f, forms[:n], found[from:to])
			if err != nil {
				return err
			}
			all = append(append(all, found[:from]...), edits...)
			w.m.Budget.Grow(len(edits) * bytesPerReference / 8)
			found, forms = found[to:], forms[n:]
		}
		w.replacements[f] = append(all, found...)
	}
	return nil
}

func (one *newForm) depth() int {
	if one.isReference {
		return 0
	}
	return 1
}

// lowerBound returns how many of the replacements, which are in order, begin before an offset.
func lowerBound(found []refs.Replacement, offset int32) int {
	n, _ := slices.BinarySearchFunc(found, offset, func(r refs.Replacement, offset int32) int { return cmp.Compare(r.At.From, offset) })
	return n
}

// writeValue puts forms around parts of one value. It returns the replacements found, and those that
// the forms need.
func (w *formWriter) writeValue(f *draft.File, forms []newForm, found []refs.Replacement) ([]refs.Replacement, error) {
	w.nullableIn(f.Folder) // before the value is parsed, because that needs the same memory
	w.m.Budget.Parse(forms[0].value.Len())
	e := f.Draft.Expr(forms[0].value)
	starts, ends := map[int32][]syntax.NodeID{}, map[int32][]syntax.NodeID{} // the nodes by offset, inner nodes first
	for id := range e.All() {
		w.m.Budget.Step(stepsPerNode)
		at := e.Node(id).Span()
		starts[at.From], ends[at.To] = append(starts[at.From], id), append(ends[at.To], id)
	}
	around := map[syntax.NodeID][]*pattern.Form{}
	for i := range forms {
		one := &forms[i]
		if one.isReference {
			id := w.find(ends[one.at.To], func(id syntax.NodeID) bool { return e.Node(id).Start <= one.at.From })
			around[id] = append(around[id], one.name.Reference.Parsed)
			continue
		}
		nodes := slices.Clone(starts[one.at.From])
		slices.Reverse(nodes)
		w.addResults(f, e, w.find(nodes, func(id syntax.NodeID) bool { return e.Node(id).End <= one.at.To }), one, around)
	}
	if w.m.Patterns == nil {
		w.m.Patterns = new(pattern.Rewriter)
	}
	w.m.Patterns.Budget = w.m.Budget
	others := make([]pattern.Edit, len(found))
	for i := range found {
		others[i] = pattern.Edit(found[i])
	}
	edits, err := w.m.Patterns.Wrap(nil, e, nil, others, around)
	if refusal, ok := errors.AsType[*pattern.Refusal](err); ok {
		return nil, draft.RefusedAt(f, forms[0].name.Attribute.At, int32(refusal.Offset), "rename", refusal.Message)
	}
	all := make([]refs.Replacement, len(edits))
	for i := range edits {
		all[i] = refs.Replacement(edits[i])
	}
	return all, err
}

// stepsPerNode is the price of recording where a node starts and ends.
const stepsPerNode = 16

// find returns the first of the nodes for which a function returns true.
func (w *formWriter) find(nodes []syntax.NodeID, is func(syntax.NodeID) bool) syntax.NodeID {
	for _, id := range nodes {
		w.m.Budget.Step(1)
		if is(id) {
			return id
		}
	}
	return 0
}

// addResults records the forms for the value of a renamed item: for each result of a conditional by
// itself. It leaves null as it is.
func (w *formWriter) addResults(f *draft.File, e *syntax.Expr, id syntax.NodeID, one *newForm, around map[syntax.NodeID][]*pattern.Form) {
	form := one.name.Value
	if form != nil && !form.Parsed.Holds() {
		around[id] = append(around[id], form.Parsed)
		return
	}
	if form == nil {
		w.m.Budget.Parse(len(e.Text[e.Node(id).Start:e.Node(id).End]))
		w.classes = w.m.Classes.Expr(w.classes[:0], e, nil)
	}
	for _, result := range pattern.Results(nil, e, id) {
		w.m.Budget.Step(4)
		switch {
		case e.Node(result).Kind == syntax.NodeNull:
		case form == nil:
			if to := w.mapped(w.classes[e.Unwrapped(result)], one.name); to != nil {
				around[result] = append(around[result], to)
			} else {
				w.warnNotMapped(f, e, result, one)
			}
		case w.nullable[f.Folder][variableAt(e, result)]:
			around[result] = append(around[result], w.formUnlessNull(form))
		default:
			around[result] = append(around[result], form.Parsed)
		}
	}
}

// mapped returns the new value for a literal, given its class, or nil if there is none.
func (w *formWriter) mapped(class value.Class, name *plan.NewName) *pattern.Form {
	old := w.oldValues[name]
	if old == nil {
		old = new(selection.Values)
		for i := range name.Values {
			old.Add(&w.m.Classes, i, w.m.Classes.Value(&name.Values[i].From, nil).Class)
		}
		draft.Note(&w.oldValues, name, old)
	}
	if found := old.Equal(nil, &w.m.Classes, class); len(found) > 0 {
		return name.Values[found[0]].To
	}
	return nil
}

// warnNotMapped warns of a value that "values" does not map.
func (w *formWriter) warnNotMapped(f *draft.File, e *syntax.Expr, id syntax.NodeID, one *newForm) {
	if w.o == nil {
		return
	}
	code := excerpt.Quote(string(e.Source(id)))
	why := code + ` is not among the old values in "values"`
	if _, literal := value.Read(e, id, nil); !literal {
		why = code + " is not a literal"
	}
	w.o.WarnPlace(one.name.Attribute.At, report.ValueNotMapped, fmt.Sprintf("the value of %s stays as it is: %s", excerpt.Quote(one.name.Attribute.Text), why), f, one.where, e.Node(id).Start)
}

// variableAt returns the name of the variable to which a node refers as a whole, or "".
func variableAt(e *syntax.Expr, id syntax.NodeID) string {
	n := e.Node(id)
	if root := e.Node(n.First); n.Kind != syntax.NodeGetAttr || root.Kind != syntax.NodeVariable || string(e.Source(n.First)) != "var" {
		return ""
	}
	return string(e.Source(e.Node(n.First).Next))
}

// nullableIn returns the variables of a module whose default is null.
func (w *formWriter) nullableIn(folder string) map[string]bool {
	if names, known := w.nullable[folder]; known {
		return names
	}
	names := map[string]bool{}
	if language.Block(w.m.Language, "variable") != nil {
		for _, f := range w.m.FilesIn(folder) {
			if !f.Searched() {
				continue
			}
			for _, id := range f.Index.Blocks(nil, syntax.Root, []string{"variable"}) {
				w.m.Budget.Step(stepsPerBlock)
				b := draft.Block{File: f, ID: id}
				attribute := f.Index.Attribute(id, "default")
				if labels := b.Labels(); attribute != syntax.NoItem && len(labels) == 1 {
					e := f.Expr(attribute)
					names[labels[0]] = names[labels[0]] || e.Node(e.Root).Kind == syntax.NodeNull
				}
			}
		}
	}
	draft.Note(&w.nullable, folder, names)
	return names
}

// formUnlessNull returns the form that is null for null, and otherwise the given one.
func (w *formWriter) formUnlessNull(form *plan.ValueForm) *pattern.Form {
	if w.unlessSet[form] == nil {
		code := slices.Concat([]byte(form.Old+" == null ? null : "), form.Code)
		parsed, err := pattern.ParseForm(code, form.Old, w.m.Budget)
		if err != nil {
			parsed = form.Parsed // not reached: the form is an expression
		}
		draft.Note(&w.unlessSet, form, parsed)
	}
	return w.unlessSet[form]
}
