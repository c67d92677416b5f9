package schema

import (
	"cmp"

	"iacedit/address"
	"iacedit/internal/languages/terraform"
)

// defineSelection defines the member "select" of a request to read.
func (s *schema) defineSelection() {
	s.define("Selection", object{
		"description", "The blocks to read.",
		"anyOf", list{ref("SelectedBlocks"), ref("Addresses")},
		"examples", list{selectionExamples[s.dialect], "aws_instance.web.tags.Owner"},
	})
	s.define("SelectedBlocks", object{
		"description", `Block types with objects of labels, which contain entries. An entry without attributes and blocks selects the whole block. "*" in a label matches any characters.`,
		"type", "object",
		"minProperties", 1,
		"not", ref("NoAddress"),
	}.With(s.selectedTypes()...))
	if s.dialect.AnyBlock() {
		s.define("SelectAddress", s.anyAddress("select", "SelectEntries"))
	}
	s.define("SelectEntry", s.selectEntry(topLevelBlock))
	s.define("NestedSelectEntry", s.selectEntry(nestedBlock))
	s.define("SelectValuesEntry", s.selectEntry(valuesFile))
	for _, name := range []string{"Select", "NestedSelect", "SelectValues"} {
		array := object{"type", "array", "items", ref(name + "Entry")}
		if s.dialect.AnyBlock() && name == "Select" {
			s.define(name+"Entries", array)
			continue
		}
		s.define(name+"Entries", object{"anyOf", list{array, ref(name + "Entry")}})
	}
	s.define("SelectedName", object{"anyOf", list{ref("Path"), object{"const", "*"}}})
	s.define("SelectedKey", object{"anyOf", list{ref("FoundPath"), object{"const", "*"}}})
}

var selectionExamples = map[address.Dialect]any{
	address.Terraform: raw(`{"module": {"vpc": [{"attributes": ["version", "tags.Owner"]}]}}`),
	address.HCL:       raw(`{"job": {"web": [{"attributes": ["datacenters"]}]}}`),
}

// selectedTypes returns the part of the schema of "select" that lists the block types.
func (s *schema) selectedTypes() object {
	types := object{}
	for t := range terraform.Blocks {
		for _, name := range namesOf(t) {
			entries := ref("SelectEntries")
			if t.ValuesFile {
				entries = ref("SelectValuesEntries")
			} else if s.dialect.AnyBlock() {
				continue
			}
			types = types.With(name, object{"description", describeType(name)}.With(nestedObjects(t.Labels, entries)...))
		}
	}
	if !s.dialect.AnyBlock() {
		return object{"properties", types, "additionalProperties", false}
	}
	return object{"properties", types, "propertyNames", ref("Name"), "additionalProperties", ref("SelectAddress")}
}

// selectEntry returns the schema of an entry of a selection (docs/read.md, "Select"). A member without
// a description here has that of the member in the entries of edits.
func (s *schema) selectEntry(kind objectKind) object {
	names := object{"anyOf", list{
		object{"type", "array", "items", ref("SelectedName")},
		object{"type", "object", "propertyNames", ref("SelectedKey")},
	}}
	paths := object{"type", "array", "items", ref("Path")}
	properties := object{}
	for _, r := range []struct {
		key         string
		kinds       objectKind
		description string
		value       object
	}{
		{"where", anyBlock, "", object{"type", "object", "propertyNames", ref("FoundPath")}},
		{"matches", anyBlock, "", object{"type", "object", "propertyNames", ref("FoundPath"), "additionalProperties", text}},
		{"has", anyBlock, "", paths},
		{"lacks", anyBlock, "", paths},
		{"labels", anyBlock, "", object{"type", "array", "items", text}},
		{"patterns", anyBlock, "", nil},
		{"index", anyBlock, "", object{"type", "integer", "minimum", 0, "maximum", 1<<31 - 1}},
		{"all", anyBlock, "Has no effect: reading returns all selected blocks.", object{"const", true}},
		{"folder", topLevelBlock | valuesFile, `The folder to read, if the names of files have folders, each of which is a module. "." is the folder of the files without a folder. "*" matches any characters of a segment, "**" any number of segments.`, folderOf("modules/*")},
		{"file", topLevelBlock | valuesFile, `The file to read, if the request has "files".`, text},
		{"optional", anyObject, "With true, missing blocks and attributes are omitted. By default they are an error.", object{"type", "boolean"}},
		{"attributes", anyObject, `The attributes to read, or paths into their values: an array, or an object whose values are ignored except for [=]. "*" means any name.`, names},
		{"blockTypes", anyBlock, "Entries for the nested blocks to read, by type.", object{"type", "object", "propertyNames", ref("Name"), "additionalProperties", ref("NestedSelectEntries")}},
	} {
		if r.kinds&kind != 0 {
			description := cmp.Or(r.description, descriptionOf(r.key, updateAction))
			properties = properties.With(r.key, object{"description", description}.With(r.value...))
		}
	}
	return object{"type", "object", "properties", properties, "additionalProperties", false}
}
