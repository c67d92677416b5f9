package schema

// defineRules defines the rules of "rewrite" and of "find" (docs/rewrite.md, docs/find.md).
func (s *schema) defineRules() {
	looks := object{
		"match", object{"description", "An expression. $name matches any expression, and the same name matches equal expressions; $_ matches any expression each time; $$name matches any number of elements, arguments or members.", "type", "string", "minLength", 1, "examples", list{"lookup($map, $key)"}},
		"text", object{"description", "Literal text in strings, templates and heredocs.", "type", "string", "minLength", 1, "examples", list{"us-east-1"}},
		"pattern", object{"description", "A regular expression (RE2) that matches text in strings, templates and heredocs.", "type", "string", "minLength", 1, "examples", list{"ref=v[0-9.]+"}},
	}
	where := object{
		"in", object{"description", "The code that the rule searches, as a selection of block types, labels and entries; by default all.", "$ref", "#/$defs/RuleScope"},
		"types", object{"description", "With true, the rule searches only type constraints.", "type", "boolean"},
		"words", object{"description", "With true, \"text\" matches only whole words, of letters, digits and underscores.", "type", "boolean"},
	}
	s.define("RewriteRules", object{"description", "Rules, applied in order.", "type", "array", "minItems", 1, "maxItems", mostRules, "items", ref("RewriteRule")})
	s.define("RewriteRule", object{
		"description", `A rule that replaces code: "match" goes with "to", "text" and "pattern" with "by".`,
		"type", "object",
		"properties", looks.With(
			"to", object{"description", "The expression that replaces a match; $name is the expression that the name matched.", "type", "string", "examples", list{"$map[$key]"}},
			"by", object{"description", `The template that replaces the text: "${var.region}". With "pattern", $1, $2 and so on stand for groups.`, "type", "string", "examples", list{"${var.region}"}},
		).With(where...).With("required", object{"description", "With true, a rule that finds nothing is BLOCK_NOT_FOUND.", "type", "boolean"}),
		"additionalProperties", false,
		"oneOf", list{
			object{"required", list{"match", "to"}, "not", requireAnyOf("text", "pattern", "by")},
			object{"required", list{"text", "by"}, "not", requireAnyOf("match", "pattern", "to")},
			object{"required", list{"pattern", "by"}, "not", requireAnyOf("match", "text", "to")},
		},
		"examples", list{raw(`{"match": "lookup($map, $key)", "to": "$map[$key]"}`), raw(`{"text": "us-east-1", "by": "${var.region}"}`)},
	})
	s.define("FindRules", object{"description", "The rules that search.", "type", "array", "minItems", 1, "maxItems", mostRules, "items", ref("FindRule")})
	s.define("FindRule", object{
		"description", `A rule that searches: one of "match", "text", "pattern" and "reference", and its scope.`,
		"type", "object",
		"properties", looks.With(
			"reference", object{"description", "The address of an object; the rule finds the references to it.", "type", "string", "minLength", 1, "examples", list{"var.region"}},
		).With(where...),
		"additionalProperties", false,
		"oneOf", list{
			object{"required", list{"match"}}, object{"required", list{"text"}},
			object{"required", list{"pattern"}}, object{"required", list{"reference"}},
		},
		"examples", list{raw(`{"match": "lookup($map, $key)"}`), raw(`{"reference": "var.region"}`)},
	})
	s.define("RuleScope", object{"description", "The code to search.", "anyOf", list{ref("SelectedBlocks"), ref("Addresses")}})
}

// mostRules is the greatest number of rules in a request.
const mostRules = 1000

// requireAnyOf returns a schema for objects that have at least one of the given keys.
func requireAnyOf(keys ...string) object {
	var each list
	for _, key := range keys {
		each = append(each, object{"required", list{key}})
	}
	return object{"anyOf", each}
}
