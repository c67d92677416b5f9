package plan

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages"
	"iacedit/internal/languages/language"
	"iacedit/refs"
	"iacedit/value"
)

// A renamed rewrites an entry under "rename" that has an address: its "to" is a new name, a new address,
// or a new path in the top-level block, for a block as for an attribute. What an entry for a block says
// of an attribute or a type of nested blocks stands in "attributes" or "blockTypes".
type renamed struct {
	*selection.Addressed
	language address.Language
	to       value.Value // the member "to"; null for none
	name     value.Value // the new name of an attribute, as in "attributes": {"to": …, "value": …}
	rest     []value.Item
}

// nameMembers are the members of an entry with an address that belong to the new name of an attribute.
var nameMembers = []string{"to", "value", "values", "reference", "object"}

// renamedAt rewrites x, the entry of an attribute, a key or a block.
func renamedAt(l address.Language, x *selection.Addressed) error {
	x.NestMade()
	r := &renamed{Addressed: x, language: l, name: value.Value{Kind: value.Object, At: x.At}}
	for _, m := range x.Members {
		switch {
		case m.Key == "to":
			r.to = m.Value
		case slices.Contains(nameMembers, m.Key):
			r.name.Items = append(r.name.Items, m)
		default:
			r.rest = append(r.rest, m)
		}
	}
	t := &x.Target
	last := &t.Blocks[len(t.Blocks)-1]
	inside := t.Path.Name != "" || len(t.Blocks) > 1 && len(last.Labels) == 0
	optional := func(m value.Item) bool { return m.Key == "optional" }
	switch {
	case t.Any && slices.ContainsFunc(r.rest, func(m value.Item) bool { return m.Key == "pattern" }):
		r.matching()
		return nil
	case t.Any:
		return r.refuse("%s matches blocks; add the name of an attribute", t.Address())
	case t.Path.Name != "" && !x.There() && !t.Several() && !slices.ContainsFunc(r.rest, optional):
		return fault.At(x.At, fault.AttributeNotFound, "no attribute %s", t.Address())
	case t.Path.Name == "" && len(r.name.Items) > 0:
		return r.refuse("%s is a block, which has no value; \"value\", \"values\", \"reference\" and \"object\" are for attributes and keys", t.Address())
	case r.to.Kind != value.String && (!inside || r.to.Kind != value.Null || len(r.name.Items) == 0):
		return nil // without "to", or with all labels
	case inside:
		return r.inside()
	case t.Several() && !t.Blocks[0].Selects():
		return r.refuse("%s matches several things, and only one can be renamed at a time", t.Address())
	}
	key := "to"
	names, err := []string(nil), error(nil)
	switch {
	case len(t.Blocks) > 1:
		names, err = r.nestedLabels()
	case t.Blocks[0].Type == "provider" && !l.Dialect.AnyBlock():
		key = "alias"
		names, err = r.newAlias()
	default:
		names, err = r.labels()
	}
	if err != nil {
		return err
	}
	to := value.Value{Kind: value.Array, At: r.to.At}
	for _, name := range names {
		to.Items = append(to.Items, value.Item{Value: r.text(name)})
	}
	if len(names) == 1 {
		to = r.text(names[0])
	}
	x.Members = append(r.rest, value.Item{Key: key, Value: to})
	return nil
}

func (r *renamed) text(s string) value.Value {
	return value.Value{Kind: value.String, Text: s, At: r.to.At}
}

func (r *renamed) refuse(format string, args ...any) error {
	return fault.At(max(r.to.At, r.At), fault.InvalidRequest, format, args...)
}

// cannot returns the error for a new address that is of another kind than the old one.
func (r *renamed) cannot(format string, args ...any) error {
	return r.refuse("%s cannot become %s: %s", r.Sent(), r.to.Text, fmt.Sprintf(format, args...))
}

// inside renames an attribute, a key, or nested blocks of a type, or moves them into other nested blocks
// of the same top-level block.
func (r *renamed) inside() error {
	t := &r.Target
	name, path := t.Path.String(), ""
	if r.to.Kind == value.String {
		var err error
		if name, path, err = r.newPath(); err != nil {
			return err
		}
		if path == "" && !t.Several() {
			return r.inPlace(name)
		}
	} else if !t.Several() {
		return r.inPlace("")
	}
	old, err := r.pathInBlock()
	if err != nil {
		return err
	}
	if path == "" && r.to.Kind == value.String {
		path = old[:strings.LastIndexByte(old, '.')+1] + name
	}
	if t.Several() {
		r.rest = append(r.rest, value.Item{Key: "optional", Value: value.Value{Kind: value.True, At: r.At}})
	}
	key := "attributes"
	if t.Path.Name == "" {
		key = "blockTypes"
	}
	t.Blocks, t.Path = t.Blocks[:1], address.Path{}
	r.put(key, old, path)
	return nil
}

// put sets the members of the entry: the new name of the attribute or type.
func (r *renamed) put(key, old, name string) {
	form := r.name
	if name != "" {
		form.Items = append(form.Items, value.Item{Key: "to", Value: r.text(name)})
	}
	if len(r.name.Items) == 0 {
		form = r.text(name)
	}
	names := value.Value{Kind: value.Object, At: r.At, Items: []value.Item{{Key: old, Value: form}}}
	r.Members = append(r.rest, value.Item{Key: key, Value: names})
}

// matching gives all attributes of a block names by the pattern of the entry.
func (r *renamed) matching() {
	names := value.Value{Kind: value.Object, At: r.At}
	for _, key := range []string{"pattern", "by"} {
		if v := r.Take(key); v != nil {
			names.Items = append(names.Items, value.Item{Key: key, Value: *v})
		}
	}
	r.Target.Any = false
	r.Members = append(r.Members, value.Item{Key: "names", Value: names})
}

// inPlace renames an item that stays in its body. The target may choose one of several nested blocks.
func (r *renamed) inPlace(name string) error {
	t := &r.Target
	if t.Path.Name != "" {
		path := t.Path.String()
		t.Path = address.Path{}
		r.put("attributes", path, name)
		return nil
	}
	last := t.Blocks[len(t.Blocks)-1]
	if len(last.Where) > 0 || last.Index >= 0 {
		return r.refuse("%s: the type of one nested block cannot be changed, only that of all: omit the index or selector", t.Address())
	}
	t.Blocks = t.Blocks[:len(t.Blocks)-1]
	r.put("blockTypes", last.Type, name)
	return nil
}

// pathInBlock returns the path of the target in its top-level block: the types of nested blocks, and
// the path of the attribute.
func (r *renamed) pathInBlock() (string, error) {
	t := &r.Target
	var steps []string
	for i := range t.Blocks[1:] {
		level := &t.Blocks[1+i]
		if level.Selects() || level.Index >= 0 || level.HasLabels {
			return "", r.refuse("%s: what moves does so in all nested blocks of a type: omit the index or selector", t.Address())
		}
		steps = append(steps, level.Type)
	}
	if t.Path.Name != "" {
		steps = append(steps, t.Path.String())
	}
	return strings.Join(steps, "."), nil
}

// newPath returns the new name of an item, which stays in its body, or the path of its new place in
// its top-level block. "to" is a name, a path in the top-level block such as access.acl, or the whole
// new address such as aws_s3_bucket.logs.access.acl.
func (r *renamed) newPath() (name, path string, err error) {
	t := &r.Target
	to, err := address.Parse(r.to.Text)
	if err != nil {
		return "", "", r.noName(err)
	}
	last := to[len(to)-1]
	if last.Kind != address.PartName && last.Kind != address.PartKey {
		return "", "", r.refuse("the new name %q does not end in a name", r.to.Text)
	}
	if len(to) == 1 {
		return last.Text, "", nil
	}
	old, top := r.Sent(), *t
	top.Blocks, top.Path, top.Any = t.Blocks[:1], address.Path{}, false
	outside := len(old) - (len(t.Address()) - len(top.Address())) // how many parts of the old address name the top-level block
	same := func(a, b address.Part) bool {
		return a.Kind == b.Kind && a.Text == b.Text && a.Index == b.Index && a.Value == b.Value
	}
	begins := func(n int) bool { return len(to) > n && slices.EqualFunc(to[:n], old[:n], same) }
	switch {
	case len(to) == len(old) && begins(len(old)-1):
		return last.Text, "", nil
	case len(to) == 2 && len(t.Path.Steps) == 0 && t.Blocks[0].Type == "locals" && !r.language.Dialect.AnyBlock() && slices.Contains(spellings("variable", r.language), to[0].Text):
		return "", variablePrefix + last.Text, nil
	case begins(outside):
		to = to[outside:]
	case to[0].Text == old[0].Text || outside > 1 && len(to) > outside && to[outside-1].Text == old[outside-1].Text:
		return "", "", r.cannot("an item stays in its block, so only its last name can change, or its path in the block; give that alone")
	}
	var steps []string
	for _, p := range to {
		if p.Kind != address.PartName && p.Kind != address.PartKey {
			return "", "", r.refuse("a new path has names alone, without an index or selector")
		}
		steps = append(steps, p.Text)
	}
	return last.Text, strings.Join(steps, "."), nil
}

// nestedLabels returns the new labels of a nested block. "to" may be an address: the new labels, after
// names of the block's own address.
func (r *renamed) nestedLabels() ([]string, error) {
	t, to := &r.Target, r.to.Text
	if value.IsIdentifier(to) {
		return []string{to}, nil
	}
	a, err := address.Parse(to)
	if err != nil && !r.language.Dialect.AnyBlock() {
		return nil, r.noName(err)
	}
	last := &t.Blocks[len(t.Blocks)-1]
	var above, names []string
	for _, b := range t.Blocks[:len(t.Blocks)-1] {
		above = append(append(above, b.Type), b.Labels...)
	}
	above = append(above, last.Type)
	for _, p := range a {
		names = append(names, p.Text)
	}
	n := max(0, len(names)-len(last.Labels))
	switch {
	case err == nil && n <= len(above) && slices.Equal(names[:n], above[len(above)-n:]):
		return names[n:], nil
	case !r.language.Dialect.AnyBlock() || err == nil && names[0] == above[0]:
		return nil, r.cannot("its type stays %s; give the new name alone", last.Type)
	}
	return []string{to}, nil // any text can be a label there
}

// labels returns the new labels of a block: the new last label, if only this changes, or all labels.
func (r *renamed) labels() ([]string, error) {
	level, l := &r.Target.Blocks[0], r.language
	if len(level.Labels) == 0 && !l.Dialect.AnyBlock() {
		return nil, r.refuse("%s: a block of this type has no name; to rename an attribute in it, add its name", r.Target.Address())
	}
	if value.IsIdentifier(r.to.Text) {
		return []string{r.to.Text}, nil
	}
	to, err := address.Parse(r.to.Text)
	if l.Dialect.AnyBlock() && (err != nil || !r.isOf(to, level)) { // any text can be a label there
		return []string{r.to.Text}, nil
	}
	if err != nil {
		return nil, r.noName(err)
	}
	// The type may be omitted, or written as in references.
	names := make([]string, len(to))
	for i, p := range to {
		if names[i] = p.Text; p.Kind != address.PartName && p.Kind != address.PartKey {
			return nil, r.refuse("the new name %q is not an address of a block", r.to.Text)
		}
	}
	if len(names) == len(level.Labels)+1 {
		if level.Type == "variable" && !l.Dialect.AnyBlock() && slices.Contains(spellings("locals", l), names[0]) {
			return []string{localPrefix + names[1]}, nil
		}
		if !slices.Contains(spellings(level.Type, l), names[0]) {
			return nil, r.cannot("its type stays %s; give the new name alone", level.Type)
		}
		names = names[1:]
	}
	switch {
	case len(names) != len(level.Labels):
		return nil, r.cannot("a %s has %s", level.Type, excerpt.Count(len(level.Labels), "label"))
	case slices.Equal(names[:len(names)-1], level.Labels[:len(names)-1]):
		return names[len(names)-1:], nil
	}
	return names, nil
}

// isOf reports whether the new name is an address of a block: the address that the renamed block will
// have, or one of another kind of object, which is an error.
func (r *renamed) isOf(to address.Address, level *address.Level) bool {
	first, l := to[0].Text, r.language
	means := func(d languages.Dialect) bool { return refs.RoleIn(d, false).KindNamed(first) != refs.Other }
	switch {
	case slices.Contains(spellings(level.Type, l), first):
		return true
	case l.Dialect.Refers():
		return means(l.Dialect)
	}
	return language.Block(address.Language{}, first) != nil || slices.ContainsFunc(slices.Collect(languages.All), means)
}

// newAlias returns the new alias of a provider: "to" or, if it is an address such as aws.east or
// provider.aws[alias=east], the alias in it.
func (r *renamed) newAlias() ([]string, error) {
	to, err := address.Parse(r.to.Text)
	if err != nil {
		return nil, r.noName(err)
	}
	if len(to) > 2 && to[0].Text == refs.Provider.String() {
		to = to[1:]
	}
	last := to[len(to)-1]
	switch {
	case len(to) > 2 || len(to) == 2 && to[0].Text != r.Target.Blocks[0].Labels[0]:
		return nil, r.cannot("only the alias can change; give the new alias alone")
	case last.Kind == address.PartWhere && last.Text == "alias":
		return []string{last.Value}, nil
	}
	return []string{last.Text}, nil
}

// noName returns an error about "to", which is not a valid name. It suggests a similar valid name,
// or wraps err if it has no suggestion.
func (r *renamed) noName(err error) error {
	to := r.to.Text
	name := to[strings.LastIndexByte(to, '.')+1:]
	if strings.ContainsAny(to, "[]\"") || name == "" || value.IsIdentifier(name) {
		return r.refuse("the new name %q: %v", to, err)
	}
	return r.refuse("the new name %q: a name begins with a letter or _, and has letters, digits, _ and - alone; did you mean %s?", to, identifierLike(name))
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
