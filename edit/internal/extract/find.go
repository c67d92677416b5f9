package extract

import (
	"bytes"
	"errors"
	"iter"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/pattern"
	"iacedit/internal/engine/selection"
	"iacedit/internal/engine/tree"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A foundValue is a value to which the address of an extraction leads.
type foundValue struct {
	file    *draft.File
	item    syntax.ItemID // the attribute whose value contains the found value
	expr    *syntax.Expr  // the whole value of the attribute
	node    syntax.NodeID // the found value
	address address.Address
	path    string // the path of the found value, which begins with the name of the attribute
}

// findValues finds the values to extract. If the address has a pattern or [*], there may be several
// values.
func (x *extractor) findValues() error {
	if err := x.m.CheckNumber(x.Value, x.ValueAt, x.Folder); err != nil {
		return err
	}
	all, resolveErr, err := x.findInFiles(x.mayContain)
	if err == nil && len(all) == 0 {
		all, resolveErr, err = x.findInFiles(func(*draft.File) bool { return true })
	}
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return x.notFoundError(resolveErr)
	}
	if n := x.countWithoutTwins(all); n > 1 && !x.allowsSeveral() {
		return fault.Choice(x.ValueAt, "extract: %s leads to %d values; [0] selects the first of several blocks, [*] all of them", x.Value, n)
	}
	x.first, x.equalValues = all[0], all[1:]
	return x.checkEqual()
}

// allValues yields the values in code order.
func (x *extractor) allValues() iter.Seq[*foundValue] {
	return func(yield func(*foundValue) bool) {
		if !yield(&x.first) {
			return
		}
		for i := range x.equalValues {
			if !yield(&x.equalValues[i]) {
				return
			}
		}
	}
}

// countWithoutTwins counts values, but counts twins as one value. For example, values at the same
// address in main.tf and in main.tofu are twins.
func (x *extractor) countWithoutTwins(all []foundValue) (count int) {
	for i := range all {
		if all[i].file.Twin == nil {
			count++
			continue
		}
		x.m.Budget.Step(i)
		twin := func(other foundValue) bool {
			return other.file == all[i].file.Twin && slices.Equal(other.address, all[i].address)
		}
		if !slices.ContainsFunc(all[:i], twin) {
			count++
		}
	}
	return count
}

// allowsSeveral reports whether the address may lead to several values, because it has a pattern or
// [*].
func (x *extractor) allowsSeveral() bool {
	return slices.ContainsFunc(x.Value, func(p address.Part) bool {
		return p.Kind == address.PartAny || p.Kind == address.PartPattern || p.Kind == address.PartAll
	})
}

// checkEqual returns an error if the values are not equal, or if they are in different modules.
func (x *extractor) checkEqual() error {
	if len(x.equalValues) == 0 {
		return nil
	}
	var classes value.Classes
	classes.SetBudget(x.m.Budget)
	class := classes.Node(x.first.expr, x.first.node, nil)
	for i := range x.equalValues {
		other := &x.equalValues[i]
		if other.file.Scope() != x.first.file.Scope() {
			return fault.At(x.ValueAt, fault.AmbiguousMatch, `extract: %s leads to values in the folders %s and %s, each a module; choose one by "folder"`, x.Value, excerpt.Quote(x.first.file.Folder), excerpt.Quote(other.file.Folder))
		}
		x.m.Budget.Step(len(other.expr.Text))
		if classes.Node(other.expr, other.node, nil) != class {
			return fault.At(x.ValueAt, fault.AmbiguousMatch, "extract: %s leads to different values: %s has %s, and %s has %s", x.Value,
				x.first.address, x.first.excerpt(), other.address, other.excerpt())
		}
	}
	return nil
}

// excerpt returns the code of the value, shortened and quoted for messages.
func (f *foundValue) excerpt() string { return excerpt.Quote(string(f.expr.Source(f.node))) }

// notFoundError returns the error for an address that leads to no value. The argument resolveErr is
// the error of resolving the address, or nil.
func (x *extractor) notFoundError(resolveErr error) error {
	switch missing := x.missingPart(); {
	case missing.Attribute:
		return fault.At(x.ValueAt, fault.AttributeNotFound, "extract: %s%s", missing.Message, missing.WhatIsThere())
	case missing.Message != "":
		return fault.At(x.ValueAt, fault.BlockNotFound, "extract: %s%s", missing.Message, missing.WhatIsThere())
	case resolveErr != nil:
		return fault.At(x.ValueAt, fault.BlockNotFound, "extract: %s: %s", x.Value, resolveErr)
	}
	if slices.ContainsFunc(x.Value, isFilter) {
		return fault.At(x.ValueAt, fault.BlockNotFound, "extract: no block has the value that %s asks for", x.Value)
	}
	return fault.At(x.ValueAt, fault.AttributeNotFound, "extract: %s leads to no value", x.Value)
}

// isFilter reports whether a part of an address is a selector that compares values, such as
// [name="web"].
func isFilter(p address.Part) bool {
	switch p.Kind {
	case address.PartWhere, address.PartMatches, address.PartHas, address.PartLacks:
		return true
	}
	return false
}

// mayContain reports whether a file may have the value. It returns false only if the file lacks one
// of the names in the address.
func (x *extractor) mayContain(f *draft.File) bool {
	text := f.Tree.Text()
	x.m.Budget.Step(stepsPerCheck)
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

// cluesOf returns texts to search for in a file before the address is resolved in the file. For
// each name in the address, it returns the spellings that the name may have in code. A file that
// contains none of the spellings of a name cannot contain the value. cluesOf leaves out a name
// whose spellings have no text in common that could be searched for.
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

// findInFiles returns the values at the address in the files for which include returns true. The
// result lastErr is the error from the last file in which the address could not be resolved.
func (x *extractor) findInFiles(include func(*draft.File) bool) (all []foundValue, lastErr, err error) {
	in := selection.Entry{Folder: x.Folder}
	for _, f := range x.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name, f.Budget) || !include(f) {
			continue
		}
		found, resolveErr, err := x.findInFile(f, x.Value)
		if several, ok := errors.AsType[*address.EachError](resolveErr); ok {
			for _, each := range several.Each {
				one, _, err := x.findInFile(f, each)
				if err != nil {
					return nil, nil, err
				}
				found = append(found, one...)
			}
		}
		if err != nil {
			return nil, nil, err
		}
		if resolveErr != nil {
			lastErr = resolveErr
		}
		all = append(all, found...)
	}
	return all, lastErr, nil
}

// findInFile returns the values at an address in a file. The result resolveErr is the error of
// resolving the address, or nil.
func (x *extractor) findInFile(f *draft.File, a address.Address) (all []foundValue, resolveErr, err error) {
	items := tree.Of(f.Tree)
	known := items.Len()
	x.m.Budget.Step(stepsPerItem * known)
	t, resolveErr := f.Resolve(a, x.m.Language)
	x.m.Budget.Step(stepsPerNewItem * (items.Len() - known))
	if resolveErr != nil {
		return nil, resolveErr, nil
	}
	if t.Path.Name == "" || t.Any {
		return nil, nil, fault.At(x.ValueAt, fault.InvalidRequest, "extract: %s does not lead to an attribute; blocks are extracted into a module: \"to\" is a folder, such as modules/net", x.Value)
	}
	named, err := f.Items(&t, x.m.Language)
	if err != nil {
		return nil, nil, fault.At(x.ValueAt, fault.CodeOf(err), "extract: %s: %s", x.Value, err)
	}
	for _, id := range named {
		e := parseValue(f, id)
		node, _, seen := address.In(e, &x.m.Classes).Follow(e.Root, t.Schema(x.m.Language), t.Path.Steps)
		if seen != address.There {
			continue
		}
		all = append(all, foundValue{f, id, e, node, x.addressOf(f, f.Tree.Item(id).Parent), t.Path.String()})
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
	blockAddress := append(x.addressOf(f, parent), header...)
	if parent == syntax.Root {
		return blockAddress
	}
	number := 0
	for id := range f.Tree.Blocks(parent, string(f.Tree.Name(block))) {
		x.m.Budget.Step(stepsPerCheck)
		if id == block {
			break
		}
		if slices.Equal(x.m.Language.Header(f.Tree, parent, id), header) {
			number++
		}
	}
	return append(blockAddress, address.Part{Kind: address.PartIndex, Index: number})
}

// stepsPerCheck is the price of checking one file or one name.
const stepsPerCheck = 8

// The prices of searching for an address in a file: for each item that is already in the tree of
// the file, and for each item that the search adds to the tree when it reads inside blocks and
// values.
const (
	stepsPerItem    = 4
	stepsPerNewItem = 16
)

// missingPart returns the part of the address that no file has, for an error message. If the files
// lack different parts, missingPart chooses the file that comes nearest to the address.
func (x *extractor) missingPart() (missing address.Missing) {
	in := selection.Entry{Folder: x.Folder}
	for _, f := range x.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name, f.Budget) {
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

// parseValue parses the value of an attribute.
func parseValue(f *draft.File, attribute syntax.ItemID) *syntax.Expr {
	at := f.Tree.Value(attribute)
	f.Budget.Parse(at.Len())
	e, _ := syntax.ParseExpression(nil, f.Tree.Text(), at)
	return e
}

// reference returns the expression that replaces the value, such as local.name.
func (x *extractor) reference() string {
	kind := refs.Local
	if x.Variable {
		kind = refs.Variable
	}
	return x.first.file.Reading().ReferenceTo(kind, x.Name)
}
