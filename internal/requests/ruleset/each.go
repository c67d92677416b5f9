package ruleset

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/requests/batch"
	"iacedit/module"
	"iacedit/read"
	"iacedit/syntax"
)

// fromBlock matches a placeholder for a part of the current block, such as {{block.name}}.
var fromBlock = regexp.MustCompile(`\{\{(block|value|blocks|comment)\.([^{}]+)\}\}`)

// errMissingPart is returned for a placeholder, such as {{value.size}}, if the block lacks that
// part. A member or element of the edits with such a placeholder is omitted.
var errMissingPart = errors.New("left out")

// each splits a step into the value of its member "each" and the other members, which are the
// edits. The value is an address: the step is repeated for every block at that address. The address
// is "" if the step is not repeated.
func each(step yaml.MapSlice) (of string, edits yaml.MapSlice, err error) {
	for _, item := range step {
		if item.Key != "each" {
			edits = append(edits, item)
			continue
		}
		text, ok := item.Value.(string)
		if !ok {
			return "", nil, fmt.Errorf(`"each" is an address, not %v`, item.Value)
		}
		of = text
	}
	return of, edits, nil
}

// forEach returns the edits for all blocks that an address selects in files, merged into the edits
// of one request. It returns nil if there are no such blocks. If inModule is true, the files have
// names. Otherwise there is only one file, and the edits are for its code.
func (r *Rule) forEach(of string, edits yaml.MapSlice, values map[string]string, files []edit.File, inModule bool) ([]byte, error) {
	var all [][]byte
	for _, f := range files {
		code, err := read.Open(f.Code, address.Language{Dialect: r.Options().Dialect})
		if err != nil {
			continue // the file does not parse; applying the edits reports or ignores this
		}
		matches, err := code.Find(of)
		if err != nil {
			continue // the file has no such blocks
		}
		for _, m := range matches {
			b := &blockValues{file: f.Name, code: code, block: m.Block, values: values, inModule: inModule}
			text, err := jsonOf(edits, b.json)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", f.Name, m.Block.Line(), err)
			}
			all = append(all, text)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return batch.Merged(all)
}

// A blockValues replaces the placeholders in the edits of a repeated step by parts of one block.
type blockValues struct {
	file     string
	code     *read.File
	block    read.Block
	values   map[string]string // the values of parameters
	inModule bool
}

// json returns the JSON of a text in the edits, with the placeholders replaced.
func (b *blockValues) json(text string, isKey bool) ([]byte, error) {
	text = withValues(text, b.values)
	if m := fromBlock.FindStringSubmatch(text); m != nil && m[0] == text && !isKey {
		switch m[1] {
		case "value":
			return b.value(m[2])
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

// value returns the value or nested block at a path in the block as JSON, in the form that it has
// in edits.
func (b *blockValues) value(path string) ([]byte, error) {
	m, err := b.find(path)
	if err != nil {
		return nil, err
	}
	text, ok := m.AppendJSON(nil)
	if !ok {
		return nil, fmt.Errorf("%s: the value cannot be written in JSON", path)
	}
	return text, nil
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
	switch of {
	case "blocks":
		return "", fmt.Errorf("{{blocks.%s}} stands for a list, so it must be the whole text", what)
	case "comment":
		return "", fmt.Errorf("{{comment.%s}} stands for the text of a comment, so it must be the whole text", what)
	case "value":
		m, err := b.find(what)
		if err != nil {
			return "", err
		}
		return string(m.Source()), nil
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
	case what == "name" && len(labels) > 0:
		return plainLabel(labels[len(labels)-1])
	case what == "type" && len(labels) > 1:
		return plainLabel(labels[0])
	}
	return "", fmt.Errorf("{{block.%s}}: of a block there are its name, type, instance, file and folder", what)
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
func (b *blockValues) top() read.Block {
	tree := b.code.Tree
	id := b.block.ID
	for tree.Item(id).Parent != syntax.Root && tree.Item(id).Parent != syntax.NoItem {
		id = tree.Item(id).Parent
	}
	return b.code.Match(id, address.Path{}).Block
}

// find returns the match for a path, such as ebs.tags.Name, in the block. The path may lead
// through nested blocks, each the only one of its type, and into the value of an attribute.
func (b *blockValues) find(path string) (read.Match, error) {
	at := b.block
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
