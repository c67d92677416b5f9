package extract

import (
	"bytes"
	"errors"
	"iter"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/pattern"
	"iacedit/internal/selection"
	"iacedit/internal/tree"
	"iacedit/internal/within"
	"iacedit/syntax"
	"iacedit/value"
)

// The type found describes a value to which the address of an extraction leads.
type found struct {
	file    *draft.File
	item    syntax.ItemID // the attribute whose value contains the found value
	expr    *syntax.Expr  // the whole value of the attribute
	node    syntax.NodeID // the found value
	address address.Address
	path    string // the path of the found value, which begins with the name of the attribute
}

// find finds the values to extract. If the address has a pattern or [*], there may be several
// values.
func (x *extractor) find() error {
	all, why, err := x.findIn(x.mayHave)
	if err == nil && len(all) == 0 {
		all, why, err = x.findIn(func(*draft.File) bool { return true })
	}
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return x.notFound(why)
	}
	if n := x.countWithoutTwins(all); n > 1 && !x.meansAll() {
		return fault.At(x.ValueAt, fault.AmbiguousMatch, "extract: %s leads to %d values; [0] is the first of several blocks, [*] are all", x.Value, n)
	}
	x.found, x.others = all[0], all[1:]
	return x.checkEqual()
}

// all yields the values in code order.
func (x *extractor) all() iter.Seq[*found] {
	return func(yield func(*found) bool) {
		if !yield(&x.found) {
			return
		}
		for i := range x.others {
			if !yield(&x.others[i]) {
				return
			}
		}
	}
}

// countWithoutTwins counts values, but counts twins as one value. For example, values at the same
// address in main.tf and in main.tofu are twins.
func (x *extractor) countWithoutTwins(all []found) (count int) {
	for i := range all {
		if all[i].file.Twin == nil {
			count++
			continue
		}
		x.m.Budget.Step(i)
		twin := func(other found) bool {
			return other.file == all[i].file.Twin && slices.Equal(other.address, all[i].address)
		}
		if !slices.ContainsFunc(all[:i], twin) {
			count++
		}
	}
	return count
}

// meansAll reports whether the address may lead to several values, because it has a pattern or [*].
func (x *extractor) meansAll() bool {
	return slices.ContainsFunc(x.Value, func(p address.Part) bool {
		return p.Kind == address.PartAny || p.Kind == address.PartPattern || p.Kind == address.PartAll
	})
}

// checkEqual returns an error if the values are not equal, or if they are in different modules.
func (x *extractor) checkEqual() error {
	if len(x.others) == 0 {
		return nil
	}
	var classes value.Classes
	within.Classes(&classes, x.m.Budget)
	class := classes.Node(x.found.expr, x.found.node, nil)
	for i := range x.others {
		other := &x.others[i]
		if other.file.Folder != x.found.file.Folder {
			return fault.At(x.ValueAt, fault.AmbiguousMatch, `extract: %s leads to values in the folders %s and %s, each a module; choose one by "folder"`, x.Value, excerpt.Quote(x.found.file.Folder), excerpt.Quote(other.file.Folder))
		}
		x.m.Budget.Step(len(other.expr.Text))
		if classes.Node(other.expr, other.node, nil) != class {
			return fault.At(x.ValueAt, fault.AmbiguousMatch, "extract: %s leads to different values: %s has %s, and %s has %s", x.Value,
				x.found.address, x.found.excerpt(), other.address, other.excerpt())
		}
	}
	return nil
}

// excerpt returns the code of the value, shortened and quoted for messages.
func (f *found) excerpt() string { return excerpt.Quote(string(f.expr.Source(f.node))) }

// notFound returns the error for an address that leads to no value. The argument why is the error
// of resolving the address, or nil.
func (x *extractor) notFound(why error) error {
	switch missing := x.missing(); {
	case missing.Attribute:
		return fault.At(x.ValueAt, fault.AttributeNotFound, "extract: %s%s", missing.Message, missing.WhatIsThere())
	case missing.Message != "":
		return fault.At(x.ValueAt, fault.BlockNotFound, "extract: %s%s", missing.Message, missing.WhatIsThere())
	case why != nil:
		return fault.At(x.ValueAt, fault.BlockNotFound, "extract: %s: %s", x.Value, why)
	}
	if slices.ContainsFunc(x.Value, selects) {
		return fault.At(x.ValueAt, fault.BlockNotFound, "extract: no block has the value that %s asks for", x.Value)
	}
	return fault.At(x.ValueAt, fault.AttributeNotFound, "extract: %s leads to no value", x.Value)
}

// selects reports whether a part of an address is a selector that compares values, such as
// [name="web"].
func selects(p address.Part) bool {
	switch p.Kind {
	case address.PartWhere, address.PartMatches, address.PartHas, address.PartLacks:
		return true
	}
	return false
}

// mayHave reports whether a file may have the value. It returns false only if the file lacks one of
// the names in the address.
func (x *extractor) mayHave(f *draft.File) bool {
	text := f.Tree.Text()
	x.m.Budget.Step(stepsPerLook)
	if x.clues == nil {
		x.clues = cluesOf(x.Value)
	}
	for _, spellings := range x.clues {
		x.m.Budget.Step(len(text) / 64)
		if !slices.ContainsFunc(spellings, func(clue []byte) bool { return bytes.Contains(text, clue) }) {
			return false
		}
	}
	return true
}

// cluesOf returns texts to search a file for before the address is resolved in it. For each name in
// the address, it returns the spellings that the name may have in code. A file with none of the
// spellings of a name cannot contain the object. Names without such texts are left out.
func cluesOf(a address.Address) [][][]byte {
	all := [][][]byte{}
	for _, part := range a[1:] {
		if part.Kind != address.PartName {
			continue
		}
		if clues := pattern.TextClues(pattern.LongestRun([]byte(part.Text))); len(clues) > 0 {
			all = append(all, clues)
		}
	}
	return all
}

// findIn returns the values at the address in the files for which look returns true. The result why
// is the error from the last file in which the address could not be resolved.
func (x *extractor) findIn(look func(*draft.File) bool) (all []found, why, err error) {
	in := selection.Entry{Folder: x.Folder}
	for _, f := range x.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name) || !look(f) {
			continue
		}
		found, unclear, err := x.findAt(f, x.Value)
		if several, ok := errors.AsType[*address.EachError](unclear); ok {
			for _, each := range several.Each {
				one, _, err := x.findAt(f, each)
				if err != nil {
					return nil, nil, err
				}
				found = append(found, one...)
			}
		}
		if err != nil {
			return nil, nil, err
		}
		if unclear != nil {
			why = unclear
		}
		all = append(all, found...)
	}
	return all, why, nil
}

// findAt returns the values at an address in a file. The result why is the error of resolving the
// address, or nil.
func (x *extractor) findAt(f *draft.File, a address.Address) (all []found, why, err error) {
	items := tree.Of(f.Tree)
	known := items.Len()
	x.m.Budget.Step(stepsPerItem * known)
	t, why := f.Resolve(a, x.m.Language)
	x.m.Budget.Step(stepsPerNewItem * (items.Len() - known))
	if why != nil {
		return nil, why, nil
	}
	if t.Path.Name == "" || t.Any {
		return nil, nil, fault.At(x.ValueAt, fault.InvalidRequest, "extract: %s does not lead to an attribute; blocks are extracted into a module: \"to\" is a folder, such as modules/net", x.Value)
	}
	if t.Found, err = f.Addressed(&t, x.m.Language); err != nil {
		return nil, nil, fault.At(x.ValueAt, fault.InvalidRequest, "extract: %s: %s", x.Value, err)
	}
	for _, id := range t.Items(f.Tree) {
		e := valueOf(f, id)
		node, _, seen := address.In(e, &x.m.Classes).Follow(e.Root, t.Schema(x.m.Language), t.Path.Steps)
		if seen != address.There {
			continue
		}
		all = append(all, found{f, id, e, node, x.addressOf(f, f.Tree.Item(id).Parent), t.Path.String()})
	}
	return all, nil, nil
}

// addressOf returns the address of a block, such as aws_instance.web.ebs_block_device[0].
func (x *extractor) addressOf(f *draft.File, block syntax.ItemID) address.Address {
	if block == syntax.Root {
		return nil
	}
	parent := f.Tree.Item(block).Parent
	header := x.m.Language.Header(f.Tree, parent, block)
	whole := append(x.addressOf(f, parent), header...)
	if parent == syntax.Root {
		return whole
	}
	number := 0
	for id := range f.Tree.Blocks(parent, string(f.Tree.Name(block))) {
		x.m.Budget.Step(stepsPerLook)
		if id == block {
			break
		}
		if slices.Equal(x.m.Language.Header(f.Tree, parent, id), header) {
			number++
		}
	}
	return append(whole, address.Part{Kind: address.PartIndex, Index: number})
}

// stepsPerLook is the price of checking one file or one name.
const stepsPerLook = 8

// The prices of searching for an address in a file: for each existing item of the file, and for
// each item that the search adds by expanding blocks.
const (
	stepsPerItem    = 4
	stepsPerNewItem = 16
)

// missing returns the part of the address that no file has, for an error message. If the files lack
// different parts, missing chooses the file that has the longest beginning of the address and the
// nearest name.
func (x *extractor) missing() (missing address.Missing) {
	in := selection.Entry{Folder: x.Folder}
	for _, f := range x.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name) {
			continue
		}
		t, err := f.Resolve(x.Value, x.m.Language)
		if err != nil {
			continue
		}
		near, lacks := f.Missing(&t, x.Value, x.m.Language)
		switch {
		case lacks && missing.Message == "":
			missing = near
		case lacks:
			missing = missing.Joined(near)
		}
	}
	return missing
}

// valueOf parses the value of an attribute.
func valueOf(f *draft.File, attribute syntax.ItemID) *syntax.Expr {
	at := f.Tree.Value(attribute)
	f.Budget.Parse(at.Len())
	e, _ := syntax.ParseExpression(nil, f.Tree.Text(), at)
	return e
}

// reference returns the expression that replaces the value, such as local.name.
func (x *extractor) reference() string {
	if x.Variable {
		return "var." + x.Name
	}
	return "local." + x.Name
}
