package dear

import (
	"cmp"
	"strconv"
	"strings"
)

// beside returns the value that the blocks beside the attribute's have.
func (c *recipe) beside(a *[numAmounts]int) string {
	switch options[beside][c.choices[beside]] {
	case "variables":
		return "var.v#"
	case "one variable":
		return "var.v0"
	case "the block":
		return c.address(a)
	case "locals":
		return "local.l#"
	case "an ID":
		return `"id-b§"`
	case "the next":
		return "[" + c.numbered(a) + "§.x0, #]"
	case "one another":
		return "[t.b0.x0, t.b#.x1]"
	}
	return "#"
}

// numbered returns the address of the blocks beside the attribute's, without their numbers.
func (c *recipe) numbered(a *[numAmounts]int) string {
	return strings.TrimSuffix(c.address(a), c.label(a)) + "b"
}

// address returns the address of what other code refers to: the block, or what is no block's.
func (c *recipe) address(a *[numAmounts]int) string {
	switch options[container][c.choices[container]] {
	case "locals":
		if c.is(target, "other attributes") {
			return "local.x#"
		}
		return "local." + c.attribute(a)
	case "top level":
		return "var." + c.attribute(a)
	case "module":
		return "module." + c.label(a)
	case "variable":
		return "var." + c.label(a)
	case "output":
		return "output." + c.label(a)
	case "provider":
		return "p." + c.label(a)
	}
	return "t." + c.label(a)
}

// attributeAddress returns the address of the attribute.
func (c *recipe) attributeAddress(a *[numAmounts]int) string {
	path := c.attribute(a)
	if c.is(target, "other attributes") {
		path = "x#"
	}
	switch options[container][c.choices[container]] {
	case "locals", "top level":
		return c.address(a)
	case "nested block":
		return c.address(a) + ".r[0]." + path
	}
	if c.is(operation, "reshape") {
		return c.address(a) + ".r[0].k"
	}
	return c.address(a) + "." + path
}

// around returns the code that refers to the attribute or its block, and what they refer to.
func (c *recipe) around(a *[numAmounts]int) string {
	of, block := c.attributeAddress(a), c.address(a)
	text := some(a[variables], "", "variable \"v#\" {}\n")
	if c.is(leaf, "a local") {
		text += "locals {\nz = { " + many(a[elements], ", ", "k# = #") + " }\n}\n"
	}
	if a[uses] == 0 {
		return text
	}
	if c.is(container, "provider") {
		return text + c.aroundProvider(a)
	}
	one := func(value string) string { return text + many(a[uses], "", "output \"o#\" {\nvalue = "+value+"\n}\n") }
	switch options[use][c.choices[use]] {
	case "whole":
		return one("f(" + block + ")")
	case "element":
		return one(block + "[#].x")
	case "splat":
		return one(block + "[*].x")
	case "conditional":
		return one("var.on ? " + of + " : null")
	case "loop":
		return one("[for v in " + block + " : v.a]")
	case "template":
		return one(`"x${` + of + `}"`)
	case "depends_on":
		return text + many(a[uses], "", "resource \"t\" \"o#\" {\ndepends_on = ["+block+"]\n}\n")
	case "import":
		return text + many(a[uses], "", "import {\nto = t.b#\nid = \"id-b#\"\n}\n")
	case "one list":
		return text + "locals {\nu = [" + many(a[uses], ", ", of) + "]\n}\n"
	}
	return one(of)
}

// aroundProvider returns the code that refers to a provider.
func (c *recipe) aroundProvider(a *[numAmounts]int) string {
	of, n := c.address(a), a[uses]
	switch options[use][c.choices[use]] {
	case "whole":
		return many(n, "", "module \"o#\" {\nsource = \"./o#\"\nproviders = {\np = "+of+"\n}\n}\n")
	case "element":
		return "module \"o\" {\nsource = \"./o\"\nproviders = {\n" + many(n, "", "p.x# = "+of+"\n") + "}\n}\n"
	case "one list":
		return "terraform {\nrequired_providers {\np = {\nsource = \"p/p\"\nconfiguration_aliases = [" + many(n, ", ", of) + "]\n}\n}\n}\n"
	}
	return many(n, "", "resource \"t\" \"o#\" {\nprovider = "+of+"\n}\n")
}

// found returns what a rule looks for and what it writes in its place, as two members.
func (c *recipe) found(a *[numAmounts]int) (looks, writes string) {
	n := a[sent]
	switch options[rule][c.choices[rule]] {
	case "name":
		return `"match":"b#"`, `"to":"[` + many(n, ", ", "1") + `]"`
	case "row":
		return `"match":"[$$r]"`, `"to":"[` + many(n, ", ", "$$r") + `]"`
	case "sum":
		return `"match":"$x + $y"`, `"to":"$y + ` + many(n, " + ", "$x") + `"`
	case "any list":
		return `"match":"[$x, $$r]"`, `"to":"f($x, ` + many(n, ", ", "$$r") + `)"`
	case "circle":
		return `"match":"#"`, `"to":"[` + many(n, ", ", c.numbered(a)+"0.x0") + `]"`
	case "reference":
		return `"reference":"` + c.address(a) + `"`, ""
	}
	if looks, writes = c.foundText(n, a[groups]); looks != "" {
		return looks, writes
	}
	return `"match":"f($x)"`, `"to":"g(` + many(n, ", ", "$x") + `)"`
}

// foundText is found for text; "" for another rule.
func (c *recipe) foundText(n, groups int) (looks, writes string) {
	switch options[rule][c.choices[rule]] {
	case "text":
		return `"text":"t"`, `"by":"tt` + strings.Repeat("u", n) + `"`
	case "text by a template":
		return `"text":"t"`, `"by":"` + many(n, "", "u${b}") + `"`
	case "pattern":
		return `"pattern":"[t0-9]"`, `"by":"` + strings.Repeat("u", n) + `"`
	case "pattern with groups":
		return `"pattern":"(t+)"`, `"by":"` + many(n, "", "$1") + `"`
	case "many groups":
		return `"pattern":"` + many(groups, "", "(t?)") + `u"`, `"by":"` + many(n, "", "$1") + `"`
	case "repeated groups":
		return `"pattern":"(?:` + many(groups, "", "(t?)") + `){0,50}u"`, `"by":"` + many(n, "", "$1") + `"`
	}
	return "", ""
}

// rules returns the rules of the request.
func (c *recipe) rules(a *[numAmounts]int, writes bool) string {
	looks, by := c.found(a)
	if writes {
		looks += "," + by
	}
	looks += c.searched(a)
	return `[` + many(a[entries], ",", "{"+looks+"}") + `]`
}

// searched returns the member "in" of a rule, or nothing.
func (c *recipe) searched(a *[numAmounts]int) string {
	entry := "{}"
	switch options[inside][c.choices[inside]] {
	case "everything":
		return ""
	case "folder", "deep folder":
		entry = `{"folder":"` + c.pattern(a, c.is(inside, "deep folder")) + `"}`
	}
	switch typ := options[container][c.choices[container]]; typ {
	case "locals":
		return `,"in":{"locals":[` + entry + `]}`
	case "top level":
		return `,"in":{"iacvars":[` + entry + `]}`
	case "module", "variable", "output", "provider":
		return `,"in":{"` + typ + `":{"*":[` + entry + `]}}`
	}
	return `,"in":{"resource":{"*":{"*":[` + entry + `]}}}`
}

// refactoring returns the edits of an operation that concerns the whole module, or "".
func (c *recipe) refactoring(a *[numAmounts]int) string {
	switch options[operation][c.choices[operation]] {
	case "rewrite":
		return `{"rewrite":` + c.rules(a, true) + `}`
	case "for each":
		head, tail := `{"resource":{"t":{"`+c.label(a)+`":[{`, `}]}}}`
		if c.is(container, "module") {
			head, tail = `{"module":{"`+c.label(a)+`":[{`, `}]}}`
		}
		set := `"set":{"attributes":{"for_each":"${toset([` + many(a[entries], ",", `\"`+lengthen("k", a[newName])+`#\"`) + `])}"}}`
		return `{"update":` + head + set + tail + `,"rename":` + head + c.change(a, 0) + tail + `}`
	case "rename alias":
		list := `{"where":{"alias":"` + c.label(a) + `"},"alias":"` + lengthen("z", a[newName]) + `"}`
		if c.is(form, "entries") {
			list += "," + many(a[entries], ",", `{"where":{"alias":"b#"},"alias":"`+lengthen("z", a[newName])+`#"}`)
		}
		return `{"rename":{"provider":{"p":[` + list + `]}}}`
	case "inline":
		if c.is(form, "any label") {
			return `{"inline":["local.*"]}`
		}
		return `{"inline":[` + c.each(a, `"`+c.attributeAddress(a)+`"`) + `]}`
	case "extract value":
		return `{"extract":[` + c.each(a, `{"value":"`+c.dotted(a)+`","to":`+c.to(a)+`}`) + `]}`
	case "extract blocks":
		return `{"extract":[{"blocks":[` + c.taken(a) + `],"to":"` + lengthen("m", a[newName]) + `","name":"n"}]}`
	}
	return ""
}

// each repeats what differs by numbers as often as there are entries, and else once.
func (c *recipe) each(a *[numAmounts]int, format string) string {
	if _, differ := c.path(a); !differ {
		return strings.ReplaceAll(format, "#", "0")
	}
	return many(a[entries], ",", format)
}

// dotted returns the dotted address of the recipe's target.
func (c *recipe) dotted(a *[numAmounts]int) string {
	path, _ := c.path(a)
	if c.is(form, "any label") && c.is(target, "other attributes") {
		path = "x0" // which the blocks beside the recipe's have
	}
	switch {
	case c.is(container, "locals"):
		return "local." + path
	case c.is(container, "nested block"):
		return c.selected(a) + ".r" + strings.ReplaceAll(cmp.Or(c.inBrackets(a), "[0]"), "x0", "k") + "." + path
	case c.is(container, "top level"):
		return strings.TrimSuffix(c.attributeAddress(a), c.attribute(a)) + path
	}
	return c.selected(a) + c.inBrackets(a) + "." + path
}

// selected returns the address of the recipe's block, by a pattern in some forms.
func (c *recipe) selected(a *[numAmounts]int) string {
	block := c.address(a)
	if c.is(form, "any label") {
		return strings.TrimSuffix(block, c.label(a)) + "*"
	}
	return block
}

// inBrackets returns the selector of a dotted address, inside a JSON string.
func (c *recipe) inBrackets(a *[numAmounts]int) string {
	switch options[selector][c.choices[selector]] {
	case "where":
		return "[x0=#]"
	case "has":
		return "[x0]"
	case "lacks":
		return "[!y#]"
	case "index":
		return "[#]"
	case "all":
		return "[*]"
	case "matches":
		return `[x0~=\"(#|[0-9]*)*` + some(a[groups], "", "(t?)") + `\"]`
	}
	return ""
}

// to returns the member "to" of an extract: the address of the new local or variable, in JSON.
func (c *recipe) to(a *[numAmounts]int) string {
	name := lengthen("z", a[newName]) + `#"`
	switch options[made][c.choices[made]] {
	case "variable":
		return `"var.` + name
	case "local everywhere":
		return `"local.` + name + `,"everywhere":true`
	case "variable everywhere":
		return `"var.` + name + `,"everywhere":true`
	}
	return `"local.` + name
}

// taken returns the addresses of the blocks that are taken out.
func (c *recipe) taken(a *[numAmounts]int) string {
	one, typ := `"t.`, `resource "t" "b`
	if c.is(container, "module") {
		one, typ = `"module.`, `module "b`
	}
	switch {
	case c.is(form, "entries"): // which overlap
		return many(a[entries], ",", one+`*`+c.inBrackets(a)+`"`)
	case c.is(form, "blocks by label"):
		list := []string{one + c.label(a) + `"`}
		for i := range strings.Count(c.blocks(a), typ) - 1 {
			list = append(list, strings.ReplaceAll(one+`b#"`, "#", strconv.Itoa(i)))
		}
		return strings.Join(list, ",")
	}
	return one + c.label(a) + `"`
}
