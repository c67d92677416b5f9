package plan

import (
	"slices"
	"strings"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/rules"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/value"
)

// A Naming is the content of an entry under "rename".
type Naming struct {
	To             []string  // the new labels: all of them, or only the last; nil to keep them
	ToLocal        bool      // the variable becomes the local that To names
	At             int       // the offset of the new labels, or of the entry if there are no new labels
	KeepReferences bool      // leave references as they are
	KeepCallers    bool      // leave calls of the module as they are
	Moved          movedMode // whether to add a "moved" block
	Alias          string    // the new alias of a provider; "" to keep it
	Attributes     []NewName // the new names of attributes and keys
	Types          []NewName // the new names of nested block types
	Blocks         []Target  // the nested blocks in which names change
	Keys           []NewKey  // the new keys of instances
	KeepEmpty      bool      // leave nested blocks that become empty

	Labels      *rules.TextChange // makes new labels from the old ones; nil for none
	AllLabels   bool              // Labels changes all labels, not only the last one
	Names       *ChangedNames     // makes new names of attributes from the old ones; nil for none
	ChangedKeys *ChangedNames     // makes new keys of for_each from the old ones; nil for none
}

// movedMode determines whether a rename adds a "moved" block.
type movedMode uint8

const (
	MovedByKind movedMode = iota // add a "moved" block for a resource or module, unless its type changes
	MovedNever
	MovedAlways
)

// namingKeys are the keys that an entry under "rename" may have.
var namingKeys = append(slices.Clone(selection.Keys), "attributes", "blockTypes", "to", "pattern", "by", "allLabels", "names", "keys", "references", "moved", "callers", "alias", "optional", "keepEmpty", "range", "ranges", "unreadable")

// decode decodes an entry under "rename".
func (n *Naming) decode(d *Decoder, s scope, e *Entry, v *value.Value) error {
	n.At = v.At
	change := value.Value{Kind: value.Object, At: v.At}
	for i := range v.Items {
		item := &v.Items[i]
		var err error
		switch item.Key {
		case "pattern", "by":
			n.At = item.Value.At
			change.Items = append(change.Items, *item)
		case "allLabels":
			n.AllLabels, err = d.Flag(&s.Scope, item)
		case "names":
			n.Names, err = d.changedNames(&s, item)
		case "to":
			n.At = item.Value.At
			if d.isLocal(&s, &item.Value) {
				n.ToLocal = true
				n.To = []string{strings.TrimPrefix(item.Value.Text, localPrefix)}
				break
			}
			n.To, err = d.newLabels(&s, &item.Value)
		case "references":
			var follow bool
			follow, err = d.Flag(&s.Scope, item)
			n.KeepReferences = !follow
		case "callers":
			var follow bool
			follow, err = d.Flag(&s.Scope, item)
			n.KeepCallers = !follow
		case "moved":
			var say bool
			say, err = d.Flag(&s.Scope, item)
			if n.Moved = MovedNever; say {
				n.Moved = MovedAlways
			}
		case "alias":
			n.At = item.Value.At
			n.Alias, err = d.newAlias(&s, &item.Value)
		case "keys":
			err = d.newKeys(&s, n, item)
		case "attributes":
			n.Attributes, err = d.newNames(&s, &item.Value)
		case "blockTypes":
			err = d.newTypes(&s, n, &item.Value)
		case "keepEmpty":
			n.KeepEmpty, err = d.Flag(&s.Scope, item)
		case "where", "matches", "has", "lacks", "index", "labels", "patterns", "all", "folder", "file", "optional", "range", "ranges", "unreadable":
			_, err = d.entryKey(&s, e, item)
		default:
			err = d.UnknownKey(&s.Scope, item, namingKeys, false)
		}
		if err != nil {
			return err
		}
	}
	if len(change.Items) > 0 {
		if err := d.changedLabels(&s, n, &change); err != nil {
			return err
		}
	}
	relabels := n.To != nil || n.Labels != nil
	switch {
	case n.AllLabels && n.Labels == nil:
		return s.Refuse(n.At, `"allLabels" is about "pattern", which the entry lacks`)
	case n.ToLocal && len(n.Attributes)+len(n.Types)+len(n.Blocks) > 0:
		return s.Refuse(n.At, "a variable that becomes a local keeps nothing but its default: rename nothing in it")
	case n.To != nil && n.Labels != nil:
		return s.Refuse(n.At, `"to" and "pattern" both say the new label: send one of them`)
	case relabels && (n.Keys != nil || n.ChangedKeys != nil):
		return s.Refuse(n.At, `"keys" do not go with "to" or "pattern"; rename the block by an entry of its own`)
	case relabels && n.Alias != "":
		return s.Refuse(n.At, `"alias" does not go with "to" or "pattern"; rename the provider by an entry of its own`)
	case !relabels && n.Alias == "" && n.Names == nil && n.ChangedKeys == nil && len(n.Attributes)+len(n.Types)+len(n.Blocks)+len(n.Keys) == 0:
		return s.Refuse(e.At, `the entry names nothing to rename; there are "to", "pattern", "names", "alias", "keys", "attributes" and "blockTypes"`)
	}
	return nil
}

// The beginnings of the new names of a variable that becomes a local, and of a local that becomes a
// variable.
const localPrefix, variablePrefix = "local.", "var."

// isLocal reports whether "to" is the address of a local, which the variable of the entry becomes.
func (d *Decoder) isLocal(s *scope, v *value.Value) bool {
	name, is := strings.CutPrefix(v.Text, localPrefix)
	return is && v.Kind == value.String && s.Type == "variable" && !s.Nested && !d.Language.Dialect.AnyBlock() && value.IsIdentifier(name)
}

// newLabels decodes "to": the new last label, or all new labels. It does not check the number of
// labels of a nested block, because that number depends on the code.
func (d *Decoder) newLabels(s *scope, v *value.Value) ([]string, error) {
	if !d.haveLabels(s) {
		return nil, s.Refuse(v.At, `"to" is for blocks with labels, and this block has none`)
	}
	to := []string{v.Text}
	switch v.Kind {
	case value.String:
	case value.Array:
		to = to[:0]
		for i := range v.Items {
			if v.Items[i].Value.Kind != value.String {
				return nil, s.Refuse(v.Items[i].Value.At, `"to" must be a label or an array of labels, found %s in it`, v.Items[i].Value.Kind)
			}
			to = append(to, v.Items[i].Value.Text)
		}
		if (s.Nested || d.Language.Dialect.AnyBlock()) && len(to) == 0 {
			return nil, s.Refuse(v.At, `"to" must have a label, or all of the labels`)
		}
		if !s.Nested && len(to) != len(s.Labels) && !d.Language.Dialect.AnyBlock() {
			return nil, s.Refuse(v.At, `"to" has %s, and %s has %d`, excerpt.Count(len(to), "label"), s.Type, len(s.Labels))
		}
	default:
		return nil, s.Refuse(v.At, `"to" must be a label or an array of labels, found %s`, v.Kind)
	}
	for _, label := range to {
		if fault := language.LabelFault(d.Language, s.Type, s.Nested, label); fault != "" {
			return nil, s.Refuse(v.At, "%s", fault)
		}
	}
	return to, nil
}

// newAlias decodes "alias", the new alias of a provider.
func (d *Decoder) newAlias(s *scope, v *value.Value) (string, error) {
	switch {
	case s.Nested || s.Type != "provider" || d.Language.Dialect.AnyBlock():
		return "", s.Refuse(v.At, `"alias" is for providers`)
	case v.Kind != value.String:
		return "", s.Refuse(v.At, `"alias" must be a name, found %s`, v.Kind)
	case !value.IsIdentifier(v.Text):
		return "", s.Refuse(v.At, "the alias %s is not an identifier: %s", excerpt.Quote(v.Text), language.IdentifierRule)
	}
	return v.Text, nil
}

// newTypes decodes an object that maps types of nested blocks to new types, or to entries for the
// blocks.
func (d *Decoder) newTypes(s *scope, n *Naming, v *value.Value) error {
	if v.Kind != value.Object || s.Values {
		return s.Refuse(v.At, `"blockTypes" must be an object of new types by old ones, found %s`, v.Kind)
	}
	for i := range v.Items {
		item := &v.Items[i]
		at := item.Value.At
		switch {
		case item.Value.Kind == value.String:
			if err := d.newType(s, n, item); err != nil {
				return err
			}
		case !value.IsIdentifier(item.Key):
			return s.Refuse(at, "the block type %s is not an identifier", excerpt.Quote(item.Key))
		default:
			inner := selection.Scope{Rules: &allowed[Rename], Type: item.Key, Nested: true, Special: s.Special.Block(item.Key)}
			entries, err := d.entriesOf(&scope{Scope: inner, action: Rename}, &item.Value)
			if err != nil {
				return err
			}
			n.Blocks = append(n.Blocks, Target{Type: item.Key, Entries: entries, At: at})
		}
	}
	return nil
}
