package fuzz

import "strings"

// Shapes of paths into values, and of many edits of one body.
var pathShapes = []shape{
	{
		name: "elements by number, in one edit", dear: "elements are counted from the first for each path",
		request: func(n int) (string, string) {
			return "l = [" + withNumbers(n/20, func(i int) string { return itoa(i) }, ", ") + "]\n", `{"set":{"iacvars":[{"attributes":{` + withNumbers(n/20, func(i int) string { return `"l[` + itoa(i) + `]":"x"` }, ",") + `}}]}}`
		},
	}, {
		name: "elements by number, an entry each", dear: "the same, with nothing kept from one entry to the next",
		request: func(n int) (string, string) {
			return "l = [\n" + withNumbers(n/50, func(i int) string { return itoa(i) }, ",\n") + "\n]\n", `{"set":{"iacvars":[` + withNumbers(n/50, func(i int) string { return `{"attributes":{"l[` + itoa(i) + `]":"x"}}` }, ",") + `]}}`
		},
	}, {
		name: "elements deleted by number", dear: "each element that goes leaves a list to be looked through again",
		request: func(n int) (string, string) {
			return "l = [" + withNumbers(n/16, func(i int) string { return itoa(i) }, ", ") + "]\n", `{"delete":{"iacvars":[{"attributes":[` + withNumbers(n/16, func(i int) string { return `"l[` + itoa(i) + `]"` }, ",") + `]}]}}`
		},
	}, {
		name: "elements deleted by number, an entry each", dear: "the same from the end, with nothing kept from one entry to the next",
		request: func(n int) (string, string) {
			return "l = [\n" + withNumbers(n/40, func(i int) string { return itoa(i) }, ",\n") + ",\n]\n", `{"delete":{"iacvars":[` + withNumbersDown(n/40, func(i int) string { return `{"attributes":["l[` + itoa(i) + `]"]}` }, ",") + `]}}`
		},
	}, {
		name: "first element deleted, an entry each", dear: "what stood before the first comes to stand before the next, again and again",
		request: func(n int) (string, string) {
			return "l = [\n # a comment\n\n" + withNumbers(n/40, func(i int) string { return itoa(i) + ", # c\n" }, "") + "]\n", `{"delete":{"iacvars":[` + withNumbers(n/40, func(int) string { return `{"attributes":["l[0]"]}` }, ",") + `]}}`
		},
	}, {
		name: "keys, in one edit", dear: "keys are compared from the first for each path",
		request: func(n int) (string, string) {
			return "m = {\n" + withNumbers(n/20, func(i int) string { return "k" + itoa(i) + " = 1\n" }, "") + "}\n", `{"set":{"iacvars":[{"attributes":{` + withNumbers(n/20, func(i int) string { return `"m.k` + itoa(i) + `":2` }, ",") + `}}]}}`
		},
	}, {
		name: "quoted keys, in one edit", dear: "keys in quotes are parsed for each path",
		request: func(n int) (string, string) {
			return "m = {\n" + withNumbers(n/30, func(i int) string { return `"k/` + itoa(i) + "\" = 1\n" }, "") + "}\n", `{"set":{"iacvars":[{"attributes":{` + withNumbers(n/30, func(i int) string { return `"m[\"k/` + itoa(i) + `\"]":2` }, ",") + `}}]}}`
		},
	}, {
		name: "keys, an entry each", dear: "the same, with nothing kept from one entry to the next",
		request: func(n int) (string, string) {
			return "m = {\n" + withNumbers(n/50, func(i int) string { return "k" + itoa(i) + " = 1\n" }, "") + "}\n", `{"set":{"iacvars":[` + withNumbers(n/50, func(i int) string { return `{"attributes":{"m.k` + itoa(i) + `":2}}` }, ",") + `]}}`
		},
	}, {
		name: "keys of an object on one line, an entry each", dear: "whether the object stands on one line is looked at for each entry",
		request: func(n int) (string, string) {
			return "m = { " + withNumbers(n/50, func(i int) string { return "k" + itoa(i) + " = 1" }, ", ") + " }\n", `{"set":{"iacvars":[` + withNumbers(n/50, func(i int) string { return `{"attributes":{"m.k` + itoa(i) + `":[2]}}` }, ",") + `]}}`
		},
	}, {
		name: "keys made, an entry each", dear: "each new key is compared with those that are there",
		request: func(n int) (string, string) {
			return "m = { a = 1 }\n", `{"set":{"iacvars":[` + many(n, ",", `{"attributes":{"m.k#":2}}`) + `]}}`
		},
	}, {
		name: "keys deleted, an entry each", dear: "each key that goes is looked for from the first",
		request: func(n int) (string, string) {
			return "m = {\n" + withNumbers(n/50, func(i int) string { return "k" + itoa(i) + " = 1\n" }, "") + "}\n", `{"delete":{"iacvars":[` + withNumbersDown(n/50, func(i int) string { return `{"attributes":["m.k` + itoa(i) + `"]}` }, ",") + `]}}`
		},
	}, {
		name: "one key beside a large sibling, many entries", dear: "the sibling is looked at for each entry",
		request: func(n int) (string, string) {
			return "m = { big = [" + many(n/2, ", ", "#") + "], k = 1 }\n", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"m.k":[#]}}`) + `]}}`
		},
	}, {
		name: "one key beside a large heredoc, many entries", dear: "the heredoc is looked at for each entry",
		request: func(n int) (string, string) {
			return "m = {\n k = 1\n big = <<EOT\n" + long(n/2, "a ${b}\n") + "EOT\n}\n", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"m.k":[#]}}`) + `]}}`
		},
	}, {
		name: "elements appended, an entry each", dear: "the end of the list is looked for, and its bracket copied, for each entry",
		request: func(n int) (string, string) {
			return "l = [1]\n", `{"set":{"iacvars":[` + many(n, ",", `{"attributes":{"l[+]":#}}`) + `]}}`
		},
	}, {
		name: "elements appended to a list over lines, an entry each", dear: "the same for a list of lines with a comment behind each",
		request: func(n int) (string, string) {
			return "l = [\n  1, # c\n]\n", `{"set":{"iacvars":[` + many(n, ",", `{"attributes":{"l[+]":#}}`) + `]}}`
		},
	}, {
		name: "elements appended to an empty list with a comment", dear: "the comment in the list is copied for each",
		request: func(n int) (string, string) {
			return "l = [ /*" + long(n/2, "c") + "*/\n]\n", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"l[+]":#}}`) + `]}}`
		},
	}, {
		name: "elements appended to the lists of a list", dear: "the list around is counted for each",
		request: func(n int) (string, string) {
			return "l = [" + withNumbers(n/60, func(int) string { return "[]" }, ", ") + "]\n", `{"set":{"iacvars":[` + withNumbersDown(n/60, func(i int) string { return `{"attributes":{"l[` + itoa(i) + `][+]":1}}` }, ",") + `]}}`
		},
	}, {
		name: "paths of many steps", dear: "each path goes down a hundred levels, which it names",
		request: func(n int) (string, string) {
			path := strings.Repeat(".k", 90)
			return "m = " + strings.Repeat("{ k = ", 91) + "1" + strings.Repeat(" }", 91) + "\n", `{"set":{"iacvars":[` + many(n, ",", `{"attributes":{"m`+path+`.x#":1}}`) + `]}}`
		},
	}, {
		name: "paths of many steps into a value over lines", dear: "each key that is made is indented by a hundred levels",
		request: func(n int) (string, string) {
			path := strings.Repeat(".k", 90)
			return "m = " + strings.Repeat("{\n k = ", 91) + "1" + strings.Repeat("\n}", 91) + "\n", `{"set":{"iacvars":[` + many(n, ",", `{"attributes":{"m`+path+`.x#":1}}`) + `]}}`
		},
	}, {
		name: "paths that make many levels", dear: "each path makes a hundred levels, each indented by one step more",
		request: func(n int) (string, string) {
			return "", `{"set":{"iacvars":[` + many(n, ",", `{"attributes":{"m#`+strings.Repeat(".k", 90)+`":1}}`) + `]}}`
		},
	}, {
		name: "many types of nested block", dear: "the body is looked through for each type",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + many(n/2, "", " t# {}\n") + "}\n", `{"set":{"resource":{"a":{"b":[{"set":{"blockTypes":{` + many(n/2, ",", `"t#":[{}]`) + `}}}]}}}}`
		},
	}, {
		name: "nested blocks of one body, an entry of their own each", dear: "the body is looked through for each entry",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + many(n/4, "", " t# {}\n") + "}\n", `{"set":{"resource":{"a":{"b":[` + many(n*3/4, ",", `{"set":{"blockTypes":{"t#":[{}]}}}`) + `]}}}}`
		},
	}, {
		name: "many operations over many attributes", dear: "whether an attribute has the block type's name is looked at for each operation",
		request: func(n int) (string, string) {
			return many(n/2, "", "a# = 1\n"), `{"set":{"module":{` + many(n/2, ",", `"m#":[{}]`) + `}}}`
		},
	}, {
		name: "many block types over many blocks", dear: "the blocks of a type are looked for among all", hcl: true,
		request: func(n int) (string, string) {
			return many(n/2, "", "a# {}\n"), `{"set":{` + many(n/2, ",", `"b#":[{}]`) + `}}`
		},
	}, {
		name: "attributes of one body, an entry each", dear: "the body is looked through for each entry",
		request: func(n int) (string, string) {
			return "locals {\n" + withNumbers(n/50, func(i int) string { return "k" + itoa(i) + " = 1\n" }, "") + "}\n", `{"set":{"locals":[` + withNumbers(n/50, func(i int) string { return `{"attributes":{"k` + itoa(i) + `":2}}` }, ",") + `]}}`
		},
	}, {
		name: "attributes added to one body, an entry each", dear: "the body is looked through for each entry, and grows",
		request: func(n int) (string, string) {
			return "locals {\n}\n", `{"set":{"locals":[` + many(n, ",", `{"attributes":{"k#":2}}`) + `]}}`
		},
	}, {
		name: "attributes deleted from one body, an entry each", dear: "the body is looked through for each entry",
		request: func(n int) (string, string) {
			return "locals {\n" + withNumbers(n/50, func(i int) string { return "k" + itoa(i) + " = 1\n" }, "") + "}\n", `{"delete":{"locals":[` + withNumbersDown(n/50, func(i int) string { return `{"attributes":["k` + itoa(i) + `"]}` }, ",") + `]}}`
		},
	}, {
		name: "attributes added to a body on one line", dear: "the body opens up, and its blanks are looked at again",
		request: func(n int) (string, string) {
			return many(n/2, "", "locals { a = \"#\" }\n"), `{"set":{"locals":[` + many(n/2, ",", `{"index":#,"attributes":{"x":1}}`) + `]}}`
		},
	}, {
		name: "one attribute set again and again", dear: "each value is added to what is kept of the file",
		request: func(n int) (string, string) {
			return "a = 1\n", `{"set":{"iacvars":[` + many(n, ",", `{"attributes":{"a":"x#"}}`) + `]}}`
		},
	}, {
		name: "one object set again and again", dear: "each value is compared with the one before it",
		request: func(n int) (string, string) {
			return "a = {}\n", `{"set":{"iacvars":[` + many(n, ",", `{"attributes":{"a":{"k":#,"l":[1,{"m":#}],"x#":1}}}`) + `]}}`
		},
	}, {
		name: "one large object, set to less and more in turn", dear: "what is there is large only because the request says so each time",
		request: func(n int) (string, string) {
			big := "{" + many(n/16, ",", `"k#":1`) + "}"
			return "a = {}\n", `{"set":{"iacvars":[` + withNumbers(8, func(i int) string {
				return `{"attributes":{"a":` + big + `}},{"attributes":{"a":{"k1":` + itoa(i) + `}}},{"attributes":{"a":{}}}`
			}, ",") + `]}}`
		},
	}, {
		name: "all operations of one body", dear: "what one adds, the next updates, sets and deletes",
		request: func(n int) (string, string) {
			m := n / 40
			f := func(format string) string {
				return withNumbers(m, func(i int) string { return strings.ReplaceAll(format, "#", itoa(i)) }, ",")
			}
			return "locals {\n}\n", `{"update":{"locals":[{"add":{"attributes":{` + f(`"k#":1`) + `}},"update":{"attributes":{` + f(`"k#":2`) + `}},"set":{"attributes":{` + f(`"k#":3`) + `}},"delete":{"attributes":[` + f(`"k#"`) + `]}}]}}`
		},
	},
}
