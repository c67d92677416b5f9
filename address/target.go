package address

import (
	"slices"
	"strings"

	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A Target is the meaning of an Address in a file: which of the names in the address are block
// types, which are labels, and which are attributes.
type Target struct {
	Blocks []Level // from the top-level block to the innermost one; at least one
	Path   Path    // the attribute; its Name is "" if the block is the target
	Any    bool    // any attribute of the block is the target: *

	// Found contains the blocks that the last level names, in code order. If the level has
	// selectors such as [alias=east], the selectors are not applied yet. Found is empty if the
	// code lacks a level.
	Found      []syntax.ItemID
	depth      int             // the number of levels that exist in the code
	lastBlocks []syntax.ItemID // the blocks of the innermost level that exists in the code; Root if no level exists
}

// A Level selects blocks of one type. The first Level of a Target selects top-level blocks of the
// file; each other Level selects blocks nested in those of the Level before it.
type Level struct {
	Type      string
	Labels    []string // AnyLabel for any label, if Patterns is true
	Patterns  bool     // a label is a pattern; "*" in all labels is one
	LeftOut   int      // the number of omitted labels at the end, which match any label
	Where     []Condition
	Matches   []Condition // conditions in which Value is a regular expression
	Has       []string    // attribute paths, as ParsePath reads them
	Lacks     []string
	Index     int  // the index of a block among the selected blocks; -1 for none
	All       bool // all selected blocks
	HasLabels bool // Labels is not empty
}

// AnyLabel in an address matches every label. As a part of a pattern such as "web*", it matches any
// run of characters.
const AnyLabel = "*"

// IsPattern reports whether a label of an address contains "*", so that it can match several
// labels.
func IsPattern(label string) bool { return strings.Contains(label, AnyLabel) }

// MatchLabel reports whether a label matches a pattern, in which each "*" matches any run of
// characters, even an empty one. A pattern without "*" matches only itself.
func MatchLabel(pattern, label string) bool {
	if pattern == AnyLabel {
		return true
	}
	before, rest, found := strings.Cut(pattern, AnyLabel)
	if !found {
		return pattern == label
	}
	label, fits := strings.CutPrefix(label, before)
	for fits && found {
		if before, rest, found = strings.Cut(rest, AnyLabel); !found {
			return strings.HasSuffix(label, before)
		}
		_, label, fits = strings.Cut(label, before)
	}
	return false
}

// Selects reports whether the level has a selector besides the index.
func (l *Level) Selects() bool {
	return len(l.Where)+len(l.Matches)+len(l.Has)+len(l.Lacks) > 0
}

// A Condition is a selector such as [alias=east]: an attribute path and the value that the
// attribute must have.
type Condition struct {
	Path  string // as ParsePath reads it
	Value string // the text of the value, or a regular expression for it (in Level.Matches)
	Null  bool   // the attribute must be missing or null
}

// Nest turns the target's attribute into a nested block, whose type is the name of the attribute.
// In aws_instance.web.timeouts.create, timeouts becomes a block, and create becomes an attribute in
// it. The code need not have such a block. Nest reports whether the change was possible.
func (t *Target) Nest() bool {
	if t.Path.Name == "" || len(t.Path.Steps) > 0 && t.Path.Steps[0].Kind != StepKey {
		return false
	}
	t.Blocks = append(t.Blocks, Level{Type: t.Path.Name, Index: -1})
	steps := t.Path.Steps
	t.Path, t.Found = Path{}, nil
	if len(steps) > 0 {
		t.Path = Path{Name: steps[0].Key, Steps: steps[1:]}
	}
	return true
}

// NestLabelled is like Nest, but for a language that allows any block type. a is the address of the
// target. Names in brackets after the block's type become its labels, as in group["app"]. If the
// argument whole is true, all parts of the address after the block's type are labels, including the
// names after dots.
func (t *Target) NestLabelled(a Address, whole bool) bool {
	steps := t.Path.Steps
	if len(steps) > len(a) || !t.Nest() {
		return false
	}
	given := a[len(a)-len(steps):]
	n := 0
	for n < len(steps) && steps[n].Kind == StepKey && (whole || given[n].Kind == PartKey) {
		n++
	}
	if whole && n < len(steps) || n == 0 {
		return true
	}
	level := &t.Blocks[len(t.Blocks)-1]
	level.HasLabels = true
	for _, step := range steps[:n] {
		level.Labels = append(level.Labels, step.Key)
	}
	if t.Path = (Path{}); n < len(steps) {
		t.Path = Path{Name: steps[n].Key, Steps: steps[n+1:]}
	}
	return true
}

// LabelNested turns the target's attribute name and path into further labels of its innermost
// block. For example, app in group.app becomes a label of a new block if each existing group block
// has one label. It reports whether it changed the target.
func (t *Target) LabelNested(f *syntax.File) bool {
	if f == nil || len(t.Blocks) < 2 || t.Path.Name == "" {
		return false
	}
	level := &t.Blocks[len(t.Blocks)-1]
	if level.LeftOut == 0 || level.Selects() || level.Index >= 0 || level.All {
		return false
	}
	labels := append(slices.Clone(level.Labels), t.Path.Name)
	for _, s := range t.Path.Steps {
		if s.Kind != StepKey {
			return false
		}
		labels = append(labels, s.Key)
	}
	var bodies []syntax.ItemID
	for _, id := range t.Found {
		if len(labelsOf(f, id)) != len(labels) {
			return false
		}
		if body := f.Item(id).Parent; !slices.Contains(bodies, body) {
			bodies = append(bodies, body)
		}
	}
	level.Labels, level.LeftOut, level.HasLabels = labels, 0, true
	t.Path, t.Found, t.depth, t.lastBlocks = Path{}, nil, len(t.Blocks)-1, bodies
	return true
}

// Label turns the target's attribute name and path into labels of its top-level block. Label is for
// the address of a new block in a language that allows any block type. It changes the target only
// if the existing blocks of that type all have as many labels as the new block would have. It
// reports whether it changed the target.
func (t *Target) Label(f *syntax.File) bool {
	if t == nil || f == nil || len(t.Blocks) == 0 {
		return false
	}
	level := &t.Blocks[0]
	if len(t.Blocks) > 1 || t.Path.Name == "" || len(level.Labels) > 0 || level.Selects() || level.Index >= 0 || level.All {
		return false
	}
	names := []string{t.Path.Name}
	for _, s := range t.Path.Steps {
		if s.Kind != StepKey {
			return false
		}
		names = append(names, s.Key)
	}
	for id := range f.Blocks(syntax.Root, level.Type) {
		if len(labelsOf(f, id)) != len(names) {
			return false
		}
	}
	level.Labels, level.LeftOut, level.HasLabels = names, 0, true
	t.Path, t.Found, t.depth = Path{}, nil, 0
	t.lastBlocks = []syntax.ItemID{syntax.Root}
	return true
}

// Depth returns how many of the target's levels exist in the code.
func (t *Target) Depth() int { return t.depth }

// Several reports whether the target may be more than one block, as for aws_instance.web* or
// provider.aws[*].
func (t *Target) Several() bool {
	return slices.ContainsFunc(t.Blocks, func(l Level) bool { return l.All || l.Patterns })
}

// Schema returns the schema of the target's value. For example, the schema determines whether a
// string such as "aws_vpc.main" in an edit is text or a reference (docs/values.md).
func (t *Target) Schema(l Language) *value.Schema {
	return SchemaAt(t.body(l).Attribute(t.Path.Name), t.Path.Steps)
}

// Types returns the block types of the levels in a new slice, the outermost first.
func (t *Target) Types() (types []string) {
	for _, level := range t.Blocks {
		types = append(types, level.Type)
	}
	return types
}

// body returns the language's description of the innermost block of the target.
func (t *Target) body(l Language) *terraform.Body {
	return terraform.BodyIn(l.Dialect.AnyBlock(), t.Types()...)
}
