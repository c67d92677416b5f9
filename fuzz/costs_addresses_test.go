package fuzz

// Shapes of addresses as people write them, which operations on values take.
var addressShapes = []shape{
	{
		name: "an address in each of many files", dear: "each address is looked up in each file", body: func(n int) string {
			return `{"files":{` + many(n/2, ",", `"f#.tf":"variable \"v#\" {}\n"`) + `},"edits":{"delete":[` + many(n/4, ",", `{"address":"var.v#"}`) + `]}}`
		},
	}, {
		name: "a new block for each of many files", dear: "each address is looked up in each file", body: func(n int) string {
			return `{"files":{` + many(n/2, ",", `"f#.tf":"variable \"v#\" {}\n"`) + `},"edits":{"add":[` + many(n/4, ",", `{"address":"var.w#"}`) + `]}}`
		},
	}, {
		name: "a local in each of many files", dear: "each address is looked up in each file", body: func(n int) string {
			return `{"files":{` + many(n/2, ",", `"f#.tf":"locals {\n  v# = 1\n}\n"`) + `},"edits":{"delete":[` + many(n/4, ",", `{"address":"local.v#"}`) + `]}}`
		},
	}, {
		name: "a local of many parts, inlined", dear: "each part is looked for to the end of the address", refused: "INVALID_REQUEST",
		request: func(n int) (string, string) {
			return "locals {}\n", `{"inline":["local` + long(n, ".b") + `"]}`
		},
	}, {
		name: "a value at an address of many selectors", dear: "each selector makes a tree of the parser's own", refused: "INVALID_REQUEST",
		request: func(n int) (string, string) {
			return "locals {}\n", `{"extract":[{"value":"a` + long(n, "[b=1]") + `.c","to":"local.c"}]}`
		},
	}, {
		name: "a long value in a selector", dear: "each character begins a value", refused: "BLOCK_NOT_FOUND",
		request: func(n int) (string, string) {
			return "locals {}\n", `{"extract":[{"value":"a.b[b=` + long(n, "c") + `].c","to":"local.c"}]}`
		},
	}, {
		name: "addresses of as many parts as there may be", dear: "the parser takes a kilobyte for each part", refused: "ATTRIBUTE_NOT_FOUND",
		request: func(n int) (string, string) {
			return "locals {}\n", `{"extract":[` + many(n, ",", `{"value":"local.a`+long(160, ".b")+`","to":"local.c#"}`) + `]}`
		},
	}, {
		name: "addresses of many selectors", dear: "the parser takes some kilobytes for each selector", refused: "BLOCK_NOT_FOUND",
		request: func(n int) (string, string) {
			return "locals {}\n", `{"extract":[` + many(n, ",", `{"value":"a.b`+long(400, "[b=1]")+`.c","to":"local.c#"}`) + `]}`
		},
	}, {
		name: "references to what has a long address", dear: "a rule parses its address", refused: "INVALID_REQUEST",
		request: func(n int) (string, string) {
			return "locals {}\n", `{"rewrite":[` + many(n, ",", `{"reference":"local.a`+long(160, ".b")+`","to":"1"}`) + `]}`
		},
	}, {
		name: "new names at addresses", dear: "each may be a nested block of blocks of its type",
		request: func(n int) (string, string) {
			return many(n, "", "resource \"t\" \"b#\" {\n  a = 1\n}\n"), `{"set":[` + many(n, ",", `{"address":"t.b#.c","value":1}`) + `]}`
		},
	}, {
		name: "new names at addresses in blocks of many types", dear: "the blocks of each type are looked for",
		request: func(n int) (string, string) {
			return many(n, "", "resource \"t#\" \"b\" {\n  a = 1\n}\n"), `{"set":[` + many(n, ",", `{"address":"t#.b.c","value":1}`) + `]}`
		},
	}, {
		name: "addresses of what is commented out", dear: "each is looked for among all comments",
		request: func(n int) (string, string) {
			return many(n, "", "resource \"t\" \"b#\" {\n  // a = 1\n}\n"), `{"enable":[` + many(n/4, ",", `"t.b#.a"`) + `]}`
		},
	},
}
