package fuzz

import "strings"

// Shapes of requests that are refused, for what the message says.
var messageShapes = []shape{
	{
		name: "message: where of thousands of names", dear: "the message names each, and is put together again for each", refused: "BLOCK_NOT_FOUND",
		request: func(n int) (string, string) {
			return "locals {}\n", `{"update":{"locals":[{"where":{` + many(n, ",", `"k#":1`) + `}}]}}`
		},
	}, {
		name: "message: thousands of labels asked for", dear: "the message names each", refused: "BLOCK_NOT_FOUND", hcl: true,
		request: func(n int) (string, string) {
			return "b {\n r {}\n}\n", `{"update":{"b":[{"update":{"blockTypes":{"r":[{"labels":[` + many(n, ",", `"l#"`) + `]}]}}}]}}`
		},
	}, {
		name: "message: blocks of thousands of labels there", dear: "the message names each, and is put together again for each", refused: "BLOCK_NOT_FOUND", hcl: true,
		request: func(n int) (string, string) {
			return "b " + many(n, " ", `"l#"`) + " {}\n", `{"update":{"b":{"x":[{}]}}}`
		},
	}, {
		name: "message: thousands of blocks there", dear: "those that are there are looked through for the nearest name", refused: "BLOCK_NOT_FOUND",
		request: func(n int) (string, string) {
			return many(n, "", "resource \"aws_instance\" \"web#\" {}\n"), `{"update":{"resource":{"aws_instance":{"wbe":[{}]}}}}`
		},
	}, {
		name: "message: a long name beside long names", dear: "how far two long names are apart is counted letter by letter", refused: "BLOCK_NOT_FOUND",
		request: func(n int) (string, string) {
			return many(n/2, "", "module \""+long(n/16, "ab")+"#\" {}\n"), `{"update":{"module":{"` + long(n/16, "ba") + `":[{}]}}}`
		},
	}, {
		name: "message: a long attribute beside thousands", dear: "the nearest name is looked for among all", refused: "ATTRIBUTE_NOT_FOUND",
		request: func(n int) (string, string) {
			return "locals {\n" + many(n/2, "", "  attribute_number_# = 1\n") + "}\n", `{"update":{"locals":[{"update":{"attributes":{"` + long(n/2, "attribute_") + `":1}}}]}}`
		},
	}, {
		name: "message: a long attribute beside another", dear: "how far two long names are apart is counted letter by letter", refused: "ATTRIBUTE_NOT_FOUND",
		request: func(n int) (string, string) {
			return "locals {\n" + long(n/2, "ab") + " = 1\n}\n", `{"update":{"locals":[{"update":{"attributes":{"` + long(n/2, "ba") + `":1}}}]}}`
		},
	}, {
		name: "message: thousands of attributes not found but optional", dear: "a message is made for each, and none is sent",
		request: func(n int) (string, string) {
			return many(n/2, "", "a# = 1\n"), `{"delete":{"iacvars":[{"optional":true,"attributes":[` + many(n/2, ",", `"b#"`) + `]}]}}`
		},
	}, {
		name: "message: a long unknown block type", dear: "the nearest of the known types is looked for", refused: "INVALID_REQUEST",
		request: func(n int) (string, string) { return "", `{"set":{"` + long(n, "resource") + `":{}}}` },
	}, {
		name: "message: a long unknown key", dear: "the nearest of the known keys is looked for", refused: "INVALID_REQUEST",
		request: func(n int) (string, string) { return "", `{"set":{"locals":[{"` + long(n, "attribute") + `":1}]}}` },
	}, {
		name: "message: a long text that is no template", dear: "the message quotes the text", refused: "INVALID_REQUEST",
		request: func(n int) (string, string) { return "", setTemplate(`"` + long(n, `\u0001`) + `${"`) },
	}, {
		name: "message: a fault in a long expression", dear: "the message quotes the text, and the parser names what it waits for", refused: "INVALID_REQUEST",
		request: func(n int) (string, string) { return "", setTemplate(`"${` + long(n, "a + ") + `}"`) },
	}, {
		name: "message: many keys of an object there", dear: "the message names each", refused: "ATTRIBUTE_NOT_FOUND",
		request: func(n int) (string, string) {
			return "m = {\n" + many(n, "", "k# = 1\n") + "}\n", `{"update":{"iacvars":[{"attributes":{"m.x":1}}]}}`
		},
	}, {
		name: "message: few long keys of an object there", dear: "the message holds each", refused: "ATTRIBUTE_NOT_FOUND",
		request: func(n int) (string, string) {
			return "m = {\n" + withNumbers(5, func(i int) string { return long(n/5, "k") + itoa(i) + " = 1\n" }, "") + "}\n", `{"update":{"iacvars":[{"attributes":{"m.x":1}}]}}`
		},
	}, {
		name: "message: path into a long expression", dear: "the message quotes the code", refused: "INVALID_REQUEST",
		request: func(n int) (string, string) {
			return "m = f(" + long(n, "é, ") + "1)\n", `{"update":{"iacvars":[{"attributes":{"m.x.y":1}}]}}`
		},
	}, {
		name: "message: deep in nested entries", dear: "each level adds to the pointer", refused: "BLOCK_NOT_FOUND", hcl: true,
		request: func(n int) (string, string) {
			const depth = 60
			typ := "b" + long(n/2/depth, "x")
			return strings.Repeat(typ+" {\n", depth) + strings.Repeat("}\n", depth), `{"update":` + strings.Repeat(`{"`+typ+`":[{"update":{"blockTypes":`, depth) + `{"c":[{}]}` + strings.Repeat(`}}]}`, depth) + `}`
		},
	},
}
