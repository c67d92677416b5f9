package report

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A Spot is the block that an edit changes. A warning about the edit names this block.
type Spot struct {
	File    *draft.File
	Item    syntax.ItemID // the block, or the top level of the file
	Address address.Address
}

// knownNames contains the names that occur in blocks of one kind before the edits. The kind
// consists of the block's type and, for some types, its first label (see kindLabel). The fields
// attributes and blocks map each name to a block that contains it.
type knownNames struct {
	attributes map[string]draft.Block
	blocks     map[string]draft.Block // by block type; a dynamic block is under the type that it generates
	nearest    map[newName]string     // the results of nearestTo
	types      []string               // the types of the enclosing blocks, outermost first, and then the type of the blocks themselves
}

// A newName is the name of a new attribute, or the type of a new nested block.
type newName struct {
	name  string
	block bool
}

const stepsPerKnown = 8

// knownNamesIn returns all names that occur in a body or in other blocks of the same kind.
func (o *Observer) knownNamesIn(f *draft.File, body syntax.ItemID) *knownNames {
	var types []string // innermost first
	top := body
	for top != syntax.Root && f.Draft.Item(top).Parent != syntax.Root {
		types = append(types, string(f.Draft.Name(top)))
		top = f.Draft.Item(top).Parent
	}
	if top == syntax.Root {
		return &knownNames{nearest: map[newName]string{}}
	}
	slices.Reverse(types)
	typ := string(f.Draft.Name(top))
	labels := draft.Block{File: f, ID: top}.Labels()
	key := strings.Join(append([]string{typ, kindLabel(typ, labels)}, types...), "\x00")
	if known := o.known[key]; known != nil {
		return known
	}
	u := &knownNames{map[string]draft.Block{}, map[string]draft.Block{}, map[newName]string{}, append([]string{typ}, types...)}
	for _, file := range f.Module.InOrder() {
		if !file.Searched() {
			continue
		}
		for _, id := range file.Index.Blocks(nil, syntax.Root, []string{typ}) {
			f.Budget.Step(stepsPerKnown)
			b := draft.Block{File: file, ID: id}
			if kindLabel(typ, b.Labels()) == kindLabel(typ, labels) {
				u.note(b, types)
			}
		}
	}
	draft.Note(&o.known, key, u)
	return u
}

// kindLabel returns the label that is part of the kind of a top-level block: aws_vpc for a
// resource, "" for a variable.
func kindLabel(typ string, labels []string) string {
	if len(labels) > 1 || len(labels) == 1 && (typ == "provider" || typ == "module") {
		return labels[0]
	}
	return ""
}

// note records the names in a block. If types are given, it records the names in nested blocks
// instead. With the types "rule" and "action", these are the blocks of the type "action" inside
// blocks of the type "rule".
func (u *knownNames) note(b draft.Block, types []string) {
	if len(types) > 0 {
		for _, id := range b.Index.Blocks(nil, b.ID, types[:1]) {
			b.Budget.Step(stepsPerKnown)
			u.note(draft.Block{File: b.File, ID: id}, types[1:])
		}
		return
	}
	b.Expand(b.ID)
	for id := b.Draft.FirstItem(b.ID); id != syntax.NoItem; id = b.Draft.NextItem(id) {
		b.Budget.Step(stepsPerKnown)
		name := string(b.Draft.Name(id))
		switch {
		case !b.Draft.InSource(b.Draft.Item(id).Name):
		case b.IsAttribute(id):
			u.attributes[name] = b
		case name == "dynamic":
			for l := range b.Draft.Labels(id) {
				u.blocks[string(l)] = b
				break
			}
		default:
			u.blocks[name] = b
		}
	}
}

// checkName checks the name of a new attribute. It warns if the attribute is an object, but was
// probably meant as a nested block. It also warns if the name is similar to another name in blocks
// of the same kind. If the schema of the provider is known, checkSchema does these checks instead.
func (m *Mark) checkName(s Spot, special *terraform.Body, operation plan.Action, attr *plan.Attribute) {
	if special != nil && special.InOrder || s.Item == syntax.Root { // any name is valid there
		if operation.NeedsItem() && len(attr.Path) == 0 {
			m.checkOwnName(s, attr)
		}
		return
	}
	if known := s.File.Schema(s.Item); known != nil {
		m.checkSchema(s, known, special, attr)
		return
	}
	u := m.o.knownNamesIn(s.File, s.Item)
	if _, ok := u.attributes[attr.Name]; ok {
		return
	}
	if b, ok := u.blocks[attr.Name]; ok || special.Knows(attr.Name) {
		if isObject(attr) {
			where := "a nested block in Terraform's language"
			if ok {
				where = "a nested block in " + headerOf(b)
			}
			m.warnOfBlock(s, attr, UsuallyABlock, where)
		}
		return
	}
	if special.IsArgument(attr.Name) || u.isTerraformArgument(attr.Name) {
		return
	}
	near := ""
	if operation.Finds() {
		near = u.nearestTo(newName{name: attr.Name}, special, s.File)
	}
	if near != "" {
		m.o.warnAt(attr.At, NewAttributeNearly, fmt.Sprintf("the attribute %s is new; did you mean %q?", excerpt.Quote(attr.Name), near), s)
	}
	_, nearBlock := u.blocks[near]
	if (near == "" || nearBlock) && m.mayNest(s, special, attr.Name) && looksLikeBlocks(attr) {
		whose := "providers"
		if s.File.Module.Language.Dialect.AnyBlock() {
			whose = "the language"
		}
		m.warnOfBlock(s, attr, ProbablyABlock, "probably a nested block, which most objects of "+whose+" are")
	}
}

// mayNest reports whether a nested block with the given name may be meant in a body, although nothing
// is known of such a block.
func (m *Mark) mayNest(s Spot, special *terraform.Body, name string) bool {
	if d := s.File.Module.Language.Dialect; d.AnyBlock() {
		return !d.HoldsObject(string(s.File.Draft.Name(s.Item)), name)
	}
	return special.Open()
}

// checkOwnName warns if the name of a new attribute is similar to the name of an attribute that the
// body had before the edits.
func (m *Mark) checkOwnName(s Spot, attr *plan.Attribute) {
	near := nearest.Name(attr.Name, m.f.NamesIn(s.Item, func(id syntax.ItemID) bool {
		it := m.f.Draft.Item(id)
		return it.Kind == syntax.KindAttribute && m.f.Draft.InSource(it.Name)
	}))
	if near != "" {
		m.o.warnAt(attr.At, NewAttributeNearly, fmt.Sprintf("the attribute %s is new; did you mean %q, which was there?", excerpt.Quote(attr.Name), near), s)
	}
}

// isObject reports whether an edit sets an attribute to an object or a list of objects.
func isObject(attr *plan.Attribute) bool {
	v := &attr.Value
	if len(attr.Path) > 0 && attr.Path[0].Kind == address.StepKey || v.Kind == value.Object {
		return true
	}
	return v.Kind == value.Array && len(v.Items) > 0 && v.Items[0].Value.Kind == value.Object
}

// looksLikeBlocks reports whether an edit sets an attribute to an object, or a list of objects,
// that a provider probably expects as nested blocks.
func looksLikeBlocks(attr *plan.Attribute) bool {
	if len(attr.Path) > 0 {
		return attr.Path[0].Kind == address.StepKey && terraform.IsProvidersName(attr.Path[0].Key) && !terraform.IsUsualMap(attr.Name)
	}
	return terraform.LooksLikeBlocks(attr.Name, &attr.Value) && areProviderNames(&attr.Value)
}

// areProviderNames reports whether the keys of an object are names that a provider's schema may
// contain, such as cidr_block. For a list it looks at the keys of all objects in it.
func areProviderNames(v *value.Value) bool {
	for i := range v.Items {
		item := &v.Items[i]
		if v.Kind == value.Array && !areProviderNames(&item.Value) || v.Kind == value.Object && !terraform.IsProvidersName(item.Key) {
			return false
		}
	}
	return true
}

// isTerraformArgument reports whether Terraform itself, and not a provider, defines an argument
// with this name for blocks of this kind.
func (u *knownNames) isTerraformArgument(name string) bool {
	for own := range terraform.PlainNames(u.types...) {
		if own == name {
			return true
		}
	}
	return false
}

// nearestTo returns the known name that is most similar to a new name, or "" if none is similar.
// The known names are those in the blocks and those that Terraform defines for them. The results
// are cached.
func (u *knownNames) nearestTo(n newName, special *terraform.Body, f *draft.File) string {
	if near, ok := u.nearest[n]; ok {
		return near
	}
	names := slices.Sorted(maps.Keys(u.blocks))
	if !n.block {
		names = append(slices.Sorted(maps.Keys(u.attributes)), names...)
	}
	f.Budget.Step(stepsPerKnown * len(names))
	near := nearest.Name(n.name, func(yield func(string) bool) {
		for _, name := range names {
			if !yield(name) {
				return
			}
		}
		for _, own := range []iter.Seq[string]{special.OwnNames(), terraform.PlainNames(u.types...)} {
			for name := range own {
				if !yield(name) {
					return
				}
			}
		}
	})
	u.nearest[n] = near
	return near
}

// headerOf returns the type and the labels of a block, for a message.
func headerOf(b draft.Block) string {
	return excerpt.Header(excerpt.Line(b.Draft.Name(b.ID)), b.Labels())
}

// MadeDynamic warns of a new dynamic block that has no for_each after its entry was applied, and names
// the most similar dynamic block beside it.
func (o *Observer) MadeDynamic(s *draft.Site, at int, made draft.Block, where address.Address) {
	if o == nil || s.Type != "dynamic" || !s.Nested || made.Index.Attribute(made.ID, "for_each") != syntax.NoItem {
		return
	}
	label := func(id syntax.ItemID) string {
		for l := range made.Draft.Labels(id) {
			return string(l)
		}
		return ""
	}
	own := label(made.ID)
	hint := ""
	near := nearest.Name(own, func(yield func(string) bool) {
		for _, id := range made.Index.Blocks(nil, s.Body, []string{"dynamic"}) {
			made.Budget.Step(stepsPerKnown)
			if other := label(id); other != own && !yield(other) {
				return
			}
		}
	})
	if near != "" {
		hint = fmt.Sprintf("; did you mean dynamic[%q]?", near)
	}
	o.warnAt(at, NoForEach, fmt.Sprintf("the new block dynamic %s has no for_each%s", excerpt.Quote(own), hint), Spot{File: made.File, Item: s.Body, Address: where})
}

// MadeBlock records that an entry added a nested block. It warns if a dynamic block beside the new
// block generates blocks of the same type, if the provider's schema has no such nested block, or,
// without a schema, if the type is unknown but similar to a known name.
func (o *Observer) MadeBlock(s *draft.Site, at int, made draft.Block, where address.Address) {
	if o == nil || s.Type == "dynamic" {
		return
	}
	if !s.Nested {
		o.checkNewType(at, made, where)
		return
	}
	spot := Spot{File: made.File, Item: s.Body, Address: where}
	for _, id := range made.Index.Blocks(nil, s.Body, []string{"dynamic"}) {
		made.Budget.Step(stepsPerKnown)
		for l := range made.Draft.Labels(id) {
			if bytes.Equal(l, []byte(s.Type)) {
				o.warnAt(at, MadeByDynamic, fmt.Sprintf("the block %s was made beside a dynamic block that makes such blocks; what all of them have is in its \"content\"", excerpt.Quote(s.Type)), spot)
				return
			}
			break
		}
	}
	if s.Outer.Knows(s.Type) {
		return
	}
	if known := made.File.Schema(s.Body); known != nil {
		o.checkBlock(at, s.Type, known, s.Outer, spot)
		return
	}
	u := o.knownNamesIn(made.File, s.Body)
	if _, ok := u.blocks[s.Type]; ok {
		return
	}
	if near := u.nearestTo(newName{name: s.Type, block: true}, s.Outer, made.File); near != "" {
		o.warnAt(at, NewAttributeNearly, fmt.Sprintf("the nested block %s is new; did you mean %q?", excerpt.Quote(s.Type), near), spot)
	}
}
