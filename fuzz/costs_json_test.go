package fuzz

import "strings"

// inBody is a shape of a body whose edits are an object with something odd in it.
func inBody(name, dear string, refused bool, edits func(n int) string) shape {
	s := shape{name: "json: " + name, dear: dear, body: func(n int) string { return `{"code": "a = 1\n", "edits": ` + edits(n) + `}` }}
	if refused {
		s.refused = "INVALID_REQUEST"
	}
	return s
}

// Shapes of JSON text.
var jsonShapes = []shape{
	inBody("many keys, the last of them given twice", "each key is compared with all before it", true, func(n int) string { return "{" + many(n, ",", `"k#":1`) + `,"k1":1}` }),
	inBody("many objects of many keys", "a table is made for the keys of each", false, func(n int) string {
		return setTo("[" + many(n, ",", "{"+many(100, ",", `"k#":1`)+"}") + "]")
	}),
	inBody("many objects of twelve long keys", "keys are compared each with each", false, func(n int) string {
		key := long(n/24, "k")
		return setTo("{" + withNumbers(12, func(i int) string { return `"` + key + itoa(i) + `":1` }, ",") + "}")
	}),
	inBody("one large object, then many small ones", "the table of the large one is cleared for each", false, func(n int) string {
		return setTo("[{" + many(n/2, ",", `"k#":1`) + "}," + many(n/2, ",", "{"+withNumbers(13, func(i int) string { return `"` + itoa(i) + `":1` }, ",")+"}") + "]")
	}),
	inBody("brackets without an end", "each nests in the one before it", true, func(n int) string { return long(n, "[") }),
	inBody("objects without an end", "the pointer of the fault names each", true, func(n int) string { return long(n, `{"k":`) }),
	inBody("objects of long keys without an end", "the pointer of the fault holds each key", true, func(n int) string { return strings.Repeat(`{"`+long(n/400, "~")+`":`, 400) }),
	inBody("arrays in arrays, many", "values are moved for each level", false, func(n int) string { return setTo("[" + long(n, "[[[]]],") + "0]") }),
	inBody("strings of one escape each", "each takes room for the rest of the text", false, func(n int) string { return setTo("[" + long(n, `"\n",`) + "0]") }),
	inBody("keys of one escape each", "each takes room for the rest of the text", false, func(n int) string { return setTo("{" + many(n, ",", `"\u00e9#":1`) + "}") }),
	inBody("string of escapes", "each is read by itself", false, func(n int) string { return setTo(`"` + long(n, `\ud83d\ude00`) + `"`) }),
	inBody("edits in a string", "the text is read twice, and each quote is escaped", false, func(n int) string {
		return `"` + strings.ReplaceAll(setTo("["+long(n, `"x",`)+"0]"), `"`, `\"`) + `"`
	}),
	inBody("edits in a string, faulty at its end", "the pointer is looked for in the text of the string", true, func(n int) string {
		return `"{` + strings.ReplaceAll(many(n, ",", `"k#":[1,2]`), `"`, `\"`) + `,]"`
	}),
	inBody("blanks", "blanks are skipped twice", false, func(n int) string { return long(n, " \n\t") + setTo(long(n/2, " \n\t")+"1") }),
	inBody("long number", "its digits are checked", false, func(n int) string { return setTo(long(n, "1")) }),
	inBody("long number with a fraction and exponent", "its digits are checked", false, func(n int) string { return setTo("1." + long(n, "1") + "e-10") }),
	inBody("number with a long exponent", "its exponent is read as a number", true, func(n int) string { return setTo("1e" + long(n, "9")) }),
	inBody("many long numbers", "each is parsed as HCL would", false, func(n int) string { return setTo("[" + many(n, ",", "1#e100") + "]") }),
	inBody("entries without contents", "an entry of three bytes takes hundreds in memory", true, func(n int) string {
		return `{"delete":{"iacvars":[` + long(n, "{},") + "{}]}}"
	}),
	inBody("attributes of an entry", "an attribute of few bytes takes hundreds in memory", false, func(n int) string {
		return `{"set":{"iacvars":[{"attributes":{` + many(n, ",", `"k#":1`) + "}}]}}"
	}),
	inBody("selectors of many labels", "a label of few bytes takes a slice", true, func(n int) string {
		return `{"update":{"resource":{"a":{"b":[{"labels":[` + long(n, `"",`) + `0]}]}}}}`
	}),
	inBody("paths that are too long", "each step takes a record", true, func(n int) string { return `{"set":{"iacvars":[{"attributes":{"a` + long(n, ".b") + `":1}}]}}` }),
	inBody("paths with long keys", "the key is parsed as an expression", false, func(n int) string { return `{"set":{"locals":[{"attributes":{"a[\"` + long(n, "k") + `\"]":1}}]}}` }),
	inBody("path with a key without an end", "its end is looked for", true, func(n int) string { return `{"set":{"locals":[{"attributes":{"a[\"` + long(n, `k\\\"`) + `":1}}]}}` }),
	inBody("path with a long number", "its digits are read", true, func(n int) string { return `{"set":{"locals":[{"attributes":{"a[` + long(n, "1") + `]":1}}]}}` }),
	inBody("operations that are not there", "each unknown key is compared with all known", true, func(n int) string { return "{" + many(n, ",", `"k#":{}`) + "}" }),
	{
		name: "json: other members of the body", dear: "members that mean nothing are read all the same",
		body: func(n int) string {
			return `{` + many(n, ",", `"k#":[{},"x\n"]`) + `,"code":"a = 1\n","edits":` + anEdit + `}`
		},
	}, {
		name: "json: code of escapes", dear: "each character of the code is six bytes, and each part that is copied is looked for in them",
		body: func(n int) string {
			return `{"code":"` + long(n, `\u0061\u007b\u007d\u000a`) + `","edits":` + `{"update":{"resource":{"a":{"b":[{}]}}}}` + `}`
		}, refused: "BLOCK_NOT_FOUND",
	}, {
		name: "json: code of long escapes, edited all over", dear: "each part that is copied is looked for among the escapes",
		body: func(n int) string {
			m := n / 100
			return `{"code":"` + withNumbers(m, func(i int) string { return `a` + itoa(i) + `\u0020=\u00201 # \u00e9\u000a` }, "") + `","edits":{"update":{"iacvars":[{"attributes":{` + withNumbers(m/2, func(i int) string { return `"a` + itoa(2*i) + `":2` }, ",") + `}}]}}}`
		},
	}, {
		name: "json: code as text with short escapes, edited all over", dear: "the same for text that is copied as it was sent",
		body: func(n int) string {
			m := n / 50
			return `{"code":"` + withNumbers(m, func(i int) string { return `a` + itoa(i) + ` = \"\t\"\n\n` }, "") + `","edits":{"update":{"iacvars":[{"attributes":{` + withNumbers(m/2, func(i int) string { return `"a` + itoa(2*i) + `":"x"` }, ",") + `}}]}}}`
		},
	},
}
