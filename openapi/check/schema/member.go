package schema

import (
	"iacedit/internal/languages/terraform"
)

// anyLabels stands for an unknown number of labels.
const anyLabels = -1

// The patterns of names and paths (docs/edits.md, "Paths"), in the syntax that the regular
// expressions of ECMAScript, Go and Python share. The patterns accept any character beyond ASCII.
// The server checks whether the character is a letter.
const (
	identifier = "[^\\x00-@\\[-\\^`{-\\x7f][^\\x00-,./:-@\\[-\\^`{-\\x7f]*"
	// namePattern is like identifier, but also allows "*".
	namePattern  = "[^\\x00-)+-@\\[-\\^`{-\\x7f][^\\x00-)+,./:-@\\[-\\^`{-\\x7f]*"
	keyStep      = `\.` + identifier + `|\["([^"\\\x00-\x1f]|\\.)*"\]`
	matchingStep = `\[~"([^"\\\x00-\x1f]|\\.)*"\]`
	anyStep      = keyStep + `|\[(0|[1-9][0-9]*)\]|\((0|[1-9][0-9]*)\)`
)

var text = object{"type", "string"}

// toMembers returns the schema of the member "to", which contains new labels.
func (s *schema) toMembers(labels int) object {
	label := text
	if !s.dialect.AnyBlock() {
		label = ref("Name")
	}
	array := object{"type", "array", "items", label, "minItems", 1}
	if labels > 0 {
		array = object{"type", "array", "items", label, "minItems", labels, "maxItems", labels}
	}
	if labels == 1 && !s.dialect.AnyBlock() { // such as a variable, which may become a local
		label = object{"type", "string", "pattern", `^(local\.)?` + identifier + "$", "examples", list{"app", "local.zone"}}
	}
	return object{"anyOf", list{label, array}}
}

// pathSchema returns the schema of a path. The path starts with a name. The argument end is a
// regular expression for the text after the name, without its first "(", which pathSchema adds.
func pathSchema(about, end string, examples ...any) object {
	return object{"description", about, "type", "string", "pattern", "^" + identifier + "(" + end + "$", "examples", list(examples)}
}

// defineMembers defines the contents of the members of entries.
func (s *schema) defineMembers() {
	s.define("Name", object{"description", "An identifier.", "type", "string", "pattern", "^" + identifier + "$"})
	if !s.dialect.AnyBlock() {
		s.define("NewLabel", object{"description", "The label of a new block, an identifier.", "type", "string", "pattern", "^" + identifier + "$"})
		s.define("Label", object{"description", `A label, or a pattern, in which "*" matches any characters: "*", "google_*". The label of a new block is an identifier.`, "type", "string"})
	}
	s.define("Path", pathSchema("The name of an attribute, or a path into its value.",
		anyStep+")*", "ami", "tags.Owner", `tags["kubernetes.io/name"]`, "rules[1].ports[0]", "policy(0).Statement[0].Effect"))
	s.define("FoundPath", pathSchema("The name of an attribute, or a path into its value; [=] is the element that equals the given value.",
		anyStep+`)*(\[=\])?`, "ami", "tags.Owner", "cidr_blocks[0]", "cidr_blocks[=]"))
	s.define("DeletedPath", pathSchema("The name of an attribute, or a path into its value; [=] is the element that equals the given value, [~\"re\"] each element that matches.",
		anyStep+`)*(\[=\]|`+matchingStep+`)?`, "ami", "cidr_blocks[0]", "hashes[~\"^zh:\"]"))
	s.define("ValuePath", pathSchema("The name of an attribute, or a path into its value; [+] appends to a list, [=] appends unless an element equals the value, [~\"re\"] is each element that matches, (+) adds an argument to a call.",
		anyStep+`)*(\[[+=]\]|\(\+\)|`+matchingStep+`)?`, "ami", "tags.Owner", "cidr_blocks[0]", "cidr_blocks[+]", "cidr_blocks[=]", "tags(+)"))
	s.define("KeyPath", pathSchema("The name of an attribute, or the path of a key in its value.",
		"("+anyStep+")*("+keyStep+"))?", "ami", "tags.Owner"))
	s.define("Value", object{
		"description", `Any JSON value. A string is a template: "${var.region}" is the expression var.region, "a-${var.x}" a template, "$${" the text "${". Under update and set a bare $ in an interpolation stands for the old value: "${merge($, local.tags)}". Numbers keep their digits; an existing object or array changes only where it differs.`,
		"examples", list{"t3.small", "${var.region}", "web-${var.name}", 3, true, raw(`["10.0.0.0/8"]`), raw(`{"Name": "web"}`)},
	})
	s.define("Values", object{"type", "object", "propertyNames", ref("ValuePath"), "additionalProperties", ref("Value"),
		"examples", list{raw(`{"instance_type": "t3.small", "tags.Owner": "core", "cidr_blocks[+]": "10.0.0.0/8"}`)}})
	s.define("FoundValues", object{"type", "object", "propertyNames", ref("FoundPath"), "additionalProperties", ref("Value"),
		"examples", list{raw(`{"instance_type": "t3.small"}`)}})
	names := object{"type", "array", "items", ref("Path"), "examples", list{list{"tags.Owner", "lifecycle"}}}
	for _, m := range []struct {
		key   string
		holds object
	}{
		{"where", object{"type", "object", "propertyNames", ref("FoundPath"), "additionalProperties", ref("Value"),
			"examples", list{raw(`{"from_port": 80}`), raw(`{"tags.Owner": "me"}`), raw(`{"alias": "east"}`)}}},
		{"matches", object{"type", "object", "propertyNames", ref("FoundPath"), "additionalProperties", text,
			"examples", list{raw(`{"source": "^git::"}`)}}},
		{"has", names},
		{"lacks", names},
		{"labels", object{"type", "array", "items", text, "examples", list{list{"local-exec"}}}},
		{"index", object{"type", "integer", "minimum", 0, "maximum", 1<<31 - 1}},
		{"all", object{"const", true}},
		{"patterns", object{"const", true}},
		{"optional", object{"type", "boolean"}},
		{"follow", object{"type", "boolean"}},
		{"references", object{"type", "boolean"}},
		{"moved", object{"type", "boolean"}},
		{"callers", object{"type", "boolean"}},
		{"keepEmpty", object{"type", "boolean"}},
		{"alias", object{"type", "string", "pattern", "^" + identifier + "$", "examples", list{"east"}}},
		{"keys", object{"anyOf", list{
			object{"type", "object", "minProperties", 1, "propertyNames", object{"pattern", instanceKey}, "additionalProperties", object{"type", "string", "pattern", instanceKey}},
			ref("TextChange"),
		}, "examples", list{raw(`{"0": "\"a\"", "1": "\"b\""}`), raw(`{"": "0"}`), raw(`{"pattern": "^(.*)-old$", "by": "$1"}`)}}},
		{"pattern", object{"type", "string", "examples", list{"^vpc_(.*)$"}}},
		{"allLabels", object{"type", "boolean"}},
		{"folder", folderOf("modules/net", "modules/*", "**", ".")},
		{"comment", object{"type", list{"string", "null"}, "examples", list{"Pinned until the next release."}}},
		{"lineComments", object{"type", "object", "propertyNames", ref("Path"), "additionalProperties", object{"type", list{"string", "null"}, "pattern", `^[^\n]*\n?$`},
			"examples", list{raw(`{"version": "v4.2.2"}`)}}},
		{"comments", object{"type", "object", "propertyNames", ref("Path"), "additionalProperties", object{"type", list{"string", "null"}},
			"examples", list{raw(`{"ami": "Pinned.", "tags.Owner": null}`)}}},
		{"file", object{"type", "string", "pattern", `^` + segment + `(/` + segment + `)*$`, "not", object{"pattern", `(^|/)\.\.?(/|$)`},
			"anyOf", list{object{"not", object{"pattern", `\.json$`}}, object{"pattern", `[^/]\.(tf|tofu|tfvars|tftest|tofutest|tfmock)\.json$`}},
			"examples", list{"main.tf", "modules/net/main.tf"}}},
	} {
		s.define(title(m.key), object{"description", descriptionOf(m.key)}.With(m.holds...))
	}
	s.define("NewFolder", object{"description", "The folder of the new block."}.With(folderOf("modules/net", ".")...).With("not", object{"pattern", `\*`}))
	s.define("NewLabels", object{"description", "The labels of the new block.", "type", "array", "items", text, "examples", list{list{"local-exec"}}})
	s.define("Ignored", object{"description", "Ignored, so that content from reading can be sent back unchanged."})
	s.define("Names", object{
		"description", "An array of names and paths, or an object with these as keys, whose values are ignored except for [=].",
		"anyOf", list{
			object{"type", "array", "items", ref("DeletedPath")},
			object{"type", "object", "propertyNames", ref("DeletedPath")},
		},
		"examples", list{list{"tags", "ami"}, raw(`{"tags.Owner": null}`), raw(`{"cidr_blocks[=]": "10.0.0.0/8"}`)},
	})
	s.define("NewNames", object{
		"type", "object",
		"propertyNames", ref("KeyPath"),
		"patternProperties", object{"^" + identifier + "$", object{"anyOf", list{ref("NamePath"), ref("NewName")}}},
		"additionalProperties", object{"anyOf", list{text, ref("NewName")}},
		"examples", list{raw(`{"old": "new", "tags.owner": "Owner"}`), raw(`{"acl": "access.acl"}`)},
	})
	s.define("NamePath", object{"description", "A name, or a path of the types of nested blocks and a name.", "type", "string", "pattern", "^" + identifier + `(\.` + identifier + ")*$"})
	s.defineNewName()
	s.definePlaces()
}

// defineNewName defines the object that says the new name of an attribute or key, and its new value
// (docs/edits.md, "A new value").
func (s *schema) defineNewName() {
	s.define("NewName", object{
		"description", "The new name of an attribute or key, and its new value.",
		"type", "object",
		"properties", object{
			"to", object{"description", "The new name, or a path of the types of nested blocks and a name.", "type", "string"},
			"object", object{"description", `With true, "to" is the name of an attribute, whose value is an object, and a key in it.`, "type", "boolean"},
			"value", object{"description", "The new value: an expression in which $ stands for the old one.", "type", "string"},
			"reference", object{"description", "What a reference becomes: an expression in which $ stands for the new reference.", "type", "string", "pattern", `\$`},
			"values", object{"description", "New values by old ones.", "type", "object", "minProperties", 1, "additionalProperties", ref("Value")},
		},
		"additionalProperties", false,
		"anyOf", list{object{"required", list{"to"}}, object{"required", list{"value"}}, object{"required", list{"values"}}},
		"not", object{"required", list{"value", "values"}},
		"examples", list{raw(`{"to": "ip_masking_enabled", "value": "!$", "reference": "!$"}`), raw(`{"to": "sku", "values": {"Basic": "B1"}}`)},
	})
}

// definePlaces defines "place" and "places" (docs/edits.md, "Comments and places").
func (s *schema) definePlaces() {
	s.define("AttributePlace", placeSchema(ref("KeyPath"), "first", raw(`{"after": "ami"}`)))
	s.define("Places", object{"description", "Places of attributes, and of the keys of objects, by path.", "type", "object",
		"propertyNames", ref("KeyPath"), "additionalProperties", ref("AttributePlace"), "examples", list{raw(`{"ami": "first", "tags": {"after": "ami"}}`)}})
	s.define("MovedPlaces", object{"description", "Places of attributes, and of the keys of objects, by path; of a local, also another file of the module.", "type", "object",
		"propertyNames", ref("KeyPath"), "additionalProperties", object{"anyOf", list{ref("AttributePlace"), exactlyOne(object{"properties", object{"file", ref("File")}, "additionalProperties", false})}},
		"examples", list{raw(`{"ami": "first", "tags": {"after": "ami"}}`), raw(`{"tags": {"file": "locals.tf"}}`)}})
	s.define("NestedPlace", placeSchema(exactlyOne(object{"propertyNames", ref("Name"), "additionalProperties", oneEntry("NestedSelector")}), "last", raw(`{"before": {"lifecycle": {}}}`)))
	if s.dialect.AnyBlock() {
		s.define("Place", placeSchema(exactlyOne(object{"propertyNames", ref("Name"), "additionalProperties", ref("BesideAddress")}), "first", raw(`{"after": {"variable": {"region": [{}]}}}`)))
		s.define("BesideAddress", object{"anyOf", list{
			object{"type", "array", "items", ref("Selector"), "minItems", 1, "maxItems", 1},
			exactlyOne(object{"additionalProperties", ref("BesideAddress")}),
		}})
		return
	}
	types := object{}
	for t := range terraform.Blocks {
		if t.ValuesFile {
			continue
		}
		for _, name := range namesOf(t) {
			types = append(types, name, ref([...]string{"Beside", "BesideLabelled", "BesideTwoLabelled"}[t.Labels]))
		}
	}
	s.define("Place", placeSchema(exactlyOne(object{"properties", types, "additionalProperties", false}), "first", raw(`{"after": {"variable": {"region": {}}}}`)))
	s.define("Beside", oneEntry("Selector"))
	s.define("BesideLabelled", exactlyOne(object{"propertyNames", ref("Label"), "additionalProperties", ref("Beside")}))
	s.define("BesideTwoLabelled", exactlyOne(object{"propertyNames", ref("Label"), "additionalProperties", ref("BesideLabelled")}))
}

// placeSchema returns the schema of a place: "first", "last", or beside another item, as in
// {"after": "ami"}. That item must match the given schema.
func placeSchema(other object, examples ...any) object {
	return object{
		"description", `"first", "last", or directly before or after another item.`,
		"anyOf", list{
			object{"enum", list{"first", "last"}},
			exactlyOne(object{"properties", object{"before", other, "after", other}, "additionalProperties", false}),
		},
		"examples", list(examples),
	}
}

// exactlyOne adds the condition that an object has exactly one member to a schema of objects, and
// returns the result.
func exactlyOne(of object) object {
	return object{"type", "object", "minProperties", 1, "maxProperties", 1}.With(of...)
}

// oneEntry returns the schema of a single entry, alone or in an array.
func oneEntry(name string) object {
	return object{"anyOf", list{ref(name), object{"type", "array", "items", ref(name), "minItems", 1, "maxItems", 1}}}
}

// segment matches a segment of the name of a file or folder.
const segment = `[^/\\\x00-\x1f\x7f-\x9f]+`

// folderOf returns the schema of a string that is the name of a folder or a pattern of such names.
func folderOf(examples ...any) object {
	return object{
		"type", "string",
		"anyOf", list{
			object{"const", "."},
			object{"pattern", `^` + segment + `(/` + segment + `)*$`, "not", object{"pattern", `(^|/)\.\.?(/|$)`}},
		},
		"examples", list(examples),
	}
}
