package edit

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/render"
	"iacedit/syntax"
	"iacedit/value"
)

// A renamer makes all renames of a request at once. It finds what is renamed, then what
// refers to it, and only then changes anything: a → b with b → c, and a ↔ b, work.
type renamer struct {
	*applier
	blocks     []renamedBlock
	names      []renamedName
	references []refs.Rename
}

// A renamedBlock is a block that gets other labels.
type renamedBlock struct {
	at    blockRef
	typ   string // the block type, as the language has it
	from  []string
	to    []string
	moved bool            // a "moved" block is to say so
	entry int             // where the edits say what the labels become
	sent  int             // where the entry is in the edits
	was   address.Address // for a report
	stays bool            // references are left alone
}

// A renamedName is an attribute, key or nested block type that gets another name.
type renamedName struct {
	at    blockRef // the block, or the root
	body  syntax.ItemID
	of    plan.Attribute
	id    syntax.ItemID // what gets the name
	typ   bool          // it is a nested block
	name  string
	in    address.Address // of the block that has it, or is it, for a report
	stays bool            // references are left alone
}

// rename makes the renames of the operations.
func (a *applier) rename(ops []plan.Operation) error {
	if err := a.settle(); err != nil {
		return err
	}
	n := renamer{applier: a}
	for i := range ops {
		if err := n.find(&ops[i]); err != nil {
			return err
		}
	}
	if err := n.checkUnique(); err != nil {
		return err
	}
	if err := n.checkNames(); err != nil {
		return err
	}
	if err := n.checkKinds(); err != nil {
		return err
	}
	if err := n.follow(); err != nil {
		return err
	}
	n.noteRenamed()
	if err := n.apply(); err != nil {
		return err
	}
	return n.tellMoved()
}

// settle writes and parses the documents that have been edited: references are found in
// code as it was parsed.
func (a *applier) settle() error {
	for i, doc := range a.docs {
		if !doc.d.Changed() {
			continue
		}
		code := doc.d.Append(nil)
		a.budget.Grow(len(code))
		tree, err := syntax.Parse(code)
		if err != nil {
			return err
		}
		doc.tree, doc.raw, doc.settled = tree, nil, true
		doc.d = render.NewDraft(tree)
		doc.d.SetBudget(a.budget)
		a.restart(i)
	}
	return nil
}

// restart forgets what is known of a document's items.
func (a *applier) restart(doc int) {
	a.docs[doc].index = index{}
	a.doc, a.d = doc, nil
	a.in(doc)
	a.index.start(a, a.edits)
}

// find notes what an operation renames.
func (n *renamer) find(op *plan.Operation) error {
	*n.now = op.At
	language := n.options.language()
	if language.IsValuesFile(op.Type) {
		n.atTop(plan.Rename)
		for i := range op.Entries {
			e := &op.Entries[i]
			for _, name := range e.Naming.Attributes {
				doc := n.valuesHome(e, name.Of.Name)
				if doc < 0 {
					return fault.At(name.Of.At, fault.InvalidRequest, "rename: the request has several files; name the one that is meant by \"file\"")
				}
				n.in(doc)
				if err := n.findName(blockRef{doc, syntax.Root}, syntax.Root, name); err != nil {
					return err
				}
			}
		}
		return nil
	}
	s := site{action: plan.Rename, body: syntax.Root, typ: op.Type, labels: op.Labels, special: language.Body(op.Type), shared: -1}
	s.any = n.wild(op.Labels)
	s.candidates = n.blocksAt(nil, &s, -1)
	if len(op.Entries) >= manyEdits {
		s.lookup = new(lookup)
	}
	for i := range op.Entries {
		e := &op.Entries[i]
		*n.now = e.At
		c, err := n.choose(&s, e, i)
		if err != nil {
			return err
		}
		for _, b := range c.blocks {
			n.in(b.doc)
			if err := n.findBlock(&s, b, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// findBlock notes what an entry renames of a top-level block.
func (n *renamer) findBlock(s *site, b blockRef, e *plan.Entry) error {
	if n.report != nil {
		defer n.hand(s, b.id)()
	}
	typ := string(n.d.Name(b.id))
	var from []string
	for label := range n.d.Labels(b.id) {
		from = append(from, string(label))
	}
	if to := e.Naming.To; to != nil {
		if len(to) < len(from) {
			to = append(slices.Clone(from[:len(from)-1]), to...)
		}
		block := renamedBlock{at: b, typ: typ, from: from, to: to, entry: e.Naming.At, sent: e.At, was: n.handed(), stays: e.Naming.Stays}
		if t := n.options.language().Block(s.typ); t != nil && (t.Name == "resource" || t.Name == "module") {
			retyped := !slices.Equal(from[:len(from)-1], to[:len(to)-1])
			block.moved = e.Naming.Moved == plan.MovedAlways || e.Naming.Moved == plan.MovedByKind && !retyped
		}
		if !slices.Equal(from, to) {
			n.blocks = append(n.blocks, block)
			n.alongOverrides(s, block)
			if !e.Naming.Stays {
				n.refer(s.typ, b, from, to, "")
			}
		}
	}
	if err := n.findIn(b, b.id, e.Naming); err != nil {
		return err
	}
	if e.Naming.Stays {
		return nil
	}
	for _, name := range append(slices.Clone(e.Naming.Attributes), e.Naming.Types...) {
		if len(name.Of.Path) == 0 {
			n.referTo(s.typ, b, from, name)
		}
	}
	return nil
}

// alongOverrides notes that blocks of override files are renamed along with what they
// override.
func (n *renamer) alongOverrides(s *site, block renamedBlock) {
	at := site{typ: s.typ, labels: block.from}
	for doc := range n.docs {
		if !n.module || n.docs[doc].role != module.Override || doc == block.at.doc {
			continue
		}
		for _, b := range n.blocksAt(nil, &at, doc) {
			along := block
			along.at, along.moved, along.stays = b, false, true
			n.blocks = append(n.blocks, along)
		}
	}
}

// findIn notes what is renamed inside a block.
func (n *renamer) findIn(b blockRef, body syntax.ItemID, naming *plan.Naming) error {
	for _, name := range naming.Attributes {
		if err := n.findName(b, body, name); err != nil {
			return err
		}
		n.names[len(n.names)-1].stays = naming.Stays
	}
	for _, typ := range naming.Types {
		s := n.nested(b, body, typ.Of.Name)
		if len(s.candidates) == 0 {
			return fault.At(typ.Of.At, fault.BlockNotFound, "rename: no %s block; %s", typ.Of.Name, n.whatIsThere(&s))
		}
		for _, inner := range s.candidates {
			n.names = append(n.names, renamedName{at: b, id: inner.id, typ: true, of: typ.Of, name: typ.Name, in: n.nestedAddress(&s, inner.id)})
		}
	}
	for i := range naming.Blocks {
		t := &naming.Blocks[i]
		s := n.nested(b, body, t.Type)
		for j := range t.Entries {
			e := &t.Entries[j]
			c, err := n.choose(&s, e, j)
			if err != nil {
				return err
			}
			for _, inner := range c.blocks {
				if err := n.findInner(&s, b, inner.id, e.Naming); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// nested returns the site of the nested blocks of a type.
func (n *renamer) nested(b blockRef, body syntax.ItemID, typ string) site {
	s := site{action: plan.Rename, body: body, typ: typ, nested: true, shared: -1}
	for _, id := range n.index.blocks(nil, body, []string{typ}) {
		s.candidates = append(s.candidates, blockRef{b.doc, id})
	}
	return s
}

// findInner notes what is renamed inside a nested block.
func (n *renamer) findInner(s *site, b blockRef, id syntax.ItemID, naming *plan.Naming) error {
	if n.report != nil {
		defer n.hand(s, id)()
	}
	return n.findIn(b, id, naming)
}

// findName notes that an attribute or key is renamed, which has to be there.
func (n *renamer) findName(b blockRef, body syntax.ItemID, name plan.NewName) error {
	*n.now = name.Of.At
	id, _, seen := n.valueAt(body, &name.Of, nil)
	if seen != address.There {
		return fault.At(name.Of.At, fault.AttributeNotFound, "rename: no attribute %s; %s", excerpt.Quote(name.Of.Text), n.attributesOf(body, name.Of.Name))
	}
	n.names = append(n.names, renamedName{at: b, body: body, of: name.Of, id: id, name: name.Name, in: n.handed()})
	return nil
}

// literalAt returns the text of a literal attribute of a block, "" for none.
func (n *renamer) literalAt(block syntax.ItemID, name string) string {
	id := n.index.attribute(block, name)
	if id == syntax.NoItem {
		return ""
	}
	e := n.expr(id)
	if v, ok := value.Read(e, e.Root, terraform.Block("provider").Body.Attribute("alias")); ok && v.Kind == value.String {
		return v.Text
	}
	return ""
}

// checkUnique fails where a block would come to have the address of another.
func (n *renamer) checkUnique() error {
	if len(n.blocks) == 0 {
		return nil
	}
	taken := map[string]int{}
	renamed := map[blockRef]bool{}
	types := map[string]bool{}
	for i := range n.blocks {
		b := &n.blocks[i]
		if renamed[b.at] {
			return fault.At(b.entry, fault.InvalidRequest, "rename: %s %s is renamed twice", b.typ, quoted(b.from))
		}
		renamed[b.at], types[b.typ] = true, true
	}
	for doc := range n.docs {
		if !n.searched(doc) {
			continue
		}
		n.in(doc)
		for typ := range types {
			for _, id := range n.index.blocks(nil, syntax.Root, []string{typ}) {
				if b := (blockRef{doc, id}); !renamed[b] {
					var labels []string
					for label := range n.d.Labels(id) {
						labels = append(labels, string(label))
					}
					taken[n.uniqueKey(b, typ, labels)]++
				}
			}
		}
	}
	for i := range n.blocks {
		b := &n.blocks[i]
		if n.docs[b.at.doc].role == module.Override {
			continue
		}
		n.in(b.at.doc)
		key := n.uniqueKey(b.at, b.typ, b.to)
		if taken[key]++; taken[key] > 1 && n.options.language().Uniqueness(b.typ) != terraform.Repeats {
			return fault.At(b.entry, fault.BlockAlreadyExists, "rename: the code has %s %s already", b.typ, quoted(b.to))
		}
	}
	return nil
}

// uniqueKey returns what only one block of a module may have.
func (n *renamer) uniqueKey(b blockRef, typ string, labels []string) string {
	key := []byte(typ)
	for _, l := range labels {
		key = appendLabel(append(key, ' '), l)
	}
	if n.options.language().Uniqueness(typ) == terraform.ByAlias {
		key = appendLabel(key, n.literalAt(b.id, "alias"))
	}
	return string(key)
}

// apply gives what is renamed its names.
func (n *renamer) apply() error {
	for i := range n.blocks {
		b := &n.blocks[i]
		n.in(b.at.doc)
		if err := n.d.SetLabels(b.at.id, b.to); err != nil {
			return fault.At(b.entry, fault.InvalidRequest, "rename: %s", err)
		}
	}
	names := make(map[int]map[syntax.ItemID]string) // by document
	first := make(map[int]int)                      // where the first of them was sent
	for i := range n.names {
		name := &n.names[i]
		id, doc := name.id, name.at.doc
		if !name.typ { // references in it may have been replaced
			n.in(doc)
			id, _, _ = n.valueAt(name.body, &name.of, nil)
		}
		if names[doc] == nil {
			names[doc], first[doc] = make(map[syntax.ItemID]string), name.of.At
		}
		names[doc][id] = name.name
	}
	for doc := range n.docs {
		n.in(doc)
		if err := n.d.SetNames(names[doc]); err != nil {
			return fault.At(first[doc], fault.InvalidRequest, "rename: %s", err)
		}
	}
	for doc := range n.docs {
		n.restart(doc)
	}
	return nil
}

// dotted writes an address as references do.
func dotted(typ string, labels []string) string {
	if typ == "module" {
		return "module." + labels[0]
	}
	return strings.Join(labels, ".")
}
