package dear

import "strings"

// attribute returns the name of the attribute that a recipe is about.
func (c *recipe) attribute(a *[numAmounts]int) string { return lengthen("a", a[name]) }

// key returns the name of the outermost key around the leaf.
func (c *recipe) key(a *[numAmounts]int) string { return lengthen("k", a[key]) }

// label returns the name of the attribute's block.
func (c *recipe) label(a *[numAmounts]int) string { return lengthen("b", a[label]) }

// depths are how many objects are around the leaf, by the options of depth.
var depths = [...]int{0, 1, 3, 30}

// leaf returns the innermost value.
func (c *recipe) leaf(a *[numAmounts]int) string {
	n := a[elements]
	switch options[leaf][c.choices[leaf]] {
	case "list on a line":
		return "[" + many(n, ", ", "#") + "]"
	case "list":
		return "[\n" + many(n, "", "#,\n") + "]"
	case "commented list":
		return "[\n" + many(n, "", "// c\n#,\n") + "]"
	case "object":
		return "{\n" + many(n, "", "k# = #\n") + "}"
	case "object on a line":
		return "{ " + many(n, ", ", "k# = #") + " }"
	case "commented object":
		return "{\n" + many(n, "", "// c\nk# = #\n") + "}"
	case "concat":
		return "concat(" + many(n, ", ", "[#]") + ")"
	case "merge":
		return "merge(" + many(n, ", ", "{ k# = # }") + ")"
	case "heredoc":
		return "<<-EOT\n" + many(n, "", "  # ${b}\n") + "EOT"
	case "template":
		return `"` + many(n, "", "a${b#}") + `"`
	case "sum":
		return many(n, " + ", "b#")
	case "list of objects":
		return "[" + many(n, ", ", "{ k = # }") + "]"
	case "call":
		return "f(" + many(n, ", ", "#") + ")"
	case "text":
		return `"` + strings.Repeat("t", n) + `"`
	case "references":
		return "[" + many(n, ", ", "var.v#") + "]"
	case "resources":
		return "[" + many(n, ", ", "t.g#.id") + "]"
	case "one resource":
		return "[" + many(n, ", ", "t.g.id") + "]"
	case "nested calls":
		levels := min(60, 1+n/3)
		return strings.Repeat("f(", levels) + many(n-3*levels, ", ", "#") + strings.Repeat(")", levels)
	case "a local":
		return "local.z"
	case "heredocs":
		return "[\n" + many(n, "", "<<E#\nE#\n,\n") + "]"
	case "lists in a list":
		return "[" + many(n, ", ", "[[#]]") + "]"
	case "objects in an object":
		return "{\n" + many(n, "", "k# = { v = # }\n") + "}"
	case "null":
		return "null"
	case "JSON":
		return quote("[" + many(n, ",", "#") + "]")
	case "IDs":
		return "[" + many(n, ", ", `"id-b#"`) + "]"
	}
	return "1" + strings.Repeat("0", n)
}

// value returns the attribute's value.
func (c *recipe) value(a *[numAmounts]int) string {
	text := c.leaf(a)
	for level := depths[c.choices[depth]]; level > 0; level-- {
		k := "k"
		if level == 1 {
			k = c.key(a)
		}
		text = "{\n" + k + " = " + text + "\n}"
	}
	return text
}

// remark returns the comments before the attribute or its block.
func (c *recipe) remark(n int) string {
	if n == 0 {
		return ""
	}
	switch options[remark][c.choices[remark]] {
	case "blocks of lines":
		return "/* c\n" + many(n, "", " * c\n") + " */\n"
	case "headings":
		return many(n, "\n", c.oneRemark())
	}
	return many(n, "", c.oneRemark())
}

// oneRemark returns one comment, with "#" for a number.
func (c *recipe) oneRemark() string {
	switch options[remark][c.choices[remark]] {
	case "blocks of lines":
		return "/* c */\n"
	case "empty lines":
		return "//\n"
	case "headings":
		return "// --- b# ---\n"
	case "code":
		return "// y# = #\n"
	case "code of blocks":
		return "// resource \"t\" \"c#\" {\n//   x = #\n// }\n"
	case "generated":
		return "// __generated__ by Terraform from \"id-b#\"\n"
	}
	return "// c#\n"
}

// body returns what is in the attribute's block.
func (c *recipe) body(a *[numAmounts]int) string {
	by := " "
	if c.is(blank, "tabs") {
		by = "\t"
	}
	text := some(a[attributes], "", "x# = #\n")
	if c.is(above, "attribute") {
		text += c.remark(a[remarks])
	}
	text += strings.Repeat(by, a[indent]) + c.attribute(a) + " = " + c.value(a) + "\n"
	if a[nested] > 0 || c.inNested() {
		text += c.nested(a[nested])
	}
	return text
}

// inNested reports whether the edits are of nested blocks.
func (c *recipe) inNested() bool {
	op := options[operation][c.choices[operation]]
	return op == "reshape" || strings.HasSuffix(op, " blocks") && !strings.HasPrefix(op, "re")
}

// blocks returns the attribute's block and those beside it.
func (c *recipe) blocks(a *[numAmounts]int) string {
	body, other, over, others := c.body(a), "x0 = "+c.beside(a), "", ""
	switch options[above][c.choices[above]] {
	case "block":
		over = c.remark(a[remarks])
	case "every block":
		others = c.oneRemark()
	}
	switch options[container][c.choices[container]] {
	case "top level":
		return body
	case "locals":
		return over + "locals {\n" + body + "}\n" + some(a[blocks], "", others+"locals {\n"+other+"\n}\n")
	case "nested block":
		body = "r {\n" + body + "}\n"
	case "provider":
		head := "provider \"p\" {\nalias = \""
		return over + head + c.label(a) + "\"\n" + body + "}\n" + some(a[blocks], "", others+head+"b#\"\n"+other+"\n}\n")
	case "module", "variable", "output":
		typ := options[container][c.choices[container]]
		return over + typ + " \"" + c.label(a) + "\" {\n" + body + "}\n" + some(a[blocks], "", others+typ+" \"b#\" {\n"+other+"\n}\n")
	}
	return over + "resource \"t\" \"" + c.label(a) + "\" {\n" + body + "}\n" + some(a[blocks], "", others+"resource \"t\" \"b#\" {\n"+other+"\n}\n")
}

// quote returns text as JSON.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(text) + `"`
}
