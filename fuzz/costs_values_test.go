package fuzz

import "strings"

// setTo sets an attribute at the top of a file to a value.
func setTo(v string) string { return `{"set":{"iacvars":[{"attributes":{"a":` + v + `}}]}}` }

// setTemplate sets an attribute of a block, where strings are templates.
func setTemplate(v string) string { return `{"set":{"locals":[{"attributes":{"a":` + v + `}}]}}` }

func locals(expression string) string { return "locals {\n a = " + expression + "\n}\n" }

// Shapes of values, compared and written.
var valueShapes = []shape{
	{
		name: "list on one line that grows", dear: "whether the list stands on one line, and where it ends, is looked at for each element",
		request: func(n int) (string, string) { return "a = [0]\n", setTo("[" + many(n, ",", "#") + "]") },
	}, {
		name: "list over lines that grows", dear: "the indentation of the list's last line is looked for, for each element",
		request: func(n int) (string, string) { return "a = [\n  0,\n]\n", setTo("[" + many(n, ",", "#") + "]") },
	}, {
		name: "list that grows at its start", dear: "each new element comes before all others",
		request: func(n int) (string, string) { return "a = [\n  \"x\",\n]\n", setTo("[" + many(n, ",", "#") + `,"x"]`) },
	}, {
		name: "list that grows in between", dear: "between each two that stay comes a new one",
		request: func(n int) (string, string) {
			return "a = [" + withNumbers(n/20, func(i int) string { return itoa(2 * i) }, ",") + "]\n", setTo("[" + withNumbers(n/10, itoa, ",") + "]")
		},
	}, {
		name: "object on one line that grows", dear: "whether the object stands on one line is looked at for each key",
		request: func(n int) (string, string) { return "a = { z = 1 }\n", setTo("{" + many(n, ",", `"k#":1`) + "}") },
	}, {
		name: "object over lines that grows", dear: "where the object's last line is, is looked for, for each key",
		request: func(n int) (string, string) { return "a = {\n z = 1\n}\n", setTo("{" + many(n, ",", `"k#":1`) + "}") },
	}, {
		name: "list that shrinks", dear: "each element that goes joins what stands around it",
		request: func(n int) (string, string) {
			return "a = [\n" + many(n, "", "  // c\n\n  #0,\n") + "  \"x\",\n]\n", setTo(`["x"]`)
		},
	}, {
		name: "object that shrinks", dear: "each pair that goes joins the comments around it",
		request: func(n int) (string, string) {
			return "a = {\n" + many(n, "", "  // c\n\n  k# = 1\n\n // d\n\n") + "  x = 1\n}\n", setTo(`{"x":1}`)
		},
	}, {
		name: "list reversed", dear: "no two elements stand where they stood: a table of all pairs",
		request: func(n int) (string, string) {
			return "a = [" + withNumbers(n/14, itoa, ", ") + "]\n", setTo("[" + withNumbersDown(n/14, itoa, ",") + "]")
		},
	}, {
		name: "list of equals in another order", dear: "each element equals thousands of others",
		request: func(n int) (string, string) {
			return "a = [" + long(n/2, "1, 2, ") + "]\n", setTo("[" + long(n/2, "2,1,") + "3]")
		},
	}, {
		name: "lists of 250 long templates", dear: "each of 250 templates is parsed to be compared with each of 250 others",
		request: func(n int) (string, string) {
			code := withNumbers(250, func(i int) string { return `"` + long(n/500, "a${b}") + `x` + itoa(i) + `"` }, ", ")
			edits := withNumbers(250, func(i int) string { return `"` + long(n/500, "a${b}") + `y` + itoa(i) + `"` }, ",")
			return locals("[" + code + "]"), setTemplate("[" + edits + "]")
		},
	}, {
		name: "lists of 250 long texts", dear: "each of 250 texts is unescaped to be compared with each of 250 others",
		request: func(n int) (string, string) {
			code := withNumbers(250, func(i int) string { return `"` + long(n/500, `\n`) + `x` + itoa(i) + `"` }, ", ")
			return locals("[" + code + "]"), setTemplate("[" + strings.ReplaceAll(code, "x", "y") + "]")
		},
	}, {
		name: "lists of 250 large objects", dear: "each of 250 objects is compared with each of 250 others, key by key",
		request: func(n int) (string, string) {
			object := func(sign, x string) string {
				return "{" + withNumbers(n/4000, func(i int) string { return `"k` + itoa(i) + `"` + sign + "1" }, ",") + `,"z"` + sign + x + "}"
			}
			return "a = [" + withNumbers(250, func(i int) string { return object("=", itoa(i)) }, ", ") + "]\n", setTo("[" + withNumbers(250, func(i int) string { return object(":", "-"+itoa(i)) }, ",") + "]")
		},
	}, {
		name: "lists of 250 long numbers", dear: "each of 250 numbers is read to be compared with each of 250 others",
		request: func(n int) (string, string) {
			code := withNumbers(250, func(i int) string { return "1" + long(n/500, "0") + itoa(i+1) }, ", ")
			return "a = [" + code + "]\n", setTo("[" + strings.ReplaceAll(code, "1000", "2000") + "]")
		},
	}, {
		name: "lists of objects, paired by their members", dear: "each old object is compared with each new one to find the likest",
		request: func(n int) (string, string) {
			object := func(sign, x string) func(int) string {
				return func(i int) string {
					return `{"p` + itoa(i) + `"` + sign + "1," + `"q` + x + itoa(i) + `"` + sign + "1}"
				}
			}
			return "a = [" + withNumbers(n/50, object("=", "x"), ", ") + "]\n", setTo("[" + withNumbersDown(n/50, object(":", "y"), ",") + "]")
		},
	}, {
		name: "lists of objects with one name", dear: "all agree in name, so that each may be paired with each",
		request: func(n int) (string, string) {
			return "a = [" + withNumbers(n/50, func(i int) string { return `{ name = "a", x = ` + itoa(i) + " }" }, ", ") + "]\n",
				setTo("[" + withNumbersDown(n/50, func(i int) string { return `{"name":"a","x":-` + itoa(i) + `}` }, ",") + "]")
		},
	}, {
		name: "deep lists, one element changed", dear: "each level compares, and parses, all that is in it",
		request: func(n int) (string, string) {
			const depth = 230
			inner := many(n/2, ",", "#")
			return "a = " + strings.Repeat("[", depth) + inner + strings.Repeat("]", depth) + "\n", setTo(strings.Repeat("[", depth) + inner + `,"x"` + strings.Repeat("]", depth))
		},
	}, {
		name: "deep lists of two, the last changed", dear: "each level compares its lists pair by pair, and so does each in it",
		request: func(n int) (string, string) {
			const depth = 120
			inner := many(n/2, ",", "#")
			return "a = " + strings.Repeat("[0,", depth) + "[" + inner + "]" + strings.Repeat("]", depth) + "\n", setTo(strings.Repeat("[1,", depth) + "[" + inner + `,"x"]` + strings.Repeat(",2]", depth))
		},
	}, {
		name: "deep objects, one key changed", dear: "the same for objects",
		request: func(n int) (string, string) {
			const depth = 230
			return "a = " + strings.Repeat("{k=", depth) + "{" + many(n/2, ",", "x#=1") + "}" + strings.Repeat("}", depth) + "\n", setTo(nested(depth, "{"+many(n/2, ",", `"x#":1`)+`,"y":2}`))
		},
	}, {
		name: "deep objects over lines, one key changed", dear: "the same, and each level is aligned anew", hcl: true,
		request: func(n int) (string, string) {
			const depth = 100
			return "a = " + strings.Repeat("{\nk=", depth) + "{\n" + many(n/2, "\n", "x#=1") + "\n}\n" + strings.Repeat("}\n", depth) + "\n", setTo(nested(depth, "{"+many(n/2, ",", `"x#":1`)+`,"y":2}`))
		},
	}, {
		name: "pairs given many times", dear: "of equal keys the last counts, and the others go",
		request: func(n int) (string, string) {
			return "a = {\n" + long(n, "k = 1 # c\n") + "}\n", setTo(`{"k":2}`)
		},
	}, {
		name: "keys that are expressions", dear: "each key of the code is compared with each that is sent, by its tokens",
		request: func(n int) (string, string) {
			return locals("{\n" + withNumbers(n/30, func(i int) string { return "(k + " + itoa(i) + ") = 1\n" }, "") + "}"),
				setTemplate("{" + withNumbersDown(n/30, func(i int) string { return `"${k+` + itoa(i) + `}":2` }, ",") + "}")
		},
	}, {
		name: "few long keys that are expressions", dear: "a long key is read again for each that it is compared with",
		request: func(n int) (string, string) {
			key := long(n/30, "k+")
			return locals("{\n" + withNumbers(15, func(i int) string { return "(" + key + itoa(i) + ") = 1\n" }, "") + "}"),
				setTemplate("{" + withNumbersDown(15, func(i int) string { return `"${` + key + itoa(i) + `}":2` }, ",") + "}")
		},
	}, {
		name: "text of what heredoc markers are made of", dear: "a marker that the text does not hold is looked for, longer each time",
		request: func(n int) (string, string) { return locals(`"x"`), setTemplate(`"${z}` + long(n, "E") + `"`) },
	}, {
		name: "lines that are all the first markers", dear: "each marker is looked for in all of the text",
		request: func(n int) (string, string) {
			return locals(`"x"`), setTemplate(`"EOT\n` + strings.ReplaceAll(many(n, "", `EOT#~`), "~", `\n`) + `"`)
		},
	}, {
		name: "template of thousands of parts", dear: "the parts before a part are looked at again",
		request: func(n int) (string, string) {
			return locals(`"` + long(n/2, "a${b}") + `"`), setTemplate(`"` + long(n/2, "a${b}") + `c"`)
		},
	}, {
		name: "template of thousands of directives", dear: "what a directive opens is looked for from each",
		request: func(n int) (string, string) {
			return locals(`"` + long(n/2, "%{ if a }b%{ endif }") + `"`), setTemplate(`"` + long(n/2, "%{ if a }b%{ endif }") + `c"`)
		},
	}, {
		name: "template of thousands of strip markers", dear: "the blanks around each marker are looked for again",
		request: func(n int) (string, string) {
			return locals(`"` + long(n/2, "${~ a ~}   ") + `"`), setTemplate(`"` + long(n/2, `${~ a ~} \n  `) + `c"`)
		},
	}, {
		name: "strip marker beside many blanks", dear: "what a marker takes away is looked through for each",
		request: func(n int) (string, string) {
			return locals(`"x"`), setTemplate(`"` + long(n/2, `\n`) + long(n/2, "${~ a ~}") + long(n/8, `\n`) + `"`)
		},
	}, {
		name: "templates in templates", dear: "each level is read again by the one around",
		request: func(n int) (string, string) {
			const depth = 60
			return locals(`"x"`), setTemplate(`"` + strings.Repeat(`a${\"`, depth) + long(n, "b") + strings.Repeat(`\"}`, depth) + `"`)
		},
	}, {
		name: "parentheses in parentheses", dear: "what is in each is looked at again",
		request: func(n int) (string, string) {
			const depth = 200
			return locals(strings.Repeat("(", depth) + `"` + long(n/2, "b") + `"` + strings.Repeat(")", depth)), setTemplate(`"${` + strings.Repeat("(", depth) + long(n/2, "b+") + "1" + strings.Repeat(")", depth) + `}"`)
		},
	}, {
		name: "list of thousands of templates", dear: "memory is taken for the parse of each",
		request: func(n int) (string, string) { return "", setTemplate("[" + many(n, ",", `"${a#}"`) + "]") },
	}, {
		name: "text of thousands of escapes", dear: "each becomes six bytes",
		request: func(n int) (string, string) { return "", setTemplate(`"` + long(n, `\u0001`) + `"`) },
	}, {
		name: "text of doubled dollars", dear: "what may open a sequence is looked at again and again",
		request: func(n int) (string, string) {
			return locals(`"` + long(n/2, "$") + `"`), setTemplate(`"` + long(n/2, "$${$") + `"`)
		},
	}, {
		name: "heredoc of thousands of lines, indented", dear: "the least indentation of all lines is looked for at each",
		request: func(n int) (string, string) {
			return locals("<<-EOT\n" + long(n/2, "    a ${b}\n  c\n") + "  EOT"), setTemplate(`"` + long(n/2, `  a ${b}\nc\n`) + `"`)
		},
	}, {
		name: "heredoc in a heredoc", dear: "the end of each is looked for through the rest of the file",
		request: func(n int) (string, string) {
			const depth = 40
			return locals(strings.Repeat("<<E\n${", depth) + "1" + strings.Repeat("}\nE\n", depth)), setTemplate(`"` + long(n, `x\n`) + `"`)
		},
	}, {
		name: "marks in every order", dear: "text is brought into normal form by sorting the marks on one letter",
		request: func(n int) (string, string) {
			return locals(`"e` + long(n/2, "\u0301\u0323") + `"`), setTemplate(`"e` + long(n/2, "\u0323\u0301") + `"`)
		},
	}, {
		name: "references to ignore", dear: "each reference is checked, and compared with what is there",
		request: func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n lifecycle {\n  ignore_changes = [" + withNumbers(n/20, func(i int) string { return "a" + itoa(i) }, ", ") + "]\n }\n}\n",
				`{"set":{"resource":{"a":{"b":[{"set":{"blockTypes":{"lifecycle":[{"attributes":{"ignore_changes":[` + withNumbersDown(n/20, func(i int) string { return `"a` + itoa(i) + `"` }, ",") + `]}}]}}}]}}}}`
		},
	}, {
		name: "reference of many steps", dear: "each step is looked at from the first",
		request: func(n int) (string, string) {
			return "", `{"set":{"resource":{"a":{"b":[{"attributes":{"provider":"a` + long(n/2, ".b") + `","depends_on":["a` + long(n/2, `[0]`) + `"]}}]}}}}`
		},
	}, {
		name: "type of many members", dear: "an expression is parsed by itself, and then in parentheses",
		request: func(n int) (string, string) {
			return "variable \"v\" {\n type = object({\n" + many(n/2, "", "a# = string\n") + "})\n}\n", `{"set":{"variable":{"v":[{"attributes":{"type":"object({\n` + strings.ReplaceAll(many(n/2, "", `b# = string~`), "~", `\n`) + `})"}}]}}}`
		},
	}, {
		name: "value of many brackets", dear: "a value of two bytes takes eighty in memory",
		request: func(n int) (string, string) { return "", setTo("[" + long(n, "[],") + "0]") },
	}, {
		name: "value of many zeros", dear: "the same with a line for each element",
		request: func(n int) (string, string) { return "", setTo("[" + long(n, "0,") + "0]") },
	}, {
		name: "values on many levels", dear: "each level indents what is in it by one step more, up to the deepest there is",
		request: func(n int) (string, string) {
			return "", setTo("[" + many(n, ",", strings.Repeat("[", 200)+"#"+strings.Repeat("]", 200)) + "]")
		},
	}, {
		name: "long lists at the deepest level", dear: "each line of two bytes is indented by four hundred",
		request: func(n int) (string, string) {
			return "", setTo(strings.Repeat("[", 200) + long(n, "{},") + "[{}]" + strings.Repeat("]", 200))
		},
	},
}
