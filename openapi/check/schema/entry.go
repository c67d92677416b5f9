package schema

import (
	"slices"

	"iacedit/address"
)

// A place is the kind of object that an entry describes.
type place uint8

const (
	top    place = 1 << iota // blocks at the top level
	inside                   // blocks nested in others
	values                   // the top level of a file of variable values, which is not a block

	blocks = top | inside
	all    = blocks | values
)

// A row is a member of entries: its key, and the operations and objects that allow it.
type row struct {
	key   string
	under []action
	about place
	does  string // its description
}

var (
	every      = append(slices.Clone(actions), beside)
	selecting  = append(slices.DeleteFunc(slices.Clone(every), func(a action) bool { return a == add }), replaces)
	everywhere = append(slices.Clone(every), replaces)
	making     = []action{add, update, set}
	nesting    = slices.DeleteFunc(slices.Clone(actions), func(a action) bool { return of(a).aboutBlocks == "" })
)

// rows are the members that entries may have (docs/edits.md, "Entries"). member.go and content
// define their values.
var rows = func() (all []row) {
	for _, r := range shared {
		if r.key != "" {
			all = append(all, r)
			continue
		}
		for _, o := range operations {
			all = append(all, o.rows...)
		}
	}
	return all
}()

// shared are the rows that several operations share. The row without a key marks where the other
// rows are inserted.
var shared = []row{
	{"where", selecting, blocks, "Selects the blocks in which every attribute or path has the given value."},
	{"matches", selecting, blocks, "Selects the blocks in which the text of every attribute or path matches the given regular expression (RE2)."},
	{"has", selecting, blocks, "Selects the blocks that have all of these attributes, paths or nested block types."},
	{"lacks", selecting, blocks, "Selects the blocks that have none of these attributes, paths or nested block types."},
	{"labels", selecting, blocks, "Selects the blocks with exactly these labels."},
	{"index", selecting, blocks, "Selects the block with this number, from 0, among those that the other selectors select."},
	{"all", selecting, blocks, "Selects all blocks that the other selectors select, not only one."},
	{"labels", []action{add}, inside, ""},
	{"folder", every, top | values, `The folder to search, or the folder of new code, if the names of files have folders, each of which is a module. "." is the folder of the files without a folder. "*" matches any characters of a segment, "**" any number of segments.`},
	{"file", every, top | values, `The file to search, or the file of new code, if the request has "files"; under "move" the destination.`},
	{"optional", []action{update, set, deletes, replaces}, all, "With true, a missing block or attribute is no error under update and delete, so that a delete can be sent twice. A path into a value that is computed elsewhere is no error either."},
	{"follow", []action{update, set, deletes, replaces}, all, "With true, a path that leads into local.x or var.x continues in the value of that local or variable."},
	{},
	{"attributes", actions, all, ""},
	{"blockTypes", nesting, blocks, ""},
	{"add", making, all, "Adds attributes, which must not exist, and nested blocks beside the existing ones."},
	{"update", []action{update, set}, all, "Changes attributes and nested blocks, which must exist."},
	{"set", making, all, "Sets attributes and nested blocks, existing or new."},
	{"delete", []action{update, set, deletes}, all, "Removes attributes and nested blocks."},
	{"replace", []action{update, set}, all, "Replaces text inside the values of attributes, which must exist."},
	{"comment", making, blocks, "The comment above the block; null removes it."},
	{"comments", making, all, "The comments above attributes, keys and elements, by path; null removes a comment."},
	{"place", []action{add, update, set, move}, blocks, "The place of a new or moved block."},
	{"places", making, all, "The places of new attributes and keys."},
	{"range", everywhere, all, ""},
	{"ranges", everywhere, all, ""},
	{"unreadable", everywhere, all, ""},
}

// does returns the description of the member with the given key.
func does(key string) string {
	i := slices.IndexFunc(rows, func(r row) bool { return r.key == key })
	return rows[i].does
}

// direct returns the operation to which "attributes" and "blockTypes" belong if an entry contains
// them directly, not in a nested operation. For an entry of "add" or "update" that describes a
// block, it returns "set", otherwise the operation of the entry.
func direct(a action, about place) action {
	if about != values && (a == add || a == update) {
		return set
	}
	return a
}

// member returns the schema of the value of a member of an entry. The schema depends on the
// operation, on what the entry describes, and on the number of labels of the blocks.
func (s *schema) member(r row, a action, about place, labels int) object {
	switch r.key {
	case "attributes", "blockTypes":
		return s.content(r.key, direct(a, about))
	case "add", "update", "set", "delete", "replace":
		if about == values {
			return ref(title(r.key) + "ValuesContents")
		}
		return ref(title(r.key) + "Contents")
	case "place":
		if about == inside {
			return ref("NestedPlace")
		}
	case "labels":
		if a == add {
			return ref("NewLabels")
		}
	case "folder":
		if a == add {
			return ref("NewFolder")
		}
	case "to":
		return object{"description", r.does}.With(s.to(labels)...)
	case "range", "ranges", "unreadable":
		return ref("Ignored")
	}
	return ref(title(r.key))
}

// content returns the schema of what "attributes" or "blockTypes" contain under an operation.
func (s *schema) content(key string, a action) object {
	c := of(a)
	if key == "attributes" {
		return object{"description", c.aboutAttributes}.With(ref(c.attributes)...)
	}
	return object{"description", c.aboutBlocks}.With(ref(a.title() + "NestedBlocks")...)
}

// entry returns the schema of an entry. The number of labels of the blocks decides which values the
// member "to" accepts.
func (s *schema) entry(a action, about place, labels int) object {
	properties := object{}
	for _, r := range rows {
		if slices.Contains(r.under, a) && r.about&about != 0 && !(r.key == "to" && labels == 0) && !(r.key == "keys" && (labels == 0 || s.dialect == address.HCL)) {
			properties = append(properties, r.key, s.member(r, a, about, labels))
		}
	}
	if a == replaces {
		properties = properties.With(replaced...)
	}
	return object{"type", "object", "properties", properties, "additionalProperties", false}.With(s.saysSomething(a, about, labels)...)
}

// saysSomething returns the keywords that refuse an empty entry, if entries must not be empty.
func (s *schema) saysSomething(a action, about place, labels int) object {
	filled := func(key string) object {
		return object{"properties", object{key, object{"minProperties", 1, "minItems", 1}}, "required", list{key}}
	}
	inner := func(key string) object {
		return object{"properties", object{key, object{"anyOf", list{filled("attributes"), filled("blockTypes")}}}, "required", list{key}}
	}
	if a != beside && a != replaces && of(a).says != nil {
		return of(a).says(about, filled)
	}
	switch {
	case a == rename:
		some := list{filled("attributes")}
		if about != values {
			some = append(some, filled("blockTypes"))
		}
		if about&blocks != 0 && labels != 0 {
			some = append(some, object{"required", list{"to"}})
			if s.dialect == address.Terraform {
				some = append(some, object{"required", list{"keys"}})
				return object{"anyOf", some, "not", object{"required", list{"to", "keys"}}}
			}
		}
		return object{"anyOf", some}
	case a == move && about == values:
		return object{"anyOf", list{filled("attributes")}}
	case a == move:
		some := list{filled("attributes"), filled("blockTypes"), object{"required", list{"place"}}}
		if about == top {
			some = append(some, object{"required", list{"file"}})
		}
		return object{"anyOf", some}
	case about == values:
		some := list{filled("attributes")}
		for _, r := range rows {
			if slices.Contains(r.under, a) && (slices.Contains(actions, action(r.key)) || action(r.key) == replaces) {
				some = append(some, inner(r.key))
			}
		}
		if a != deletes {
			some = append(some, filled("comments"))
			for _, key := range []string{"range", "ranges", "unreadable"} {
				some = append(some, object{"required", list{key}})
			}
		}
		return object{"anyOf", some}
	case a == deletes:
		return object{"if", object{"anyOf", list{
			object{"required", list{"attributes"}}, object{"required", list{"blockTypes"}}, object{"required", list{"delete"}},
		}}, "then", object{"anyOf", list{filled("attributes"), filled("blockTypes"), inner("delete")}}}
	}
	return nil
}

// defineEntries defines entries, arrays of entries, and the contents of nested operations.
func (s *schema) defineEntries() {
	for _, a := range actions {
		name := a.title()
		switch {
		case a != rename:
			s.defineEntry(name, a, top, 0)
		case s.dialect == address.HCL:
			s.defineEntry("RenameUnlabelled", rename, top, 0)
			s.defineEntry("Rename", rename, top, anyLabels)
		default:
			s.defineEntry("RenameUnlabelled", rename, top, 0)
			s.defineEntry("Rename", rename, top, 1)
			s.defineEntry("RenameTwoLabelled", rename, top, 2)
		}
		labels := 0
		if a == rename {
			labels = anyLabels
		}
		s.defineEntry("Nested"+name, a, inside, labels)
		s.defineEntry(name+"Values", a, values, 0)
		s.defineNestedBlocks(a)
	}
	for _, a := range []action{add, update, set, deletes} {
		s.define(a.title()+"Contents", object{
			"description", does(string(a)),
			"type", "object",
			"properties", object{"attributes", s.content("attributes", a), "blockTypes", s.content("blockTypes", a)},
			"additionalProperties", false,
		})
		s.define(a.title()+"ValuesContents", object{
			"description", does(string(a)),
			"type", "object",
			"properties", object{"attributes", s.content("attributes", a)},
			"additionalProperties", false,
		})
	}
	s.defineReplace()
	s.define("Selector", object{"description", "Selects one block."}.With(s.entry(beside, top, 0)...))
	s.define("NestedSelector", object{"description", "Selects one nested block."}.With(s.entry(beside, inside, 0)...))
}

// replaced are the members that select the text for "replace".
var replaced = object{
	"attributes", object{"description", "Replacements, by attribute or path."}.With(ref("TextChanges")...),
	"blockTypes", object{
		"description", "Entries for nested blocks, by type.", "type", "object", "propertyNames", ref("Name"), "additionalProperties", ref("NestedReplaceEntries"),
	},
}

// defineReplace defines the nested operation "replace".
func (s *schema) defineReplace() {
	s.define("ReplaceContents", object{
		"description", does("replace"),
		"type", "object",
		"properties", replaced,
		"additionalProperties", false,
	})
	s.define("ReplaceValuesContents", object{
		"description", does("replace"), "type", "object", "properties", object{"attributes", replaced.Get("attributes")}, "additionalProperties", false,
	})
	s.define("NestedReplaceEntry", object{"description", "Selects nested blocks; attributes and blockTypes contain the replacements."}.With(s.entry(replaces, inside, 0)...))
	s.define("NestedReplaceEntries", object{
		"description", "Entries, each for one block unless \"all\" is true; a single entry needs no array.",
		"anyOf", list{object{"type", "array", "items", ref("NestedReplaceEntry"), "minItems", 1}, ref("NestedReplaceEntry")},
	})
	s.define("TextChanges", object{
		"type", "object", "propertyNames", ref("Path"), "additionalProperties", ref("TextChange"),
		"examples", list{raw(`{"source": {"text": "?ref=v1.2.0", "by": "?ref=v1.3.0"}}`)},
	})
	s.define("TextChange", object{
		"description", `Replaces "text", which is literal, or "pattern", a regular expression (RE2), by the text of "by", in strings, templates and heredocs at any depth. Keys, sequences and references stay unchanged.`,
		"type", "object",
		"properties", object{
			"text", object{"description", "Literal text.", "type", "string", "minLength", 1},
			"pattern", object{"description", "A regular expression (RE2).", "type", "string"},
			"by", object{"description", `The new text; with "pattern", $1, $2 and so on stand for groups, and $$ for $.`, "type", "string"},
		},
		"additionalProperties", false,
		"oneOf", list{object{"required", list{"text", "by"}, "not", object{"required", list{"pattern"}}}, object{"required", list{"pattern", "by"}, "not", object{"required", list{"text"}}}},
		"examples", list{raw(`{"text": "?ref=v1.2.0", "by": "?ref=v1.3.0"}`), raw(`{"pattern": "ref=v([0-9]+)", "by": "ref=v$1.0"}`)},
	})
}

// defineEntry defines an entry under an operation, and the array of such entries. Where it is
// unambiguous, one entry may stand for the whole array.
func (s *schema) defineEntry(name string, a action, about place, labels int) {
	s.define(name+"Entry", s.entry(a, about, labels))
	array := object{"type", "array", "items", ref(name + "Entry")}
	about1 := "Entries, each for one block unless \"all\" is true; a single entry needs no array."
	switch {
	case a != deletes || about == values:
		array = array.With("minItems", 1)
	default:
		about1 = "Entries, each for one block unless \"all\" is true; an empty array removes the block."
	}
	if s.dialect == address.HCL && about == top {
		s.define(name+"Entries", object{"description", "Entries, each for one block unless \"all\" is true."}.With(array...))
		return
	}
	s.define(name+"Entries", object{"description", about1, "anyOf", list{array, ref(name + "Entry")}})
}

// defineNestedBlocks defines the content of the member blockTypes under an operation.
func (s *schema) defineNestedBlocks(a action) {
	entries := ref("Nested" + a.title() + "Entries")
	if a == rename {
		entries = object{"anyOf", list{ref("Name"), entries}}
	}
	s.define(a.title()+"NestedBlocks", object{"type", "object", "propertyNames", ref("Name"), "additionalProperties", entries})
}
