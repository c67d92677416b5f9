package apply

import (
	"slices"
	"strconv"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/fault"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// A path may lead into a computed value: into a reference, or into a call in which several
// arguments could be meant. An optional edit with such a path is ignored. With "follow" the path
// continues in the local or variable that the reference names (docs/edits.md, "Paths").

// An ignoredError is the error for an edit that is ignored. Its value is the effect to report, such
// as report.Absent. The error never leaves this package, and its message lists no existing items,
// because the list is expensive and nobody would read it.
type ignoredError report.Effect

const (
	errUnreachable = ignoredError(report.Unreachable) // the path leads into a computed value
	errAbsent      = ignoredError(report.Absent)      // the attribute, or an item on its path, is missing
)

func (ignoredError) Error() string { return "the edit is ignored" }

// A redirection is returned as an error if a path goes through a reference, and so continues in
// another value, such as the value of a local.
type redirection struct {
	*body // the body that contains the other value
	attr  *plan.Attribute
}

func (*redirection) Error() string { return "the path goes on elsewhere" }

// A trail describes the references that an edit followed to a value.
type trail struct {
	origin *plan.Attribute // the attribute in the entry; nil if no reference was followed
	target draft.Block     // the attribute that has the value
	number int             // the number of the trail, from Trails.Start
}

// stepsPerReference is the price of following a reference, not counting the search for its object.
const stepsPerReference = 80

// stepError returns the error for a step that does not enter the value of an item. It is a
// redirection if a reference leads the path into another value, errUnreachable if the edit is
// ignored, and otherwise the error of cannotEnterError. index is the index of the step in the path.
func (t *attributeEdit) stepError(id syntax.ItemID, index int) error {
	if t.follows && !t.noFollow {
		onto, err := t.redirect(id, index)
		if err != nil {
			return err
		}
		if onto != nil {
			return onto
		}
	}
	switch {
	case t.isNeighbour:
	case t.noFollow && t.follows && !t.optional:
		return fault.At(t.attr.At, fault.InvalidRequest, "%s: %s is in %s, which only \"follow\" reaches; places are for what the block itself contains", t.action, t.attr.Text, t.Excerpt(id))
	case t.optional && t.action.Finds() && t.isComputed(id):
		return errUnreachable
	case t.Module.SkipUnreachable && t.action.Finds():
		t.Module.Unreachable = append(t.Module.Unreachable, draft.Block{File: t.File, ID: id}.WithPosition(t.cannotEnterError(id, index)))
		return errUnreachable
	}
	return t.cannotEnterError(id, index)
}

// isComputed reports whether the value of an item is neither a literal nor an object or list.
func (t *attributeEdit) isComputed(id syntax.ItemID) bool {
	switch t.items().Inside(id) {
	case syntax.InsideNothing:
	case syntax.InsideObject, syntax.InsideList:
		return false
	default:
		return true
	}
	e := t.Expr(id)
	switch e.Node(e.Root).Kind {
	case syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNull:
		return false
	case syntax.NodeTemplate:
		_, literal := value.LiteralKey(e, e.Root)
		return !literal
	}
	return true
}

// redirect finds the local or variable to which the value of an item refers. The path continues in
// that local or variable with the step at the given index. redirect returns nil if the value is not
// a reference to a local or variable.
func (t *attributeEdit) redirect(id syntax.ItemID, number int) (*redirection, error) {
	if t.items().Inside(id) != syntax.InsideNothing {
		return nil, nil
	}
	root, name, steps := splitReference(t.Expr(id))
	var to body
	switch root {
	case "local":
		to = t.localNamed(name)
	case "var":
		var err error
		if to, err = t.variableNamed(name); err != nil {
			return nil, err
		}
	}
	if to.File == nil {
		return nil, nil
	}
	t.Budget.Step(stepsPerReference + stepsPerReference/8*(len(steps)+len(t.attr.Path)-number))
	attr := *t.attr
	attr.Path = append(steps, t.attr.Path[number:]...)
	if attr.Name = name; to.where[0].Text == "variable" {
		attr.Name = "default"
	}
	attr.Text = address.Path{Name: attr.Name, Steps: attr.Path}.String()
	t.Budget.Grow(len(attr.Text))
	if to.trail.origin == nil {
		to.trail.origin, to.trail.number = t.attr, t.Module.Trails.Start()
	}
	to.trail.target = draft.Block{File: to.File, ID: to.Index.Attribute(to.item, attr.Name)}
	if t.Module.Trails.Revisits(to.trail.number, to.trail.target) {
		return nil, fault.At(t.attr.At, fault.InvalidRequest, "%s: %s leads in a circle, through %s.%s", t.action, to.trail.origin.Text, root, name)
	}
	schema := address.SchemaAt(to.special.Attribute(attr.Name), attr.Path)
	if t.action.SetsValues() && hasSequence(&attr.Value, schema) {
		return nil, fault.At(t.attr.At, fault.InvalidRequest, "%s: %s leads into %s.%s, whose value must be constant, without \"${…}\"", t.action, t.trail.originOr(t.attr).Text, root, name)
	}
	return &redirection{&to, &attr}, nil
}

// originOr returns the attribute of the entry at which the edit began to follow references. If no
// reference was followed, it returns its argument.
func (x *trail) originOr(attr *plan.Attribute) *plan.Attribute {
	if x.origin != nil {
		return x.origin
	}
	return attr
}

// isDone reports whether the edit has already changed the value at the end of the trail.
func (x *trail) isDone(m *draft.Module) bool {
	return x.origin != nil && m.IsDone(x.origin, x.target)
}

// markDone marks the value at the end of the trail as changed by the edit.
func (x *trail) markDone(m *draft.Module) {
	if x.origin != nil {
		m.MarkDone(x.origin, x.target)
	}
}

// stepsPerLookup is the price of looking for a name in a body.
const stepsPerLookup = 5

var localsBlocks = []string{"locals"}

// localNamed returns the "locals" block that defines a local of the module. If several blocks
// define it, localNamed returns the last of them, which may be in an override file. If no block
// defines the local, the result has no file.
func (b *body) localNamed(name string) (to body) {
	var in *draft.File
	var block syntax.ItemID
	for _, f := range b.Module.FilesIn(b.Folder) {
		b.Budget.Step(1)
		if !f.Searched() && f.Role != module.Override {
			continue
		}
		for _, id := range f.Index.Blocks(nil, syntax.Root, localsBlocks) {
			b.Budget.Step(stepsPerLookup)
			if f.Index.Attribute(id, name) != syntax.NoItem {
				in, block = f, id
			}
		}
	}
	if in != nil {
		to = b.copyFor(in, block, "locals")
	}
	return to
}

// variableNamed returns the body that has the value of a variable of the module. If a file of
// variable values sets the variable, the result is the top level of that file. Otherwise the result
// is the block of the variable, if the block has a default. If the variable has no value, the
// result has no file.
func (b *body) variableNamed(name string) (to body, err error) {
	named := 0 // the number of files that Terraform reads only if a command names them
	loaded := false
	var block draft.Block
	for _, f := range b.Module.FilesIn(b.Folder) {
		b.Budget.Step(stepsPerLookup)
		switch {
		case f.Role == module.Values || f.Role == module.NamedValues:
			if f.Index.Attribute(syntax.Root, name) == syntax.NoItem || loaded && f.Role == module.NamedValues {
				continue
			}
			if f.Role == module.NamedValues {
				named++
			}
			loaded = loaded || f.Role == module.Values
			to = b.copyFor(f, syntax.Root, "iacvars")
		case f.Searched() || f.Role == module.Override:
			for _, v := range f.BlocksAt("variable", []string{name}) {
				if f.Index.Attribute(v.ID, "default") != syntax.NoItem {
					block = v
				}
			}
		}
	}
	switch {
	case !loaded && named > 1:
		return to, fault.At(b.entry.At, fault.InvalidRequest, "%d files of variable values set var.%s, and Terraform loads none of them automatically; edit one of them by its name", named, name)
	case to.File == nil && block.File != nil:
		to = b.copyFor(block.File, block.ID, "variable", name)
	}
	return to, nil
}

// splitReference splits an expression that is only a reference. For var.tags.Name it returns the
// root "var", the name "tags" and the step Name. The root is "" for any other expression.
func splitReference(e *syntax.Expr) (root, name string, steps []address.Step) {
	for n := e.Root; ; n = e.Node(n).First {
		node := e.Node(n)
		if node.Kind == syntax.NodeVariable {
			root = string(e.Source(n))
			break
		}
		second := e.Node(node.First).Next
		switch node.Kind {
		case syntax.NodeGetAttr:
			steps = append(steps, address.Step{Kind: address.StepKey, Key: string(e.Source(second))})
		case syntax.NodeIndex, syntax.NodeLegacyIndex:
			key, literal := value.LiteralKey(e, second)
			number, err := strconv.ParseUint(string(e.Source(second)), 10, 31)
			switch {
			case e.Node(second).Kind == syntax.NodeTemplate && literal:
				steps = append(steps, address.Step{Kind: address.StepKey, Key: key})
			case err == nil:
				steps = append(steps, address.Step{Kind: address.StepIndex, Index: int(number)})
			default:
				return "", "", nil
			}
		default:
			return "", "", nil
		}
	}
	slices.Reverse(steps)
	if len(steps) == 0 || steps[0].Kind != address.StepKey {
		return "", "", nil
	}
	return root, strings.Clone(steps[0].Key), steps[1:]
}

// hasSequence reports whether a string in a value has a sequence, "${…}" or "%{…}", at a place
// where the schema allows only text.
func hasSequence(v *value.Value, p *value.Schema) bool {
	switch v.Kind {
	case value.String:
		return p.StringMode() == value.Literal && value.EscapeTemplate(v.Text) != v.Text
	case value.Array:
		return slices.ContainsFunc(v.Items, func(item value.Item) bool { return hasSequence(&item.Value, p.Element()) })
	case value.Object:
		return slices.ContainsFunc(v.Items, func(item value.Item) bool { return hasSequence(&item.Value, p.Member(item.Key)) })
	}
	return false
}
