package schema

// instanceKey matches the key of an instance: an integer, a string in quotes, or the empty text.
const instanceKey = `^(|0|[1-9][0-9]*|".*")$`

// defineExtractions defines the values of "extract" and "inline" (docs/refactor.md).
func (s *schema) defineExtractions() {
	value := object{"type", "string", "minLength", 1}
	s.define("Extractions", object{
		"description", "Values and blocks to extract, in order.", "type", "array", "minItems", 1,
		"items", object{"anyOf", list{ref("Extraction"), ref("ModuleExtraction")}},
	})
	s.define("ModuleExtraction", object{
		"description", "Blocks of one folder to extract into a module; a call of the module replaces them, unless there is one already. The request needs \"files\".",
		"type", "object",
		"properties", object{
			"blocks", object{
				"description", "The dotted addresses of resources, data sources, calls, checks and locals.", "type", "array", "minItems", 1, "items", value,
				"examples", list{list{"aws_vpc.main", "aws_subnet.*", "local.cidr"}},
			},
			"to", object{"description", "The folder of the new module, or of a module that the folder of the blocks calls already.", "type", "string", "minLength", 1, "examples", list{"modules/net"}},
			"name", object{"description", "The name of the call; by default the last part of the folder, with _ for -.", "type", "string", "pattern", "^" + identifier + "$"},
			"moved", object{"description", "With false, no moved blocks are added.", "type", "boolean"},
			"tidy", object{"description", "With true, inputs and outputs have only the parts of values that are used, and short names; variables get types if these are known; a depends_on waits for a value, not for the whole module.", "type", "boolean"},
			"folder", ref("Folder"),
		},
		"required", list{"blocks", "to"},
		"additionalProperties", false,
	})
	s.define("Extraction", object{
		"description", "A value to extract into a local or a variable; a reference replaces it.",
		"type", "object",
		"properties", object{
			"value", object{"description", "The dotted address of an attribute, a key or an element."}.With(value...).With("examples", list{"aws_instance.web.ami", "aws_instance.web.tags.Owner"}),
			"to", object{"description", "The name of the local or variable. An existing one must have the same value, and is reused.", "type", "string", "pattern", `^(local|var)\.` + identifier + `$`, "examples", list{"local.ami", "var.ami"}},
			"everywhere", object{"description", "With true, all equal values of the module are replaced.", "type", "boolean"},
			"comment", object{"description", "The comment above the new local or variable.", "type", "string"},
			"folder", ref("Folder"),
			"file", object{"description", "The file of the new local or variable.", "$ref", "#/$defs/File"},
		},
		"required", list{"value", "to"},
		"additionalProperties", false,
	})
	s.define("Inlinings", object{"description", "Locals to replace by their values, in order.", "type", "array", "minItems", 1, "items", ref("Inlining")})
	local := object{"type", "string", "pattern", `^local\.` + namePattern + `$`, "examples", list{"local.ami", "local.zone_*"}}
	s.define("Inlining", object{"anyOf", list{
		object{"description", `The address of a local; "*" in its name matches any characters.`}.With(local...),
		object{
			"type", "object",
			"properties", object{"value", local, "folder", ref("Folder"), "file", ref("File")},
			"required", list{"value"},
			"additionalProperties", false,
		},
	}})
}
