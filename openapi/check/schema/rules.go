package schema

// defineRules defines the rules of "rewrite" and of "find" (docs/rewrite.md, docs/find.md).
func (s *schema) defineRules() {
	looks := object{
		"match", object{"description", "An expression in which $name stands for any one expression, the same for the same name, $_ for any each time, and $$name for any number of elements, arguments or members.", "type", "string", "minLength", 1, "examples", list{"lookup($map, $key)"}},
		"text", object{"description", "Literal text, looked for in strings, templates and heredocs.", "type", "string", "minLength", 1, "examples", list{"us-east-1"}},
		"pattern", object{"description", "A regular expression (RE2), looked for in the same text.", "type", "string", "minLength", 1, "examples", list{"ref=v[0-9.]+"}},
	}
	where := object{
		"in", object{"description", "Where the rule looks: block types, labels and entries as a selection has them; everywhere without it.", "$ref", "#/$defs/RuleScope"},
		"types", object{"description", "With true, the rule looks into type constraints, and nowhere else.", "type", "boolean"},
	}
	s.define("RewriteRules", object{"description", "Rules, which apply in their order.", "type", "array", "minItems", 1, "maxItems", mostRules, "items", ref("RewriteRule")})
	s.define("RewriteRule", object{
		"description", `What is looked for, and what is written in its place: "match" goes with "to", "text" and "pattern" with "by".`,
		"type", "object",
		"properties", looks.With(
			"to", object{"description", "The expression written in place of a match; $name is what the name stood for.", "type", "string", "examples", list{"$map[$key]"}},
			"by", object{"description", `A template written in place of the text: "${var.region}". After a "pattern", $1 and on stand for groups.`, "type", "string", "examples", list{"${var.region}"}},
		).With(where...).With("required", object{"description", "With true, a rule that finds nothing is BLOCK_NOT_FOUND.", "type", "boolean"}),
		"additionalProperties", false,
		"oneOf", list{
			object{"required", list{"match", "to"}, "not", anyOf("text", "pattern", "by")},
			object{"required", list{"text", "by"}, "not", anyOf("match", "pattern", "to")},
			object{"required", list{"pattern", "by"}, "not", anyOf("match", "text", "to")},
		},
		"examples", list{raw(`{"match": "lookup($map, $key)", "to": "$map[$key]"}`), raw(`{"text": "us-east-1", "by": "${var.region}"}`)},
	})
	s.define("FindRules", object{"description", "What is looked for.", "type", "array", "minItems", 1, "maxItems", mostRules, "items", ref("FindRule")})
	s.define("FindRule", object{
		"description", `One of "match", "text", "pattern" and "reference", and where it is looked for.`,
		"type", "object",
		"properties", looks.With(
			"reference", object{"description", "The address of something: what refers to it is found.", "type", "string", "minLength", 1, "examples", list{"var.region"}},
		).With(where...),
		"additionalProperties", false,
		"oneOf", list{
			object{"required", list{"match"}}, object{"required", list{"text"}},
			object{"required", list{"pattern"}}, object{"required", list{"reference"}},
		},
		"examples", list{raw(`{"match": "lookup($map, $key)"}`), raw(`{"reference": "var.region"}`)},
	})
	s.define("RuleScope", object{
		"description", `Block types, in them objects of labels, in them entries. An entry that names neither attributes nor blocks is the whole block. "*" in a label stands for any characters.`,
		"type", "object",
		"minProperties", 1,
		"not", ref("NoAddress"),
	}.With(s.selectedTypes()...))
}

// mostRules is how many rules a request may have.
const mostRules = 1000

// anyOf returns the schema of objects that have one of the members.
func anyOf(keys ...string) object {
	var each list
	for _, key := range keys {
		each = append(each, object{"required", list{key}})
	}
	return object{"anyOf", each}
}
