package plan

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/base/slab"
	"iacedit/internal/engine/rules"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/value"
)

// A Decoder decodes the operations in the value of "edits". The operations use memory of the
// Decoder, and are valid until Reset is called.
type Decoder struct {
	selection.Decoder
	operations []Operation
	memory     struct {
		entries slab.Slab[Entry]
		changes slab.Slab[Change]
		targets slab.Slab[Target]
	}
}

// Decode decodes one or more values of "edits". It returns their operations in the order in which
// they apply, and the number of entries and attributes in them. It returns an error for all
// mistakes that can be found without the code to edit, such as an unknown key. If entries have
// addresses and d.Code is nil, it leaves these entries out and sets d.Deferred.
func (d *Decoder) Decode(edits []value.Item) (operations []Operation, count int, err error) {
	d.Taken, d.operations, d.Deferred = 0, d.operations[:0], false
	for i := range edits {
		if err := d.edits(&edits[i].Value); err != nil {
			return nil, 0, err
		}
	}
	if len(d.operations) == 0 && !d.Deferred {
		return nil, 0, fault.At(edits[0].Value.At, fault.InvalidRequest, "edits: nothing to apply; there has to be an entry under %s", strings.Replace(List, " and ", " or ", 1))
	}
	return d.operations, d.Taken, nil
}

// Reset lets the Decoder use the memory of the operations for another request.
func (d *Decoder) Reset() {
	clear(d.operations)
	d.operations = d.operations[:0]
	d.Decoder.Reset()
	d.memory.entries.Reset()
	d.memory.changes.Reset()
	d.memory.targets.Reset()
}

// edits decodes the value of "edits", one operation after the other in the order in
// which they apply.
func (d *Decoder) edits(v *value.Value) error {
	var asked [Actions]bool
	for i := range v.Items {
		action, ok := ActionOf(v.Items[i].Key)
		if !ok {
			return fault.At(v.Items[i].Value.At, fault.InvalidRequest, `edits: unknown operation %s; there are %s%s`, excerpt.Quote(v.Items[i].Key), List, suggestOperation(d.Language, v.Items[i].Key))
		}
		asked[action] = true
	}
	for action := range Actions {
		if !asked[action] {
			continue
		}
		for i := range v.Items {
			if v.Items[i].Key != action.String() {
				continue
			}
			if err := d.operation(action, &v.Items[i].Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// operation decodes the value of one member of "edits", such as "set".
func (d *Decoder) operation(action Action, v *value.Value) error {
	switch action.Contents() {
	case HoldsRules:
		return d.rules(action, v)
	case HoldsInlinings, HoldsExtractions:
		return d.list(action, v)
	}
	if allowed[action].ByAddress(v) {
		return d.Addressed(&allowed[action], v, func(x *selection.Addressed) error {
			outer, tree, err := d.treeOf(action, x)
			if err != nil {
				return err
			}
			return d.operation(outer, &tree)
		})
	}
	return d.Tree(&allowed[action], v, func(at *selection.Scope, v *value.Value) error {
		s := scope{Scope: *at, action: action, adds: !action.Finds()}
		entries, err := d.entriesOf(&s, v)
		if err != nil {
			return err
		}
		wild, err := d.wild(at, entries)
		if err != nil {
			return err
		}
		labels := d.CopyLabels(at)
		if entries = d.addRootMoves(&s, labels, entries, v.At); len(entries) == 0 {
			return nil
		}
		d.operations = append(d.operations, Operation{})
		op := &d.operations[len(d.operations)-1]
		op.Action, op.Type, op.Labels, op.Wild, op.Entries, op.At = action, s.Type, labels, wild, entries, v.At
		return nil
	})
}

// rules decodes the rules of "rewrite".
func (d *Decoder) rules(action Action, v *value.Value) error {
	decoder := rules.Decoder{Name: action.String(), Rewrites: true, Language: d.Language, Files: d.Files, Budget: d.Budget}
	decoded, err := decoder.Decode(v)
	if err != nil {
		return err
	}
	for _, rule := range decoded {
		if err := d.Take(rule.At); err != nil {
			return err
		}
	}
	d.operations = append(d.operations, Operation{Action: action, Target: Target{At: v.At}, Rules: decoded})
	return nil
}

// A scope has the action and the address of the entries that are being decoded.
type scope struct {
	selection.Scope
	action Action
	adds   bool // the block, or an enclosing block, is new
}

// otherNames maps names that other tools use for operations, such as "remove", to the names in
// requests.
var otherNames = map[string]string{
	"remove": "delete", "rm": "delete", "del": "delete", "drop": "delete", "destroy": "delete",
	"create": "add", "insert": "add", "new": "add", "append": "add",
	"edit": "update", "modify": "update", "change": "update", "patch": "update",
	"put": "set", "upsert": "set", "merge": "set", "mv": "move", "order": "sort",
}

// requestMembers are members of a request that clients may put inside "edits" by mistake.
var requestMembers = []string{"code", "files", "dialect", "return", "report", "find"}

// suggestOperation returns the end of an error message about an unknown operation, such as `; it is
// "delete" here`. For a name from another tool it suggests the operation with that meaning, and for
// a misspelled name the nearest operation. For a member of the request, such as "files", or for a
// block type, it explains where in the request the key belongs.
func suggestOperation(l address.Language, key string) string {
	if here := otherNames[key]; here != "" {
		return fmt.Sprintf("; it is %q here", here)
	}
	if slices.Contains(requestMembers, key) {
		return fmt.Sprintf(`; %q stands beside "edits" in the body`, key)
	}
	if near := nearest.DidYouMean(key, slices.Values(Names)); near != "" {
		return near
	}
	if language.Block(l, key) != nil {
		return `; a block type stands inside one: {"set": {` + excerpt.Quote(key) + `: …}}`
	}
	return ""
}
