package dear

import "strings"

// names returns what an entry reads, by paths whose numbers go on to n bytes.
func (c *recipe) names(a *[numAmounts]int, n int) string {
	switch {
	case c.is(value, "number"): // the whole block
		return `"optional":true`
	case c.is(value, "text"):
		return `"optional":true,"attributes":[` + repeat(n, `"*"`) + `]`
	}
	path, differ := c.path(a)
	if !differ {
		n = min(n, 0)
	}
	if c.is(target, "[=]") {
		return `"attributes":{"` + path + `":#}`
	}
	return `"optional":true,"attributes":[` + repeat(n, `"`+path+`"`) + `]`
}

// selection returns the member "select", or nothing.
func (c *recipe) selection(a *[numAmounts]int) string {
	if c.is(form, "entry") && a[entries] == 0 {
		return ""
	}
	return `,"select":` + strings.ReplaceAll(c.tree(a, func(n int) string { return c.names(a, n) }), `"all":true,`, "")
}

// includes returns the member "include", or nothing.
func (c *recipe) includes() string {
	switch options[include][c.choices[include]] {
	case "comments":
		return `,"include":["comments"]`
	case "ranges":
		return `,"include":["ranges"]`
	case "an empty list":
		return `,"include":[]`
	case "comments and ranges":
		return `,"include":["comments","ranges"]`
	}
	return ""
}

// request returns the body of a request of about n bytes.
func (c *recipe) request(n int) []byte {
	a := c.amountsOf(n)
	switch options[operation][c.choices[operation]] {
	case "to JSON":
		return []byte("{" + c.member(&a) + `,"to":"json"}`)
	case "to native":
		return []byte(`{"code":` + quote(c.inJSON(&a)) + `,"to":"hcl"}`)
	case "find":
		return []byte("{" + c.member(&a) + `,"find":` + c.rules(&a, false) + `}`)
	}
	text := "{" + c.member(&a)
	if c.reads() {
		return []byte(text + c.selection(&a) + c.includes() + "}")
	}
	return []byte(text + `,"edits":` + c.edits(&a) + c.answers() + "}")
}
