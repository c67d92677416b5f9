package mcpserver

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
	"iacedit/syntax"
)

// ls carries out a call of the tool ls, which lists blocks and, if the argument long is true, their
// contents.
func ls(c *call) error {
	s, isDir, err := c.everyFile()
	if err != nil && isDir && c.lsBelow() {
		return nil
	}
	if err != nil {
		return err
	}
	var addresses []string
	if c.Address != "" {
		addresses = []string{c.Address}
	}
	what := project.Blocks
	if c.Long {
		what = project.Contents
	}
	listings, err := s.List(addresses, what)
	if err != nil {
		return err
	}
	var all []project.Listing
	blocks, found := 0, false
	for l := range listings {
		if l.Unknown != nil {
			return l.Unknown
		}
		all = append(all, l)
		blocks += len(l.All)
		found = found || len(l.All) > 0 || l.Err != nil
	}
	if !found && c.Address != "" {
		_, err := s.Get(c.Address)
		return err
	}
	show := listed
	if !c.Long && blocks > mostBlocks {
		c.answer.line("%d blocks, so only their names, by type; an address or a path of less gives the lines", blocks)
		show = namesOnly
	}
	c.answer.set("items", c.answer.list(func(yield func(row) bool) {
		for i := range all {
			if !show(&all[i], yield) {
				return
			}
		}
	}, `narrow by path or address, or leave out "long"`))
	c.version(s)
	return nil
}

// lsBelow answers a call whose path has no files itself: it lists the subdirectories that have
// files. It reports whether there are such subdirectories.
func (c *call) lsBelow() bool {
	below := c.below()
	if len(below) == 0 {
		return false
	}
	c.answer.line("no .tf, .tofu or .tfvars files in %s, but in these below (recursive: true lists them all):", c.title())
	c.answer.set("directories", c.answer.list(plain(slices.Values(below)), "name one of those above as path, to see what is below it"))
	return true
}

// listed yields the rows that describe a file: its name, and a row for each block or attribute. The
// address of an item inside a block is shown without the block's address.
func listed(l *project.Listing, yield func(row) bool) bool {
	if l.Err != nil {
		return yield(rowOf("! "+l.Err.Error(), structured{"error": l.Err.Error()}))
	}
	file, block := "", ""
	for i := range l.All {
		x := &l.All[i]
		if x.File != file {
			if file = x.File; !yield(row{text: file}) {
				return false
			}
		}
		lines := fmt.Sprint(x.First)
		if x.Last != x.First {
			lines += fmt.Sprintf("-%d", x.Last)
		}
		line := fmt.Sprintf("  %s  %s", x.Address, lines)
		if inside, ok := strings.CutPrefix(x.Address, block+"."); ok && block != "" {
			line = fmt.Sprintf("    .%s  %s", inside, lines)
		} else if block = ""; x.Type != "" {
			block = x.Address
		}
		if x.Value != "" {
			line += "  " + x.Value
		}
		if !yield(rowOf(line, x)) {
			return false
		}
	}
	return true
}

// namesOnly yields the rows that name the blocks of a file: its name, and rows of names for each type,
// in the order of the types' first blocks. An address is the type, a dot and the name.
func namesOnly(l *project.Listing, yield func(row) bool) bool {
	if len(l.All) == 0 {
		return listed(l, yield)
	}
	if !yield(row{text: l.All[0].File}) {
		return false
	}
	var lines []row
	last := map[string]int{} // the last line of each type
	for i := range l.All {
		x := &l.All[i]
		kind, name := "", x.Address
		if dot := strings.LastIndexByte(name, '.'); dot > 0 && !strings.HasSuffix(name, "]") {
			kind, name = name[:dot], name[dot+1:]
		}
		if at, ok := last[kind]; ok && kind != "" && len(lines[at].text)+len(name) < longestNames {
			lines[at].text += ", " + name
			lines[at].data = append(lines[at].data, x)
			continue
		}
		last[kind] = len(lines)
		if kind != "" {
			name = kind + ": " + name
		}
		lines = append(lines, rowOf("  "+name, x))
	}
	for _, line := range lines {
		if !yield(line) {
			return false
		}
	}
	return true
}

// get carries out a call of the tool get, which answers with the values at an address.
func get(c *call) error {
	s, _, err := c.scope()
	if err != nil {
		return err
	}
	s.BySource = c.Source
	values, err := s.Get(c.Address)
	if err != nil {
		return err
	}
	file := ""
	c.answer.whole = !c.Source
	several := slices.ContainsFunc(values, func(v project.Got) bool { return v.File != values[0].File })
	c.answer.set("values", c.answer.list(func(yield func(row) bool) {
		for i := range values {
			v := &values[i]
			text, data := shownValue(v, c.Source)
			if len(values) > 1 || strings.Contains(c.Address, "*") {
				text = v.Address + " = " + text
			}
			if several && v.File.Title != file {
				if file = v.File.Title; !yield(row{text: file}) {
					return
				}
			}
			if several {
				text = "  " + text
			}
			first, rest, more := strings.Cut(text, "\n")
			if !yield(rowOf(first, data)) {
				return
			}
			for more {
				if first, rest, more = strings.Cut(rest, "\n"); !yield(row{text: first}) {
					return
				}
			}
		}
	}, "narrow by path, or by an address that says more"))
	c.version(s)
	return err
}

// shownValue returns a value in the two forms that the answer contains: text and data. The text is
// JSON or, if the argument source is true, the code of the value. If the JSON is too long to show,
// the text reports only its length.
func shownValue(v *project.Got, source bool) (text string, data structured) {
	data = structured{"address": v.Address, "file": v.File.Title}
	code := v.JSON
	if source {
		code = v.Source
	}
	switch {
	case len(code) > longestValue:
		data["bytes"] = len(code)
		if !source {
			return fmt.Sprintf("%q", fmt.Sprintf("%d bytes of JSON, too long to show: name a part of it, or say source: true", len(code))), data
		}
	case source:
		data["source"] = string(code)
	default:
		data["value"] = json.RawMessage(code)
	}
	return string(code), data
}

// find carries out a call of the tool find, which lists the places where a rule matches.
func find(c *call) error {
	s, _, err := c.scope()
	if err != nil {
		return err
	}
	rule, err := project.DecodeRule(object(c.Rule))
	if err != nil {
		return invalid("rule: %v; as in %s", err, forms["find"])
	}
	list, err := s.Find(rule)
	if err != nil {
		return err
	}
	c.answer.set("count", len(list))
	if len(list) == 0 {
		c.answer.line("nothing is found in %s", c.title())
	} else {
		c.answer.line("%d in %s", len(list), c.title())
	}
	c.answer.set("places", c.answer.list(func(yield func(row) bool) {
		for i := range list {
			p := &list[i]
			line := fmt.Sprintf("%s:%d:%d  %s.%s  %s", p.File, p.Line, p.Column, p.Address, p.Attribute, oneLine(p.Text))
			p.Text, p.Names = cut(p.Text), nil
			if !yield(rowOf(line, p)) {
				return
			}
		}
	}, `narrow by path, or by "in" of the rule`))
	return nil
}

// oneLine returns a text with blanks in place of line breaks and indentation.
func oneLine(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// refs carries out a call of the tool refs, which lists the references to an object, or the objects
// without references.
func refs(c *call) error {
	if (c.Address == "") == !c.Unused {
		return invalid("refs needs an address, or unused: true; as in %s", forms["refs"])
	}
	s, err := c.modules()
	if err != nil {
		return err
	}
	var list []project.Reference
	var notes []project.Warning
	if c.Unused {
		var unneeded *project.Unneeded
		if unneeded, err = s.Unused(project.FindTree(s.Options.Dialect, s.Space, c.options.Roots.Top(c.title()))); err == nil {
			list, notes = unneeded.List, slices.Concat(unneeded.Warnings, project.SummaryOfKept(unneeded.Kept))
		}
	} else {
		s.Around = func() *project.Tree {
			return project.FindTree(s.Options.Dialect, s.Space, c.options.Roots.Top(c.title()))
		}
		list, err = s.References(c.Address)
	}
	if err != nil {
		return err
	}
	for i := range notes {
		c.told = append(c.told, notes[i].String())
	}
	switch n := len(list); {
	case n == 0 && c.Unused:
		c.answer.line("in %s every variable, local and data source is used", c.title())
	case n == 0:
		c.answer.line("nothing in %s refers to %s", c.title(), c.Address)
	default:
		c.answer.line("%d in %s", n, c.title())
	}
	c.answer.set("count", len(list))
	c.answer.set("references", c.answer.list(func(yield func(row) bool) {
		for i := range list {
			r := &list[i]
			line := fmt.Sprintf("%s:%d:%d  %s", r.File, r.Line, r.Column, r.Address)
			if !c.Unused {
				line = fmt.Sprintf("%s:%d:%d  %s in %s", r.File, r.Line, r.Column, r.Text, r.In)
			}
			if !yield(rowOf(line, r)) {
				return
			}
		}
	}, "narrow by path, or by an address that says more"))
	return nil
}

// check carries out a call of the tool check, which reports syntax errors.
func check(c *call) error {
	s, _, err := c.everyFile()
	if err != nil {
		return err
	}
	files, wrong := 0, []row{}
	for result := range s.Check() {
		files++
		if result.Err != nil {
			wrong = append(wrong, rowOf(result.Err.Error(), structured{"file": result.Title, "message": result.Err.Error()}))
		}
		for _, fault := range result.Faults {
			m := &project.Mistake{File: result.File, Offset: fault.Offset, Message: fault.Message}
			line, column := syntax.Position(result.File.Code, fault.Offset)
			wrong = append(wrong, rowOf(m.Error(), structured{"file": result.Title, "line": line, "column": column, "message": fault.Message}), row{text: lineOf(m)})
		}
	}
	c.answer.set("checked", files)
	if len(wrong) == 0 {
		c.answer.line("valid syntax: all of %s", excerpt.Count(files, "file"))
	}
	c.answer.set("errors", c.answer.list(slices.Values(wrong), "narrow by path"))
	if len(wrong) > 0 {
		c.answer.line("checked: %s", excerpt.Count(files, "file"))
	}
	return nil
}
