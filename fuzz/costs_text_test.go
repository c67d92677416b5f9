package fuzz

import "strings"

// Shapes of what is written: indentation, alignment, comments, blank lines.

// nested writes a value n levels deep in objects.
func nested(levels int, inner string) string {
	return strings.Repeat(`{"k":`, levels) + inner + strings.Repeat("}", levels)
}

func blanks(n int) string { return strings.Repeat(" ", n) }

var textShapes = []shape{
	{
		name: "deep value by a deep step", dear: "each level of the value is indented by one more step, and the step is as long as the client likes", squared: true,
		request: func(n int) (string, string) {
			return "locals {\n" + blanks(n/2) + "a = 1\n}\n", `{"set":{"locals":[{"attributes":{"v":` + nested(200, "{"+many(n/2, ",", `"k#":1`)+"}") + `}}]}}`
		},
	}, {
		name: "deep value by a deep step of tabs, in a list", dear: "the same for lists of lists, each element on a line", squared: true,
		request: func(n int) (string, string) {
			return "locals {\n" + strings.Repeat("\t", n/2) + "a = 1\n}\n", `{"set":{"locals":[{"attributes":{"v":` + strings.Repeat("[", 200) + many(n/2, ",", `{"k":#}`) + strings.Repeat("]", 200) + `}}]}}`
		},
	}, {
		name: "many lines at a deep indentation", dear: "each new line repeats the indentation of the block's last line", squared: true,
		request: func(n int) (string, string) {
			return "locals {\n" + blanks(n/2) + "a = 1\n}\n", `{"set":{"locals":[{"attributes":{` + many(n/2, ",", `"a#":1`) + `}}]}}`
		},
	}, {
		name: "many blocks at a deep indentation", dear: "new nested blocks repeat the indentation of their neighbours", squared: true, hcl: true,
		request: func(n int) (string, string) {
			return "a {\n" + blanks(n/2) + "b {}\n}\n", `{"set":{"a":[{"add":{"blockTypes":{"b":[` + many(n/2, ",", `{}`) + `]}}}]}}`
		},
	}, {
		name: "heredoc at a deep indentation", dear: "each line of a heredoc is indented as the attribute is", squared: true,
		request: func(n int) (string, string) {
			return "locals {\n" + blanks(n/2) + "a = 1\n}\n", `{"set":{"locals":[{"attributes":{"h":"` + long(n/2, `x\n`) + `"}}]}}`
		},
	}, {
		name: "heredoc updated at a deep indentation", dear: "a heredoc that is there gives its own indentation to each line of its new text", squared: true,
		request: func(n int) (string, string) {
			return "locals {\n  h = <<-EOT\n" + blanks(n/2) + "x\n" + blanks(n/4) + "EOT\n}\n", `{"set":{"locals":[{"attributes":{"h":"` + long(n/4, `x\n`) + `"}}]}}`
		},
	}, {
		name: "interpolation over lines at a deep indentation", dear: "each line of an interpolation is indented as its attribute is", squared: true,
		request: func(n int) (string, string) {
			return "locals {\n" + blanks(n/2) + "a = 1\n}\n", `{"set":{"locals":[{"attributes":{"h":"x${f(\n` + long(n/2, `1,\n`) + `)}"}}]}}`
		},
	}, {
		name: "long key beside short ones", dear: "one long name moves the equals sign of each line of its group", squared: true,
		request: func(n int) (string, string) {
			return "locals {\n" + many(n/2, "", "  a¤ = 1\n") + "}\n", `{"set":{"locals":[{"attributes":{"` + long(n/2, "x") + `":1}}]}}`
		},
	}, {
		name: "long key in a new object", dear: "one long key moves the equals sign of each line of a value that is written", squared: true,
		request: func(n int) (string, string) {
			return "", `{"set":{"locals":[{"attributes":{"o":{` + many(n/2, ",", `"a#":1`) + `,"` + long(n/2, "x") + `":1}}}]}}`
		},
	}, {
		name: "long key added to an object", dear: "one long key moves the equals sign of each pair above it", squared: true,
		request: func(n int) (string, string) {
			return "locals {\n  o = {\n" + many(n/2, "", "    a¤ = 1\n") + "  }\n}\n", `{"set":{"locals":[{"attributes":{"o.` + long(n/2, "x") + `":1}}]}}`
		},
	}, {
		name: "long value beside comments", dear: "one long value moves the comment of each line of its group", squared: true,
		request: func(n int) (string, string) {
			return "locals {\n" + many(n/2, "", "  a¤ = 1 // c\n") + "  b        = 1 // c\n}\n", `{"set":{"locals":[{"attributes":{"b":"` + long(n/2, "x") + `"}}]}}`
		},
	}, {
		name: "wide characters in a group", dear: "columns of equals signs are counted in characters, each a cluster of many",
		request: func(n int) (string, string) {
			return "m = {\n" + many(n/2, "", "  \"é́́́日本#\" = \"😀\" // c\n") + "}\n", `{"set":{"iacvars":[{"attributes":{"m":{` + many(n/3, ",", `"👨‍👩‍👧‍👦#":"👨‍👩‍👧‍👦"`) + `}}}]}}`
		},
	}, {
		name: "one cluster of many marks", dear: "the end of a character is looked for from each of its code points",
		request: func(n int) (string, string) {
			return "m = {\n  a = \"e" + long(n/2, "\u0301") + "\" # c\n  bb = 1 # c\n}\n", `{"set":{"iacvars":[{"attributes":{"m":{"a":"e` + long(n/2, "\u0301") + `x","ccc":1,"bb":2}}}]}}`
		},
	}, {
		name: "long comment beside each edit of a line", dear: "the rest of a line is copied for each edit of it",
		request: func(n int) (string, string) {
			return "a = 0 # " + long(n/2, "c") + "\nb = 1\n", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"a":#}}`) + `]}}`
		},
	}, {
		name: "long lead comment above a line that is edited often", dear: "what stands above an item is copied for each edit of it",
		request: func(n int) (string, string) {
			return long(n/2, "# cc\n") + "a = 0\nb = 1\n", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"a":#}}`) + `]}}`
		},
	}, {
		name: "comments that stand apart between what is deleted", dear: "each deletion joins the comments around it to an ever longer text", hcl: true,
		request: func(n int) (string, string) {
			return many(n/2, "", "a# = 1\n\n// stands apart\n\n"), `{"delete":{"iacvars":[` + many(n/5, ",", `{"attributes":["a#"]}`) + `,{"attributes":["a0"]}]}}`
		}, refused: "ATTRIBUTE_NOT_FOUND",
	}, {
		name: "neighbours deleted, comments between", dear: "the same with no failure at the end",
		request: func(n int) (string, string) {
			return withNumbers(n/45, func(i int) string { return "a" + itoa(i) + " = 1\n\n# standing\n\n" }, ""),
				`{"delete":{"iacvars":[` + withNumbers(n/45, func(i int) string { return `{"attributes":["a` + itoa(i) + `"]}` }, ",") + `]}}`
		},
	}, {
		name: "neighbours deleted from the end, comments between", dear: "the same in the other order",
		request: func(n int) (string, string) {
			return withNumbers(n/40, func(i int) string { return "a" + itoa(i) + " = 1\n\n# apart\n\n" }, ""),
				`{"delete":{"iacvars":[` + withNumbersDown(n/40, func(i int) string { return `{"attributes":["a` + itoa(i) + `"]}` }, ",") + `]}}`
		},
	}, {
		name: "huge gap beside what is deleted", dear: "blank lines around each item that goes are counted anew",
		request: func(n int) (string, string) {
			return "a0 = 1\n" + strings.Repeat("\n", n/2) + withNumbers(n/50, func(i int) string { return "a" + itoa(i+1) + " = 1\n" }, ""),
				`{"delete":{"iacvars":[` + withNumbers(n/50, func(i int) string { return `{"attributes":["a` + itoa(i+1) + `"]}` }, ",") + `]}}`
		},
	}, {
		name: "blocks added after a huge gap", dear: "blank lines at the end of a file are looked through for each block that is added",
		request: func(n int) (string, string) {
			return "a = 1\n" + strings.Repeat("\n", n/2), `{"add":{"module":{` + many(n/2, ",", `"m#":{"attributes":{"a":1}}`) + `}}}`
		},
	}, {
		name: "attributes added above a huge comment", dear: "what stands at the end of a body is looked through for each attribute that is added",
		request: func(n int) (string, string) {
			return "locals {\n  a = 1\n" + long(n/2, "  # c\n") + "}\n", `{"set":{"locals":[` + many(n/2, ",", `{"attributes":{"a#":1}}`) + `]}}`
		},
	}, {
		name: "blocks opened and closed", dear: "bodies on one line open up one by one", hcl: true,
		request: func(n int) (string, string) {
			return many(n/3, "", "b# {}\n"), `{"set":{` + many(n/2, ",", `"b#":[{"attributes":{"a":1}}]`) + `}}`
		},
	}, {
		name: "group whose members are edited by entries of their own", dear: "the group is aligned anew for each edit of it",
		request: func(n int) (string, string) {
			return "locals {\n" + withNumbers(n/60, func(i int) string { return "  a" + itoa(i) + " = 1 # c\n" }, "") + "}\n",
				`{"update":{"locals":[` + withNumbers(n/60, func(i int) string { return `{"attributes":{"a` + itoa(i) + `":"new"}}` }, ",") + `]}}`
		},
	}, {
		name: "line of many changes", dear: "a line with many edits is put together for each of them",
		request: func(n int) (string, string) {
			return "l = [" + withNumbers(n/40, func(i int) string { return "{ a = " + itoa(i) + " }" }, ", ") + "]\n",
				`{"set":{"iacvars":[{"attributes":{"l":[` + withNumbers(n/40, func(i int) string { return `{"a":` + itoa(i+1) + `}` }, ",") + `]}}]}}`
		},
	}, {
		name: "bracket padded with blanks, added to", dear: "the blanks before the closing bracket are copied for each element that is added",
		request: func(n int) (string, string) {
			return "l = [\n  1,\n" + blanks(n/2) + "]\n", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"l[+]":#}}`) + `]}}`
		},
	}, {
		name: "bracket padded on its line, added to", dear: "the same with all on one line",
		request: func(n int) (string, string) {
			return "l = [1" + blanks(n/2) + "]\n", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"l[+]":#}}`) + `]}}`
		},
	}, {
		name: "comment before a bracket, added to", dear: "the comment before the closing bracket is copied for each element that is added",
		request: func(n int) (string, string) {
			return "l = [\n  1,\n  /*" + long(n/2, "x") + "*/\n]\n", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"l[+]":#}}`) + `]}}`
		},
	}, {
		name: "comment after the last element, added to", dear: "the comment behind the last element moves for each that is added",
		request: func(n int) (string, string) {
			return "l = [\n  1 # " + long(n/2, "x") + "\n]\n", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"l[+]":#}}`) + `]}}`
		},
	}, {
		name: "brace padded with blanks, added to", dear: "the blanks before the closing brace are copied for each key that is added",
		request: func(n int) (string, string) {
			return "o = {\n  a = 1\n" + blanks(n/2) + "}\n", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"o.k#":1}}`) + `]}}`
		},
	}, {
		name: "CRLF in long expressions", dear: "line ends of a client's expression are rewritten",
		request: func(n int) (string, string) {
			return "a = 1\r\n", `{"set":{"locals":[{"attributes":{"h":"${f(\n` + long(n/2, `1,\n`) + `)}","l":[` + many(n/3, ",", `"${[\n#]}"`) + `]}}]}}`
		},
	}, {
		name: "many bodies in one another, each edited", dear: "indentation is looked for through all the bodies around", hcl: true,
		request: func(n int) (string, string) {
			const depth = 60
			code, edits := strings.Repeat("b {\n", depth)+strings.Repeat("}\n", depth), strings.Repeat(`{"attributes":{"x":1},"blockTypes":{"b":[`, depth)+`{"attributes":{"x":1}}`+strings.Repeat("]}}", depth)
			m := max(1, n/(len(code)+len(edits)))
			code = strings.Repeat("b {\n", depth+1) + strings.Repeat("}\n", depth+1)
			return withNumbers(m, func(i int) string { return "a" + itoa(i) + code[1:] }, ""), `{"set":{` + withNumbers(m, func(i int) string { return `"a` + itoa(i) + `":[` + edits + `]` }, ",") + `}}`
		},
	}, {
		name: "file without a line end, added to", dear: "the last line gets its end again and again",
		request: func(n int) (string, string) {
			return "a = \"" + long(n/2, "x") + "\"", `{"set":{"iacvars":[` + many(n/2, ",", `{"attributes":{"b#":1}}`) + `]}}`
		},
	}, {
		name: "groups of the formatter over many lines, one edit", dear: "the whole of a long run is formatted for one line of it",
		request: func(n int) (string, string) {
			return "locals {\n" + many(n, "", "  a# = { b = [1, 2], c = \"${x}\" } // c\n") + "}\n", `{"update":{"locals":[{"attributes":{"a1":1}}]}}`
		},
	}, {
		name: "objects of which each has one key more", dear: "each level of a deep value is a group, and lies in all the others",
		request: func(n int) (string, string) {
			const depth = 100
			inner := many(n/2/depth, ",", `"a#":1`)
			return "o = " + strings.Repeat("{\n a = 1 # c\n bb = 1 # c\n k = ", depth) + "1" + strings.Repeat("\n}", depth) + "\n",
				`{"set":{"iacvars":[{"attributes":{"o":` + strings.Repeat(`{`+inner+`,"k":`, depth) + "2" + strings.Repeat("}", depth) + `}}]}}`
		},
	},
}
