package fuzz

import "slices"

// inBoth returns the same edits of two shapes of code: in native syntax, and in JSON syntax.
func inBoth(name, dear string, native, inJSON func(n int) string, edits string) []shape {
	return []shape{
		{name: name, dear: dear, request: func(n int) (string, string) { return native(n), edits }},
		{name: name + ", in JSON", dear: dear, body: func(n int) string {
			return `{"files":{"x.tf.json":` + quoted(inJSON(n)) + `},"edits":` + edits + `}`
		}},
	}
}

// everyResource is an edit of all resources in the files of a shape.
func everyResource(operation, entry string) string {
	return `{"` + operation + `":{"resource":{"*":{"*":[` + entry + `]}}}}`
}

// Shapes of code that programs wrote, and of code that is commented out.
var generatedShapes = slices.Concat([]shape{
	{
		name: "tidy: many arguments that are null", dear: "each is removed by itself", request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + many(n, "", "  x# = null\n") + "}\n", everyResource("tidy", "{}")
		},
	}, {
		name: "tidy: many headers", dear: "each comment is read for the ID", request: func(n int) (string, string) {
			return many(n, "", "// __generated__ by Terraform from \"id-00#\"\nresource \"a\" \"b#\" {}\n"), everyResource("tidy", "{}")
		},
	}, {
		name: "tidy: a chain of IDs", dear: "each reference may close a circle", request: func(n int) (string, string) {
			return many(n, "", "import {\n  to = a.b#\n  id = \"id-¤\"\n}\nresource \"a\" \"b#\" {\n  next = [\"id-0000001\", \"id-0000002\"]\n}\n"), everyResource("tidy", "{}")
		},
	}, {
		name: "tidy: one ID in many lists", dear: "each element is looked for among the IDs", request: func(n int) (string, string) {
			return "import {\n  to = a.b\n  id = \"id-1234567\"\n}\nresource \"a\" \"b\" {}\nresource \"a\" \"c\" {\n  x = [" + long(n, `"id-1234567", `) + "]\n}\n", everyResource("tidy", "{}")
		},
	}, {
		name: "tidy: a long policy", dear: "the JSON is read and written again", request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n  policy = <<E\n[" + many(n, ",", `{"k#":["${var.v}"]}`) + "]\nE\n}\n", everyResource("tidy", "{}")
		},
	}, {
		name: "tidy: the name is the last of many arguments", dear: "each argument is put in order", request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n  depends_on = []\n" + many(n, "", "  x# = 1\n") + "  name = \"b\"\n}\n", everyResource("tidy", "{}")
		},
	}, {
		name: "disable: many blocks", dear: "each is looked for and written by itself", request: func(n int) (string, string) {
			return many(n, "", "resource \"a\" \"b#\" {\n  x = 1\n}\n"), everyResource("disable", "{}")
		},
	}, {
		name: "disable: an attribute of each block", dear: "each is looked for and written by itself", request: func(n int) (string, string) {
			return many(n, "", "resource \"a\" \"b#\" {\n  x = 1\n}\n"), everyResource("disable", `{"attributes":["x"]}`)
		},
	}, {
		name: "disable: a long heredoc", dear: "each line is looked at for its indentation", request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n  x = <<-E\n" + long(n, "    l\n") + "  E\n}\n", everyResource("disable", "{}")
		},
	}, {
		name: "enable: many blocks", dear: "each is looked for among all comments", request: func(n int) (string, string) {
			return many(n, "", "// resource \"a\" \"b#\" {\n//   x = 1\n// }\n\n"), everyResource("enable", "{}")
		},
	}, {
		name: "enable: an entry for each of many blocks", dear: "the comments are read again for each", request: func(n int) (string, string) {
			return many(n, "", "// variable \"v#\" {}\n\n"), `{"enable":{"variable":{` + many(n/4, ",", `"v#":{}`) + `}}}`
		},
	}, {
		name: "enable: many attributes of a block", dear: "the comments are read again for each", request: func(n int) (string, string) {
			return "locals {\n" + many(n, "", "  // v# = 1\n") + "}\n", `{"enable":{"locals":{"attributes":[` + many(n/4, ",", `"v#"`) + `]}}}`
		},
	}, {
		name: "enable: an attribute of each block", dear: "each is looked for among all comments", request: func(n int) (string, string) {
			return many(n, "", "resource \"a\" \"b#\" {\n  // x = 1\n}\n"), everyResource("enable", `{"attributes":["x"]}`)
		},
	}, {
		name: "enable: a comment of blocks without an end", dear: "each line may begin a block, which is looked for up to the last line", refused: "BLOCK_NOT_FOUND", squared: true, request: func(n int) (string, string) {
			return long(n, "# resource \"a\" \"b\" {\n"), everyResource("enable", "{}")
		},
	},
},
	inBoth("nested blocks: one kind for another in each block", "the layout of all blocks of the kind is counted again",
		func(n int) string { return many(n, "", "resource \"a\" \"b#\" {\n  c {\n    x = 1\n  }\n}\n") },
		func(n int) string { return `{"resource":{"a":{` + many(n, ",", `"b#":{"c":{"x":1}}`) + `}}}` },
		everyResource("update", `{"delete":{"blockTypes":{"c":{}}},"add":{"blockTypes":{"d":{"attributes":{"y":1}}}}}`)),
	inBoth("nested blocks: another one of the kind in each block", "the layout of all blocks of the kind is counted again",
		func(n int) string {
			return many(n, "", "resource \"a\" \"b#\" {\n  y = 1\n  c {\n    x = 1\n  }\n  c {\n    x = 2\n  }\n}\n")
		},
		func(n int) string {
			return `{"resource":{"a":{` + many(n, ",", `"b#":{"y":1,"c":[{"x":1},{"x":2}]}`) + `}}}`
		},
		everyResource("update", `{"delete":{"blockTypes":{"c":{"all":true}}},"add":{"blockTypes":{"c":{"attributes":{"x":3}}}}}`)),
)
