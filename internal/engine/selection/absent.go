package selection

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/base/fault"
	"iacedit/module"
	"iacedit/syntax"
)

// bytesPerStep is the number of bytes of code that one step searches for the names in a message.
const bytesPerStep = 8

// Absent returns the Missing to report if none of several files has the target of an address, and the
// index of its file. It is that of the file with the nearest name, and lists the names that exist in
// any of the files.
func Absent(all []address.Missing) (best int, m address.Missing) {
	joined := all[0]
	for i := range all {
		if r, most := rank(&all[i]), rank(&all[best]); r > most || r == most && all[i].Distance < all[best].Distance {
			best = i
		}
		joined = joined.Joined(all[i])
	}
	m = all[best]
	m.There, m.Namesake, m.None = joined.There, joined.Namesake, joined.None
	return best, m
}

// rank returns a greater number for a file that has more of the target.
func rank(m *address.Missing) int {
	switch {
	case m.Distance > 0:
		return 2
	case m.Offset >= 0:
		return 1
	}
	return 0
}

// Explain changes an error about the tree for an entry to one about the address of the entry: what of
// the address the files lack, and the nearest name; or, if several blocks have the address, the
// addresses to choose from. makes reports whether the entry adds what the code lacks.
func (d *Decoder) Explain(e *fault.Error, text string, makes bool) {
	a, err := ParseAddress(text, d.Budget)
	if err != nil {
		return
	}
	switch e.Code {
	case fault.BlockNotFound:
		if !d.explainAbsent(e, a, makes) && !makes {
			d.placeTarget(e, a)
		}
	case fault.AttributeNotFound:
		if !d.explainAbsent(e, a, false) && !makes {
			d.placeTarget(e, a)
		}
	case fault.BlockAlreadyExists, fault.AttributeAlreadyExists:
		d.placeTarget(e, a)
	case fault.InvalidRequest:
		if makes { // it is about the value, or about where it leads
			d.placeTarget(e, a)
		}
	case fault.AmbiguousMatch:
		if fault.IsChoice(e) && (makes || !d.explainAbsent(e, a, false)) {
			d.explainAmbiguous(e, a)
		}
	}
}

// placeTarget sets the position of an error to that of what a file has of the address: the attribute, or
// the block. If selectors exclude the block, it is that of an attribute that the selectors name.
func (d *Decoder) placeTarget(e *fault.Error, a address.Address) {
	for i := range d.Code {
		if e.Position != nil {
			return
		}
		c := &d.Code[i]
		t, failed := c.resolveAnew(a, d)
		if failed != nil || t.Depth() < len(t.Blocks) || len(t.Found) == 0 {
			continue
		}
		names := []string{t.Path.Name}
		if e.Code == fault.BlockNotFound {
			names = nil
			level := &t.Blocks[len(t.Blocks)-1]
			for _, c := range slices.Concat(level.Where, level.Matches) {
				path, _ := address.ParsePath(c.Path)
				names = append(names, path.Name)
			}
		}
		id := t.Found[0]
		for _, name := range names {
			if at := c.Tree.Attribute(t.Found[0], name); at != syntax.NoItem {
				id = at
				break
			}
		}
		if id != syntax.Root {
			c.place(e, c.Tree.Item(id).Name.From)
		}
	}
}

// explainAbsent changes an error and returns true, if the files lack the target of the address. If
// onlyBlocks is set, a missing attribute changes nothing.
func (d *Decoder) explainAbsent(e *fault.Error, a address.Address, onlyBlocks bool) bool {
	var all []address.Missing
	var in []*Code
	for i := range d.Code {
		c := &d.Code[i]
		t, failed := c.resolveAnew(a, d)
		if failed != nil || d.Files && d.Language.IsValuesFile(t.Blocks[0].Type) && !d.holdsValues(c.Name) {
			continue
		}
		missing, lacks := t.Missing(c.Tree, d.Language)
		if !lacks || slices.ContainsFunc(t.Blocks, func(l address.Level) bool { return l.Selects() }) {
			return false // the error is about something else, such as a selector
		}
		all, in = append(all, missing), append(in, c)
	}
	if len(all) == 0 {
		return false
	}
	best, m := Absent(all)
	if m.Attribute && onlyBlocks {
		return false
	}
	e.Message, e.Code = m.Message+m.WhatIsThere(), fault.BlockNotFound
	if m.Attribute {
		e.Code = fault.AttributeNotFound
	}
	in[best].place(e, int32(m.Offset))
	if m.Distance == 0 && len(m.There) == 0 && m.Namesake == nil && m.None != "" {
		fault.Marked(e, fault.NoneOfType)
	}
	return true
}

// explainAmbiguous changes the message of an error, if several blocks have the address, in a file or in
// several.
func (d *Decoder) explainAmbiguous(e *fault.Error, a address.Address) {
	var trees []*syntax.File
	var names []string
	var targets []address.Target // those of which the files have most
	most := 1
	for i := range d.Code {
		c := &d.Code[i]
		t, failed := c.resolveAnew(a, d)
		if failed != nil || t.Several() || d.Language.IsValuesFile(t.Blocks[0].Type) || !d.isSearched(c.Name) {
			continue
		}
		part := partOf(&t, func(block syntax.ItemID, name string) syntax.ItemID { return c.Tree.Attribute(block, name) })
		if part > most {
			most, trees, names, targets = part, nil, nil, nil
		}
		if part == most {
			trees, names, targets = append(trees, c.Tree), append(names, c.Name), append(targets, t)
		}
	}
	if len(names) > 1 {
		fault.InSeveral(e, SeveralFiles(names, trees, targets, hasAll(&targets[0], most), d.Budget))
		return
	}
	for i := range trees {
		if text, offset := Ambiguity(trees[i], &targets[i], d.Language, d.Budget); text != "" {
			e.Message = text
			d.codeNamed(names[i]).place(e, offset)
		}
	}
}

// isSearched reports whether addresses in edits lead into a file with the given name.
func (d *Decoder) isSearched(name string) bool {
	_, base := module.Split(name)
	role := module.RoleOf(base)
	return name == "" || role == module.Configuration || d.Language.Dialect.AnyBlock() && role != module.Override
}

// codeNamed returns the file with a name.
func (d *Decoder) codeNamed(name string) *Code {
	return &d.Code[slices.IndexFunc(d.Code, func(c Code) bool { return c.Name == name })]
}

// resolveAnew returns the target of an address in the file, which edits may have changed since its
// index was made.
func (c *Code) resolveAnew(a address.Address, d *Decoder) (address.Target, error) {
	d.Budget.Step(stepsPerAddress + stepsPerPart*len(a) + len(c.Tree.Text())/bytesPerStep)
	d.Budget.Grow(textOf(a))
	return Resolve(a, c.Tree, d.Language)
}

// place sets the position of an error to that of an offset in the file, unless an edit wrote what is
// there.
func (c *Code) place(e *fault.Error, offset int32) {
	if offset < 0 || int(offset) >= c.Size {
		return
	}
	line, column := c.Tree.Position(offset)
	e.Position = &fault.Position{File: c.Name, Line: line, Column: column}
}
