package dear

import "strings"

// fitShape chooses others for options with which an operation on shapes, or one on comments,
// finds nothing to do.
func (c *recipe) fitShape(op string) {
	switch op {
	case "reshape", "reshape to blocks", "rename into blocks":
		if c.is(container, "locals") || c.is(container, "top level") || c.is(container, "nested block") {
			c.choose(container, "resource")
		}
	case "tidy":
		if c.is(container, "top level") || c.is(container, "nested block") || c.is(container, "locals") {
			c.choose(container, "resource")
		}
	case "enable":
		c.choose(leaf, "number")
		c.choose(depth, "0")
		if c.is(value, "number") {
			c.choose(container, "resource")
			c.choose(remark, "code of blocks")
			c.choose(above, "block")
			c.choose(form, "any label")
			c.choose(selector, "none")
		} else {
			c.choose(target, "new attributes")
			c.choose(remark, "code")
			c.choose(above, "attribute")
		}
	}
	if strings.HasPrefix(op, "rename ") && strings.ContainsAny(options[target][c.choices[target]], "[] ") && !c.is(target, "quoted key") {
		c.choose(target, "other attributes") // an element has no name
	}
	switch {
	case op == "rename into blocks":
		c.choose(nest, "a block of many attributes")
		if c.is(target, "key") || c.is(target, "leaf") {
			c.choose(target, "attribute")
		}
	case op != "reshape":
	case c.is(shape, "deep objects"):
		c.choose(nest, "one deep block")
	case c.is(shape, "object") && !c.is(nest, "a dynamic block of many attributes"):
		c.choose(nest, "a block of many attributes")
	case c.is(shape, "map of values") && !c.is(nest, "blocks and dynamic blocks"), c.is(nest, "one deep block"):
		c.choose(nest, "blocks")
	}
	if op == "reshape to blocks" {
		c.choose(target, "attribute")
		c.choose(depth, "0")
		c.choose(leaf, map[string]string{"list": "list of objects", "object": "object", "map": "objects in an object", "map of values": "object", "deep objects": "object"}[options[shape][c.choices[shape]]])
		if c.is(shape, "deep objects") {
			c.choose(depth, "30")
		}
	}
}

// nested returns nested blocks of about n bytes, one at least.
func (c *recipe) nested(n int) string {
	const block, dynamic = "r {\nk = #\nl = #\n}\n", "dynamic \"r\" {\nfor_each = [#]\ncontent {\nk = r.value\nl = r.key\n}\n}\n"
	switch options[nest][c.choices[nest]] {
	case "dynamic blocks":
		return many(n, "", dynamic)
	case "blocks and dynamic blocks":
		return many(n, "", block+dynamic)
	case "commented blocks":
		return many(n, "", "// c#\n\n// d#\nr { // e#\nk = # // f#\n}\n")
	case "a block of many attributes":
		return "r {\nk = 1\n" + many(n, "", "k# = #\n") + "}\n"
	case "a dynamic block of many attributes":
		return "dynamic \"r\" {\nfor_each = var.on ? [var." + lengthen("v", n/10) + "] : []\ncontent {\nk = 1\n" + many(n, "", "k# = r.value\n") + "}\n}\n"
	case "one deep block":
		return strings.Repeat("r {\n", deepForms) + many(n, "", "k# = #\n") + strings.Repeat("}\n", deepForms)
	}
	return many(n, "", block)
}

// deepForms is how many forms are in each other where shapes are deep.
const deepForms = 30

// A formPair has a form for blocks that become an attribute, and the form for the way back.
type formPair struct{ toAttribute, toBlocks string }

// forms are the forms of shapes that are not deep, without new names.
var forms = map[string]formPair{
	"list":          {`"as":"list"`, `"as":"blocks"`},
	"map":           {`"as":"map","key":"k"`, `"as":"blocks","key":"n"`},
	"map of values": {`"as":"map","key":"k","value":"l"`, `"as":"blocks","key":"n","value":"v"`},
	"":              {`"as":"object"`, `"as":"block"`}, // any other shape
}

// shapeForm returns the form of the recipe's shape.
func (c *recipe) shapeForm(a *[numAmounts]int) string {
	name := `,"name":"` + lengthen("z", a[newName]) + `"`
	of := options[shape][c.choices[shape]]
	toBlocks := c.is(operation, "reshape to blocks")
	switch {
	case of == "deep objects" && toBlocks:
		return strings.Repeat(`"as":"block","attributes":{"k":{`, depths[c.choices[depth]]) + `"as":"block"` + strings.Repeat("}}", depths[c.choices[depth]])
	case of == "deep objects":
		return strings.Repeat(`"as":"object","blockTypes":{"r":{`, deepForms-1) + `"as":"object"` + strings.Repeat("}}", deepForms-1)
	}
	pair, ok := forms[of]
	if !ok {
		pair = forms[""]
	}
	if toBlocks {
		return pair.toBlocks + name
	}
	return pair.toAttribute + name
}

// shapeChange returns an entry's changes, as change does, for an operation on shapes and for one
// on comments; "" for another.
func (c *recipe) shapeChange(a *[numAmounts]int, n int, path string) string {
	paths := func(format string) string { return repeat(n, `"`+path+`"`+format) }
	switch options[operation][c.choices[operation]] {
	case "reshape":
		others := some(a[entries], "", `,"s#":{"as":"object"}`)
		if n == raw {
			others = ""
		}
		return `"optional":true,"blockTypes":{"r":{` + c.shapeForm(a) + `}` + others + `}`
	case "reshape to blocks":
		return `"optional":true,"attributes":{"` + path + `":{` + c.shapeForm(a) + `}}`
	case "rename into blocks":
		to := strings.Repeat("r.", max(1, depths[c.choices[depth]])) + lengthen("z", a[newName]) + "#"
		if c.is(value, "object") {
			return `"optional":true,"attributes":{` + paths(`:{"to":"q.`+lengthen("z", a[newName])+`#","object":true}`) + `}`
		}
		return `"optional":true,"attributes":{` + paths(`:"`+to+`"`) + `}`
	case "rename with values":
		return `"optional":true,"attributes":{` + paths(`:{"to":"`+lengthen("z", a[newName])+`#",`+c.newValue(a[sent])+`}`) + `}`
	case "rename by a pattern":
		return `"names":{"pattern":"(#|[0-9]*)*` + some(a[groups], "", "(t?)") + `x","by":"` + many(a[sent], "", "y$1") + `"}`
	case "tidy":
		switch options[value][c.choices[value]] {
		case "text":
			return `"by":[` + repeat(n, `"x#"`) + `]`
		case "list":
			return `"only":["ids","policies"]`
		}
		return `"optional":true`
	case "disable", "enable":
		if c.is(value, "number") {
			return `"optional":true`
		}
		return `"optional":true,"attributes":[` + paths("") + `]`
	}
	return ""
}

// newValue returns the members of a rename that say what becomes of a value.
func (c *recipe) newValue(n int) string {
	switch options[value][c.choices[value]] {
	case "text", "object":
		return `"values":{` + many(n, ",", `"#":"w#"`) + `}`
	case "list", "deep", "lines":
		return `"value":"$","reference":"f(` + many(n, ", ", "$") + `)"`
	case "old in a call", "old in a list", "old in a template", "expression":
		return `"value":"f(` + many(n, ", ", "$") + `)"`
	}
	return `"value":"!$","reference":"!$"`
}
