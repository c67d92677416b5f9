package render

import (
	"errors"
	"slices"

	"iacedit/internal/tree"
	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// SetName gives an attribute another name, or a block another type: an identifier. All
// else of it stays where it is, and "=" is aligned anew where it was aligned. A pair gets
// another key: text, which is quoted where it has to be.
func (d *Draft) SetName(id syntax.ItemID, name string) error {
	if err := d.item(id); err != nil {
		return err
	}
	it := d.Item(id)
	switch it.Kind {
	case syntax.KindAttribute, syntax.KindBlock:
		if err := newName(name); err != nil {
			return err
		}
	case syntax.KindPair:
		if d.At(it.Name)[0] == '"' {
			name = string(value.AppendString(nil, name))
		} else {
			name = string(value.AppendKey(nil, name))
		}
	default:
		return errors.New("the item has no name")
	}
	d.replaceInHead(id, []Replacement{{At: it.Name, Text: name}})
	if kind := d.Item(id).Kind; kind == syntax.KindPair {
		d.guardFor(d.Item(id).Parent)
	}
	return nil
}

// SetLabels gives a block other labels, as many as it has. They are quoted where they
// were quoted.
func (d *Draft) SetLabels(block syntax.ItemID, labels []string) error {
	if err := d.item(block); err != nil {
		return err
	}
	it := d.Item(block)
	if it.Kind != syntax.KindBlock {
		return errors.New("the item has no labels")
	}
	if err := newLabels(labels); err != nil {
		return err
	}
	at := d.labelsOf(it)
	if len(at) != len(labels) {
		return errors.New("the block has another number of labels")
	}
	var new []Replacement
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

// labelsOf returns where a block's labels are, quotes and all.
func (d *Draft) labelsOf(it *tree.Item) (labels []syntax.Span) {
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

// A Replacement is other text for a stretch of a file's text.
type Replacement struct {
	At   syntax.Span
	Text string
}

// replaceInHead replaces stretches of an item's head, which may hold its name.
func (d *Draft) replaceInHead(id syntax.ItemID, new []Replacement) {
	if len(new) == 0 {
		return
	}
	it := d.Item(id)
	was, name := it.Head, it.Name
	head := d.replaced(was, new)
	shift := head.From - was.From
	for _, r := range new {
		switch grows := int32(len(r.Text)) - int32(r.At.Len()); {
		case r.At == it.Name:
			name.To += grows
		case r.At.To <= it.Name.From:
			shift += grows
		}
	}
	it = d.Item(id)
	it.Head = head
	it.Name = syntax.Span{From: name.From + shift, To: name.To + shift}
	d.Touch(id)
}

// replaced adds a text in which stretches are replaced, and returns where it is.
func (d *Draft) replaced(text syntax.Span, new []Replacement) syntax.Span {
	parts := make([]syntax.Span, 0, 2*len(new)+1)
	from := text.From
	for _, r := range new {
		parts = append(parts, syntax.Span{From: from, To: r.At.From}, d.text(r.Text))
		from = r.At.To
	}
	return d.join(append(parts, syntax.Span{From: from, To: text.To})...)
}

// Replace replaces stretches of the values of attributes, and attributes' names: each of
// them by text that parses in its place. They are in order, do not overlap, and are of
// the source; no value that they are in has been edited. What cannot be replaced so is an
// error, and the draft is then of no use.
func (d *Draft) Replace(new []Replacement) error {
	rest, err := d.replaceIn(syntax.Root, new)
	if err == nil && len(rest) > 0 {
		err = errors.New("a stretch to replace is in no attribute")
	}
	return err
}

// replaceIn makes the replacements that are in a body, and returns those after it.
func (d *Draft) replaceIn(body syntax.ItemID, new []Replacement) ([]Replacement, error) {
	d.Expand(body)
	for id := d.Item(body).First; id != syntax.NoItem && len(new) > 0; id = d.Item(id).Next {
		d.budget.Step(1)
		it := d.Item(id)
		if !isItem(it.Kind) || it.Tail.To <= new[0].At.From {
			continue
		}
		if it.Kind == syntax.KindBlock {
			if new[0].At.From >= it.Content.To {
				continue
			}
			rest, err := d.replaceIn(id, new)
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
		if err := d.replaceInAttribute(id, new[:n]); err != nil {
			return nil, err
		}
		new = new[n:]
	}
	return new, nil
}

func (d *Draft) replaceInAttribute(id syntax.ItemID, new []Replacement) error {
	it := d.Item(id)
	inValue := slices.IndexFunc(new, func(r Replacement) bool { return r.At.From >= it.Content.From })
	if inValue < 0 {
		inValue = len(new)
	}
	if inValue < len(new) {
		content := d.replaced(it.Content, new[inValue:])
		d.Add([]byte{'\n'}) // which a heredoc's marker needs
		if err := syntax.CheckValue(d.Text(), content); err != nil {
			return err
		}
		d.SetContent(id, content)
	}
	d.replaceInHead(id, new[:inValue])
	return nil
}
