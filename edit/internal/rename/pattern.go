package rename

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/language"
	"iacedit/syntax"
	"iacedit/value"
)

// newLabels returns the labels that an entry gives to a block. They equal the old labels if the entry
// does not change labels. The argument nested tells that the block is inside another block.
func (n *renamer) newLabels(names *plan.Naming, b draft.Block, nested bool) (to []string, err error) {
	from, typ := b.Labels(), string(b.Draft.Name(b.ID))
	switch to := names.To; {
	case names.Labels != nil:
		return n.changeLabels(names, b, nested)
	case to == nil:
		return from, nil
	case len(from) == 0 && !n.m.Language.Dialect.AnyBlock():
		return nil, fault.At(names.At, fault.InvalidRequest, `rename: the %s block has no labels`, typ)
	case len(from) > 0 && len(to) > 1 && len(to) != len(from):
		return nil, fault.At(names.At, fault.InvalidRequest, `rename: "to" has %s, and the %s block has %d`, excerpt.Count(len(to), "label"), typ, len(from))
	case len(to) < len(from):
		return append(slices.Clone(from[:len(from)-1]), to...), nil
	default:
		return to, nil
	}
}

// changeLabels returns the labels that the pattern of an entry gives to a block: its labels, of which
// the pattern changes the last one, or all.
func (n *renamer) changeLabels(names *plan.Naming, b draft.Block, nested bool) ([]string, error) {
	to := slices.Clone(b.Labels())
	for i, label := range to {
		if i < len(to)-1 && !names.AllLabels {
			continue
		}
		changed := false
		if to[i], changed = names.Labels.Plain(label, n.m.Budget); !changed {
			continue
		}
		if why := language.LabelFault(n.m.Language, string(b.Draft.Name(b.ID)), nested, to[i]); why != "" {
			return nil, b.WithPosition(fault.At(names.At, fault.InvalidRequest, "rename: %s cannot be renamed: %s", blockAddress(b), why))
		}
	}
	return to, nil
}

// attributesToRename returns the new names of attributes of a body: the names that an entry lists, and
// those that its pattern makes.
func (n *renamer) attributesToRename(f *draft.File, body syntax.ItemID, names *plan.Naming) ([]plan.NewName, error) {
	if names.Names == nil {
		return names.Attributes, nil
	}
	return n.changeNames(slices.Clone(names.Attributes), f, body, names.Names)
}

// changeNames appends to names the new names of the attributes of a body whose names a pattern changes.
func (n *renamer) changeNames(names []plan.NewName, f *draft.File, body syntax.ItemID, change *plan.ChangedNames) ([]plan.NewName, error) {
	d := f.Draft
	d.Expand(body)
	for id := d.FirstItem(body); id != syntax.NoItem; id = d.NextItem(id) {
		n.m.Budget.Step(1)
		if d.Kind(id) != syntax.KindAttribute {
			continue
		}
		old := string(d.Name(id))
		new, changed := change.Plain(old, n.m.Budget)
		if !changed {
			continue
		}
		if !value.IsIdentifier(new) {
			return nil, draft.Block{File: f, ID: id}.WithPosition(fault.At(change.At, fault.InvalidRequest, "rename: %s cannot become %s: %s", excerpt.Quote(old), excerpt.Quote(new), language.IdentifierRule))
		}
		n.m.Budget.Hold(bytesPerName)
		n.m.Budget.Step(stepsPerName)
		names = append(names, plan.NewName{Attribute: plan.Attribute{Name: old, Text: old, At: change.At}, Name: new, Sent: new, Made: true})
	}
	return names, nil
}

// bytesPerName is the memory of a new name that a pattern makes. stepsPerName is the price of making
// and recording it.
const bytesPerName, stepsPerName = 400, 120

// changeKeys returns the new keys of the instances of a block: the keys in its for_each that a pattern
// changes. It also records that they change in for_each. It warns of keys that are not literals.
func (n *renamer) changeKeys(b draft.Block, change *plan.ChangedNames, where address.Address, optional bool) ([]plan.NewKey, error) {
	id := b.Index.Attribute(b.ID, "for_each")
	switch {
	case id == syntax.NoItem && optional:
		return nil, nil
	case id == syntax.NoItem:
		return nil, b.WithPosition(fault.At(change.At, fault.AttributeNotFound, `rename: %s has no "for_each", in whose keys the pattern is searched`, blockAddress(b)))
	}
	k := keyChange{renamer: n, b: b, change: change, e: b.Expr(id), holders: map[string]string{}, where: where}
	if err := k.visit(k.e.Root); err != nil {
		return nil, err
	}
	return k.keys, nil
}

// A keyChange changes the keys in a for_each.
type keyChange struct {
	*renamer
	b       draft.Block
	change  *plan.ChangedNames
	e       *syntax.Expr
	where   address.Address
	holders map[string]string // by new key: the old key
	keys    []plan.NewKey
}

// visit changes the keys in an expression: those of an object, and the elements of a list. It looks
// for objects and lists in parentheses, in both results of a conditional, and in the arguments of
// calls, such as toset and merge.
func (k *keyChange) visit(id syntax.NodeID) error {
	k.m.Budget.Step(1)
	inside := k.visit
	switch n := k.e.Node(id); n.Kind {
	case syntax.NodeObject, syntax.NodeTuple:
		inside = k.changeKey
	case syntax.NodeParen:
	case syntax.NodeConditional, syntax.NodeCall:
		id = n.First // neither the condition nor the name of the function has keys
		for id = k.e.Node(id).Next; id != 0; id = k.e.Node(id).Next {
			if err := k.visit(id); err != nil {
				return err
			}
		}
		return nil
	default:
		k.stays(id)
		return nil
	}
	for part := range k.e.Children(id) {
		if err := inside(part); err != nil {
			return err
		}
	}
	return nil
}

// changeKey changes a key: that of a pair in an object, or an element of a list.
func (k *keyChange) changeKey(id syntax.NodeID) error {
	n := k.e.Node(id)
	isPair := n.Kind == syntax.NodePair
	if isPair {
		id = n.First
	}
	old, ok := value.LiteralKey(k.e, id)
	if !ok {
		k.stays(id)
		return nil
	}
	new, changed := k.change.Plain(old, k.m.Budget)
	other, taken := k.holders[new]
	if taken && other != old {
		return draft.RefusedAt(k.b.File, k.change.At, k.e.Node(id).Start, "rename", "the keys "+excerpt.Quote(other)+" and "+excerpt.Quote(old)+" would both be "+excerpt.Quote(new))
	}
	k.holders[new] = old
	if !changed {
		return nil
	}
	code := string(value.AppendString(nil, new))
	if isPair && k.e.Text[k.e.Node(id).Start] != '"' {
		code = string(value.AppendKey(nil, new))
	}
	k.addReplacement(k.b.File, k.e.Node(id).Span(), code)
	if !taken {
		k.keys = append(k.keys, plan.NewKey{From: plan.KeyOf(old), To: plan.KeyOf(new), At: k.change.At})
	}
	return nil
}

// stays warns of keys that are not literals.
func (k *keyChange) stays(id syntax.NodeID) {
	if k.o == nil {
		return
	}
	at := k.e.Node(id).Start
	k.o.WarnPlace(k.change.At, report.KeyNotLiteral, "keys in for_each are left as they are: "+excerpt.Quote(string(k.e.Source(id)))+" is not a literal", k.b.File, k.where, at)
}
