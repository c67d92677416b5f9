package project

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/refs"
	"iacedit/value"
)

// inside returns the edits that rename an attribute, a key, or nested blocks of a type, or move them
// into other nested blocks of the same top-level block.
func (c *Rename) inside(t *address.Target, l address.Language, file string) ([]byte, error) {
	name, path, err := c.newPath(t, l)
	if err != nil {
		return nil, err
	}
	if path == "" && !t.Several() {
		return c.inPlace(t, l, file, name)
	}
	old, err := pathInBlock(t)
	if err != nil {
		return nil, err
	}
	if path == "" {
		path = old[:strings.LastIndexByte(old, '.')+1] + name
	}
	outer := *t
	outer.Blocks, outer.Path = t.Blocks[:1], address.Path{}
	r := newRequest(&outer, l, file, edit.Rename, edit.Rename)
	r.optional = c.Optional || t.Several()
	if t.Path.Name == "" {
		return r.edits(c.parts(edit.RenameType(old, path))...)
	}
	return r.edits(c.parts(c.attribute(old, path))...)
}

// inPlace returns the edits for an item that stays in its body. The target may choose one of several
// nested blocks.
func (c *Rename) inPlace(t *address.Target, l address.Language, file, name string) ([]byte, error) {
	r := newRequest(t, l, file, edit.Rename, edit.Rename)
	r.optional = c.Optional
	if t.Path.Name != "" {
		if c.Attribute.Object {
			return nil, fmt.Errorf("--object needs a path, such as OBJECT.%s", name)
		}
		return r.edits(c.parts(c.attribute(t.Path.String(), name))...)
	}
	last := &t.Blocks[len(t.Blocks)-1]
	if len(last.Where) > 0 || last.Index >= 0 {
		return nil, fmt.Errorf("%s: the type of one nested block cannot be changed, only that of all: omit the index or selector", t.Address())
	}
	outer := *t
	outer.Blocks = t.Blocks[:len(t.Blocks)-1]
	r = newRequest(&outer, l, file, edit.Rename, edit.Rename)
	r.optional = c.Optional
	return r.edits(c.parts(edit.RenameType(last.Type, name))...)
}

// attribute returns the part of the operation that renames an attribute or key.
func (c *Rename) attribute(old, path string) edit.Part {
	name := c.Attribute
	name.To = path
	return edit.RenameAttrTo(old, name)
}

// pathInBlock returns the path of a target in its top-level block: the types of nested blocks, and
// the path of the attribute.
func pathInBlock(t *address.Target) (string, error) {
	var steps []string
	for i := range t.Blocks[1:] {
		level := &t.Blocks[1+i]
		if level.Selects() || level.Index >= 0 || level.HasLabels {
			return "", fmt.Errorf("%s: what moves does so in all nested blocks of a type: omit the index or selector", t.Address())
		}
		steps = append(steps, level.Type)
	}
	if t.Path.Name != "" {
		steps = append(steps, t.Path.String())
	}
	return strings.Join(steps, "."), nil
}

// The beginnings of the new address of a variable that becomes a local, and of a local that becomes a
// variable.
const toLocal, toVariable = "local.", "var."

// newPath returns the new name of an item, which stays in its body, or the path of its new place in
// its top-level block. c.New is a name, a path in the top-level block such as access.acl, or the whole
// new address such as aws_s3_bucket.logs.access.acl.
func (c *Rename) newPath(t *address.Target, l address.Language) (name, path string, err error) {
	to, err := address.Parse(c.New)
	if err != nil {
		return "", "", c.noName(err)
	}
	last := to[len(to)-1]
	if last.Kind != address.PartName && last.Kind != address.PartKey {
		return "", "", fmt.Errorf("the new name %q does not end in a name", c.New)
	}
	if len(to) == 1 {
		return last.Text, "", nil
	}
	old, err := address.Parse(c.Old)
	if err != nil {
		return "", "", err
	}
	top := *t
	top.Blocks, top.Path, top.Any = t.Blocks[:1], address.Path{}, false
	outside := len(old) - (len(t.Address()) - len(top.Address())) // how many parts of the old address name the top-level block
	same := func(a, b address.Part) bool {
		return a.Kind == b.Kind && a.Text == b.Text && a.Index == b.Index && a.Value == b.Value
	}
	begins := func(n int) bool { return len(to) > n && slices.EqualFunc(to[:n], old[:n], same) }
	switch {
	case len(to) == len(old) && begins(len(old)-1):
		return last.Text, "", nil
	case len(to) == 2 && len(t.Path.Steps) == 0 && t.Blocks[0].Type == "locals" && !l.Dialect.AnyBlock() && slices.Contains(spellings("variable", l), to[0].Text):
		return "", toVariable + last.Text, nil
	case begins(outside):
		to = to[outside:]
	case to[0].Text == old[0].Text || outside > 1 && len(to) > outside && to[outside-1].Text == old[outside-1].Text:
		return "", "", fmt.Errorf("%s cannot become %s: an item stays in its block, so only its last name can change, or its path in the block; give that alone", c.Old, c.New)
	}
	var steps []string
	for _, p := range to {
		if p.Kind != address.PartName && p.Kind != address.PartKey {
			return "", "", errors.New("a new path has names alone, without an index or selector")
		}
		steps = append(steps, p.Text)
	}
	return last.Text, strings.Join(steps, "."), nil
}

// parts returns the parts of the operation: the new name, and the flags.
func (c *Rename) parts(name edit.Part) []edit.Part {
	parts := []edit.Part{name}
	if !c.References {
		parts = append(parts, edit.KeepReferences())
	}
	if c.Moved != nil {
		parts = append(parts, edit.Moved(*c.Moved))
	}
	if c.KeepEmpty {
		parts = append(parts, edit.KeepEmpty())
	}
	return parts
}

// noName returns an error about c.New, which is not a valid name. It suggests a similar valid name,
// or wraps err if it has no suggestion.
func (c *Rename) noName(err error) error {
	name := c.New[strings.LastIndexByte(c.New, '.')+1:]
	if strings.ContainsAny(c.New, "[]\"") || name == "" || value.IsIdentifier(name) {
		return fmt.Errorf("the new name %q: %w", c.New, err)
	}
	return fmt.Errorf("the new name %q: a name begins with a letter or _, and has letters, digits, _ and - alone; did you mean %s?", c.New, identifierLike(name))
}

// identifierLike returns an identifier similar to a text that is not an identifier.
func identifierLike(text string) string {
	name := strings.Map(func(r rune) rune {
		if value.IsIdentifier("_" + string(r)) {
			return r
		}
		return '_'
	}, text)
	if !value.IsIdentifier(name) {
		name = "_" + name
	}
	return name
}

// spellings returns all names of a block type that addresses may use, such as "variable" and "var".
func spellings(typ string, l address.Language) []string {
	role := refs.RoleIn(l.Dialect, false)
	if root := role.RootOf(role.KindOf(typ)); root != "" {
		return []string{typ, root}
	}
	return []string{typ}
}
