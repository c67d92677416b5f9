package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/value"
)

// treeOf returns the tree of block types and labels that means the same as an entry with an address,
// and the operation for it. An operation on an attribute becomes one in the block of the attribute: to
// add an attribute is to update its block.
func (d *Decoder) treeOf(action Action, x *selection.Addressed) (outer Action, tree value.Value, err error) {
	t, l := &x.Target, d.Language
	if err := d.nestNew(action, x); err != nil {
		return action, tree, err
	}
	existing, err := existingBlock(action, x)
	if err != nil {
		return action, tree, err
	}
	values := l.IsValuesFile(t.Blocks[0].Type)
	if values && t.Path.Name != "" {
		if err := d.InValuesFile(&allowed[action], x, existing); err != nil {
			return action, tree, err
		}
	}
	if action.Removes() || action.Contents() == HoldsPlaces {
		if err := x.RefuseInstance(); err != nil {
			return action, tree, err
		}
	}
	if rewrite := rewrittenAt[action]; rewrite != nil {
		if err := rewrite(l, x); err != nil {
			return action, tree, err
		}
	}
	if err := wholeBlock(action, x); err != nil {
		return action, tree, err
	}
	if err := d.placeAt(x); err != nil {
		return action, tree, err
	}
	outer = action
	between, last := "", ""
	switch {
	case existing && !values && !(t.Blocks[0].Patterns && t.Blocks[0].Selects()): // an edit of the blocks that lack something can be repeated
		outer = Update
	case values || !action.SetsValues() || action.Upserts():
	case action.Finds():
		between, last = action.String(), action.String()
	case len(t.Blocks) > 1, t.Path.Name != "" && (t.Depth() > 0 || t.Blocks[0].Type != "locals"):
		outer, between, last = Update, Set.String(), action.String()
	}
	members, err := d.onAttribute(action, x, last)
	if err != nil && existing && t.Depth() < len(t.Blocks) {
		err = fault.At(x.At, fault.BlockNotFound, "no %s", x.Sent())
	}
	if err != nil {
		return outer, tree, err
	}
	if t.Path.Name != "" && !action.Finds() {
		last = between
	}
	existing = t.Several() && (action.Contents() == HoldsContent || (action.Removes() || action.SetsValues()) && (action.NeedsItem() || action.Upserts() && !slices.ContainsFunc(x.Members, gives)))
	for _, m := range x.Members {
		if m.Key == "value" && existing && !action.SetsValues() { // of several lists, those that have the element
			where := value.Value{Kind: value.Object, At: x.At, Items: []value.Item{{Key: t.Path.String(), Value: m.Value}}}
			members, existing = append(members, value.Item{Key: "where", Value: where}), false
		}
	}
	if action.Contents() == HoldsPlaces { // the member "file" cannot select the block
		existing = t.Several() || x.InSeveral()
	}
	return outer, x.Tree(members, between, last, existing), nil
}

// rewrittenAt has, by action, the function that rewrites an entry with an address into an entry of the
// block there, if the entry says more than which block it is.
var rewrittenAt = map[Action]func(address.Language, *selection.Addressed) error{Tidy: tidiedAt, Sort: sortedAt, Reshape: reshapedAt, Rename: renamedAt}

// gives reports whether a member of an entry under "set" gives an attribute or a block a value: blocks
// that lack the attribute get it.
func gives(m value.Item) bool {
	return m.Key == "value" || m.Key == "attributes" || m.Key == "blockTypes"
}

// isReplacement reports whether a member is one of the replacement of a text in an attribute.
func isReplacement(m value.Item) bool { return m.Key == "text" || m.Key == "pattern" || m.Key == "by" }

// nestNew decides whether a new name at an address is a nested block: so says the member "kind", or the
// entry has the contents of a block, or the schemas and the other blocks tell.
func (d *Decoder) nestNew(action Action, x *selection.Addressed) error {
	whole, kind := x.IsBlock(), x.Take("kind")
	s, t := &selection.Scope{Rules: &allowed[action]}, &x.Target
	switch {
	case kind != nil && !action.Makes():
		return s.Refuse(kind.At, `"kind" is for "set" and "add", which make what the code lacks`)
	case kind != nil && kind.Text != selection.KindBlock && kind.Text != selection.KindAttribute:
		return s.Refuse(kind.At, `"kind" must be "block" or "attribute"`)
	case !action.Makes(), t.Path.Name == "":
		return nil
	case kind == nil && !whole:
		return d.NestNew(x)
	case whole, kind.Text == selection.KindBlock && (!x.There() || len(t.Path.Steps) > 0):
		x.Nest(whole)
	}
	return nil
}

// existingBlock removes the member "existing" from an entry, and returns its value. A set with it makes
// no top-level block.
func existingBlock(action Action, x *selection.Addressed) (bool, error) {
	v := x.Take("existing")
	s := &selection.Scope{Rules: &allowed[action]}
	switch {
	case v == nil:
		return false, nil
	case !action.Upserts():
		return false, s.Refuse(v.At, `"existing" is for "set", which else makes the block; "update" needs the attribute, too`)
	case v.Kind != value.True && v.Kind != value.False:
		return false, s.Refuse(v.At, `"existing" must be true or false, found %s`, v.Kind)
	}
	return v.Kind == value.True, nil
}

// ofBlocks are members that are about what is in a block, and not about one attribute.
var ofBlocks = []string{"attributes", "blockTypes", "order", "paragraphs", "names", "pattern"}

// membersOfBlock maps the members of an entry whose address is that of an attribute to the members
// that an entry for its block has for the attribute.
var membersOfBlock = map[string]string{"value": "attributes", "comment": "comments", "lineComment": "lineComments", "place": "places"}

// ofWholeBlocks are members that are about whole top-level blocks, and what to say elsewhere.
var ofWholeBlocks = map[string]string{"root": "only whole blocks move to another root module", "keys": "only resources and modules have instances, which have keys"}

// wholeBlock refuses a member that is about a whole top-level block if the address is not that of one.
func wholeBlock(action Action, x *selection.Addressed) error {
	if len(x.Target.Blocks) == 1 && x.Target.Path.Name == "" {
		return nil
	}
	s := &selection.Scope{Rules: &allowed[action]}
	for _, m := range x.Members {
		if why := ofWholeBlocks[m.Key]; why != "" {
			return s.Refuse(m.Value.At, "%s is not a top-level block; %s", x.Sent(), why)
		}
	}
	return nil
}

// placeAt replaces an address in the member "place" of an entry, as in {"after": "var.region"}, by what it means.
func (d *Decoder) placeAt(x *selection.Addressed) error {
	i := slices.IndexFunc(x.Members, func(m value.Item) bool { return besideText(&m) != nil })
	if i < 0 {
		return nil
	}
	place := x.Members[i].Value
	beside, err := d.Beside(&allowed[ForPlaces], x, besideText(&x.Members[i]))
	if err != nil {
		return err
	}
	x.Members = slices.Clone(x.Members) // the targets of a pattern share the members
	place.Items = []value.Item{{Key: place.Items[0].Key, Value: beside}}
	x.Members[i].Value = place
	return nil
}

// besideText returns the text of a member "place" such as {"after": "var.region"}, or nil.
func besideText(m *value.Item) *value.Value {
	if m.Key != "place" || len(m.Value.Items) != 1 {
		return nil
	}
	if side := &m.Value.Items[0]; (side.Key == "after" || side.Key == "before") && side.Value.Kind == value.String {
		return &side.Value
	}
	return nil
}

// onAttribute returns the members of an entry for the block at an address. If the address is that of
// an attribute, what the entry says of the attribute stands under the path of the attribute:
// {"value": 1, "comment": "c"} becomes {"attributes": {"a": 1}, "comments": {"a": "c"}}. The
// attributes are in the nested operation inside, unless it is "".
func (d *Decoder) onAttribute(action Action, x *selection.Addressed, inside string) (members []value.Item, err error) {
	s := &selection.Scope{Rules: &allowed[action]}
	path := x.Target.Path.String()
	switch {
	case x.Target.Any:
		return nil, fault.At(x.At, fault.InvalidRequest, "%s matches blocks; add the name of an attribute", x.Target.Address())
	case path == "":
		return d.contentsOf(action, x)
	}
	object := func(key string, v value.Value) value.Value {
		return value.Value{Kind: value.Object, At: x.At, Items: []value.Item{{Key: key, Value: v}}}
	}
	attributes, about := value.Value{}, false
	for _, m := range x.Members {
		if m.Key == "file" && d.isDestination(action, x) {
			m = value.Item{Key: "place", Value: object("file", m.Value)}
		}
		key := membersOfBlock[m.Key]
		switch {
		case m.Key == table[action].given && attributes.Kind != value.Null:
			return nil, s.Refuse(m.Value.At, `%s moves to another file, or to a place in its own: give "file" or "place" alone`, path)
		case m.Key == "value", m.Key == table[action].given:
			attributes = object(path, m.Value)
			continue
		case key != "":
			m = value.Item{Key: key, Value: object(path, m.Value)}
			about = true
		case m.Key == Action(Replace).String():
			m.Value = object("attributes", object(path, m.Value))
			about = true
		case slices.Contains(ofBlocks, m.Key):
			return nil, s.Refuse(m.Value.At, `%q is for a block, and the address is that of the attribute %s`, m.Key, path)
		}
		members = append(members, m)
	}
	switch {
	case attributes.Kind != value.Null:
	case action.SetsValues() && about:
		return members, nil
	case action.Makes() && !x.There():
		return nil, s.Refuse(x.At, `the address is that of the attribute %s, and the entry has no "value"; with the kind "block" (--block), it is that of a nested block`, path)
	case action.SetsValues() || table[action].given != "":
		return nil, s.Refuse(x.At, `the address is that of the attribute %s, and the entry has no %q`, path, cmp.Or(table[action].given, "value"))
	default:
		attributes = value.Value{Kind: value.Array, At: x.At, Items: []value.Item{{Value: value.Value{Kind: value.String, Text: path, At: x.At}}}}
	}
	if inside != "" {
		return append(members, value.Item{Key: inside, Value: object("attributes", attributes)}), nil
	}
	return append(members, value.Item{Key: "attributes", Value: attributes}), nil
}

// isDestination reports whether the member "file" of an entry is where the block goes.
func (d *Decoder) isDestination(action Action, x *selection.Addressed) bool {
	return action.Contents() == HoldsPlaces && !d.Language.IsValuesFile(x.Target.Blocks[0].Type)
}

// contentsOf returns the members of an entry whose address is that of a block. A "value" is an object with
// the contents of the block: with "attributes" and "blockTypes", or with its attributes alone, and with
// those nested blocks that the language defines in it.
func (d *Decoder) contentsOf(action Action, x *selection.Addressed) ([]value.Item, error) {
	s := &selection.Scope{Rules: &allowed[action]}
	for _, m := range x.Members {
		block := x.Target.Address()
		switch {
		case m.Key == "lineComment":
			return nil, s.Refuse(m.Value.At, "%s is a block, and a line comment is for an attribute, a key or an element", block)
		case m.Key == "file" && len(x.Target.Blocks) > 1 && d.isDestination(action, x):
			return nil, s.Refuse(m.Value.At, "%s cannot move to another file: only whole blocks and locals can", block)
		case m.Key == Action(Replace).String() && slices.ContainsFunc(m.Value.Items, isReplacement):
			return nil, s.Refuse(m.Value.At, "%s is a block, and text can be replaced only in an attribute; add its name: %s.NAME", block, block)
		}
	}
	v := x.Take("value")
	switch {
	case v == nil:
		return x.Members, nil
	case !action.SetsValues():
		return nil, s.Refuse(v.At, `"value" is for an attribute, and the address is that of a block`)
	case v.Kind != value.Object:
		return nil, notContents(x, v)
	}
	isContent := func(m value.Item) bool {
		return (m.Key == "attributes" || m.Key == "blockTypes") && m.Value.Kind == value.Object
	}
	if !slices.ContainsFunc(v.Items, isContent) {
		entry := language.AsEntry(v, language.BodyOf(d.Language, &x.Target))
		v = &entry
	}
	return append(slices.Clip(x.Members), v.Items...), nil
}

// notContents returns the error for a value at the address of a block that is not an object. It names
// the address of an attribute, and the contents that would give the attribute the value.
func notContents(x *selection.Addressed, v *value.Value) error {
	name := cmp.Or(language.MainAttribute(x.Target.Blocks[len(x.Target.Blocks)-1].Type), "NAME")
	example := `{"NAME": "VALUE"}`
	if text, err := v.MarshalJSON(); err == nil && len(text) <= longestExample {
		example = fmt.Sprintf("{%q: %s}", name, text)
	}
	return fault.At(v.At, fault.InvalidRequest, `%s is a block; an attribute of it is %s.%s, and its contents are an object of attributes, such as %s, or of "attributes" and "blockTypes"`, x.Sent(), x.Sent(), name, example)
}

// longestExample is the length of the longest value that a message repeats.
const longestExample = 40

// Explain returns an error that speaks of the address of an entry, if the error is about the tree for
// it. It returns other errors unchanged.
func (d *Decoder) Explain(edits []value.Item, err error) error {
	e, ok := err.(*fault.Error)
	if !ok || len(d.Parsed) == 0 || e.Offset() < 0 {
		return err
	}
	for i := range edits {
		for _, operation := range edits[i].Value.Items {
			action, _ := ActionOf(operation.Key)
			entries := operation.Value.Items
			if operation.Value.Kind == value.String {
				entries = []value.Item{{Value: operation.Value}}
			}
			for i := range entries {
				if text, isPlace := addressAt(&entries[i].Value, e.Offset()); text != "" {
					if name, rest, ok := strings.Cut(e.Message, ": "); ok && isAction(name) {
						e.Message = action.String() + ": " + rest // not the action that action became
					}
					if action.Enables() {
						d.ExplainOld(e, text)
					} else {
						d.Decoder.Explain(e, text, action.Makes() && !isPlace)
					}
					return e
				}
			}
		}
	}
	return err
}

func isAction(name string) bool {
	_, is := ActionOf(name)
	return is
}

// addressAt returns the address of an entry, if the offset is that of the entry, or of one of its
// members. If it is that of the place, addressAt returns the address in the place, or "", and isPlace is true.
func addressAt(entry *value.Value, at int) (text string, isPlace bool) {
	here := entry.At == at
	if entry.Kind == value.String {
		text = entry.Text
	}
	for i := range entry.Items {
		m := &entry.Items[i]
		switch beside := besideText(m); {
		case beside != nil && (beside.At == at || m.Value.At == at):
			return beside.Text, true
		case m.Key == "address":
			text = m.Value.Text
		}
		here = here || m.Value.At == at && m.Key != "place"
	}
	if !here {
		return "", false
	}
	return text, false
}
