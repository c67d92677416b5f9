package render

import (
	"errors"
	"maps"
	"slices"

	"iacedit/internal/engine/tree"
	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// names changes the names of items, and replaces text inside values.
type names struct {
	*items
	checks  *checks
	members *members
}

// SetNames changes the names of attributes, the types of blocks and the keys of pairs. Names and
// types must be identifiers; keys are text, which SetNames quotes if necessary. If the "=" signs of
// attributes were aligned, they are aligned again for the new names. All names change at once, so
// that two attributes may swap names. SetNames returns an error for an item without a name and for
// an invalid name. It also returns an error if two attributes of a body would have the same name.
// On error, nothing changes.
func (d *names) SetNames(names map[syntax.ItemID]string) error {
	ids := slices.Sorted(maps.Keys(names))
	var bodies []syntax.ItemID // the bodies of renamed attributes
	known := make(map[syntax.ItemID]bool)
	for _, id := range ids {
		if err := d.checks.checkExists(id); err != nil {
			return err
		}
		switch it := d.item(id); it.Kind {
		case syntax.KindAttribute, syntax.KindBlock:
			if err := checkName(names[id]); err != nil {
				return err
			}
			if it.Kind == syntax.KindAttribute && !known[it.Parent] {
				known[it.Parent] = true
				bodies = append(bodies, it.Parent)
			}
		case syntax.KindPair:
		default:
			return errors.New("the item has no name")
		}
	}
	for _, body := range bodies {
		if !d.namesDiffer(body, names) {
			return errNames
		}
	}
	for _, id := range ids {
		d.setName(id, names[id])
	}
	return nil
}

// setName changes the name of one item. The name must be valid.
func (d *names) setName(id syntax.ItemID, name string) {
	it := d.item(id)
	pair := it.Kind == syntax.KindPair
	switch {
	case pair && d.At(it.Name)[0] == '"':
		name = string(value.AppendString(nil, name))
	case pair:
		name = string(value.AppendKey(nil, name))
	}
	d.replaceInHead(id, []Replacement{{At: it.Name, Text: name}})
	if pair {
		d.members.guardForKeyword(d.item(id).Parent)
	}
}

var errNames = errors.New("two attributes would have one name")

// namesDiffer reports whether no two attributes of a body would have the same name after the
// renames. The map contains the new names of the renamed attributes.
func (d *names) namesDiffer(body syntax.ItemID, new map[syntax.ItemID]string) bool {
	names := make(map[string]bool)
	for id := d.FirstItem(body); id != syntax.NoItem; id = d.NextItem(id) {
		if d.item(id).Kind != syntax.KindAttribute {
			continue
		}
		name, ok := new[id]
		if !ok {
			name = string(d.Name(id))
		}
		if names[name] {
			return false
		}
		names[name] = true
		d.budget.Step(2)
	}
	return true
}

// SetLabels changes the labels of a block, or adds labels to a block without any. Otherwise the number
// of labels must not change. Quoted labels stay
// quoted.
func (d *names) SetLabels(block syntax.ItemID, labels []string) error {
	if err := d.checks.checkExists(block); err != nil {
		return err
	}
	it := d.item(block)
	if it.Kind != syntax.KindBlock {
		return errors.New("the item has no labels")
	}
	if err := checkLabels(labels); err != nil {
		return err
	}
	at := d.labelsOf(it)
	var new []Replacement
	if len(at) == 0 {
		for _, label := range labels {
			new = append(new, Replacement{syntax.Span{From: it.Name.To, To: it.Name.To}, " " + string(value.AppendString(nil, label))})
		}
		d.replaceInHead(block, new)
		return nil
	}
	if len(at) != len(labels) {
		return errors.New("the block has another number of labels")
	}
	for i, label := range labels {
		text := label
		if d.At(at[i])[0] == '"' || !value.IsIdentifier(label) {
			text = string(value.AppendString(nil, label))
		}
		if text != string(d.At(at[i])) {
			new = append(new, Replacement{at[i], text})
		}
	}
	d.replaceInHead(block, new)
	return nil
}

// labelsOf returns the spans of a block's labels, with their quotes.
func (d *names) labelsOf(it *tree.Item) (labels []syntax.Span) {
	text := d.Text()[:it.Head.To]
	for pos := int(it.Name.To); ; {
		kind, from, to := lexer.Next(text, pos)
		switch kind {
		case lexer.EOF:
			return labels
		case lexer.OQuote:
			for part := lexer.OQuote; part != lexer.CQuote; {
				part, to = lexer.NextQuoted(text, to)
			}
			fallthrough
		case lexer.Ident:
			labels = append(labels, syntax.Span{From: int32(from), To: int32(to)})
		}
		pos = to
	}
}

// A Replacement is new text for a range of a file's text.
type Replacement struct {
	At   syntax.Span
	Text string
}

// replaceInHead makes replacements in the head of an item, which includes the name.
func (d *names) replaceInHead(id syntax.ItemID, new []Replacement) {
	if len(new) == 0 {
		return
	}
	it := d.item(id)
	was, name := it.Head, it.Name
	head := d.replaceInText(was, new)
	shift := head.From - was.From
	for _, r := range new {
		switch grows := int32(len(r.Text)) - int32(r.At.Len()); {
		case r.At == it.Name:
			name.To += grows
		case r.At.To <= it.Name.From:
			shift += grows
		}
	}
	d.store.SetHead(id, head, syntax.Span{From: name.From + shift, To: name.To + shift})
}

// replaceInText copies a text, makes replacements in the copy, and adds the copy to the file's
// text. It returns the span of the copy.
func (d *names) replaceInText(text syntax.Span, new []Replacement) syntax.Span {
	parts := make([]syntax.Span, 0, 2*len(new)+1)
	from := text.From
	for _, r := range new {
		parts = append(parts, syntax.Span{From: from, To: r.At.From}, d.addStrings(r.Text))
		from = r.At.To
	}
	return d.join(append(parts, syntax.Span{From: from, To: text.To})...)
}

// Replace makes replacements in the values and names of attributes, and in the labels of blocks. Each new text must be valid in
// its place. The ranges must be in the source and in order, and must not overlap. The values that
// contain the ranges must not have been edited before. Replace returns an error for any other
// range. After an error, do not use the draft any more.
func (d *names) Replace(new []Replacement) error {
	from := int32(0)
	for _, r := range new {
		if r.At.From < from || r.At.To < r.At.From || !d.InSource(r.At) {
			return errors.New("the stretches to replace are not in order, or not of the source")
		}
		from = r.At.To
	}
	rest, err := d.replaceInBody(syntax.Root, new)
	if err == nil && len(rest) > 0 {
		err = errors.New("a stretch to replace is in no attribute or label")
	}
	return err
}

// replaceInBody makes those replacements whose ranges are in a body. It returns the other
// replacements; their ranges are after the body.
func (d *names) replaceInBody(body syntax.ItemID, new []Replacement) ([]Replacement, error) {
	d.Expand(body)
	named := false // an attribute was renamed
	for id := d.item(body).First; id != syntax.NoItem && len(new) > 0; id = d.item(id).Next {
		d.budget.Step(1)
		it := d.item(id)
		if !isItem(it.Kind) || it.Tail.To <= new[0].At.From {
			continue
		}
		if it.Kind == syntax.KindBlock {
			inLabels := 0
			for inLabels < len(new) && new[inLabels].At.To <= it.Content.From {
				inLabels++
			}
			if err := d.replaceInLabels(id, new[:inLabels]); err != nil {
				return nil, err
			}
			new = new[inLabels:]
			if len(new) == 0 || new[0].At.From >= it.Content.To {
				continue
			}
			rest, err := d.replaceInBody(id, new)
			if err != nil {
				return nil, err
			}
			new = rest
			continue
		}
		n := 0
		for n < len(new) && new[n].At.To <= it.Content.To {
			n++
		}
		name := d.item(id).Name
		if err := d.replaceInAttribute(id, new[:n]); err != nil {
			return nil, err
		}
		named = named || d.item(id).Name != name
		new = new[n:]
	}
	if named {
		if !d.namesDiffer(body, nil) {
			return nil, errNames
		}
	}
	return new, nil
}

// replaceInLabels makes replacements in the labels of a block. The new texts must be identifiers.
func (d *names) replaceInLabels(id syntax.ItemID, new []Replacement) error {
	if len(new) == 0 {
		return nil
	}
	labels := d.labelsOf(d.item(id))
	for _, r := range new {
		d.budget.Step(len(labels))
		in := func(label syntax.Span) bool { return label.From <= r.At.From && r.At.To <= label.To }
		if !value.IsIdentifier(r.Text) || !slices.ContainsFunc(labels, in) {
			return errors.New("a stretch to replace is neither in a label nor in a value")
		}
	}
	d.replaceInHead(id, new)
	return nil
}

func (d *names) replaceInAttribute(id syntax.ItemID, new []Replacement) error {
	it := d.item(id)
	inValue := slices.IndexFunc(new, func(r Replacement) bool { return r.At.From >= it.Content.From })
	if inValue < 0 {
		inValue = len(new)
	}
	switch {
	case inValue > 1 || inValue == 1 && (new[0].At != it.Name || !value.IsIdentifier(new[0].Text)):
		return errors.New("a stretch to replace is neither a name nor in a value")
	case inValue < len(new) && d.EditedInside(id):
		return errors.New("the value of a stretch to replace has been edited")
	}
	if inValue < len(new) {
		names := !it.Touched && d.onlyNames(it.Content, new[inValue:])
		content := d.replaceInText(it.Content, new[inValue:])
		if names {
			d.setNames(id, content)
		} else {
			if bare, ok := d.checks.unwrapInterpolation(d.At(content)); ok {
				if _, was := d.checks.unwrapInterpolation(d.At(it.Content)); !was {
					content = d.add(bare)
				}
			}
			d.add([]byte{'\n'}) // a heredoc's marker needs a line end
			if err := d.checkValue(content); err != nil {
				return err
			}
			d.setContent(id, content)
		}
	}
	d.replaceInHead(id, new[:inValue])
	return nil
}
