package apply

import (
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
)

// items returns the items of the file in the form that functions such as address.Follow accept.
func (t *attributeEdit) items() selection.Items { return selection.Items{View: &t.File.View} }

// cannotEnterError returns the error for a step that cannot enter the value of an item. For
// example, no key leads into the value 5. index is the index of the step in the path.
func (t *attributeEdit) cannotEnterError(id syntax.ItemID, index int) *fault.Error {
	step := t.attr.Path[index]
	what, need, expression := "", "", ""
	switch inside := t.Draft.Inside(id); {
	case inside == syntax.InsideCall && step.Kind == address.StepLast:
		what = `, whose last argument is expanded by "..."`
	case inside == syntax.InsideCall:
		return t.numberNeededError(id, index)
	case inside == syntax.InsideChoice && step.Kind != address.StepLast:
		yes, no := t.withNumber(index, 1), t.withNumber(index, 2)
		return fault.At(t.attr.At, fault.InvalidRequest, "%s: %s leads into the conditional %s; write %s or %s",
			t.action, t.attr.Text, t.Excerpt(id), yes, no)
	case step.Kind == address.StepLast:
		what = ", which is not a call"
	case step.Kind == address.StepArgument:
		what = ", which is not a call or a conditional"
	case inside == syntax.InsideObject:
		what, need = "an object", "a key"
	case inside == syntax.InsideList:
		what, need = "a list", "[number], [+] or [=]"
	default:
		if kind := t.plainKind(id); kind != "" {
			what = fmt.Sprintf(", which is %s: nothing is below it", kind)
			if kind == aHeredoc || kind == aString {
				what += `; "replace" changes text in it`
			}
			break
		}
		what, expression = t.suggestInstead(index)
		what = ", which is not an object or list literal" + what
	}
	if need == "" {
		return fault.Suggesting(expression, fault.At(t.attr.At, fault.InvalidRequest, "%s: %s leads into %s%s", t.action, t.attr.Text, t.Excerpt(id), what))
	}
	return fault.At(t.attr.At, fault.InvalidRequest, "%s: %s leads into %s, where it needs %s", t.action, t.attr.Text, what, need)
}

// aHeredoc and aString are results of plainKind.
const aHeredoc, aString = "a heredoc", "a string"

// plainKind names the kind of a value that has no parts, such as "a string". It returns "" for
// other values.
func (t *attributeEdit) plainKind(id syntax.ItemID) string {
	e := t.Expr(id)
	switch n := e.Node(e.Root); n.Kind {
	case syntax.NodeTemplate:
		if n.Flags&syntax.FlagHeredoc != 0 {
			return aHeredoc
		}
		if n.First != 0 && e.Node(n.First).Kind != syntax.NodeText && e.Node(n.First).Next == 0 {
			return "" // the template is a single sequence, and may have any kind of value
		}
		return aString
	case syntax.NodeNumber:
		return "a number"
	case syntax.NodeTrue, syntax.NodeFalse:
		return "true or false"
	}
	return ""
}

// suggestInstead returns the end of the error message for a path such as tags.Owner if the old
// value of tags is an expression that the path cannot enter. The message suggests setting all of
// tags instead. The expression is the suggested value, such as "merge($, { Owner = … })", or "". index
// is that of the step in the path, here that of Owner.
func (t *attributeEdit) suggestInstead(index int) (text, expression string) {
	step := t.attr.Path[index]
	switch {
	case t.action.Removes() || index > 0:
		return "", ""
	case step.Kind == address.StepKey:
		expression = fmt.Sprintf("merge($, { %s = … })", step.Key)
	case step.Kind == address.StepAppend:
		expression = "concat($, [ … ])"
	default:
		return fmt.Sprintf("; a value for %s itself replaces all of it", t.attr.Name), ""
	}
	return fmt.Sprintf("; to add to it, set %s to a value with the old one in it, such as %s", t.attr.Name, fault.Template(expression)), expression
}

// numberNeededError returns the error for a step into a call if it is unclear which argument of the
// call the step means. If the step could enter one of the arguments, the message suggests the path
// with the number of this argument.
func (t *attributeEdit) numberNeededError(call syntax.ItemID, number int) *fault.Error {
	inside := syntax.InsideList
	if t.attr.Path[number].Kind == address.StepKey {
		inside = syntax.InsideObject
	}
	argument, n, literal := -1, 0, false
	for c := t.Draft.FirstItem(call); c != syntax.NoItem; c = t.Draft.NextItem(c) {
		is := address.Literal(t.items(), call, c, inside) != syntax.NoItem
		if is || !literal && t.canEnter(c, t.attr.Path[number]) {
			argument = n // a literal is preferred
		}
		literal = literal || is
		n++
	}
	if n == 0 {
		return fault.At(t.attr.At, fault.InvalidRequest, "%s: %s leads into %s, which has no arguments", t.action, t.attr.Text, t.Excerpt(call))
	}
	what, end, expression := "a list literal", "", ""
	if inside == syntax.InsideObject {
		last := address.Path{Name: t.attr.Name, Steps: append(slices.Clone(t.attr.Path[:number]), address.Step{Kind: address.StepLast})}
		what, end = "an object literal", "; "+last.String()+" is a new last argument"
	}
	if argument < 0 {
		switch {
		case t.action.Removes():
			end = ""
		case address.FunctionOf(t.items(), call) != "merge" || t.items().IsSpread(call, t.Draft.LastItem(call)):
			end, expression = t.suggestInstead(number)
		case end != "":
			end += fmt.Sprintf(", to be set to {%s: …}", excerpt.Quote(t.attr.Path[number].Key))
		}
		return fault.Suggesting(expression, fault.At(t.attr.At, fault.InvalidRequest, "%s: %s leads into %s, and none of its arguments is %s%s", t.action, t.attr.Text, t.Excerpt(call), what, end))
	}
	return fault.At(t.attr.At, fault.InvalidRequest, "%s: %s leads into %s; write the number of the argument, from 0: %s%s",
		t.action, t.attr.Text, t.Excerpt(call), t.withNumber(number, argument), end)
}

// withNumber returns the attribute's path with one more step, such as (1), which leads to an
// argument of a call. number is the index of the new step in the path.
func (t *attributeEdit) withNumber(number, argument int) address.Path {
	return address.Path{Name: t.attr.Name, Steps: slices.Insert(slices.Clone(t.attr.Path), number, address.Step{Kind: address.StepArgument, Index: argument})}
}

// canEnter reports whether a step can enter an argument of a call. It returns false for an argument
// that is expanded by "...".
func (t *attributeEdit) canEnter(argument syntax.ItemID, step address.Step) bool {
	_, _, seen := address.Follow(t.items(), argument, nil, step)
	return seen != address.Unknown && !t.Draft.IsSpread(argument)
}
