package schema

import (
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
)

// namesOf returns the names that requests can use for a block type.
func namesOf(t *terraform.BlockType) []string {
	if t.Alias == "" {
		return []string{t.Name}
	}
	return []string{t.Name, t.Alias}
}

// defineBlocks defines what follows the key of an operation, such as "update": an object whose keys
// are block types.
func (s *schema) defineBlocks(a action) {
	name := a.title() + "Blocks"
	if s.dialect.AnyBlock() {
		s.defineAnyBlocks(a, name)
		return
	}
	types := object{}
	for t := range terraform.Blocks {
		for _, n := range namesOf(t) {
			types = append(types, n, s.address(a, t, n))
		}
	}
	if operationOf(a).anyType {
		types = append(types, selection.AnyType, ref(a.title()+"TypesEntries"))
	}
	s.define(name, object{
		"description", "Block types with objects of labels, which contain entries.",
		"type", "object",
		"properties", types,
		"additionalProperties", false,
	})
	s.defineLabelled(a)
}

// defineAnyBlocks is like defineBlocks, but for any block types and any number of labels. Each
// level of objects is a level of labels; the last level contains arrays of entries.
func (s *schema) defineAnyBlocks(a action, name string) {
	files := object{}
	for _, n := range namesOf(terraform.Block(terraform.VariableValues)) {
		if operationOf(a).blocksOnly {
			files = append(files, n, object{"not", object{}})
			continue
		}
		files = append(files, n, object{"description", describeType(n), "$ref", "#/$defs/" + a.title() + "ValuesEntries"})
	}
	names := ref("Name")
	if operationOf(a).anyType {
		names = object{"anyOf", list{names, object{"const", selection.AnyType}}}
		files = append(files, selection.AnyType, ref(a.title()+"TypesEntries"))
	}
	first := a.title() + "Address"
	if a == renameAction {
		first = "RenameType"
	}
	s.define(name, object{
		"description", "Block types with objects of labels, which contain arrays of entries.",
		"type", "object",
		"properties", files,
		"propertyNames", names,
		"additionalProperties", ref(first),
	})
	s.define(a.title()+"Address", s.anyAddress(a, a.title()+"Entries"))
	if a == renameAction { // without labels, no label can be renamed
		s.define("RenameType", s.anyAddress(a, "RenameUnlabelledEntries"))
	}
}

// defineAnyTypes defines the entries for all top-level blocks.
func (s *schema) defineAnyTypes() {
	s.define("SortTypesEntry", object{
		"description", `Sorts all top-level blocks of each file; "order" has block types.`,
		"allOf", list{ref("SortEntry"), object{"not", object{"anyOf", list{
			object{"required", list{"attributes"}}, object{"required", list{"blockTypes"}},
		}}}},
	})
	for _, of := range [][2]string{{"SortTypesEntries", "SortTypesEntry"}, {"TidyTypesEntries", "TidyEntry"}} {
		array := object{"type", "array", "items", ref(of[1]), "minItems", 1}
		s.define(of[0], object{"anyOf", list{array, ref(of[1])}})
	}
}

// anyAddress returns the schema of what follows a block type or a label if the number of labels is
// unknown: an array of entries, or an object of further labels.
func (s *schema) anyAddress(a action, entries string) object {
	return object{
		"description", "An array of entries for the blocks without further labels, or an object of labels.",
		"anyOf", list{ref(entries), object{"type", "object", "additionalProperties", ref(a.title() + "Address")}},
	}
}

// address returns the schema of what follows a block type in an operation, such as {"web": [{…}]}
// after "module". name is the type or the alias that the request uses for the block type.
func (s *schema) address(a action, t *terraform.BlockType, name string) object {
	switch {
	case t.ValuesFile && operationOf(a).blocksOnly:
		return object{"not", object{}}
	case t.ValuesFile:
		return object{"description", describeType(name)}.With(ref(a.title() + "ValuesEntries")...)
	case a != addAction && a != updateAction && a != setAction:
		return object{"description", describeType(name)}.With(ref(s.labelledName(a, t.Labels))...)
	case len(t.Reserved) > 0 && a == addAction:
		reserved := object{"propertyNames", object{"not", object{"enum", t.Reserved}}}
		return object{"allOf", list{ref(s.labelledName(a, t.Labels)), ref(title(name) + "Blocks"), reserved}}
	}
	return object{"allOf", list{ref(s.labelledName(a, t.Labels)), ref(title(name) + "Blocks")}}
}

// defineTypes adds a definition for each block type, with Terraform's requirements for the
// attributes in blocks of this type. Only operations that write attributes use the definition.
func (s *schema) defineTypes() {
	for t := range terraform.Blocks {
		if t.ValuesFile {
			continue
		}
		narrowed := ref(s.bodies[t.Body])
		for range t.Labels {
			narrowed = object{"additionalProperties", narrowed}
		}
		for _, name := range namesOf(t) {
			s.define(title(name)+"Blocks", object{"description", describeType(name)}.With(narrowed...))
		}
	}
}

// labelledName returns the name of the definition for what follows a block type in an operation.
// The name depends on the number of labels of the block type.
func (s *schema) labelledName(a action, labels int) string {
	if labels == 0 {
		return s.entriesOf(a, 0)
	}
	return a.title() + [...]string{"Labelled", "TwoLabelled"}[labels-1]
}

// defineLabelled adds two definitions: one for block types with one label, and one for block types
// with two labels. Both define objects whose keys are labels; the innermost objects contain
// entries. The method labelledName returns the names of the definitions.
func (s *schema) defineLabelled(a action) {
	label := ref("Label")
	if a == addAction {
		label = ref("NewLabel")
	}
	for labels := 1; labels <= 2; labels++ {
		address := ref(s.entriesOf(a, labels))
		for range labels {
			address = object{"type", "object", "propertyNames", label, "additionalProperties", address}
		}
		s.define(s.labelledName(a, labels), address)
	}
}

// entriesOf returns the name of the definition of an array of entries for blocks with the given
// number of labels.
func (s *schema) entriesOf(a action, labels int) string {
	if a == renameAction {
		return [...]string{"RenameUnlabelledEntries", "RenameEntries", "RenameTwoLabelledEntries"}[labels]
	}
	return a.title() + "Entries"
}

// describeType describes the block type with the given name or alias for readers of the schema.
func describeType(name string) string {
	t := terraform.Block(name)
	what := map[string]string{
		"resource":               "Resources: objects of types, which contain objects of names, which contain entries.",
		"data":                   "Data sources: objects of types, which contain objects of names, which contain entries.",
		"ephemeral":              "Ephemeral resources: objects of types, which contain objects of names, which contain entries.",
		"action":                 "Actions: objects of types, which contain objects of names, which contain entries.",
		"list":                   "List blocks of query files: objects of types, which contain objects of names, which contain entries.",
		"module":                 "Module calls, by name.",
		"variable":               "Input variables, by name.",
		"output":                 "Outputs, by name.",
		"check":                  "Checks, by name.",
		"provider":               `Provider configurations, by the name of the provider; "where": {"alias": …} selects one of several.`,
		"locals":                 "Blocks of local values.",
		"moved":                  `Moved blocks; "set" without selectors selects the block with the given "from".`,
		"removed":                `Removed blocks; "set" without selectors selects the block with the given "from".`,
		"import":                 `Import blocks; "set" without selectors selects the block with the given "to".`,
		"language":               "OpenTofu's language blocks.",
		"run":                    "Runs of test files, by name.",
		"mock_provider":          "Mocked providers of test files, by the provider's name.",
		terraform.Settings:       "The block with the settings of Terraform or OpenTofu: required_version, required_providers, backend.",
		terraform.VariableValues: "The attributes at the top level of a file, such as terraform.tfvars.",
	}
	switch text, ok := what[t.Name]; {
	case name != t.Name && t.Name == terraform.Settings:
		return `The same as "terraform".`
	case name != t.Name:
		return `The same as "` + t.Name + `".`
	case ok:
		return text
	}
	return "Blocks of the type " + t.Name + "."
}
