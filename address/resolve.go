package address

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// Resolve returns the target of the address in a file. If a part of the address has no meaning, the
// error names that part. It is not an error if the code lacks the target. A nil file is an empty one.
func (a Address) Resolve(f *syntax.File, l Language) (Target, error) {
	if same, err := Parse(a.String()); err != nil || !slices.Equal(a, same) {
		return Target{}, fmt.Errorf("%s is not an address", excerpt.Quote(a.String()))
	}
	return a.ResolveParsed(f, l, nil)
}

// An Index finds the items of a file. With an Index the time to resolve many addresses is not
// proportional to the number of addresses times that of items.
type Index interface {
	// Attribute returns a body's attribute with the given name, or syntax.NoItem.
	Attribute(body syntax.ItemID, name string) syntax.ItemID
	// Blocks appends a body's blocks of the given types, in code order.
	Blocks(found []syntax.ItemID, body syntax.ItemID, types []string) []syntax.ItemID
	// At appends the top-level blocks with the given types and labels, in code order. any tells
	// that a label is a pattern.
	At(found []syntax.ItemID, types, labels []string, any bool) []syntax.ItemID
}

// ResolveParsed is like Resolve, but takes less time, because it does not check the form of the
// address. The address must be a result of Parse. The argument index is that of f, or nil.
func (a Address) ResolveParsed(f *syntax.File, l Language, index Index) (Target, error) {
	if f == nil {
		f = new(syntax.File)
	}
	if len(a) == 0 {
		return Target{}, errors.New("an address without parts is not an address")
	}
	if a[0].Kind == PartName && a[0].Text == requiredProviders && !l.Dialect.AnyBlock() {
		a = slices.Insert(slices.Clone(a), 0, Part{Text: terraform.Settings}) // the settings block
	}
	r := resolver{f: f, index: index, lang: l, address: a, remaining: a, target: Target{lastBlocks: []syntax.ItemID{syntax.Root}}}
	err := r.resolveTop()
	for err == nil && len(r.remaining) > 0 && r.target.Path.Name == "" && !r.target.Any {
		err = r.resolveInner()
	}
	if err != nil {
		return Target{}, &meaningError{a, err}
	}
	return r.target, nil
}

// A meaningError is the error for a part of an address that has no meaning. Its text is created on
// demand, because an address may be tried in many files.
type meaningError struct {
	address Address
	err     error
}

func (e *meaningError) Error() string { return e.address.String() + ": " + e.err.Error() }

func (e *meaningError) Unwrap() error { return e.err }

// A resolver builds the Target of an address from the address's parts and the code of a file.
type resolver struct {
	f         *syntax.File
	index     Index // of f, or nil
	lang      Language
	address   Address
	remaining Address // the remaining parts
	target    Target
	body      *terraform.Body // the language's description of the blocks of the last level; nil if unknown
}

// nextName returns the next part and reports whether it can be a label or name.
func (r *resolver) nextName() (p Part, ok bool) {
	if len(r.remaining) == 0 {
		return p, false
	}
	p = r.remaining[0]
	return p, p.Kind == PartName || p.Kind == PartKey || p.Kind == PartAny || p.Kind == PartPattern
}

// resolveTop resolves the top-level block, or the top-level attribute.
func (r *resolver) resolveTop() error {
	typ := r.remaining[0].Text
	known, labels := r.topType(typ), -1
	switch {
	case known == nil && !r.lang.Dialect.AnyBlock():
		if whole := r.remaining.fileName(); terraform.IsTerraform(whole) {
			return fmt.Errorf("%s is not a block type; the address comes first, and a file such as %s after it", typ, whole)
		}
		return fmt.Errorf("%s is not a block type%s", typ, cmp.Or(nestedIn(typ), nearest.DidYouMean(typ, r.firstNames)))
	case known == nil:
		if len(r.childrenOfLast(syntax.KindBlock, typ)) == 0 && len(r.childrenOfLast(syntax.KindAttribute, typ)) > 0 {
			return r.resolveFileAttribute()
		}
		typ = r.hclType(typ)
		r.remaining = r.remaining[1:]
	case known.ValuesFile:
		r.remaining = r.remaining[1:]
		return r.resolveFileAttribute()
	default:
		labels = known.Labels
		if r.isResourceType(typ) {
			typ = resource
		} else {
			typ, r.remaining = known.Name, r.remaining[1:]
		}
		r.body = known.Body
	}
	return r.readLevel(Level{Type: typ, Index: -1}, r.lang.Spellings(typ), labels)
}

// resolveFileAttribute resolves the rest of the address as an attribute at the top level of the
// file.
func (r *resolver) resolveFileAttribute() error {
	r.target.Blocks = []Level{{Type: terraform.VariableValues, Index: -1}}
	r.target.depth, r.target.Found, r.target.lastBlocks = 1, []syntax.ItemID{syntax.Root}, []syntax.ItemID{syntax.Root}
	if len(r.remaining) == 0 {
		r.target.Any = true
		return nil
	}
	return r.resolveAttribute()
}

// resolveInner resolves the next part in the blocks of the last level: a nested block, or an
// attribute.
func (r *resolver) resolveInner() error {
	name := r.remaining[0]
	switch name.Kind {
	case PartName:
	case PartAny, PartPattern:
		return r.resolveAttribute()
	default:
		if last := r.target.Blocks[len(r.target.Blocks)-1].Type; name.Kind != PartKey || len(r.target.Blocks) > 1 || last != "resource" && last != "module" && last != "data" {
			return fmt.Errorf("%s cannot come after the block type %s", Address{{}, name}, last)
		}
		whole := append(slices.Clip(r.address[:len(r.address)-len(r.remaining)]), r.remaining[1:]...)
		return fmt.Errorf("%s is an instance, and all instances have the code of one block; write %s", Address{{}, name}, whole)
	}
	if len(r.childrenOfLast(syntax.KindBlock, name.Text)) == 0 &&
		(!r.body.Knows(name.Text) || len(r.childrenOfLast(syntax.KindAttribute, name.Text)) > 0) {
		return r.resolveAttribute()
	}
	return r.resolveNested()
}

// resolveNested resolves the next part as a nested block.
func (r *resolver) resolveNested() error {
	typ := r.remaining[0].Text
	r.remaining = r.remaining[1:]
	labels := -1
	if r.body.Knows(typ) {
		labels = r.body.Block(typ).Labels
	}
	r.body = r.body.Block(typ)
	return r.readLevel(Level{Type: typ, Index: -1}, []string{typ}, labels)
}

// readLevel reads the labels and selectors after a block type from the address, stores them in the
// level l, and adds l to the target. The slice types contains all spellings of the block type.
// labels is the number of labels of such a block, or -1 if the blocks in the code determine this
// number.
func (r *resolver) readLevel(l Level, types []string, labels int) error {
	blocks, literal := r.candidates(types, labels), ""
	for labels < 0 || len(l.Labels) < labels {
		p, ok := r.nextName()
		isLabel := func(id syntax.ItemID) bool { return hasLabel(r.f, id, len(l.Labels), p) }
		if labels < 0 && (!ok || p.Kind != PartKey && !slices.ContainsFunc(blocks, isLabel)) {
			break
		}
		switch {
		case !ok && len(r.remaining) > 0:
			end := ""
			if meant := r.address.replaceName(len(r.address) - len(r.remaining)); meant != nil {
				end = fmt.Sprintf("; did you mean %s?", meant)
			}
			return fmt.Errorf("%s stands where a label of %s is expected%s", Address{{}, p}, l.Type, end)
		case !ok:
			l.LeftOut++
			p.Kind = PartAny
		}
		if p.Kind == PartAny {
			p.Text = AnyLabel
		}
		if l.Patterns = l.Patterns || p.Kind == PartAny || p.Kind == PartPattern; p.Kind == PartKey && IsPattern(p.Text) {
			literal = p.Text
		}
		blocks = slices.DeleteFunc(blocks, func(id syntax.ItemID) bool { return !isLabel(id) })
		l.Labels = append(l.Labels, p.Text)
		l.HasLabels = true
		if ok {
			r.remaining = r.remaining[1:]
		}
	}
	if l.Patterns && literal != "" {
		return fmt.Errorf("the label %q in brackets is no pattern, and so cannot be beside the patterns of other labels", literal)
	}
	if labels < 0 && len(blocks) > 0 {
		exact := slices.DeleteFunc(slices.Clone(blocks), func(id syntax.ItemID) bool { return len(labelsOf(r.f, id)) != len(l.Labels) })
		if len(exact) == 0 {
			l.LeftOut = 1
		} else {
			blocks = exact
		}
	}
	if err := r.readSelectors(&l); err != nil {
		return err
	}
	blocks = r.filterByIndex(&l, blocks)
	r.target.Blocks = append(r.target.Blocks, l)
	r.target.Found = blocks
	if len(blocks) > 0 && r.target.depth == len(r.target.Blocks)-1 {
		r.target.depth, r.target.lastBlocks = r.target.depth+1, blocks
	}
	return nil
}

// Fits reports whether a block has the labels of the level. If the address omits labels (LeftOut),
// a block with further labels fits, too.
func (l *Level) Fits(f *syntax.File, block syntax.ItemID) bool {
	if l == nil || f == nil {
		return false
	}
	n := 0
	for label := range f.Labels(block) {
		if n < len(l.Labels) && l.Labels[n] != string(label) && !(l.Patterns && MatchLabel(l.Labels[n], string(label))) {
			return false
		}
		n++
	}
	return n == len(l.Labels) || n > len(l.Labels) && l.LeftOut > 0
}

// hasLabel reports whether the label of a block at the index place matches the part p. The part is
// a name or key, a pattern, or "*" for any label.
func hasLabel(f *syntax.File, block syntax.ItemID, place int, p Part) bool {
	n := 0
	for label := range f.Labels(block) {
		if n == place {
			return p.Kind == PartAny || string(label) == p.Text || p.Kind == PartPattern && MatchLabel(p.Text, string(label))
		}
		n++
	}
	return false
}

// readSelectors moves the selectors at the start of the remaining parts to the level.
func (r *resolver) readSelectors(l *Level) error {
	for len(r.remaining) > 0 {
		p := r.remaining[0]
		switch p.Kind {
		case PartIndex, PartAll:
			if l.Index >= 0 || l.All {
				return fmt.Errorf("a block is chosen twice: %s", Address{{}, p})
			}
			l.Index, l.All = p.Index, p.Kind == PartAll
			if l.All {
				l.Index = -1
			}
		case PartWhere, PartMatches, PartHas, PartLacks:
			if l.Index >= 0 || l.All {
				return fmt.Errorf("%s must come before the number", Address{{}, p})
			}
			l.add(p)
		default:
			return nil
		}
		r.remaining = r.remaining[1:]
	}
	return nil
}

// add adds a selector such as [alias=east] or [tags] to the level.
func (l *Level) add(p Part) {
	c := Condition{Path: p.Text, Value: p.Value, Null: p.Null}
	switch p.Kind {
	case PartWhere:
		l.Where = append(l.Where, c)
	case PartMatches:
		l.Matches = append(l.Matches, c)
	case PartHas:
		l.Has = append(l.Has, p.Text)
	case PartLacks:
		l.Lacks = append(l.Lacks, p.Text)
	}
}

// filterByIndex returns the blocks that the level's index selects, or all blocks if there is no
// index. An address of a local value, such as local.zone, does not name the locals block that
// contains the value (see languages.Dialect.Collects). For such an address, filterByIndex sets the
// level's index to that of the first block with the value.
func (r *resolver) filterByIndex(l *Level, blocks []syntax.ItemID) []syntax.ItemID {
	if r.target.depth == 0 && r.lang.Dialect.Collects(l.Type) && l.Index < 0 && !l.All && len(blocks) > 1 && len(r.remaining) > 0 {
		for i, id := range blocks {
			if r.hasAttribute(id, r.remaining[0].Text) {
				l.Index = i
				break
			}
		}
	}
	if l.Index < 0 || l.Selects() {
		return blocks
	}
	var found []syntax.ItemID
	n, parent := 0, syntax.NoItem
	for _, id := range blocks {
		if p := r.f.Item(id).Parent; p != parent {
			n, parent = 0, p
		}
		if n == l.Index {
			found = append(found, id)
		}
		n++
	}
	return found
}

// resolveAttribute resolves the rest of the address as an attribute and the path into it.
func (r *resolver) resolveAttribute() error {
	name := r.remaining[0]
	rest := r.remaining[1:]
	switch {
	case name.Kind == PartAny && len(rest) == 0:
		r.target.Any, r.remaining = true, rest
		return nil
	case name.Kind == PartAny, name.Kind == PartPattern:
		return r.eachError()
	case name.Kind != PartName:
		return fmt.Errorf("%s is not the name of an attribute", Address{{}, name})
	}
	r.target.Path.Name, r.remaining = name.Text, nil
	for i, p := range rest {
		s := Step{Index: p.Index}
		kind := slices.Index(stepParts[:], p.Kind)
		switch {
		case p.Kind == PartName || p.Kind == PartKey:
			s.Key = p.Text
		case kind > 0:
			s.Kind = StepKind(kind)
			if s.Kind == StepMatching {
				s.Key = p.Text
			}
		default:
			return &NoBlockError{Selector: Address{{}, p}.String(), Name: name.Text, near: nearest.DidYouMean(name.Text, r.blockTypes)}
		}
		if s.isLast() && i < len(rest)-1 {
			return fmt.Errorf("%s can only be the last step", s.append(nil))
		}
		r.target.Path.Steps = append(r.target.Path.Steps, s)
	}
	return nil
}

// candidates returns the blocks of the given types in the blocks of the last level. If there is an
// index, and the next parts of the address are the labels of a top-level block, it returns only the
// blocks with these labels.
func (r *resolver) candidates(types []string, labels int) []syntax.ItemID {
	var names []string
	for _, p := range r.remaining[:min(max(labels, 0), len(r.remaining))] {
		if p.Kind == PartName || p.Kind == PartKey {
			names = append(names, p.Text)
		}
	}
	if r.index == nil || len(r.target.Blocks) > 0 || labels <= 0 || len(names) < labels {
		return r.childrenOfLast(syntax.KindBlock, types...)
	}
	return r.index.At(nil, types, names, false)
}

// hasAttribute reports whether a body has an attribute.
func (r *resolver) hasAttribute(body syntax.ItemID, name string) bool {
	if r.index != nil {
		return r.index.Attribute(body, name) != syntax.NoItem
	}
	return r.f.Attribute(body, name) != syntax.NoItem
}

// childrenOfLast returns the blocks or attributes with the given names in the blocks of the last
// level; nil if the code lacks that level.
func (r *resolver) childrenOfLast(kind syntax.ItemKind, names ...string) (found []syntax.ItemID) {
	if r.target.depth < len(r.target.Blocks) {
		return nil
	}
	if r.index == nil {
		return childrenOf(r.f, r.target.lastBlocks, kind, names...)
	}
	for _, body := range r.target.lastBlocks {
		if kind == syntax.KindBlock {
			found = r.index.Blocks(found, body, names)
			continue
		}
		for _, name := range names {
			if id := r.index.Attribute(body, name); id != syntax.NoItem {
				found = append(found, id)
			}
		}
	}
	return found
}
