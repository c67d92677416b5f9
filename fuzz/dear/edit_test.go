package dear

import "strings"

// path returns a path of the recipe's target, with "#" for a number, and whether paths of
// several numbers differ.
func (c *recipe) path(a *[numAmounts]int) (path string, differ bool) {
	p := c.attribute(a)
	switch options[target][c.choices[target]] {
	case "attribute":
		return p, false
	case "new attributes":
		return lengthen("y", a[newName]) + "#", true
	case "other attributes":
		return "x#", true
	}
	for level := range depths[c.choices[depth]] {
		if p += ".k"; level == 0 {
			p = strings.TrimSuffix(p, "k") + c.key(a)
		}
	}
	switch options[target][c.choices[target]] {
	case "key":
		return p + ".k#", true
	case "quoted key":
		return p + `[\"k#\"]`, true
	case "element":
		return p + "[#]", true
	case "[=]":
		return p + "[=]", false
	case "[+]":
		return p + "[+]", false
	case "argument":
		return p + "(#)", true
	case "element of an argument":
		return p + "(#)[0]", true
	case "key of an element":
		return p + "[#].k", true
	case "elements by a pattern":
		return p + `[~\"(#|[0-9]*)*` + some(a[groups], "", "(t?)") + `\"]`, true
	}
	return p, false
}

// sent returns the value that is sent, with "#" for a number.
func (c *recipe) sent(n int) string {
	switch options[value][c.choices[value]] {
	case "text":
		return `"#` + strings.Repeat("t", n) + `"`
	case "lines":
		return `"#` + many(n, "", `c\n`) + `"`
	case "list":
		return "[" + many(n, ",", "1") + ",#]"
	case "object":
		return "{" + numbered(n, `"k`, `":1`) + "}"
	case "deep":
		levels := min(100, 1+n/8)
		return strings.Repeat(`{"k":`, levels) + "[" + many(n, ",", "1") + "]" + strings.Repeat("}", levels)
	case "template":
		return `"#` + many(n, "", "a${b}") + `"`
	case "expression":
		return `"${` + many(n, "", "b + ") + `#}"`
	case "old in a template":
		return `"#` + many(n, "", "${$}") + `"`
	case "old in a call":
		return `"${f(` + many(n, "", "$, ") + `#)}"`
	case "old in a list":
		return `[` + many(n, ",", `"${$}"`) + `,#]`
	}
	return "#"
}

// numbered is many with numbers of its own: a "#" that is in the result is one of another.
func numbered(n int, before, after string) string { return many(n, ",", before+"#"+after) }

// text returns the text of a comment.
func (c *recipe) text(n int) string {
	switch {
	case c.is(value, "lines"):
		return `"` + many(n, "", `\n`) + `c"`
	case c.is(value, "number"): // the same in all entries
		return `"c"`
	}
	return `"c#` + strings.Repeat("c", n) + `"`
}

// raw is in place of a number of bytes for text that is repeated by what it is part of: its
// "#" stay.
const raw = -1

// repeat is many, or for raw the format.
func repeat(n int, format string) string {
	if n == raw {
		return format
	}
	return many(n, ",", format)
}

// change returns an entry's changes, of the paths whose numbers go on to n bytes.
func (c *recipe) change(a *[numAmounts]int, n int) string {
	path, differ := c.path(a)
	if !differ {
		n = min(n, 0)
	}
	v := c.sent(a[sent])
	paths := func(format string) string { return repeat(n, `"`+path+`":`+format) }
	op := options[operation][c.choices[operation]]
	top := c.is(container, "top level")
	if text := c.shapeChange(a, n, path); text != "" {
		return text
	}
	switch op {
	case "set", "update", "add":
		if top {
			return `"attributes":{` + paths(v) + `}`
		}
		return `"` + op + `":{"attributes":{` + paths(v) + `}}`
	case "delete":
		if !c.is(target, "[=]") {
			v = "null"
		}
		if top {
			return `"attributes":{` + paths(v) + `}`
		}
		return `"delete":{"attributes":{` + paths(v) + `}}`
	case "rename":
		return `"attributes":{` + paths(`"`+lengthen("z", a[newName])+`#"`) + `}`
	case "delete block":
		return `"optional":true`
	case "sort blocks":
		return `"by":"name"`
	case "sort attributes":
		return `"attributes":[` + repeat(n, `"`+path+`"`) + `]`
	case "replace":
		looks, writes := c.foundText(a[sent], a[groups])
		if looks == "" {
			looks, writes = `"text":"1"`, `"by":"`+strings.Repeat("1", 1+a[sent])+`"`
		}
		return `"replace":{"attributes":{` + paths(`{`+looks+`,`+writes+`}`) + `}}`
	case "rename keys", "for each":
		return `"keys":{` + repeat(a[entries], `"#":"\"`+lengthen("k", a[newName])+`#\""`) + `}`
	case "rename block":
		return `"to":"` + lengthen("z", a[newName]) + `#"`
	case "move":
		return `"attributes":{` + paths(`"last"`) + `}`
	case "comment":
		return `"comment":` + c.text(a[sent])
	case "comments":
		return `"comments":{` + paths(c.text(a[sent])) + `}`
	case "line comments":
		return `"lineComments":{` + paths(c.text(a[sent])) + `}`
	case "place":
		return `"attributes":{` + paths(v) + `},"places":{` + paths(`{"after":"`+c.attribute(a)+`"}`) + `}`
	case "add blocks":
		return `"add":{"blockTypes":{"` + lengthen("r", a[newName]) + `":[` + repeat(n, `{"attributes":{"k":`+v+`}}`) + `]}}`
	case "update blocks":
		return `"update":{"blockTypes":{"r":[` + repeat(n, `{`+c.selects(a, true)+`"attributes":{"k":`+v+`}}`) + `]}}`
	}
	return `"delete":{"blockTypes":{"r":[` + repeat(n, `{`+strings.TrimSuffix(c.selects(a, true), ",")+`}`) + `]}}`
}

// selects returns an entry's selectors, each with a comma behind it.
func (c *recipe) selects(a *[numAmounts]int, nested bool) string {
	attribute := "x0"
	if nested {
		attribute = "k"
	}
	switch options[selector][c.choices[selector]] {
	case "where":
		return `"where":{"` + attribute + `":#},`
	case "has":
		return `"has":["` + attribute + `"],`
	case "lacks":
		return `"lacks":["y#"],`
	case "index":
		return `"index":#,`
	case "labels":
		return `"labels":["l#"],`
	case "all":
		return `"all":true,`
	case "matches":
		return `"matches":{"` + attribute + `":"(#|[0-9]*)*` + some(a[groups], "", "(t?)") + `"},`
	case "folder", "deep folder":
		return `"folder":"` + c.pattern(a, c.is(selector, "deep folder")) + `",`
	case "folder by its name":
		return `"folder":"` + c.folder(a) + `",`
	case "follow":
		return `"follow":true,`
	case "file":
		return `"file":"` + c.file(a) + `",`
	}
	if c.is(container, "provider") && !nested {
		return `"where":{"alias":"` + c.label(a) + `"},`
	}
	return ""
}

// pattern returns a pattern of folders, which are deep or not.
func (c *recipe) pattern(a *[numAmounts]int, deep bool) string {
	if deep {
		return many(a[globs], "", "**/n/") + "b"
	}
	return "*" + many(a[globs], "", "*n")
}

// outer returns the operation of the block.
func (c *recipe) outer() string {
	op := options[operation][c.choices[operation]]
	switch {
	case strings.HasPrefix(op, "reshape"):
		return "reshape"
	case op == "tidy" || op == "disable" || op == "enable":
		return op
	case strings.HasPrefix(op, "rename"):
		return "rename"
	case strings.HasPrefix(op, "sort"):
		return "sort"
	case op == "delete block":
		return "delete"
	case op == "replace":
		return "update"
	case op == "move":
		return "move"
	case op == "place":
		return "set"
	case c.is(container, "top level") && (op == "set" || op == "update" || op == "delete" || op == "add"):
		return op
	case op == "delete" || op == "delete blocks" || op == "update" || op == "update blocks" || op == "line comments":
		return "update"
	}
	return "set"
}

// list returns the entries of an address: one with many paths, or many.
func (c *recipe) list(a *[numAmounts]int, one func(n int) string) string {
	selects := c.selects(a, false)
	switch options[form][c.choices[form]] {
	case "entry":
		return "{" + strings.ReplaceAll(selects, "#", "0") + one(a[entries]) + "}"
	case "all blocks":
		return many(a[entries], ",", `{`+c.selects(a, false)+`"all":true,`+one(raw)+`}`)
	}
	return many(a[entries], ",", `{`+selects+one(raw)+`}`)
}

// tree returns the addresses of the request, with their entries.
func (c *recipe) tree(a *[numAmounts]int, one func(n int) string) string {
	all := `[` + c.list(a, one) + `]`
	if c.is(container, "nested block") && !c.reads() {
		inner := `{"blockTypes":{"r":` + all + `}}`
		switch c.outer() {
		case "rename", "disable", "enable":
			all = `[` + inner + `]`
		default:
			all = `[{"update":` + inner + `}]`
		}
	}
	switch options[container][c.choices[container]] {
	case "locals":
		return `{"locals":` + all + `}`
	case "top level":
		return `{"iacvars":` + all + `}`
	case "provider":
		return `{"provider":{"p":` + all + `}}`
	case "module", "variable", "output":
		typ := options[container][c.choices[container]]
		switch options[form][c.choices[form]] {
		case "any label", "any type and label":
			return `{"` + typ + `":{"*":` + all + `}}`
		case "blocks by label":
			return `{"` + typ + `":{` + many(a[entries], ",", `"b#":[{`+one(raw)+`}]`) + `}}`
		}
		return `{"` + typ + `":{"` + c.label(a) + `":` + all + `}}`
	}
	switch options[form][c.choices[form]] {
	case "any label":
		return `{"resource":{"t":{"*":` + all + `}}}`
	case "any type and label":
		return `{"resource":{"*":{"*":` + all + `}}}`
	case "blocks by label":
		return `{"resource":{"t":{` + many(a[entries], ",", `"b#":[{`+one(raw)+`}]`) + `}}}`
	}
	return `{"resource":{"t":{"` + c.label(a) + `":` + all + `}}}`
}

// edits returns the request's edits.
func (c *recipe) edits(a *[numAmounts]int) string {
	if all := c.refactoring(a); all != "" {
		return all
	}
	return `{"` + c.outer() + `":` + c.tree(a, func(n int) string { return c.change(a, n) }) + `}`
}

// answers returns the members that say what is answered.
func (c *recipe) answers() string {
	switch options[answer][c.choices[answer]] {
	case "changes":
		return `,"return":"changes"`
	case "diff":
		return `,"return":"diff"`
	case "report":
		return `,"report":true`
	case "nothing":
		return `,"return":[]`
	case "all":
		return `,"return":["code","changes","diff"],"report":true`
	}
	return ""
}
