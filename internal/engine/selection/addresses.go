package selection

import (
	"cmp"
	"errors"
	"slices"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/bodies"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A Code is a file in which a Decoder looks up addresses.
type Code struct {
	Name string // "" for code without a name
	Tree *syntax.File
	Size int // the length of the text before it is edited

	index *bodies.Index // made for the first address
	old   *oldCode      // found for the first address of code that is commented out
}

// An Addressed is an entry that an address leads to, in place of a tree of block types and labels:
// {"address": "aws_instance.web.ami", "value": "ami-1"}.
type Addressed struct {
	Target   address.Target
	Members  []value.Item // the members of the entry besides "address"
	At       int
	address  address.Address
	language address.Language
	there    bool         // the code has the attribute of the target
	files    []string     // the file that has the target, if several files have blocks with its address; or its two versions
	file     string       // the one that the tree names, or ""
	tree     *syntax.File // of the first file that has most of the target
}

// ByAddress reports whether the value of an operation or selection has addresses, not a tree.
func (r *Rules) ByAddress(v *value.Value) bool {
	return v.Kind == value.Array && len(v.Items) > 0 || v.Kind == value.String && r.EmptyIsOne
}

// Addressed decodes the entries that have addresses: an array, or a single address. A name in an
// address may be that of a nested block or of an attribute, and the code decides which. If d.Code is
// nil, Addressed therefore only checks how the addresses are written, and sets d.Deferred. Otherwise
// it calls the function each for the target of each address.
func (d *Decoder) Addressed(r *Rules, v *value.Value, each func(x *Addressed) error) error {
	s := &Scope{Rules: r}
	entries := v.Items
	if v.Kind == value.String {
		entries = []value.Item{{Value: *v}}
	}
	for i := range entries {
		x, a, err := d.addressOf(s, &entries[i].Value)
		if err != nil {
			return err
		}
		if d.Code == nil {
			d.Deferred = true
			if err := d.Take(x.At); err != nil {
				return err
			}
			if terraform.IsTerraform(a.String()) { // the name of a file has no meaning in any code
				if _, err := a.ResolveParsed(nil, d.Language, nil); err != nil {
					return s.Refuse(x.At, "the address %s", err)
				}
			}
			continue
		}
		if err := d.targets(s, x, a, each); err != nil {
			return err
		}
	}
	return nil
}

// addressOf decodes the address of an entry. The entry is an object or, if r.EmptyIsOne, only the
// address.
func (d *Decoder) addressOf(s *Scope, entry *value.Value) (x *Addressed, a address.Address, err error) {
	x = &Addressed{At: entry.At, language: d.Language}
	var text *value.Value
	switch {
	case entry.Kind == value.Object:
		for i := range entry.Items {
			if m := &entry.Items[i]; m.Key == "address" {
				text = &m.Value
			} else {
				x.Members = append(x.Members, *m)
			}
		}
	case s.Rules.EmptyIsOne:
		text = entry
	}
	if text == nil || text.Kind != value.String {
		at := entry.At
		if text != nil {
			at = text.At
		}
		return nil, nil, s.Refuse(at, `expected an entry with an address, such as {"address": "aws_instance.web"}, or an object of block types`)
	}
	if d.next == len(d.Parsed) {
		if a, err = ParseAddress(text.Text, d.Budget); err != nil {
			return nil, nil, s.Refuse(text.At, "the address %s: %s", excerpt.Quote(text.Text), err)
		}
		d.Parsed = append(d.Parsed, a)
	}
	x.At, a = text.At, d.Parsed[d.next]
	d.next++
	return x, a, nil
}

// Again lets d decode the same JSON again, with the files in which its addresses are looked up.
func (d *Decoder) Again(code []Code) {
	d.Code, d.next, d.held = code, 0, nil
}

// stepsPerTarget is the price of making and decoding the tree for the target of an address.
const stepsPerTarget = 300

// targets calls the function each with the target of an address or, if the address has a pattern in
// place of an attribute's name, with the targets of the matching attributes.
func (d *Decoder) targets(s *Scope, x *Addressed, a address.Address, each func(x *Addressed) error) error {
	err := d.resolve(s, x, a)
	several, ok := errors.AsType[*address.EachError](err)
	switch {
	case ok && s.Rules.OldCode:
		return fault.At(x.At, fault.InvalidRequest, "%s: %s cannot stand for the name of what is commented out; name it", a, several.Pattern)
	case ok && len(several.Each) > 1 && s.Rules.One:
		return fault.At(x.At, fault.InvalidRequest, "%s: %s", a, err)
	case ok && len(several.Each) > 0:
		for _, one := range several.Each {
			other := *x
			if err := d.targets(s, &other, one, each); err != nil {
				return err
			}
		}
		return nil
	case err != nil && d.Apart, ok && s.Rules.Reads && len(d.Code) == 0:
		return nil // another file may have such attributes
	case err != nil:
		return d.doubt(s, x, a, err)
	}
	for i := range x.Target.Blocks {
		if x.Target.Blocks[i].LeftOut > 0 && (!s.Rules.Reads || d.Language.Dialect.AnyBlock()) {
			return d.doubt(s, x, a, nil)
		}
	}
	d.Budget.Step(stepsPerTarget)
	x.address = a
	x.nameLocal()
	if len(x.files) == 0 || s.Rules.Moves || slices.ContainsFunc(x.Members, namesFile) {
		return each(x)
	}
	for _, name := range x.files {
		one := *x
		one.file = name
		if err := each(&one); err != nil {
			return err
		}
	}
	return nil
}

// nameLocal makes x select the block of a local by the name of the local, because several blocks, in
// several files, may have locals, and the address has only the name. If the address means all locals, it
// makes x select all these blocks.
func (x *Addressed) nameLocal() {
	block := &x.Target.Blocks[0]
	if len(x.Target.Blocks) == 1 && block.Type == "locals" && x.Target.Any && block.Index < 0 {
		block.All, x.files = true, nil
	}
	if len(x.Target.Blocks) == 1 && block.Type == "locals" && x.there && !block.All {
		block.Has, block.Index, x.files = append(slices.Clip(block.Has), x.Target.Path.Name), -1, nil
	}
}

// resolve sets x.Target to the meaning of an address in the file that has most of the target.
func (d *Decoder) resolve(s *Scope, x *Addressed, a address.Address) (err error) {
	code := d.Code
	if len(code) == 0 {
		code = []Code{{}}
	}
	code = d.filesFor(s, a, code)
	var each eachOf
	var best []Code // the files that have as much of the target as any file
	most, holders := -1, 0
	for i := range code {
		d.Budget.Step(stepsPerAddress + stepsPerPart*len(a) + textOf(a)/64)
		t, old, failed := code[i].meaning(a, s.Rules, d)
		if failed != nil {
			err = cmp.Or(err, failed)
			each.add(failed, d.Budget)
			continue
		}
		if x.mayMakeLabelled(s.Rules) && !d.Language.IsValuesFile(t.Blocks[0].Type) {
			t.Label(code[i].Tree)
			if x.IsBlock() {
				t.LabelNested(code[i].Tree)
			}
		}
		part := 0
		switch {
		case len(old) > 0 && d.mayHold(&t, code[i].Name):
			part = wholeOld
		case s.Rules.OldCode:
			part = 2 * t.Depth()
		case code[i].Tree != nil:
			part = partOf(&t, code[i].index.Attribute)
		}
		if part > 0 {
			holders++
		}
		if part > most {
			most, best, x.Target, x.tree, x.there = part, best[:0], t, code[i].Tree, part%2 == 1
		}
		if part == most {
			best = append(best, code[i])
		}
	}
	switch {
	case len(each.all) > 0:
		return &address.EachError{Pattern: each.pattern, Each: each.all}
	case most < 0:
		return err
	case x.Target.Several():
		return d.refuseNumber(x, a)
	case s.Rules.OldCode:
		if most == wholeOld && !d.Language.IsValuesFile(x.Target.Blocks[0].Type) && d.Files {
			x.files = onlyOf(best)
		}
	case s.Rules.Reads:
		x.files = d.filesRead(&x.Target, best)
	case holders > 1:
		x.files = d.filesOf(&x.Target, best, hasAll(&x.Target, most))
	}
	return nil
}

// wholeOld is the part of a target, in the sense of partOf, that a file has if the target is commented out there.
const wholeOld = 1 << 30

// meaning returns the target of an address in the file and, if the address means what is commented out, that.
func (c *Code) meaning(a address.Address, r *Rules, d *Decoder) (address.Target, []*Disabled, error) {
	if r.OldCode {
		return c.resolveOld(a, d)
	}
	t, err := c.resolve(a, d)
	return t, nil, err
}

// resolve returns the target of an address in the file.
func (c *Code) resolve(a address.Address, d *Decoder) (address.Target, error) {
	if c.Tree == nil {
		return a.ResolveParsed(nil, d.Language, nil)
	}
	return a.ResolveParsed(c.Tree, d.Language, c.indexOf(d))
}

// indexOf returns the index of the file, and makes it if necessary.
func (c *Code) indexOf(d *Decoder) *bodies.Index {
	if c.index == nil {
		c.index = new(bodies.Index)
		c.index.Start(c.Tree, d.Budget, new(value.Classes), new(syntax.Expr), 0)
	}
	return c.index
}

// eachOf collects the addresses of EachErrors, each once.
type eachOf struct {
	pattern string
	all     []address.Address
	seen    map[string]bool
}

func (e *eachOf) add(err error, b *budget.Budget) {
	several, ok := errors.AsType[*address.EachError](err)
	if !ok {
		return
	}
	b.Step(stepsPerEach * len(several.Each))
	e.pattern = several.Pattern
	for _, one := range several.Each {
		if text := one.String(); !e.seen[text] {
			if e.seen == nil {
				e.seen = map[string]bool{}
			}
			e.seen[text] = true
			e.all = append(e.all, one)
		}
	}
}

// stepsPerEach is the price of the address of an attribute whose name a pattern matches.
const stepsPerEach = 40

// partOf returns a number for the part of a target that a file has: 0 for none, and a greater number
// for a greater part. The function attribute finds an attribute of a block.
func partOf(t *address.Target, attribute func(block syntax.ItemID, name string) syntax.ItemID) int {
	there := func(block syntax.ItemID) bool { return attribute(block, t.Path.Name) != syntax.NoItem }
	if t.Path.Name != "" && t.Depth() == len(t.Blocks) && slices.ContainsFunc(t.Found, there) {
		return 2*t.Depth() + 1
	}
	return 2 * t.Depth()
}

// hasAll reports whether a part that partOf returned is the whole target.
func hasAll(t *address.Target, part int) bool {
	return part == 2*len(t.Blocks)+min(1, len(t.Path.Name))
}

// outermost are the members of an entry that belong to the entry of the top-level block.
var outermost = []string{"file", "folder", "optional"}

// InSeveral reports whether several files have blocks with the address, and some of them the target.
func (x *Addressed) InSeveral() bool { return len(x.files) > 0 }

// Tree returns the tree of block types and labels that means the same as the address:
// {"resource": {"aws_instance": {"web": [entry]}}}. The innermost entry has the given members. Inside
// the outer entries, the entries of nested blocks are in the operation between or, at the innermost level,
// in the operation last; "" means none. If existing is set, blocks that lack the target are not selected.
func (x *Addressed) Tree(members []value.Item, between, last string, existing bool) value.Value {
	n := len(x.Target.Blocks) - 1
	var outer, inner []value.Item
	for _, m := range members {
		if n > 0 && slices.Contains(outermost, m.Key) {
			outer = append(outer, m)
		} else {
			inner = append(inner, m)
		}
	}
	for i := n; ; i-- {
		inner = joined(Selectors(&x.Target, i, x.language, existing), inner)
		x.place(inner)
		if i == 0 {
			break
		}
		entries := value.Value{Kind: value.Array, At: x.At, Items: []value.Item{{Value: x.object(inner...)}}}
		inner = []value.Item{{Key: "blockTypes", Value: x.object(value.Item{Key: x.Target.Blocks[i].Type, Value: entries})}}
		operation := between
		if i == n {
			operation = last
		}
		if operation != "" {
			inner = []value.Item{{Key: operation, Value: x.object(inner...)}}
		}
	}
	inner = append(inner, outer...)
	if x.file != "" {
		inner = append(inner, value.Item{Key: "file", Value: value.Value{Kind: value.String, Text: x.file, At: x.At}})
	}
	v := value.Value{Kind: value.Array, At: x.At, Items: []value.Item{{Value: x.object(inner...)}}}
	for _, label := range slices.Backward(x.Target.Blocks[0].Labels) {
		v = x.object(value.Item{Key: label, Value: v})
	}
	return x.object(value.Item{Key: x.Target.Blocks[0].Type, Value: v})
}

// joined returns the selectors of an address and the members of its entry. If both have conditions of
// a kind, such as "where", a block must meet all of them.
func joined(selectors, members []value.Item) []value.Item {
	for _, m := range members {
		i := slices.IndexFunc(selectors, func(s value.Item) bool { return s.Key == m.Key })
		if i >= 0 && len(m.Value.Items) > 0 && m.Value.Kind == selectors[i].Value.Kind {
			selectors[i].Value.Items = append(selectors[i].Value.Items, m.Value.Items...)
		} else {
			selectors = append(selectors, m)
		}
	}
	return selectors
}

// object returns an object whose offset is that of the address.
func (x *Addressed) object(members ...value.Item) value.Value {
	return value.Value{Kind: value.Object, At: x.At, Items: members}
}

// place sets the offset of the members that selectors of the address became.
func (x *Addressed) place(members []value.Item) {
	for i := range members {
		if v := &members[i].Value; v.At == 0 {
			v.At = x.At
			x.place(v.Items)
		}
	}
}

// picked returns the tree for an entry that selects what is at the address.
func (x *Addressed) picked() value.Value {
	members := x.Members
	name := ""
	switch {
	case x.Target.Any:
		name = address.AnyLabel
	case x.Target.Path.Name != "":
		name = x.Target.Path.String()
	}
	if name != "" {
		names := value.Value{Kind: value.Array, At: x.At, Items: []value.Item{{Value: value.Value{Kind: value.String, Text: name, At: x.At}}}}
		members = append(slices.Clip(members), value.Item{Key: "attributes", Value: names})
	}
	return x.Tree(members, "", "", false)
}
