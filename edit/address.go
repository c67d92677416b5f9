package edit

import (
	"slices"

	"iacedit/value"
)

// labelCounts holds how many labels a top-level block has, by the type that
// addresses it (JSON-VALUES, Terraform 1.14–1.15 and OpenTofu 1.10–1.12).
var labelCounts = map[string]int{
	"resource": 2, "data": 2, "ephemeral": 2, "action": 2,
	"provider": 1, "module": 1, "variable": 1, "output": 1, "check": 1,
	"locals": 0, "moved": 0, "import": 0, "removed": 0, "language": 0,
	"iac": 0, "terraform": 0, "iacvars": 0, "tfvars": 0,

	// In test files.
	"test": 0, "run": 1, "mock_provider": 1, "variables": 0,
	"override_resource": 0, "override_data": 0, "override_module": 0,

	// In query files.
	"list": 2,
}

// isVariableFile says whether a block type addresses the top level of the file itself.
func isVariableFile(_ *Options, typ string) bool { return typ == "iacvars" || typ == "tfvars" }

// reservedVariables are the names that a module block keeps for itself, so that no
// variable may have them.
var reservedVariables = []string{"source", "version", "providers", "count", "for_each", "lifecycle", "depends_on", "locals", "provider"}

// A scope is what the entries being decoded are about.
type scope struct {
	action Action
	typ    string
	labels []string // of the address
	nested bool     // blocks inside a block
	file   bool     // the attributes of a variable-values file
}

// String names a scope as messages begin: set: resource "a" "b".
func (s *scope) String() string {
	text := s.action.String() + ": " + s.typ
	for _, l := range s.labels {
		text += " " + quote(l)
	}
	return text
}

// blockTypes decodes what one operation holds: addresses by block type.
func (d *decoder) blockTypes(action Action, v *value.Value) error {
	if v.Kind != value.Object {
		return errorAt(v.At, InvalidRequest, "%s: expected an object of block types, found %s", action, v.Kind)
	}
	for i := range v.Items {
		item := &v.Items[i]
		s := scope{action: action, typ: item.Key, file: isVariableFile(d.options, item.Key), labels: d.few[:0]}
		labels, ok := labelCounts[item.Key]
		if d.options.Dialect == HCL && !s.file {
			labels, ok = -1, value.IsIdentifier(item.Key)
		}
		if !ok {
			return errorAt(item.Value.At, InvalidRequest, "%s: unknown block type %s", action, quote(item.Key))
		}
		if err := d.address(&s, &item.Value, labels); err != nil {
			return err
		}
	}
	return nil
}

// address decodes the objects of labels that lead to entries. more is how many
// labels there are still to come; -1 leaves that to the objects.
func (d *decoder) address(s *scope, v *value.Value, more int) error {
	if more == 0 || more < 0 && endsLabels(v) {
		entries, err := d.entries(s, v)
		if err != nil {
			return err
		}
		d.operations = append(d.operations, Operation{Action: s.action, Target: Target{
			Type: s.typ, Labels: append(d.memory.labels.take(len(s.labels))[:0], s.labels...), Entries: entries, At: v.At,
		}})
		return nil
	}
	if v.Kind != value.Object {
		return d.refuse(s, v.At, "expected %s, found %s", wantedLabels(more), v.Kind)
	}
	outer := s.labels
	for i := range v.Items {
		item := &v.Items[i]
		if err := d.checkLabel(s, item); err != nil {
			return err
		}
		s.labels = append(outer, item.Key)
		if err := d.address(s, &item.Value, more-1); err != nil {
			return err
		}
	}
	s.labels = outer
	return nil
}

func wantedLabels(more int) string {
	switch more {
	case 1:
		return "an object whose keys are labels"
	case 2:
		return "an object whose keys are types, with objects of names in it"
	}
	return "an object whose keys are labels, or an array of entries"
}

// endsLabels says whether a value is the entries that labels lead to, in a dialect
// where any number of labels may. An array is; and so is an object whose keys are
// all keys of entries. An empty object holds no label and no entry.
func endsLabels(v *value.Value) bool {
	if v.Kind != value.Object {
		return v.Kind == value.Array
	}
	for i := range v.Items {
		if !isEntryKey(v.Items[i].Key) {
			return false
		}
	}
	return len(v.Items) > 0
}

// checkLabel refuses a label that Terraform would refuse. In other dialects any
// string may be a label.
func (d *decoder) checkLabel(s *scope, item *value.Item) error {
	if d.options.Dialect == HCL {
		return nil
	}
	if !value.IsIdentifier(item.Key) {
		return d.refuse(s, item.Value.At, "the label %s is not an identifier", quote(item.Key))
	}
	creates := s.action == Add || s.action == Set
	if creates && s.typ == "variable" && slices.Contains(reservedVariables, item.Key) {
		return d.refuse(s, item.Value.At, "the name %s is reserved, no variable may have it", quote(item.Key))
	}
	return nil
}
