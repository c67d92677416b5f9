package fuzz

import "strings"

// inShaped returns the code of a resource, and a reshape of it.
func inShaped(body, more, forms string) (code, edits string) {
	return "resource \"a\" \"b\" {\n" + body + "}\n" + more, `{"reshape": {"resource": {"a": {"b": [{` + forms + `}]}}}}`
}

// deepBlocks returns blocks in each other, so many deep.
func deepBlocks(depth int, inside string) string {
	return strings.Repeat("r {\n", depth) + inside + strings.Repeat("}\n", depth)
}

// deepForms returns the form of such blocks.
func deepForms(depth int) string {
	return `"blockTypes": {` + strings.Repeat(`"r": {"as": "object", "blockTypes": {`, depth-1) + `"r": {"as": "object"}` + strings.Repeat("}}", depth-1) + "}"
}

// Shapes of reshapes, and of renames into blocks.
var reshapeShapes = []shape{
	{
		name: "reshape: many blocks become a list", dear: "the list is copied for each block", request: func(n int) (string, string) {
			return inShaped(many(n, "", "r {\n  x = #\n}\n"), "", `"blockTypes": {"r": {"as": "list"}}`)
		},
	}, {
		name: "reshape: many blocks become a map", dear: "each key is compared with all before it", request: func(n int) (string, string) {
			return inShaped(many(n, "", "r {\n  k = \"k#\"\n  v = #\n}\n"), "", `"blockTypes": {"r": {"as": "map", "key": "k", "value": "v"}}`)
		},
	}, {
		name: "reshape: blocks and dynamic blocks by turns", dear: "each is a list of its own", request: func(n int) (string, string) {
			return inShaped(many(n, "", "r {\n  x = #\n}\ndynamic \"r\" {\n  for_each = var.x\n  content {\n    x = r.value\n  }\n}\n"), "", `"blockTypes": {"r": {"as": "list"}}`)
		},
	}, {
		name: "reshape: a dynamic block with many uses of its value", dear: "the whole value is written for each use", squared: true, request: func(n int) (string, string) {
			one := "var." + long(n/8, "x")
			return inShaped("dynamic \"r\" {\n  for_each = var.c ? ["+one+"] : []\n  content {\n"+many(n, "", "    x# = r.value.y\n")+"  }\n}\n", "", `"blockTypes": {"r": {"as": "object"}}`)
		},
	}, {
		name: "reshape: a dynamic block with many attributes", dear: "its names are looked for in each attribute", request: func(n int) (string, string) {
			return inShaped("dynamic \"r\" {\n  for_each = var.c\n  content {\n"+many(n, "", "    x# = r.value.y + r.key\n")+"  }\n}\n", "", `"blockTypes": {"r": {"as": "list"}}`)
		},
	}, {
		name: "reshape: blocks in blocks", dear: "the text inside is shifted at each level", request: func(n int) (string, string) {
			return inShaped(deepBlocks(20, many(n, "", "x# = 1\n")), "", deepForms(20))
		},
	}, {
		name: "reshape: many forms", dear: "each form looks at each item of the body", request: func(n int) (string, string) {
			return inShaped(many(n/2, "", "r# {\n}\n"), "", `"blockTypes": {`+many(n/2, ",", `"r#": {"as": "object"}`)+"}")
		},
	}, {
		name: "reshape: many comments", dear: "each comment is looked at for each block", request: func(n int) (string, string) {
			return inShaped(many(n, "", "// c\n\n// d\nr { // e\n  x = # // f\n}\n"), "", `"blockTypes": {"r": {"as": "list"}}`)
		},
	}, {
		name: "reshape: a list becomes many blocks", dear: "each element is parsed with the whole list", request: func(n int) (string, string) {
			return inShaped("r = [\n"+many(n, "", "  { x = # },\n")+"]\n", "", `"attributes": {"r": {"as": "blocks"}}`)
		},
	}, {
		name: "reshape: a list of large objects becomes blocks", dear: "each object is parsed again", request: func(n int) (string, string) {
			return inShaped("r = [\n"+many(n, "", "  {\n    x = [1, 2]\n    y = { a = # }\n  }, // c\n")+"]\n", "", `"attributes": {"r": {"as": "blocks", "attributes": {"y": {"as": "block"}}}}`)
		},
	}, {
		name: "reshape: parts of a concat become blocks", dear: "each part is parsed by itself", request: func(n int) (string, string) {
			return inShaped("r = concat("+many(n, ", ", "[{ x = # }], [for v in var.l : { x = v }]")+")\n", "", `"attributes": {"r": {"as": "blocks"}}`)
		},
	}, {
		name: "reshape: concats in each other", dear: "each level is parsed with all inside it", request: func(n int) (string, string) {
			return inShaped("r = "+strings.Repeat("concat([{ x = 1 }], ", min(150, n/20))+"[]"+strings.Repeat(")", min(150, n/20))+"\nz = \""+long(n, "z")+"\"\n", "", `"attributes": {"r": {"as": "blocks"}}`)
		},
	}, {
		name: "reshape: an object deep inside objects becomes blocks", dear: "each level is parsed again", request: func(n int) (string, string) {
			return inShaped(strings.Repeat("r = {\n", 20)+many(n, "", "x# = 1\n")+strings.Repeat("}\n", 20), "",
				`"attributes": {`+strings.Repeat(`"r": {"as": "block", "attributes": {`, 19)+`"r": {"as": "block"}`+strings.Repeat("}}", 19)+"}")
		},
	}, {
		name: "reshape: many references follow", dear: "each is followed by itself", request: func(n int) (string, string) {
			return inShaped("r {\n  x = 1\n}\n", "locals {\n"+many(n, "", "  x# = a.b.r[0].x\n")+"}\n", `"blockTypes": {"r": {"as": "object"}}`)
		},
	}, {
		name: "reshape: many references cannot follow", dear: "a warning for each, with the place", request: func(n int) (string, string) {
			return inShaped("r {\n  x = 1\n}\n", "locals {\n"+many(n, "", "  x# = a.b.r[*].x\n")+"}\n", `"blockTypes": {"r": {"as": "object"}}`)
		},
	}, {
		name: "reshape: many resources", dear: "references are looked for once for each", request: func(n int) (string, string) {
			return many(n, "", "resource \"a\" \"b#\" {\n  r {\n    x = 1\n  }\n}\noutput \"o#\" {\n  value = a.b#.r[0].x\n}\n"), `{"reshape": {"resource": {"a": {"*": [{"blockTypes": {"r": {"as": "object"}}}]}}}}`
		},
	}, {
		name: "rename: many attributes into a block", dear: "the block is searched for each", request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + many(n, "", "  x# = 1 // c\n") + "}\n", `{"rename": {"resource": {"a": {"b": [{"attributes": {` + many(n/2, ",", `"x#": "r.y#"`) + `}}]}}}}`
		},
	}, {
		name: "rename: many attributes into an object", dear: "its keys are compared with each", request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + many(n, "", "  x# = 1 // c\n") + "}\n", `{"rename": {"resource": {"a": {"b": [{"attributes": {` + many(n/2, ",", `"x#": {"to": "r.y#", "object": true}`) + `}}]}}}}`
		},
	}, {
		name: "rename: a value turned round", dear: "each part of the value is a tree of its own", request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n  x = " + strings.Repeat("var.c ? var."+long(n/400, "x")+" : ", 400) + "var.d\n}\n", `{"rename": {"resource": {"a": {"b": [{"attributes": {"x": {"to": "y", "value": "!$", "reference": "!$"}}}]}}}}`
		},
	}, {
		name: "rename: a value written many times", dear: "the old value is longer with each", squared: true, request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n  x = \"" + long(n/2, "t") + "\"\n}\n", `{"rename": {"resource": {"a": {"b": [{"attributes": {"x": {"to": "y", "value": "f(` + long(n/2, "$, ") + `1)"}}}]}}}}`
		},
	}, {
		name: "rename: many values mapped", dear: "each is compared with all", request: func(n int) (string, string) {
			return many(n/2, "", "resource \"a\" \"b#\" {\n  x = \"v#\"\n}\n"), `{"rename": {"resource": {"a": {"*": [{"attributes": {"x": {"to": "y", "values": {` + many(n/2, ",", `"v#": "w#"`) + `}}}}]}}}}`
		},
	}, {
		name: "rename: references turned round", dear: "each is written with its operator", request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n  x = true\n}\nlocals {\n" + many(n, "", "  l# = a.b.x && !a.b.x\n") + "}\n", `{"rename": {"resource": {"a": {"b": [{"attributes": {"x": {"to": "r.y", "value": "!$", "reference": "!$"}}}]}}}}`
		},
	},
}
