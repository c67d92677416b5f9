package fuzz

import (
	"strconv"
	"strings"
)

func itoa(i int) string { return strconv.Itoa(i) }

// withNumbers joins what a function returns for the numbers from 0 to n-1.
func withNumbers(n int, f func(i int) string, separator string) string {
	var b strings.Builder
	for i := range max(n, 1) {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(f(i))
	}
	return b.String()
}

// withNumbersDown does so from n-1 to 0.
func withNumbersDown(n int, f func(i int) string, separator string) string {
	n = max(n, 1)
	return withNumbers(n, func(i int) string { return f(n - 1 - i) }, separator)
}

// rules writes a block with many nested ones.
func rules(n int, format string) string {
	return "resource \"a\" \"b\" {\n" + many(n, "", format) + "}\n"
}

// nestedEdit edits nested blocks of that resource, an entry after the other.
func nestedEdit(operation, entries string) string {
	return `{"update":{"resource":{"a":{"b":[{"` + operation + `":{"blockTypes":{"r":[` + entries + `]}}}]}}}}`
}

// Shapes of how blocks are chosen.
var selectorShapes = []shape{
	{
		name: "all, by many entries", dear: "each entry goes through all blocks, which is what it asks for", squared: true,
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = 1\n}\n"), nestedEdit("update", many(n/2, ",", `{"all":true,"attributes":{"x":1}}`))
		},
	}, {
		name: "all, an attribute more by each entry", dear: "each entry adds a line to each block, which is what it asks for", squared: true,
		request: func(n int) (string, string) {
			return rules(n/2, "r {}\n"), nestedEdit("update", many(n/2, ",", `{"all":true,"attributes":{"x#":1}}`))
		},
	}, {
		name: "all, a long value", dear: "one long value is written into each of many blocks, which is what it asks for", squared: true,
		request: func(n int) (string, string) {
			return rules(n/2, "r {}\n"), nestedEdit("update", `{"all":true,"attributes":{"x":"`+long(n/2, "x")+`"}}`)
		},
	}, {
		name: "all, of locals blocks at the top", dear: "one long value is written into each of many blocks at the top level", squared: true,
		request: func(n int) (string, string) {
			return many(n/2, "", "locals {}\n"), `{"update":{"locals":[{"all":true,"attributes":{"x":"` + long(n/2, "x") + `"}}]}}`
		},
	}, {
		name: "all, a long list compared with many like it", dear: "one long value is compared with that of each block: only as far as they are equal",
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = [1]\n}\n"), nestedEdit("update", `{"all":true,"where":{"x":[`+many(n/2, ",", "#")+`]},"attributes":{"x":1}}`)
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "labels, by many entries", dear: "the blocks are copied for each entry, though none has those labels but one",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + withNumbers(n/40, func(i int) string { return "r \"l" + itoa(i) + "\" {}\n" }, "") + "}\n",
				nestedEdit("update", withNumbers(n/40, func(i int) string { return `{"labels":["l` + itoa(i) + `"]}` }, ","))
		},
	}, {
		name: "no labels, and a number, by many entries", dear: "the blocks are copied for each entry, and all have no labels",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + withNumbers(n/60, func(i int) string { return "r {\n x = 1\n}\n" }, "") + "}\n",
				nestedEdit("update", withNumbers(n/60, func(i int) string { return `{"labels":[],"index":` + itoa(i) + `,"attributes":{"x":2}}` }, ","))
		},
	}, {
		name: "thousands of labels on each block", dear: "long lists of labels are compared for each entry", hcl: true,
		request: func(n int) (string, string) {
			labels := many(n/64, " ", `"l#"`)
			return "b {\n" + withNumbers(16, func(i int) string { return "r " + labels + " \"m" + itoa(i) + "\" {}\n" }, "") + "}\n",
				`{"update":{"b":[{"update":{"blockTypes":{"r":[` + withNumbers(16, func(i int) string {
					return `{"labels":[` + strings.ReplaceAll(labels, " ", ",") + `,"m` + itoa(i) + `"],"attributes":{"x":1}}`
				}, ",") + `]}}}]}}`
		},
	}, {
		name: "a block of thousands of labels, many entries", dear: "its labels are read for each entry", hcl: true,
		request: func(n int) (string, string) {
			return "b {\n r " + many(n/2, " ", `"l#"`) + " {}\n}\n", `{"set":{"b":[{"set":{"blockTypes":{"r":[` + many(n/2, ",", `{"labels":["l0","m#"]}`) + `]}}}]}}`
		},
	}, {
		name: "an address of hundreds of labels", dear: "addresses are put together anew at each level", hcl: true,
		request: func(n int) (string, string) {
			const depth = 400
			path := strings.Repeat(`{"l":`, depth) + "{"
			return "b " + strings.Repeat(`"l" `, depth) + "\"x\" {}\n", `{"set":{"b":` + path + many(n, ",", `"m#":[{}]`) + strings.Repeat("}", depth+1) + `}}`
		}, squared: true,
	}, {
		name: "where, by many entries", dear: "each entry looks at the values of all blocks",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + withNumbers(n/70, func(i int) string { return "r {\n x = " + itoa(i) + "\n}\n" }, "") + "}\n",
				nestedEdit("update", withNumbers(n/70, func(i int) string { return `{"where":{"x":` + itoa(i) + `},"attributes":{"y":2}}` }, ","))
		},
	}, {
		name: "where, by many entries with other keys", dear: "each entry asks for an attribute of its own, so that no index of one helps",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + withNumbers(n/70, func(i int) string { return "r {\n x" + itoa(i) + " = 1\n}\n" }, "") + "}\n",
				nestedEdit("update", withNumbers(n/70, func(i int) string { return `{"where":{"x` + itoa(i) + `":1},"attributes":{"y":2}}` }, ","))
		},
	}, {
		name: "where something is null, by many entries", dear: "what is absent equals null, so that nearly all blocks have it", squared: true,
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = 1\n}\n"), nestedEdit("update", many(n/2, ",", `{"where":{"n#":null},"all":true,"attributes":{"y":#}}`))
		},
	}, {
		name: "where at the top level, by many entries", dear: "each entry looks at the values of all provider blocks",
		request: func(n int) (string, string) {
			return withNumbers(n/90, func(i int) string { return "provider \"p\" {\n alias = \"a" + itoa(i) + "\"\n}\n" }, ""),
				`{"update":{"provider":{"p":[` + withNumbers(n/90, func(i int) string { return `{"where":{"alias":"a` + itoa(i) + `"},"attributes":{"y":2}}` }, ",") + `]}}}`
		},
	}, {
		name: "where with thousands of keys", dear: "each key is looked for in each block",
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n k0 = 1\n}\n"), nestedEdit("update", `{"where":{`+many(n/2, ",", `"k#":1`)+`},"attributes":{"y":2}}`)
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "where with thousands of keys that a block has", dear: "each key is looked for among all attributes of the block",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n r {\n" + withNumbers(n/24, func(i int) string { return "k" + itoa(i) + " = 1\n" }, "") + "}\n}\n",
				nestedEdit("update", `{"where":{`+withNumbers(n/24, func(i int) string { return `"k` + itoa(i) + `":1` }, ",")+`},"attributes":{"y":2}}`)
		},
	}, {
		name: "where a long template is asked for", dear: "the template is parsed for each block",
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = \"${y}\"\n}\n"), nestedEdit("update", `{"where":{"x":"`+long(n/2, "a${b}")+`"},"attributes":{"y":2}}`)
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "where a long expression is asked for", dear: "the expression is read for each block",
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = y\n}\n"), nestedEdit("update", `{"where":{"x":"${`+long(n/2, "b+")+`1}"},"attributes":{"y":2}}`)
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "where a long number is asked for", dear: "the number's digits are read for each block",
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = 1e5\n}\n"), nestedEdit("update", `{"where":{"x":1`+long(n/2, "0")+`},"attributes":{"y":2}}`)
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "where a string that is a long number is asked for", dear: "the same for a string, which Terraform would convert",
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = 100000\n}\n"), nestedEdit("update", `{"where":{"x":"1`+long(n/2, "0")+`"},"attributes":{"y":2}}`)
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "where a long text is asked for", dear: "the text is normalised or unescaped for each block",
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = \"é\\n\"\n}\n"), nestedEdit("update", `{"where":{"x":"`+long(n/2, "é\u0301 ")+`"},"attributes":{"y":2}}`)
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "where a heredoc's marker hides in the text", dear: "the text that is compared is made of what markers are made of, for each block",
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = \"${y}\"\n}\n"), nestedEdit("update", `{"where":{"x":"${z}`+long(n/2, "E")+`"},"attributes":{"y":2}}`)
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "where a large object is asked for", dear: "a map of its keys is made for each block",
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = { k0 = 1 }\n}\n"), nestedEdit("update", `{"where":{"x":{`+many(n/2, ",", `"k#":1`)+`}},"attributes":{"y":2}}`)
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "where a large object of expressions is asked for", dear: "its keys are normalised for each block",
		request: func(n int) (string, string) {
			return rules(n/2, "r {\n x = { (k0) = 1 }\n}\n"), nestedEdit("update", `{"where":{"x":{`+many(n/2, ",", `"${ k# }":1`)+`}},"attributes":{"y":2}}`)
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "where looks at one large value, by many entries", dear: "the value in the code is parsed for each entry",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n r {\n  x = [" + many(n/2, ", ", "#") + "]\n }\n}\n", nestedEdit("set", many(n/2, ",", `{"where":{"x":[#]}}`))
		},
	}, {
		name: "where leads into one large value, by many entries", dear: "the elements are counted for each entry",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n r {\n  x = [" + many(n/2, ", ", "#") + "]\n }\n}\n", nestedEdit("update", many(n/2, ",", `{"where":{"x[`+itoa(n/16)+`]":-1#}}`))
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "where leads into one large object, by many entries", dear: "the keys are compared for each entry",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n r {\n  x = {\n" + many(n/2, "", " k# = 1\n") + "}\n }\n}\n", nestedEdit("set", many(n/2, ",", `{"where":{"x.k#x":1}}`))
		},
	}, {
		name: "where looks at one large heredoc, by many entries", dear: "the text in the code is read for each entry",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n r {\n  x = <<-EOT\n" + long(n/2, "  ab\n") + "  EOT\n }\n}\n", nestedEdit("set", many(n/2, ",", `{"where":{"x":"ab\n#"}}`))
		},
	}, {
		name: "where looks at one long number, by many entries", dear: "the number in the code is read for each entry",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n r {\n  x = 1" + long(n/2, "0") + "\n }\n}\n", nestedEdit("set", many(n/2, ",", `{"where":{"x":#}}`))
		},
	}, {
		name: "where looks past many other attributes, by many entries", dear: "an attribute is looked for among all of its block for each entry",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n r {\n" + many(n/2, "", "k# = 1\n") + "}\n}\n", nestedEdit("set", many(n/2, ",", `{"where":{"z":#}}`))
		},
	}, {
		name: "blocks made by where, one an entry", dear: "each entry looks at the blocks that those before it made, or at all of the array's",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {}\n", nestedEdit("set", many(n, ",", `{"where":{"x":#},"attributes":{"y":1}}`))
		},
	}, {
		name: "providers added with many aliases", dear: "each alias is compared with all before it",
		request: func(n int) (string, string) {
			return "", `{"add":{"provider":{"p":[` + many(n, ",", `{"attributes":{"alias":"a#"}}`) + `]}}}`
		},
	}, {
		name: "providers added beside many aliases", dear: "each alias is compared with all in the code",
		request: func(n int) (string, string) {
			return many(n/2, "", "provider \"p\" {\n alias = \"a#\"\n}\n"), `{"add":{"provider":{"p":[` + many(n/2, ",", `{"attributes":{"alias":"b#"}}`) + `]}}}`
		},
	}, {
		name: "moved blocks told apart by what they are about", dear: "each entry looks at all of the code's, and at those made before it",
		request: func(n int) (string, string) {
			return many(n/2, "", "moved {\n from = a.b#\n to = a.c\n}\n"), `{"set":{"moved":[` + many(n/2, ",", `{"where":{"from":"a.c#"},"attributes":{"from":"a.c#","to":"a.d"}}`) + `]}}`
		},
	}, {
		name: "blocks of one address, by number", dear: "the blocks are counted for each entry",
		request: func(n int) (string, string) {
			return withNumbers(n/60, func(int) string { return "locals {\n}\n" }, ""), `{"update":{"locals":[` + withNumbers(n/60, func(i int) string { return `{"index":` + itoa(i) + `,"attributes":{"x":1}}` }, ",") + `]}}`
		},
	}, {
		name: "blocks deleted, one an entry", dear: "each deletion looks for what stands around it",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + withNumbers(n/40, func(int) string { return "r {\n}\n\n" }, "") + "}\n", nestedEdit("delete", withNumbers(n/40, func(i int) string { return `{"index":` + itoa(i) + `}` }, ","))
		},
	}, {
		name: "blocks deleted at the top, one an operation", dear: "each deletion goes through the file",
		request: func(n int) (string, string) {
			return withNumbers(n/50, func(i int) string { return "module \"m" + itoa(i) + "\" {\n}\n\n" }, ""), `{"delete":{"module":{` + withNumbersDown(n/50, func(i int) string { return `"m` + itoa(i) + `":[]` }, ",") + `}}}`
		},
	}, {
		name: "nested blocks added, one an entry", dear: "each new block looks for the last of its type",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n}\n", nestedEdit("add", many(n, ",", `{"attributes":{"x":1}}`))
		},
	}, {
		name: "nested blocks added before many others", dear: "the last of a type is looked for among those of others",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n r {}\n" + many(n/2, "", " s {}\n") + "}\n", nestedEdit("add", many(n/2, ",", `{}`))
		},
	},
}
