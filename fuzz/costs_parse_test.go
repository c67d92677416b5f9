package fuzz

import "strings"

// anEdit is one that takes little.
const anEdit = `{"set":{"locals":[{"attributes":{"added":1}}]}}`

// parsed is a shape of code alone; refused reports whether it is no code.
func parsed(name, dear string, refused bool, code func(n int) string) shape {
	s := shape{name: "code: " + name, dear: dear, request: func(n int) (string, string) { return code(n), anEdit }}
	if refused {
		s.refused = "INVALID_CODE"
	}
	return s
}

// edited is a shape of an attribute's expression, which an edit then compares.
func edited(name, dear string, expression func(n int) string) shape {
	return shape{name: "expression: " + name, dear: dear, request: func(n int) (string, string) {
		return "locals {\n a = " + expression(n) + "\n}\n", setTemplate(`{"k":1}`)
	}}
}

// Shapes of code to parse.
var parseShapes = []shape{
	parsed("many small attributes", "each takes a record", false, func(n int) string { return "a = 1\n" + many(n, "", "a# = 1\n") }),
	parsed("one attribute again and again", "the second of a name is looked for among all", true, func(n int) string { return long(n, "a = 1\n") }),
	parsed("many empty blocks", "each takes a record", false, func(n int) string { return long(n, "a{}\n") }),
	parsed("blocks in blocks", "each level is read again by the one around, down to the deepest", true, func(n int) string { return long(n, "a {\n") }),
	parsed("blocks in blocks, closed", "depth is limited", true, func(n int) string { return strings.Repeat("a {\n", 600+n/6) + strings.Repeat("}\n", 600+n/6) }),
	parsed("opening brackets", "each is looked for its end", true, func(n int) string { return "a = " + long(n, "[") }),
	parsed("opening parentheses", "each is looked for its end", true, func(n int) string { return "a = " + long(n, "(") }),
	parsed("opening braces", "each may be a for expression or an object", true, func(n int) string { return "a = " + long(n, "{a=") }),
	parsed("opening templates", "each is looked for its end", true, func(n int) string { return "a = " + long(n, `"${`) }),
	parsed("opening heredocs", "the end of each is looked for through the rest of the file", true, func(n int) string { return "a = " + long(n, "<<E\n${") }),
	parsed("heredocs without an end", "the end of each is looked for through the rest of the file", true, func(n int) string { return many(n, "", "a# = <<E\n") }),
	parsed("heredocs of many markers", "each line of one may be its end", true, func(n int) string { return many(n, "", "a# = <<E#\nE\nF\n") }),
	parsed("heredoc of marks that are nearly its end", "each line is compared with a long marker", false, func(n int) string {
		m := long(n/20, "E")
		return "a = <<" + m + "\n" + strings.Repeat(m+"F\n", 18) + m + "\n"
	}),
	parsed("comment without an end", "its end is looked for from each that opens", true, func(n int) string { return long(n, "/*") }),
	parsed("string without an end", "its end is looked for through the file", true, func(n int) string { return "a = \"" + long(n, `\"`) }),
	parsed("strings without an end, a line each", "the end of each is looked for beyond its line", true, func(n int) string { return many(n, "", "a# = \"x\n") }),
	parsed("fault at the end of a long line", "its column is counted in characters", true, func(n int) string { return "a = \"e" + long(n, "\u0301") + "\" ]" }),
	parsed("fault at the end of many characters", "its column is counted in characters of many code points", true, func(n int) string { return "a = \"" + long(n, "👨‍👩‍👧‍👦🇩🇪") + "\" ]" }),
	parsed("fault after many lines", "its line is counted", true, func(n int) string { return long(n, "\n") + "]" }),
	parsed("long comments between tokens", "comments before a token are looked through again", false, func(n int) string { return "a = [" + many(n, "", "/* c */ #, // x\n") + "]\n" }),
	parsed("blanks and line ends in parentheses", "what may end an expression is looked for", false, func(n int) string { return "a = (" + long(n, "\n \t") + "1)\n" }),
	parsed("carriage returns", "each may be the start of a line end", true, func(n int) string { return long(n, "\r") }),
	parsed("long names", "names are compared, and hashed", false, func(n int) string { return long(n/2, "ä") + " = " + long(n/2, "ö") + "\n" }),
	parsed("blocks of thousands of labels", "labels are read for each look at a block", false, func(n int) string { return many(n, "", "b "+many(n/16, " ", `"l#"`)+" {}\n") }),
	parsed("label of many escapes", "labels are unescaped for each look at them", false, func(n int) string { return `b "` + long(n, `\"`) + `" {}` + "\n" }),
	parsed("comments at the start, that may be a licence", "whether they are one is looked at line by line", false, func(n int) string { return long(n, "# Copy\n") + "a = 1\n" }),
	parsed("comments of one kind after the other", "lead comments are looked for upwards, from each item", false, func(n int) string { return many(n, "", "// c\n// d\n/* e */\na# = 1\n\n") }),
	parsed("comments only", "each line may be somebody's lead comment", false, func(n int) string { return long(n, "# c\n\n") }),
	edited("sum of many", "operators of one level nest to one side", func(n int) string { return long(n, "1 + ") + "1" }),
	edited("operators of all levels", "what binds more is looked for through the rest", func(n int) string { return long(n, "1 + 2 * 3 == 4 && b || ") + "c" }),
	edited("signs", "each nests in the one before it, down to the deepest", func(n int) string { return long(min(n, 200), "!") + "a" }),
	edited("conditionals in a row", "each nests in the one before it", func(n int) string { return strings.Repeat("a ? b : ", min(n/8, 200)) + long(n, "c + ") + "d" }),
	edited("traversal of many steps", "each step holds the ones before it", func(n int) string { return "a" + long(n, ".b") }),
	edited("index of many steps", "each step holds the ones before it", func(n int) string { return "a" + long(n, "[0]") }),
	edited("splats", "what is to the right of a splat is read again for each", func(n int) string { return "[" + long(n, "a.b[*].c[0][*], ") + "1]" }),
	edited("old splats", "what is to the right of a splat is read again for each", func(n int) string { return "[" + long(n, "a.*.b.c, ") + "1]" }),
	edited("number of many digits", "digits become a number by the square of their count", func(n int) string { return long(n, "1") }),
	edited("number of many digits behind the point", "the same", func(n int) string { return "0." + long(n, "3") + "e7" }),
	edited("call of many arguments", "each argument is looked for from the first", func(n int) string { return "f(" + long(n, "1, ") + "1)" }),
	edited("for expressions in one another", "each is read twice: as an object, and as what it is", func(n int) string {
		return strings.Repeat("{ for k in ", 50) + "[" + long(n, "1, ") + "1]" + strings.Repeat(" : k => k }", 50)
	}),
	edited("objects in one another", "each is read twice: as a for, and as what it is", func(n int) string {
		return strings.Repeat("{ (a) = ", 100) + "[" + long(n, "1, ") + "1]" + strings.Repeat(" }", 100)
	}),
	edited("templates of many escapes", "each text is unescaped each time it is looked at", func(n int) string { return `"` + long(n, `\u00e9\n`) + `"` }),
	edited("heredoc of many lines", "its least indentation is looked for line by line", func(n int) string { return "<<-E\n" + long(n, "   a ${b} %{if c}d%{endif}\n") + "E" }),
	edited("list of heredocs", "the line end after each is looked for", func(n int) string { return "[" + many(n, "", "<<E\n#\nE\n, ") + "1]" }),
}
