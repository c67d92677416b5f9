package schema

// formsOf returns the schema of an object of forms by name, given the schema of a form.
func formsOf(form object) object {
	return object{"type", "object", "minProperties", 1, "propertyNames", ref("Name"), "additionalProperties", form}
}

// defineForms defines the forms of "reshape" (docs/reshape.md).
func (s *schema) defineForms() {
	name := func(about string) object { return object{"description", about}.With(ref("Name")...) }
	without := func(keys ...string) object {
		var all list
		for _, key := range keys {
			all = append(all, object{"required", list{key}})
		}
		return object{"not", object{"anyOf", all}}
	}
	s.define("BlockForm", object{
		"description", `What the nested blocks of a type become. Without "as" they stay blocks, and only what is inside changes.`,
		"type", "object",
		"properties", object{
			"as", object{"description", "An attribute with an object, with a list of objects, or with a map.", "enum", list{"object", "list", "map"}},
			"name", name("The name of the attribute; by default the type of the blocks."),
			"key", name(`With "map": the argument of a block that is its key in the map.`),
			"value", name(`With "map": the argument of a block whose value is the value in the map.`),
			"blockTypes", object{"description", "The forms of the nested blocks inside, by type."}.With(ref("ReshapeNestedBlocks")...),
			"attributes", object{"description", "The forms of attributes inside, by name."}.With(ref("AttributeForms")...),
		},
		"additionalProperties", false,
		"if", object{"required", list{"as"}},
		"then", object{
			"properties", object{"attributes", object{"not", object{}}, "blockTypes", object{"additionalProperties", object{"required", list{"as"}}}},
			"if", object{"properties", object{"as", object{"const", "map"}}},
			"then", object{"required", list{"key"}},
			"else", without("key", "value"),
		},
		"else", object{"anyOf", list{object{"required", list{"blockTypes"}}, object{"required", list{"attributes"}}}}.With(without("name", "key", "value")...),
		"examples", list{raw(`{"as": "list"}`), raw(`{"as": "map", "key": "region", "value": "pool_ids"}`)},
	})
	s.define("AttributeForm", object{
		"description", "What an attribute becomes.",
		"type", "object",
		"properties", object{
			"as", object{"description", "One block, or several blocks.", "enum", list{"block", "blocks"}},
			"name", name("The type of the blocks; by default the name of the attribute."),
			"key", name(`With "blocks": the argument of a block that has the key of the map.`),
			"value", name(`With "blocks": the argument of a block that has the value, if the values are not objects.`),
			"members", object{"description", "The arguments of the blocks that a value makes if it is not literal; it becomes a dynamic block.", "type", "array", "items", ref("Name"), "minItems", 1, "uniqueItems", true},
			"attributes", object{"description", "The forms of the arguments that become blocks in turn, by name."}.With(ref("AttributeForms")...),
		},
		"additionalProperties", false,
		"required", list{"as"},
		"if", object{"properties", object{"as", object{"const", "block"}}},
		"then", without("key", "value"),
		"else", object{"not", object{"required", list{"value", "members"}}},
		"examples", list{raw(`{"as": "block"}`), raw(`{"as": "blocks", "members": ["name", "value"]}`)},
	})
}
