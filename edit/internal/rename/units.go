package rename

import (
	"fmt"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/links"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// An object is an attribute whose value is an object with keys that name variables or outputs of a module.
type object struct {
	draft.Block
	to   map[string]*renamedBlock // by key: what the key names, if the key follows
	kept map[string]keptKey       // by key
}

// A keptKey is a key that stays, although it may name something that is renamed.
type keptKey struct {
	of  *renamedBlock
	why string // the format of the warning, for the key and the address of what is renamed
}

// moduleKeys are the objects with keys that follow the renames of variables and outputs.
type moduleKeys struct {
	objects []*object
	by      map[draft.Block]*object
}

// add records that the key for a renamed block in the value of an attribute gets the new name or, with a
// reason, that it stays.
func (m *moduleKeys) add(b draft.Block, of *renamedBlock, why string) {
	if b.ID == syntax.NoItem {
		return
	}
	o := m.by[b]
	if o == nil {
		o = &object{b, map[string]*renamedBlock{}, map[string]keptKey{}}
		draft.Note(&m.by, b, o)
		m.objects = append(m.objects, o)
	}
	if of.keepCalls && why == "" {
		why = keyStays
	}
	b.Budget.Hold(bytesPerReference)
	if why == "" {
		o.to[of.from[0]] = of
	} else {
		o.kept[of.from[0]] = keptKey{of, why}
	}
}

// The formats of warnings about keys and references that stay: each is for the key, or the reference,
// and the address of what is renamed.
const (
	keyStays  = "%s is left as it is, although %s was renamed"
	keyIsLost = "%s is left as it is: it may be that of %s, but it is computed which module runs"
	keyIsOut  = "%s is left as it is: it may be that of %s, but the module is outside the files sent"
	keyIsBoth = "%s is left as it is: it stands for %s and for a variable of another module that keeps its name"
	keyToSet  = "%s is left as it is, although %s is a local now"
)

// whyLost returns the reason why a key, or a reference, stays: it is not known which module it is about.
func whyLost(lost links.Lost) string {
	if lost.Computed {
		return keyIsLost
	}
	return keyIsOut
}

// findInputs records the keys that set a renamed variable in files that run its module.
func (n *renamer) findInputs(b *renamedBlock) {
	all := n.m.Referrers.Links()
	if all.Runs() == nil {
		return
	}
	attribute := func(file int) draft.Block {
		f := n.m.InOrder()[file]
		n.m.Budget.Step(stepsPerCall)
		return draft.Block{File: f, ID: f.Index.Attribute(syntax.Root, all.Runs().Inputs)}
	}
	all.Inputs(b.block.Folder, b.from[0], func(file int, certain bool) {
		switch {
		case b.toLocal:
			n.moduleKeys.add(attribute(file), b, keyToSet)
		case certain:
			n.moduleKeys.add(attribute(file), b, "")
		default:
			n.moduleKeys.add(attribute(file), b, keyIsBoth)
		}
	})
	for _, lost := range all.LostRuns() {
		n.moduleKeys.add(attribute(lost.File), b, whyLost(lost.Why))
	}
}

// findMocks records the keys that name a renamed output in a block which has the outputs of its module.
func (n *renamer) findMocks(f *draft.File, of refs.Address, b *renamedBlock, why string) {
	for _, dependency := range f.BlocksAt(of.Kind.String(), []string{of.Name}) {
		n.m.Budget.Step(stepsPerCall)
		id := dependency.Index.Attribute(dependency.ID, n.m.Referrers.Links().Runs().Mocks)
		n.moduleKeys.add(draft.Block{File: f, ID: id}, b, why)
	}
}

// findLostUses warns of references which may name a renamed output, although it is not known of which
// module the outputs are.
func (n *renamer) findLostUses(t *renamedTarget) {
	all := n.m.Referrers.Links()
	for _, lost := range all.LostUses() {
		f, why := n.m.InOrder()[lost.File], whyLost(lost.Why)
		path := []refs.Part{{Name: all.Runs().Outputs}, {Name: t.output.from[0]}}
		n.keep(f, refs.Rename{Of: lost.Address, Path: path, Name: t.Name}, t, why)
		n.findMocks(f, lost.Address, t.output, why)
	}
}

// updateModuleKeys gives keys their new names, and warns of those that stay.
func (n *renamer) updateModuleKeys() error {
	var places warnedPlaces
	for _, o := range n.moduleKeys.objects {
		f := o.File
		e := f.Tree.ValueExpr(o.ID)
		n.m.Budget.Step(e.Len())
		keys := keysIn(e)
		stays := map[inObject]bool{}
		for _, key := range keys {
			stays[inObject{key.object, key.text}] = o.to[key.text] == nil
		}
		for _, key := range keys {
			b, kept := o.to[key.text], o.kept[key.text]
			switch {
			case b == nil && kept.of == nil:
			case b == nil:
				if n.o != nil && places.next(kept.of.entryAt) {
					where := n.m.Language.Header(f.Tree, syntax.Root, topLevel(f.Tree, o.ID))
					n.o.WarnPlace(kept.of.entryAt, report.NotSearched, fmt.Sprintf(kept.why, excerpt.Quote(key.text), kept.of.oldAddress), f, where, key.at.From)
				}
			case stays[inObject{key.object, b.to[0]}]:
				name := excerpt.Quote(string(f.Tree.Name(o.ID)))
				return o.WithPosition(fault.At(b.labelsAt, fault.AttributeAlreadyExists, "rename: %s in %s, which runs the module, has %s already", name, f.Name, excerpt.Quote(b.to[0])))
			default:
				n.replacements[f] = append(n.replacements[f], refs.Replacement{At: key.at, Text: b.to[0]})
			}
		}
	}
	places.warnOfMore(n.o, " like these in files that run modules")
	return nil
}

// topLevel returns the top-level item around an item.
func topLevel(tree *syntax.File, id syntax.ItemID) syntax.ItemID {
	for parent := tree.Item(id).Parent; parent != syntax.Root && parent != syntax.NoItem; parent = tree.Item(id).Parent {
		id = parent
	}
	return id
}

// An inObject is a name in an object.
type inObject struct {
	object syntax.NodeID
	name   string
}

// An objectKey is a literal key of an object.
type objectKey struct {
	object syntax.NodeID
	text   string
	at     syntax.Span // without quotes
}

// keysIn returns the literal keys of the object that an expression is, and of the objects that it merges.
func keysIn(e *syntax.Expr) (keys []objectKey) {
	pending := []syntax.NodeID{e.Root}
	for len(pending) > 0 {
		n := e.Unwrapped(pending[len(pending)-1])
		pending = pending[:len(pending)-1]
		switch node := e.Node(n); {
		case node.Kind == syntax.NodeCall && string(e.Source(node.First)) == "merge":
			for argument := e.Node(node.First).Next; argument != 0; argument = e.Node(argument).Next {
				pending = append(pending, argument)
			}
		case node.Kind == syntax.NodeObject:
			for pair := range e.Children(n) {
				key := e.Unwrapped(e.Node(pair).First)
				text, ok := value.LiteralKey(e, key)
				if !ok || e.Node(pair).Kind != syntax.NodePair {
					continue
				}
				at := e.Node(key).Span()
				if e.Text[at.From] == '"' {
					at.From, at.To = at.From+1, at.To-1
				}
				keys = append(keys, objectKey{n, text, at})
			}
		}
	}
	return keys
}
