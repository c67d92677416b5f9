package schema

// addressed returns the schema of the value of the operation if its entries have addresses.
func (o *operation) addressed() object {
	if o.names() {
		return ref("Addresses")
	}
	return ref("AddressedEntries")
}

// defineAddressed defines entries with addresses (docs/edits.md, "Dotted addresses").
func (s *schema) defineAddressed() {
	s.define("DottedAddress", object{
		"description", "The address of blocks, or of an attribute or a value in one: the block type, labels, selectors, nested blocks and a path, with dots between.",
		"type", "string", "minLength", 1, "examples", list{"aws_instance.web.tags.Owner", "var.region", "provider.aws[alias=east].region"},
	})
	s.define("AddressedEntry", object{
		"description", "An entry that an address leads to. The other members are those of an entry at that place.",
		"type", "object",
		"properties", object{
			"address", ref("DottedAddress"),
			"value", object{"description", "The value for the attribute that the address names, or an object with the contents of the block; under \"rename\", an expression in which $ stands for the old value, and under \"reshape\" the argument of a block that is the value in the map."},
			"existing", object{"type", "boolean", "description", "Under \"set\": with true, the block must be there already."},
			"kind", object{"enum", list{"block", "attribute"}, "description", "Under \"set\" and \"add\": what a name at the address is that the code lacks."},
			"place", placeSchema(object{"anyOf", list{ref("DottedAddress"), object{"type", "object"}}}, "first", raw(`{"after": "var.region"}`)),
			"to", object{"description", "Under \"rename\": the new name, the new address, or the new path in the block; of a provider, the alias."},
			"values", object{"description", "Under \"rename\", for an attribute: new values by old ones."},
			"reference", object{"description", "Under \"rename\", for an attribute: an expression in which $ stands for the new reference."},
			"object", object{"description", "Under \"rename\", for an attribute: with true, \"to\" is the path of a key in the value of an attribute."},
			"as", object{"enum", list{"object", "list", "map", "block", "blocks"}, "description", "Under \"reshape\": what the nested blocks or the attribute at the address become. \"name\", \"key\", \"value\", \"members\", \"blockTypes\" and \"attributes\" are then those of the form."},
			"name", object{"type", "string", "description", "Under \"reshape\": the new name."},
			"key", object{"type", "string", "description", "Under \"reshape\", with \"map\" and \"blocks\": the argument of a block that is the key in the map."},
			"members", object{"type", "array", "items", object{"type", "string"}, "description", "Under \"reshape\", with \"block\" and \"blocks\": the arguments of the blocks, for a value that is not literal."},
		},
		"required", list{"address"},
	})
	s.define("AddressedEntries", object{"description", "Entries with addresses, in order.", "type", "array", "minItems", 1, "items", ref("AddressedEntry")})
	s.define("Addresses", object{
		"description", "An address, or an array of addresses and of entries with addresses.",
		"anyOf", list{
			ref("DottedAddress"),
			object{"type", "array", "minItems", 1, "items", object{"anyOf", list{ref("DottedAddress"), ref("AddressedEntry")}}},
		},
	})
}
