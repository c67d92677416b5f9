package edit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/value"
)

// AnyLabel, as a label in a BlockAddress, matches every label.
const AnyLabel = address.AnyLabel

// A BlockAddress is the type and the labels of a block, or a dotted address.
type BlockAddress struct {
	typ    string
	labels []string
	dotted string // the address that At was given, or ""
}

// Block returns the address of a block, such as Block("resource", "aws_instance", "web").
// Block("iac") stands for the settings block, and Block("iacvars") for the top level of a file of
// variable values. In a nested operation, labels have the effect of the selector Labels. Without
// labels, the nested operation applies to all blocks of the type.
func Block(typ string, labels ...string) BlockAddress { return BlockAddress{typ: typ, labels: labels} }

// String returns the address as it is written in code: resource "aws_instance" "web".
func (b BlockAddress) String() string {
	if b.dotted != "" {
		return b.dotted
	}
	return excerpt.Header(b.typ, b.labels)
}

// A Part is an element of an operation: a selector, which chooses among the blocks at the address,
// or a change to these blocks. The parts of one operation apply in a fixed order: additions,
// updates, sets, deletions. The order of the arguments has no effect. An Operation is a Part, too:
// as a part of another operation it applies to nested blocks.
type Part interface{ addTo(c *content) }

// Add creates a block. It fails if the block exists. Inside another operation it always creates a
// new nested block.
func Add(block BlockAddress, parts ...Part) Operation { return operationOf(plan.Add, block, parts) }

// Update changes a block. It fails if the block does not exist.
func Update(block BlockAddress, parts ...Part) Operation {
	return operationOf(plan.Update, block, parts)
}

// Set changes a block, or creates it if it does not exist.
func Set(block BlockAddress, parts ...Part) Operation { return operationOf(plan.Set, block, parts) }

// Delete removes a block. With DeleteAttr or other Deletes among its parts, it removes only the
// attributes and nested blocks that these parts name. It fails if the block, or anything that these
// parts name, does not exist.
func Delete(block BlockAddress, parts ...Part) Operation {
	return operationOf(plan.Delete, block, parts)
}

// Rename changes the labels of a block, the names of its attributes, the types of its nested
// blocks, or the keys of its instances. The parts To, ToPattern, RenameAttr, RenameAttrTo, RenameAttrs,
// RenameType, RenameKey and RenameKeys give the new names. Rename also changes the references to the
// renamed objects.
func Rename(block BlockAddress, parts ...Part) Operation {
	return operationOf(plan.Rename, block, parts)
}

func operationOf(action plan.Action, block BlockAddress, parts []Part) Operation {
	op := Operation{action: action.String(), block: block, entry: content{action: action}}
	for _, p := range parts {
		if p == nil {
			op.entry.refuse(errors.New("a part is nil"))
			continue
		}
		p.addTo(&op.entry)
	}
	if block.dotted == "" {
		op.entry.refuseDotted(*op.entry.place.neighbour())
	}
	return op
}

// Attr sets the attribute at a path (tags.Owner, ports[0], rules[1].port, names[+]) to a Go value,
// which value.From converts. A string is literal text, even inside a list, map or struct: the
// string "${var.x}" does not become an expression. Use Expr and Template for expressions and
// templates. In an operation on Block("iacvars"), Attr has the effect of AddAttr inside Add, of
// UpdateAttr inside Update, and of SetAttr inside Set.
func Attr(path string, v any) Part {
	return part(func(c *content) {
		if instead := c.action.InsteadOfAttr(); instead != "" {
			name := strings.ToUpper(c.action.String()[:1]) + c.action.String()[1:]
			c.refuse(fmt.Errorf("Attr(%s) sets a value and cannot be in %s: %s", excerpt.Quote(path), name, instead))
		}
		c.addMember(&c.entry, "attributes", path, v)
	})
}

// AddAttr is like Attr, but fails if the attribute exists.
func AddAttr(path string, v any) Part { return nestedAttr(plan.Add, path, v) }

// UpdateAttr is like Attr, but fails if the attribute does not exist.
func UpdateAttr(path string, v any) Part { return nestedAttr(plan.Update, path, v) }

// SetAttr is like Attr, but has the same effect in every operation: it changes the attribute if it
// exists, and adds it otherwise.
func SetAttr(path string, v any) Part { return nestedAttr(plan.Set, path, v) }

// ReplaceText replaces all occurrences of a literal text in the value of the attribute at a path,
// except in keys and in template sequences such as "${…}". The path "" is for the attribute at the address
// that At returned. Use it in Update and Set.
func ReplaceText(path, text, by string) Part { return replaceIn(path, "text", text, by) }

// ReplacePattern is like ReplaceText, but replaces the matches of a regular expression. In the
// replacement, $1 stands for the first group, and $$ for a "$".
func ReplacePattern(path, pattern, by string) Part { return replaceIn(path, "pattern", pattern, by) }

func replaceIn(path, key, text, by string) Part {
	replacement := map[string]string{key: text, "by": by}
	if path == "" {
		return memberPart(plan.Action(plan.Replace).String(), replacement)
	}
	return part(func(c *content) {
		c.addMember(c.nested(plan.Replace), "attributes", path, replacement)
	})
}

// DeleteAttr removes the attribute ("ami"), the key ("tags.Owner") or the list element ("ports[0]")
// at each path.
func DeleteAttr(paths ...string) Part {
	return part(func(c *content) {
		addNames(c.nested(plan.Delete), paths)
	})
}

// addNames adds paths to the member "attributes" of an operation on the items that it names.
func addNames(of *value.Value, paths []string) {
	named := memberOf(of, "attributes", value.Array) // even without paths: otherwise the entry would be about the block
	for _, p := range paths {
		item := value.Item{Value: textOf(p)}
		if named.Kind == value.Object { // made by DeleteEqual
			item = value.Item{Key: p}
		}
		named.Items = append(named.Items, item)
	}
}

// DeleteEqual removes, from the list at a path, all elements that equal a value. Its counterpart is
// Attr with a path that ends in [=]: Attr("ports[=]", 80) appends 80 unless the list has 80
// already.
func DeleteEqual(path string, v any) Part {
	return part(func(c *content) {
		deleted := memberOf(c.nested(plan.Delete), "attributes", value.Object)
		if deleted.Kind == value.Array { // made by DeleteAttr
			deleted.Kind = value.Object
			for i, item := range deleted.Items {
				deleted.Items[i] = value.Item{Key: item.Value.Text}
			}
		}
		c.addMember(c.nested(plan.Delete), "attributes", path+"[=]", v)
	})
}

func nestedAttr(action plan.Action, path string, v any) Part {
	return part(func(c *content) { c.addMember(c.nested(action), "attributes", path, v) })
}

// Follow lets paths continue through references to locals and variables. With tags = local.tags,
// for example, Attr("tags.Owner", "me") changes the key Owner in the value of local.tags.
func Follow() Part { return memberPart("follow", true) }

// InFile selects the blocks in one file of a module. New blocks are added to that file. In Move,
// InFile names the file to which the block moves.
func InFile(name string) Part { return memberPart("file", name) }

// InFolder is for trees of modules. It selects the blocks in the files of one folder, or of all
// folders that match a pattern ("modules/*", "**"). New blocks are added to the folder.
func InFolder(name string) Part { return memberPart("folder", name) }

// Where selects the blocks in which the attribute at a path equals a value. With several Where
// parts, the blocks must have all these values. If Set finds no block, it creates a block with
// these values.
func Where(path string, v any) Part {
	return part(func(c *content) { c.addMember(&c.entry, "where", path, v) })
}

// Matches selects blocks by a regular expression. The text of the attribute at the path must
// contain a match. With several Matches parts, the blocks must match all patterns.
func Matches(path, pattern string) Part {
	return part(func(c *content) { c.addMember(&c.entry, "matches", path, textOf(pattern)) })
}

// Contents adds selectors and changes, given as JSON, to the operation. The JSON is an object such
// as {"index": 0, "attributes": {"ami": "ami-1"}}.
func Contents(entry value.Value) Part {
	return part(func(c *content) {
		if entry.Kind != value.Object {
			c.refuse(fmt.Errorf("Contents takes an object, not %s", entry.Kind))
		}
		c.entry.Items = append(c.entry.Items, entry.Items...)
	})
}

// Has selects the blocks that have an attribute or a nested block with each of these names. A name
// may also be a path, such as "tags.Owner".
func Has(names ...string) Part { return listPart("has", names) }

// Lacks selects the blocks that have no attribute or nested block with any of these names. A name
// may also be a path.
func Lacks(names ...string) Part { return listPart("lacks", names) }

// Labels selects the blocks with exactly these labels.
func Labels(labels ...string) Part { return listPart("labels", labels) }

// Patterns makes "*" in Labels stand for any run of characters, and in the dialect HCL also in the
// labels of the address, where it is literal otherwise. All matching blocks are then selected.
func Patterns() Part { return memberPart("patterns", true) }

func listPart(key string, texts []string) Part {
	return part(func(c *content) {
		all := memberOf(&c.entry, key, value.Array)
		for _, t := range texts {
			all.Items = append(all.Items, value.Item{Value: textOf(t)})
		}
	})
}

func textOf(text string) value.Value { return value.Value{Kind: value.String, Text: text} }

// Index selects one of the blocks that the other selectors select: the block with index n, counted
// from 0.
func Index(n int) Part { return memberPart("index", n) }

// All selects every block that the other selectors select.
func All() Part { return memberPart("all", true) }

// Optional makes an Update or Delete ignore a missing block or attribute.
func Optional() Part { return memberPart("optional", true) }

func memberPart(key string, v any) Part {
	return part(func(c *content) {
		v, err := value.From(v)
		if err != nil {
			c.refuse(err)
		}
		c.entry.Items = append(c.entry.Items, value.Item{Key: key, Value: v})
	})
}

// A content collects the parts of an operation into one entry, as in the JSON of a request.
type content struct {
	action plan.Action
	entry  value.Value  // its Items are the members of the entry; its Kind is not set
	place  *Destination // the place of the new or moved block, or nil
	err    error        // the first error
}

type part func(c *content)

func (p part) addTo(c *content) { p(c) }

// addTo adds op, an operation on nested blocks, to the entry of the enclosing block. Operations
// with the same action and block type become elements of one array.
func (op Operation) addTo(c *content) {
	switch {
	case op.text != nil:
		c.refuse(errors.New("an operation made by Decode is for a whole file and cannot be part of another operation"))
		return
	case op.action == "":
		c.refuse(errEmptyOperation)
		return
	}
	c.refuse(op.entry.err)
	c.refuseDotted(op.block)
	of := &c.entry
	if c.action.Nests() {
		of = c.nested(op.entry.action)
	} else if op.entry.action != c.action {
		c.refuse(fmt.Errorf("%s(%s) cannot be in an operation %s: only another %[3]s can", op.action, op.block, c.action))
	}
	types := memberOf(of, "blockTypes", value.Object)
	entries := memberOf(types, op.block.typ, value.Array)
	entries.Items = append(entries.Items, op.block.entries(op.entry, true).Items...)
}

// entries returns a JSON array whose only element is the entry c. If nested is true, the labels of
// b become the selector "labels" of the entry.
func (b BlockAddress) entries(c content, nested bool) value.Value {
	items := slices.Clip(c.entry.Items)
	if nested && len(b.labels) > 0 {
		labels := value.Value{Kind: value.Array}
		for _, l := range b.labels {
			labels.Items = append(labels.Items, value.Item{Value: textOf(l)})
		}
		items = append(items, value.Item{Key: "labels", Value: labels})
	}
	if c.place != nil {
		items = append(items, value.Item{Key: "place", Value: c.place.value(nested)})
	}
	return value.Value{Kind: value.Array, Items: []value.Item{{Value: value.Value{Kind: value.Object, Items: items}}}}
}

// value wraps the entry c in objects for the type and the labels: {"resource": {"aws_instance":
// {"web": [c]}}}. If nested is true, the labels become the selector "labels" of the entry instead. An
// entry with a dotted address is not wrapped.
func (b BlockAddress) value(c content, nested bool) value.Value {
	v := b.entries(c, nested)
	if b.dotted != "" {
		return v
	}
	if !nested {
		for _, label := range slices.Backward(b.labels) {
			v = object(label, v)
		}
	}
	return object(b.typ, v)
}

// refuse sets c.err to the given error, unless c.err is already set.
func (c *content) refuse(err error) {
	if c.err == nil {
		c.err = err // err may be nil
	}
}

// refuseDotted refuses an address that At returned where only a type and labels can stand.
func (c *content) refuseDotted(b BlockAddress) {
	if b.dotted != "" {
		c.refuse(fmt.Errorf("At(%s) is for the outermost operation; here, give the type and labels by Block", excerpt.Quote(b.dotted)))
	}
}

// nested returns the object that the entry has under a nested action, such as "delete". If the
// entry has no such member, nested adds an empty object.
func (c *content) nested(action plan.Action) *value.Value {
	return memberOf(&c.entry, action.String(), value.Object)
}

// addMember adds a path, with its value, to an object in an entry, such as the object
// "attributes" or "where". With the key "attributes", the path "ami" and the value "x", for
// example, the entry gets {"attributes": {"ami": "x"}}.
func (c *content) addMember(entry *value.Value, key, path string, v any) {
	given, err := value.From(v)
	if err != nil {
		c.refuse(fmt.Errorf("the attribute %s: %w", excerpt.Quote(path), err))
		return
	}
	attributes := memberOf(entry, key, value.Object)
	attributes.Items = append(attributes.Items, value.Item{Key: path, Value: given})
}

// memberOf returns the value that an object has for a key. If the object lacks the key, memberOf
// adds it, with an empty value of the given kind.
func memberOf(object *value.Value, key string, kind value.Kind) *value.Value {
	for i := range object.Items {
		if object.Items[i].Key == key {
			return &object.Items[i].Value
		}
	}
	object.Items = append(object.Items, value.Item{Key: key, Value: value.Value{Kind: kind}})
	return &object.Items[len(object.Items)-1].Value
}

// object returns an object with one member.
func object(key string, v value.Value) value.Value {
	return value.Value{Kind: value.Object, Items: []value.Item{{Key: key, Value: v}}}
}

// A Destination is a place for a block or attribute: the first or last place, or the place before
// or after another block or attribute.
type Destination struct {
	where     string
	block     BlockAddress
	selectors content
	attribute string
	kind      destinationKind
}

type destinationKind uint8

const (
	anyDestination       destinationKind = iota
	blockDestination                     // Before or After
	attributeDestination                 // BeforeAttr or AfterAttr
)

// neighbour returns the address that was given to Before or After. For other destinations the
// address is empty.
func (d *Destination) neighbour() *BlockAddress {
	if d == nil {
		return &BlockAddress{}
	}
	return &d.block
}

// value returns the destination as JSON: "first", or an object such as {"before": {"module": …}}.
// The argument is true if the block to be placed is a nested block.
func (d *Destination) value(nested bool) value.Value {
	switch d.kind {
	case attributeDestination:
		return object(d.where, textOf(d.attribute))
	case blockDestination:
		if d.block.dotted != "" {
			return object(d.where, textOf(d.block.dotted))
		}
		return object(d.where, d.block.value(d.selectors, nested))
	}
	return textOf(d.where)
}
