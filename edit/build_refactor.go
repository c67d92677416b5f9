package edit

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"iacedit/edit/internal/plan"
	"iacedit/value"
)

// A Rule describes what Rewrite replaces, and the replacement (docs/rewrite.md). Set either Match
// and To, or By and one of Text and Pattern.
type Rule struct {
	Match   string // an expression with metavariables: lookup($map, $key)
	To      string // the expression that replaces each match: $map[$key]
	Text    string // literal text to replace
	Pattern string // a regular expression for literal text to replace
	By      string // the template that replaces the text: ${var.region}

	In       []Region // the regions to search; empty for all code
	Types    bool     // search only type constraints
	Words    bool     // Text matches only whole words, of letters, digits and underscores
	Required bool     // fail if nothing matches
}

// Rewrite replaces expressions and text in all code. The rules apply in order.
func Rewrite(rules ...Rule) Operation {
	op := Operation{action: "rewrite"}
	if len(rules) == 0 {
		op.entry.err = errors.New("no rules")
		return op
	}
	sent := make([]map[string]any, len(rules))
	for i, r := range rules {
		rule := map[string]any{}
		if len(r.In) > 0 {
			in, err := regions(r.In)
			if err != nil {
				op.entry.err = fmt.Errorf("In: %w", err)
				return op
			}
			rule["in"] = in
		}
		for key, text := range map[string]string{"match": r.Match, "text": r.Text, "pattern": r.Pattern} {
			if text != "" {
				rule[key] = text
			}
		}
		if r.Match != "" {
			rule["to"] = r.To
		} else {
			rule["by"] = r.By
		}
		if r.Types {
			rule["types"] = true
		}
		if r.Words {
			rule["words"] = true
		}
		if r.Required {
			rule["required"] = true
		}
		sent[i] = rule
	}
	return textOperation("rewrite", sent)
}

// A Region limits a Rule to the blocks at an address, or to some of them.
type Region struct {
	block     BlockAddress
	selectors content
}

// In returns the region of the blocks at an address. Selectors such as Has, Where, InFile and
// InFolder choose some of these blocks.
func In(block BlockAddress, selectors ...Part) Region {
	op := operationOf(plan.Update, block, selectors)
	op.entry.refuseDotted(block)
	return Region{block, op.entry}
}

// regions returns the value of "in" in a rule: for example, {"resource": {"aws_instance": {"web":
// [{}]}}}.
func regions(all []Region) (in value.Value, err error) {
	in.Kind = value.Object
	for _, r := range all {
		if r.selectors.err != nil {
			return in, r.selectors.err
		}
		at := memberOf(&in, r.block.typ, kindBelow(0, r.block))
		for i, label := range r.block.labels {
			at = memberOf(at, label, kindBelow(i+1, r.block))
		}
		at.Items = append(at.Items, r.block.entries(r.selectors, false).Items...)
	}
	return in, nil
}

// kindBelow returns the kind of the JSON value below the block type and the first labels of an
// address. labels is the number of these labels. Below all labels of the address, the value is an
// array of entries. Otherwise it is an object whose key is the next label.
func kindBelow(labels int, b BlockAddress) value.Kind {
	if labels == len(b.labels) {
		return value.Array
	}
	return value.Object
}

// Inline replaces each reference to a local by the value of the local, and deletes the local. The
// arguments are the names of locals, such as "local.ami".
func Inline(locals ...string) Operation {
	all := make([]Inlining, len(locals))
	for i, local := range locals {
		all[i].Value = local
	}
	return InlineLocals(all...)
}

// An Inlining identifies a local for InlineLocals. Folder and File choose among locals with the
// same name.
type Inlining struct {
	Value  string `json:"value"`            // local.name
	Folder string `json:"folder,omitempty"` // a pattern of the folders in which the local may be; "" for all
	File   string `json:"file,omitempty"`   // the file of the local; "" for any
}

// InlineLocals is like Inline, but can choose among locals with the same name in several folders or
// files.
func InlineLocals(locals ...Inlining) Operation {
	if len(locals) == 0 {
		return Operation{action: "inline", entry: content{err: errors.New("no locals")}}
	}
	sent := make([]any, len(locals))
	for i, local := range locals {
		if sent[i] = local; local.Folder == "" && local.File == "" {
			sent[i] = local.Value
		}
	}
	return textOperation("inline", sent)
}

// An Extraction describes a value that becomes a local or a variable (docs/refactor.md).
type Extraction struct {
	Value      string `json:"value"`                // the dotted address of the value, such as aws_instance.web.ami
	To         string `json:"to"`                   // local.name or var.name
	Everywhere bool   `json:"everywhere,omitempty"` // replace all equal values of the module
	Comment    string `json:"comment,omitempty"`    // the lead comment of the new block or attribute
	Folder     string `json:"folder,omitempty"`     // a pattern of the folders in which the value may be; "" for all
	File       string `json:"file,omitempty"`       // the file for the new local or variable; "" for the customary file
}

// Extract moves values into locals and variables, and puts references in their place.
func Extract(values ...Extraction) Operation {
	if len(values) == 0 {
		return Operation{action: "extract", entry: content{err: errors.New("no values")}}
	}
	return textOperation("extract", values)
}

// A ModuleExtraction describes the blocks of a folder to move into a new module (docs/refactor.md).
// Files must have names, so use ApplyOperationsToFiles.
type ModuleExtraction struct {
	Blocks  []string // dotted addresses: aws_vpc.main, aws_subnet.*, local.name
	To      string   // the folder of the new module, or of one that the folder of the blocks calls
	Name    string   // the name of the module's call; "" for the last segment of To, with "_" instead of "-"
	NoMoved bool     // add no "moved" blocks
	Tidy    bool     // pass only used values, with short names and types
	Folder  string   // a pattern of the folders in which the blocks may be; "" for all
}

// ExtractModule moves blocks into a new module, and replaces them by a call of the module.
func ExtractModule(x ModuleExtraction) Operation {
	if len(x.Blocks) == 0 {
		return Operation{action: "extract", entry: content{err: errors.New("no blocks")}}
	}
	type entry struct {
		Blocks []string `json:"blocks"`
		To     string   `json:"to"`
		Name   string   `json:"name,omitempty"`
		Moved  *bool    `json:"moved,omitempty"`
		Tidy   bool     `json:"tidy,omitempty"`
		Folder string   `json:"folder,omitempty"`
	}
	one := entry{Blocks: x.Blocks, To: x.To, Name: x.Name, Tidy: x.Tidy, Folder: x.Folder}
	if x.NoMoved {
		one.Moved = new(bool)
	}
	return textOperation("extract", []entry{one})
}

// ForEach returns the operations that replace the count of a resource or module by for_each. Apply
// these operations together. Instance 0 gets the first key, instance 1 the second, and so on; the
// number of keys must equal the old count. References are changed, too, and "moved" blocks tell
// Terraform about the new keys.
func ForEach(block BlockAddress, keys ...string) []Operation {
	quoted := make([]string, len(keys))
	parts := make([]Part, len(keys))
	for i, key := range keys {
		quoted[i] = string(value.AppendString(nil, key))
		parts[i] = RenameKey(strconv.Itoa(i), quoted[i])
	}
	all := Expr("toset([" + strings.Join(quoted, ", ") + "])")
	return []Operation{Update(block, SetAttr("for_each", all), DeleteAttr("count")), Rename(block, parts...)}
}

// RenameKey changes the key of an instance of a resource or module. A key is a number, a string in
// quotes, or "" for an instance without a key. References that contain the old key are changed,
// too. Use RenameKey in Rename.
func RenameKey(from, to string) Part {
	return part(func(c *content) { c.addMember(&c.entry, "keys", from, to) })
}

// RenameKeys is like RenameKey, for all instances of a resource or module with for_each. It replaces
// the matches of a regular expression in the keys that for_each has as literals. In the replacement, $1
// stands for the first group, and $$ for a "$".
func RenameKeys(pattern, by string) Part { return changePart("keys", pattern, by) }

// RenameAttrs renames all attributes of the selected blocks whose names a regular expression matches.
// It replaces the matches, like RenameKeys. Use it in Rename.
func RenameAttrs(pattern, by string) Part { return changePart("names", pattern, by) }

// ToPattern gives the selected blocks new labels: it replaces the matches of a regular expression in the
// last label of each block, like RenameKeys. Use it in Rename, for blocks whose address has AnyLabel or
// another pattern.
func ToPattern(pattern, by string) Part {
	return part(func(c *content) {
		memberPart("pattern", pattern).addTo(c)
		memberPart("by", by).addTo(c)
	})
}

// AllLabels makes ToPattern change all labels of the blocks: of resources, their types, too.
func AllLabels() Part { return memberPart("allLabels", true) }

func changePart(key, pattern, by string) Part {
	return memberPart(key, map[string]string{"pattern": pattern, "by": by})
}

// Sort sorts blocks by type and labels. The blocks exchange places, and other code stays where it
// is. Use AnyLabel in the address, or selectors, to choose the blocks. With SortAttr or SortAttrs
// among its parts, Sort sorts the contents of a block. With another Sort among its parts, it sorts
// the contents of nested blocks.
func Sort(block BlockAddress, parts ...Part) Operation {
	return operationOf(plan.Sort, block, parts)
}

// ByRequired makes Sort put variables without a default before the other variables.
func ByRequired() Part { return memberPart("by", "required") }

// Order sorts the attributes and nested blocks of a block by name, in the order of the given names
// and patterns of names; "*" stands for all others, which otherwise come last. For AllBlocks, the
// names are block types. Blank lines, and comments that stand apart, part what is sorted, unless
// JoinParagraphs is among the parts, too. Use it in Sort.
func Order(names ...string) Part { return listPart("order", names) }

// JoinParagraphs lets the items of Order change places across blank lines and separate comments.
func JoinParagraphs() Part { return memberPart("paragraphs", "join") }

// AllBlocks is the address of all top-level blocks. Use it in Sort.
func AllBlocks() BlockAddress { return Block(AnyLabel) }

// SortAttr sorts the keys of the object, or the elements of the list, at each path. Use it in Sort.
func SortAttr(paths ...string) Part { return listPart("attributes", paths) }

// SortAttrs sorts the attributes of the block, except meta-arguments. Use it in Sort.
func SortAttrs() Part {
	return part(func(c *content) {
		*memberOf(&c.entry, "attributes", value.String) = value.Value{Kind: value.String, Text: "*"}
	})
}

// textOperation returns an operation without a block address, such as {"inline": ["local.ami"]}.
// The value of the action, here the list of locals, is marshaled with encoding/json.
func textOperation(action string, v any) Operation {
	op := Operation{action: action}
	text, err := json.Marshal(map[string]any{action: v})
	if op.text = text; err != nil {
		op.text, op.entry.err = nil, err
	}
	return op
}
