package refs

import "iacedit/syntax"

// A Shape is how a rename changes the value of an attribute, besides its name.
type Shape uint8

// The shapes.
const (
	SameShape Shape = iota
	ToObject        // a list of one object becomes the object: a.b[0].c becomes a.b.c
	ToList          // an object becomes a list of one object: a.b.c becomes a.b[0].c
	ToOther         // references to the value cannot follow
)

// becomesObject reports whether the name of a branch is that of a list that becomes an object.
func (b *branch) becomesObject() bool { return b.rename != nil && b.rename.Shape == ToObject }

// reshape changes the code behind a name as the shape of the named value changes: it removes or adds
// an index. The name is that of the step with the index i; top is the node of the last step. reshape
// returns false if the code uses the value in another way, and then changes nothing.
func (m *replacer) reshape(v flow, steps []Step, i int, one *Rename, top syntax.NodeID) bool {
	last := i == len(steps)-1
	switch {
	case one.Shape == SameShape:
		return true
	case last && m.finder.rule.reading != ordinaryExpression: // such as ignore_changes
		return one.Shape != ToOther
	case one.Shape == ToObject && last:
		return v.lists == 0 && m.unwrapOne(top)
	case one.Shape == ToObject:
		return m.dropIndex(&steps[i], &steps[i+1])
	case one.Shape == ToList:
		return m.addIndex(steps, i)
	}
	return false
}

// dropIndex removes the index 0 behind a name.
func (m *replacer) dropIndex(name, next *Step) bool {
	switch {
	case next.Joined:
		return false
	case next.Kind == StepAttribute || next.Kind == StepString:
		return true
	case next.Kind != StepLiteral || elementNumber(m.finder.f.At(next.Name)) != 1:
		return false
	}
	m.replace(syntax.Span{From: name.End, To: next.End}, "")
	return true
}

// addIndex adds the index 0 behind the name in a step. After ".*" it is written ".0": there, "[0]"
// would apply to the whole list.
func (m *replacer) addIndex(steps []Step, i int) bool {
	index := "[0]"
	for _, before := range steps[:i] {
		if before.Kind == StepSplat && m.finder.text[before.End-1] == '*' {
			index = ".0"
		}
	}
	if i+1 < len(steps) && steps[i+1].Kind != StepAttribute && steps[i+1].Kind != StepString && !steps[i+1].Joined {
		return false
	}
	end := steps[i].End
	m.replace(syntax.Span{From: end, To: end}, index)
	return true
}

// unwrapOne removes the call around a list that becomes an object: one(a.b) becomes a.b. The
// argument is the node of the list.
func (m *replacer) unwrapOne(list syntax.NodeID) bool {
	w := m.finder
	call := w.node(w.parents[list])
	if list == 0 || call.Kind != syntax.NodeCall || call.Flags&syntax.FlagExpanded != 0 {
		return false
	}
	name, argument := w.node(call.First), w.node(list)
	if string(w.expr.Source(call.First)) != "one" || name.Next != list || argument.Next != 0 {
		return false
	}
	m.replace(syntax.Span{From: call.Start, To: argument.Start}, "")
	m.replace(syntax.Span{From: argument.End, To: call.End}, "")
	return true
}
