package refs

import (
	"slices"
	"strings"

	"iacedit/syntax"
)

// changedPath returns the old and the new path of a renamed item, without the parts at their start
// that both have. The new path is empty if the item only gets another name.
func (r *Rename) changedPath() (old, new []Part) {
	old, new = r.path(), r.NewPath
	for len(old) > 1 && len(new) > 1 && old[0].Name == new[0].Name {
		old, new = old[1:], new[1:]
	}
	if len(new) == 0 {
		old = old[len(old)-1:]
	}
	return old, new
}

// replaceSteps replaces the steps of the path old, which are the last of a reference, by the path
// new. Between two steps of the path the reference may have the number of a block. replaceSteps
// returns false if the reference does not contain the whole path, because its value comes from
// elsewhere: from a local name, or from a call.
func (m *replacer) replaceSteps(steps []Step, old, new []Part) bool {
	first := len(steps) - 1
	for _, part := range slices.Backward(old[:len(old)-1]) {
		first--
		if first >= 0 && steps[first].Kind == StepLiteral && !steps[first].Joined {
			first--
		}
		if first < 0 || steps[first].Kind > StepString || steps[first].Joined || m.stepName(&steps[first]) != part.Name {
			return false
		}
	}
	numbered := slices.ContainsFunc(new, func(p Part) bool { return p.Element > 0 })
	if numbered && slices.ContainsFunc(steps[:first], m.isAttributeSplat) {
		return false // after .* an index would select one of all results
	}
	from, last := steps[first].Name.From, &steps[len(steps)-1]
	at := syntax.Span{From: from, To: last.Name.To}
	if last.Kind == StepString {
		at.To = last.End
	}
	var text strings.Builder
	for i, part := range new {
		if i > 0 {
			text.WriteByte('.')
		}
		name := part.String()
		if i == 0 && steps[first].Kind == StepString { // the bracket before the name stays
			name = part.Name + `"]` + strings.TrimPrefix(name, part.Name)
		}
		text.WriteString(name)
	}
	for n := len(m.replacements); n > 0 && m.replacements[n-1].At.From >= from && m.replacements[n-1].At.To <= at.To; n-- {
		m.replacements = m.replacements[:n-1] // the new name of a step before
	}
	m.replace(at, text.String())
	return true
}

// isAttributeSplat reports whether a step is a splat of the form .*, which applies only to the
// attributes after it.
func (m *replacer) isAttributeSplat(s Step) bool {
	return s.Kind == StepSplat && s.End > 0 && m.finder.text[s.End-1] == '*'
}
