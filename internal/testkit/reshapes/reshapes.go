// Package reshapes finds the reshapes that code allows, for tests of laws: each type of nested blocks
// in each body becomes a list of objects or, if there is one such block, an object, and so does all
// that is inside.
package reshapes

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"iacedit/syntax"
)

// A Reshape turns the nested blocks of a type in a body into an attribute.
type Reshape struct {
	Labels  []string // the type of the top-level block, and its labels
	Index   int      // which of the blocks with these labels it is
	Path    []string // the types of the blocks around, each alone in its body
	Form    Form
	Dynamic bool // some of what changes is a dynamic block
	Exact   bool // there and back gives the bytes of formatted code
}

// A Form is the new form of nested blocks.
type Form struct {
	Type   string
	Object bool // it is an object, not a list
	Inside []Form
}

// There returns the edits that make the reshape.
func (r *Reshape) There() string { return r.Edits(r.Entry("blockTypes", r.Form.There())) }

// Back returns the edits that reverse the reshape.
func (r *Reshape) Back() string { return r.Edits(r.Entry("attributes", r.Form.Back())) }

// Entry returns an entry for the top-level block. The argument forms has the forms of blocks or of
// attributes, which are members of the entry's member with a name.
func (r *Reshape) Entry(name, forms string) string {
	text := fmt.Sprintf("%q: {%s}", name, forms)
	for _, typ := range slices.Backward(r.Path) {
		text = fmt.Sprintf(`"blockTypes": {%q: {%s}}`, typ, text)
	}
	return fmt.Sprintf(`{"index": %d, %s}`, r.Index, text)
}

// Edits returns the edits with entries for blocks that have the labels of the top-level block.
func (r *Reshape) Edits(entries ...string) string {
	text := "[" + strings.Join(entries, ", ") + "]"
	for _, label := range slices.Backward(r.Labels) {
		key, _ := json.Marshal(label)
		text = fmt.Sprintf("{%s: %s}", key, text)
	}
	return `{"reshape": ` + text + `}`
}

// String names the blocks.
func (r *Reshape) String() string {
	return fmt.Sprint(strings.Join(r.Labels, "."), r.Path, r.Form.Type)
}

// There returns the form as a member of "blockTypes".
func (f *Form) There() string {
	if f.Object {
		return f.member("object", "blockTypes", (*Form).There)
	}
	return f.member("list", "blockTypes", (*Form).There)
}

// Back returns the form of the attribute as a member of "attributes".
func (f *Form) Back() string {
	if f.Object {
		return f.member("block", "attributes", (*Form).Back)
	}
	return f.member("blocks", "attributes", (*Form).Back)
}

func (f *Form) member(as, inside string, member func(*Form) string) string {
	var all []string
	for i := range f.Inside {
		all = append(all, member(&f.Inside[i]))
	}
	text := fmt.Sprintf(`%q: {"as": %q`, f.Type, as)
	if len(all) > 0 {
		text += fmt.Sprintf(`, %q: {%s}`, inside, strings.Join(all, ", "))
	}
	return text + "}"
}

// Of returns the reshapes of a file.
func Of(code []byte) (all []Reshape, err error) {
	tree, err := syntax.Parse(code)
	if err != nil {
		return nil, err
	}
	f := finder{tree: tree}
	seen := map[string]int{}
	for id := range tree.Blocks(syntax.Root, "") {
		labels := []string{string(tree.Name(id))}
		for label := range tree.Labels(id) {
			labels = append(labels, string(label))
		}
		key := fmt.Sprintf("%q", labels)
		r := Reshape{Labels: labels, Index: seen[key]}
		seen[key]++
		f.find(id, r)
	}
	return f.all, nil
}

// A finder finds the reshapes of a file.
type finder struct {
	tree *syntax.File
	all  []Reshape
}

// find adds the reshapes in a body.
func (f *finder) find(body syntax.ItemID, r Reshape) {
	for _, typ := range f.types(body) {
		members := f.members(body, typ)
		if !f.becomes(body, typ, members) {
			continue
		}
		for _, object := range []bool{false, true} {
			one := r
			one.Exact = f.together(members)
			if object && len(members) > 1 {
				continue
			}
			one.Form = Form{Type: typ, Object: object}
			if f.inside(&one, &one.Form, members) {
				f.all = append(f.all, one)
			}
		}
		if len(members) == 1 && string(f.tree.Name(members[0])) != "dynamic" {
			inner := r
			inner.Path = append(slices.Clone(r.Path), typ)
			f.find(members[0], inner)
		}
	}
}

// inside adds the forms of what is in blocks. It reports whether each has one.
func (f *finder) inside(r *Reshape, form *Form, members []syntax.ItemID) bool {
	var bodies []syntax.ItemID
	for _, m := range members {
		if string(f.tree.Name(m)) == "dynamic" {
			r.Dynamic, r.Exact = true, false
			m = f.content(m)
		}
		bodies = append(bodies, m)
	}
	var types []string
	for _, body := range bodies {
		for _, typ := range f.types(body) {
			if !slices.Contains(types, typ) {
				types = append(types, typ)
			}
		}
	}
	for _, typ := range types {
		inner := Form{Type: typ, Object: true}
		var all []syntax.ItemID
		for _, body := range bodies {
			members := f.members(body, typ)
			if !f.becomes(body, typ, members) {
				return false
			}
			inner.Object = inner.Object && len(members) <= 1
			r.Exact = r.Exact && f.together(members)
			all = append(all, members...)
		}
		if !f.inside(r, &inner, all) {
			return false
		}
		form.Inside = append(form.Inside, inner)
	}
	return true
}

// types returns the types of the blocks in a body, and of those that dynamic blocks make.
func (f *finder) types(body syntax.ItemID) (types []string) {
	for id := range f.tree.Blocks(body, "") {
		typ := string(f.tree.Name(id))
		if typ == "dynamic" {
			typ = f.label(id)
		}
		if !slices.Contains(types, typ) {
			types = append(types, typ)
		}
	}
	return types
}

// members returns the blocks of a type in a body, and the dynamic blocks that make such blocks.
func (f *finder) members(body syntax.ItemID, typ string) (all []syntax.ItemID) {
	for id := range f.tree.Blocks(body, "") {
		if name := string(f.tree.Name(id)); name == typ || name == "dynamic" && f.label(id) == typ {
			all = append(all, id)
		}
	}
	return all
}

// becomes reports whether blocks can become an attribute.
func (f *finder) becomes(body syntax.ItemID, typ string, members []syntax.ItemID) bool {
	switch typ {
	case "", "lifecycle", "provisioner", "connection", "dynamic", "timeouts":
		return false
	}
	if f.tree.Attribute(body, typ) != syntax.NoItem {
		return false
	}
	for _, m := range members {
		if string(f.tree.Name(m)) != "dynamic" && f.label(m) != "" {
			return false
		}
		if string(f.tree.Name(m)) == "dynamic" && (f.content(m) == syntax.NoItem || f.tree.Attribute(m, "labels") != syntax.NoItem) {
			return false
		}
	}
	return true
}

// together reports whether only blank lines are between blocks, as many as between the first block and
// the item above it.
func (f *finder) together(members []syntax.ItemID) bool {
	if len(members) < 2 {
		return true
	}
	above := syntax.NoItem
	for id := range f.tree.Children(f.tree.Item(members[0]).Parent) {
		if id == members[0] {
			break
		}
		if kind := f.tree.Kind(id); kind == syntax.KindAttribute || kind == syntax.KindBlock {
			above = id
		}
	}
	if above == syntax.NoItem {
		return false
	}
	want := f.between(above, members[0])
	for i, m := range members[1:] {
		if text := f.between(members[i], m); text != want || strings.TrimSpace(text) != "" {
			return false
		}
	}
	return true
}

// between returns the text between two items, up to the comments of the second one.
func (f *finder) between(a, b syntax.ItemID) string {
	return string(f.tree.At(syntax.Span{From: f.tree.Item(a).Tail.To, To: f.tree.Item(b).Head.From}))
}

// label returns the first label of a block, or "".
func (f *finder) label(block syntax.ItemID) string {
	for label := range f.tree.Labels(block) {
		return string(label)
	}
	return ""
}

// content returns the one content of a dynamic block, or NoItem.
func (f *finder) content(dynamic syntax.ItemID) (found syntax.ItemID) {
	found = syntax.NoItem
	for id := range f.tree.Blocks(dynamic, "content") {
		if found != syntax.NoItem {
			return syntax.NoItem
		}
		found = id
	}
	return found
}
