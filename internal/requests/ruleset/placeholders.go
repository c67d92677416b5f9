package ruleset

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/module"
	"iacedit/read"
	"iacedit/refs"
	"iacedit/syntax"
)

// fromBlock matches a placeholder for a part of the current block, such as {{block.name}}.
var fromBlock = regexp.MustCompile(`\{\{(block|value|blocks|comment|item)\.([^{}]+)\}\}`)

// errMissingPart is returned for a placeholder, such as {{value.size}}, if the block lacks that
// part. A member or element of the edits with such a placeholder is omitted.
var errMissingPart = errors.New("left out")

// A blockValues replaces the placeholders in the edits of a repeated step by parts of one block.
type blockValues struct {
	file     string
	code     *read.File
	block    read.Block        // the selected block, or the block of the selected attribute
	item     read.Match        // the selected block or attribute
	values   map[string]string // the values of parameters
	inModule bool
}

// json returns the JSON of a text in the edits, with the placeholders replaced.
func (b *blockValues) json(text string, isKey bool) ([]byte, error) {
	text = withValues(text, b.values)
	if m := fromBlock.FindStringSubmatch(text); m != nil && m[0] == text && !isKey {
		if at, ok, err := b.place(m[1], m[2]); ok || err != nil {
			return inJSON(at, m[2], err)
		}
		switch m[1] {
		case "blocks":
			return b.blocks(m[2])
		case "comment":
			return b.comment(m[2])
		}
	}
	var failed error
	text = fromBlock.ReplaceAllStringFunc(text, func(use string) string {
		m := fromBlock.FindStringSubmatch(use)
		what, err := b.text(m[1], m[2])
		if err != nil && failed == nil {
			failed = err
		}
		return what
	})
	if failed != nil {
		return nil, failed
	}
	return json.Marshal(text)
}

// inJSON returns a value or block as JSON, in the form that it has in edits.
func inJSON(m read.Match, what string, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	text, ok := m.AppendJSON(nil)
	if !ok {
		return nil, fmt.Errorf("%s: the value cannot be written in JSON", what)
	}
	return text, nil
}

// place returns the value or block for which a placeholder stands, such as {{value.size}},
// {{block.value.size}}, {{item.value}} or {{item.block.size}}. The words before and after the first
// dot are of and what. The result ok is false for a placeholder that stands for text.
func (b *blockValues) place(of, what string) (m read.Match, ok bool, err error) {
	first, path, _ := strings.Cut(what, ".")
	switch {
	case of == "value":
		m, err = b.find(b.block, what)
	case of == "block" && first == "value" && path != "":
		m, err = b.find(b.top(), path)
	case of != "item" || first == "name":
		return m, false, nil
	case what == "value":
		if m = b.item; m.Path.Name == "" {
			err = errMissingPart
		}
	case first == "block" && b.block.ID == b.top().ID:
		err = errMissingPart // the block is not nested
	case what == "block":
		m = b.code.Match(b.block.ID, address.Path{})
	case first == "block":
		m, err = b.find(b.block, path)
	default:
		err = fmt.Errorf("{{item.%s}}: of an item there are its name, its value and its block", what)
	}
	return m, err == nil, err
}

// blocks returns all nested blocks of a type as a JSON array, in the form that blocks have in
// edits.
func (b *blockValues) blocks(typ string) ([]byte, error) {
	list := []byte{'['}
	for inside := range b.block.Blocks(typ) {
		if len(list) > 1 {
			list = append(list, ',')
		}
		var ok bool
		if list, ok = b.code.Match(inside.ID, address.Path{}).AppendJSON(list); !ok {
			return nil, fmt.Errorf("%s: the contents cannot be written in JSON", typ)
		}
	}
	if len(list) == 1 {
		return nil, errMissingPart
	}
	return append(list, ']'), nil
}

// comment returns, as a JSON string, the text of the comment above an attribute of the block, or
// above the first nested block of a type.
func (b *blockValues) comment(name string) ([]byte, error) {
	text := ""
	if a, ok := b.block.Attribute(name); ok {
		text = a.Comment()
	} else {
		for inside := range b.block.Blocks(name) {
			text = inside.Comment()
			break
		}
	}
	if text == "" {
		return nil, errMissingPart
	}
	return json.Marshal(text)
}

// text returns the text that replaces a placeholder, such as {{block.name}} or {{value.size}}. The
// arguments are the words before and after the dot in the placeholder. The text for a value is the
// code of the value.
func (b *blockValues) text(of, what string) (string, error) {
	if m, ok, err := b.place(of, what); ok || err != nil {
		return string(m.Source()), err
	}
	switch of {
	case "blocks":
		return "", fmt.Errorf("{{blocks.%s}} stands for a list, so it must be the whole text", what)
	case "comment":
		return "", fmt.Errorf("{{comment.%s}} stands for the text of a comment, so it must be the whole text", what)
	case "item":
		return b.itemName(what)
	}
	folder, file := module.Split(b.file)
	labels := b.top().Labels()
	switch {
	case (what == "file" || what == "folder") && !b.inModule:
		return "", errMissingPart
	case what == "file":
		return file, nil
	case what == "folder":
		return folder, nil
	case what == "instance":
		return instance(b.top()), nil
	case what == "reference":
		return reference(b.top())
	case what == "name" && len(labels) > 0:
		return plainLabel(labels[len(labels)-1])
	case what == "type" && len(labels) > 1:
		return plainLabel(labels[0])
	}
	return "", fmt.Errorf("{{block.%s}}: of a block there are its name, type, reference, instance, file, folder and value.PATH", what)
}

// instance returns the text that follows the address of a block in a reference to one of the
// block's instances: [count.index], [each.key] or, for a block without count and for_each, nothing.
func instance(b read.Block) string {
	if _, ok := b.Attribute("count"); ok {
		return "[count.index]"
	}
	if _, ok := b.Attribute("for_each"); ok {
		return "[each.key]"
	}
	return ""
}

// reference returns the address of a block as code writes it in references, such as var.region.
func reference(b read.Block) (string, error) {
	labels := b.Labels()
	of := refs.Address{Kind: refs.KindOf(b.Type())}
	if of.Kind == refs.Other || len(labels) == 0 {
		return "", fmt.Errorf("{{block.reference}}: code cannot refer to a block %q", b.Type())
	}
	of.Name = labels[len(labels)-1]
	if len(labels) > 1 {
		of.Type = labels[0]
	}
	if of.Kind == refs.Provider {
		of.Type, of.Name = of.Name, ""
		if alias, ok := b.Attribute("alias"); ok {
			v, _ := alias.Value()
			of.Name = v.Text
		}
	}
	return plainLabel(of.String())
}

// itemName returns the name of the selected attribute, key or nested block.
func (b *blockValues) itemName(what string) (string, error) {
	if what != "name" {
		return "", fmt.Errorf("{{item.%s}}: the name of an item has no parts", what)
	}
	path := b.item.Path
	switch n := len(path.Steps); {
	case path.Name == "":
		return b.block.Type(), nil
	case n == 0:
		return path.Name, nil
	case path.Steps[n-1].Kind == address.StepKey:
		return plainLabel(path.Steps[n-1].Key)
	}
	return "", fmt.Errorf("{{item.name}}: %s ends in no name", path)
}

// plainLabel returns the label unchanged, or an error if it contains characters such as "*" that
// have a special meaning in edits.
func plainLabel(label string) (string, error) {
	if strings.ContainsAny(label, "\"\\\n\r{}*") || strings.Contains(label, "${") || strings.Contains(label, "%{") {
		return "", fmt.Errorf("the label %q has characters with a special meaning in edits", label)
	}
	return label, nil
}

// top returns the top-level block that contains the current block, or the current block itself if
// it is at the top level.
func (b *blockValues) top() read.Block { return topOf(b.code, b.block.ID) }

// topOf returns the top-level block that contains a block, or the block itself if it is at the top
// level.
func topOf(code *read.File, id syntax.ItemID) read.Block {
	tree := code.Tree
	for tree.Item(id).Parent != syntax.Root && tree.Item(id).Parent != syntax.NoItem {
		id = tree.Item(id).Parent
	}
	return code.Match(id, address.Path{}).Block
}

// find returns the match for a path, such as ebs.tags.Name, in a block. The path may lead
// through nested blocks, each the only one of its type, and into the value of an attribute.
func (b *blockValues) find(at read.Block, path string) (read.Match, error) {
	names := strings.Split(path, ".")
	for i, name := range names {
		if _, ok := at.Attribute(name); ok {
			p, err := address.ParsePath(strings.Join(names[i:], "."))
			if err != nil {
				return read.Match{}, err
			}
			return b.code.Match(at.ID, p), nil
		}
		inside := slices.Collect(at.Blocks(name))
		if len(inside) > 1 {
			return read.Match{}, fmt.Errorf("%s: there are %d blocks of that type", path, len(inside))
		}
		if len(inside) == 0 {
			return read.Match{}, errMissingPart
		}
		at = inside[0]
	}
	return b.code.Match(at.ID, address.Path{}), nil
}
