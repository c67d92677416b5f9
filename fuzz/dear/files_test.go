package dear

import "strings"

// member returns the members of a request that have the code.
func (c *recipe) member(a *[numAmounts]int) string {
	if c.is(files, "code") {
		return `"code":` + quote(c.blocks(a)+c.around(a))
	}
	text := `"files":{` + c.others(a) + quote(c.file(a)) + ":" + quote(c.main(a)) + "}"
	if c.is(invalid, "skipped") {
		text += `,"invalid":"skip"`
	}
	return text
}

// folder returns the name of the main file's folder, or of the main file without its extension.
func (c *recipe) folder(a *[numAmounts]int) string { return lengthen("f", min(a[fileName], mostName)) }

// deepFolder is the folder in which deep folders are.
var deepFolder = strings.Repeat("n/", 100)

// mostName is the length of the longest names of files here. A name of more than 4,096 bytes is
// refused before any work.
const mostName = 4_000

// file returns the name of the file that has the recipe's block.
func (c *recipe) file(a *[numAmounts]int) string {
	name := c.folder(a)
	switch options[files][c.choices[files]] {
	case "deep folders":
		name = deepFolder + name + "/main"
	case "folders", "a called folder", "calling folders":
		name += "/main"
	}
	if c.is(notation, "JSON") {
		return name + ".tf.json"
	}
	return name + ".tf"
}

// main returns the text of the file that has the recipe's block.
func (c *recipe) main(a *[numAmounts]int) string {
	if c.is(notation, "JSON") {
		return c.inJSON(a)
	}
	return c.blocks(a) + c.around(a)
}

// others returns the files beside the recipe's, with a comma behind each.
func (c *recipe) others(a *[numAmounts]int) string {
	n, folder := a[manyFiles], c.folder(a)
	sets := c.label(a) + " = #"
	if c.is(container, "provider") {
		sets = "providers = {\n" + c.address(a) + " = p.x#\n}"
	}
	call := "module \"c#\" {\nsource = \"./" + folder + "\"\n" + sets + "\n}\noutput \"p#\" {\nvalue = module.c#." + c.label(a) + "\n}\n"
	list := func(files string) string { return some(n, "", files+",") }
	text := ""
	if c.is(invalid, "skipped") {
		text = some(a[broken], "", `"e#.tf":"a=","e#.tf.json":"{\"a\"",`)
	}
	switch options[files][c.choices[files]] {
	case "files":
		text += list(`"g#.tf":"resource \"t\" \"g#\" {\nx0 = #\n}\n"`)
	case "folders":
		text += list(`"g#/main.tf":"resource \"t\" \"g#\" {\nx0 = #\n}\n"`)
	case "deep folders":
		text += list(`"` + deepFolder + `g#/main.tf":` + quote(strings.ReplaceAll(c.overriding(a), "= @", "= f(#)")))
	case "tests":
		text += list(`"t#.tftest.hcl":`+quote(c.test(a))) + `"u.tftest.hcl":` + quote(many(a[uses], "", c.test(a))) + ","
	case "a called folder":
		text += `"main.tf":` + quote(some(n, "", call)) + ","
	case "calling folders":
		text += list(`"g#/main.tf":` + quote(strings.ReplaceAll(call, "./", "../")))
	case "twins":
		text += quote(folder+".tofu") + ":" + quote(c.blocks(a)) + "," + list(`"g#.tf":"resource \"t\" \"g#\" {\nx0 = #\n}\n","g#.tofu":"resource \"t\" \"g#\" {\nx0 = 0\n}\n"`)
	case "one twin":
		text += list(`"g#.tf":` + quote("output \"p#\" {\nvalue = "+c.address(a)+"\n}\n") + `,"g#.tofu":"resource \"t\" \"g#\" {}\n"`)
	case "beside JSON":
		text += list(`"g#.tf.json":` + quote(`{"output":{"p#":{"value":"${`+c.address(a)+`}"}}}`))
	case "overrides":
		text += list(`"g#_override.tf":` + quote(strings.ReplaceAll(c.overriding(a), "@", "#")))
	case "the block in JSON, too":
		text += quote(folder+"_override.tf.json") + ":" + quote(c.inJSON(a)) + ","
	}
	return text
}

// test returns a run of a test, with "#" for a number.
func (c *recipe) test(a *[numAmounts]int) string {
	sets := ""
	switch options[container][c.choices[container]] {
	case "provider":
		return "run \"r#\" {\nproviders = {\np = " + c.address(a) + "\n}\n}\n"
	case "variable":
		sets = "variables {\n" + c.label(a) + " = #\n}\n"
	}
	return "run \"r#\" {\n" + sets + "assert {\ncondition = " + c.attributeAddress(a) + " != #\nerror_message = \"x\"\n}\n}\n"
}

// overriding returns a block of the address of the recipe's, with an "@" for a number.
func (c *recipe) overriding(a *[numAmounts]int) string {
	typ := options[container][c.choices[container]]
	switch typ {
	case "top level":
		return "x0 = @\n"
	case "locals":
		return "locals {\n" + c.attribute(a) + " = @\n}\n"
	case "module", "variable", "output":
		return typ + " \"" + c.label(a) + "\" {\nx0 = @\n}\n"
	}
	head := "resource \"t\" \"" + c.label(a) + "\" {\n"
	if typ == "provider" {
		head = "provider \"p\" {\nalias = \"" + c.label(a) + "\"\n"
	}
	return head + "x0 = @\n}\n"
}

// inJSON returns a configuration in JSON.
func (c *recipe) inJSON(a *[numAmounts]int) string {
	item := `{` + some(a[attributes], ",", `"x#":#`)
	if a[attributes] > 0 {
		item += ","
	}
	item += `"//":"` + some(a[remarks], "", `c\n`) + `",` + `"` + c.attribute(a) + `":` + strings.ReplaceAll(c.sent(a[sent]), "#", "0")
	item += `,"l":[` + many(a[elements], ",", `"e${b#}"`) + `]`
	item += `,"r":[` + many(a[nested], ",", `{"k":#}`) + `]}`
	open, end := `{"resource":{"t":{`, `}}`
	switch typ := options[container][c.choices[container]]; typ {
	case "module", "variable", "output":
		open, end = `{"`+typ+`":{`, `}`
	}
	text := open + `"` + c.label(a) + `":` + item
	if more := some(a[blocks], ",", `"b#":{"x0":#,"r":{"k":1}}`); more != "" {
		text += "," + more
	}
	text += end + `,"locals":{` + many(a[entries], ",", `"y#":"${t.b.r[#]}"`) + `}`
	if a[uses] > 0 && !c.is(container, "output") {
		text += `,"output":{` + many(a[uses], ",", `"o#":{"value":"${`+c.address(a)+`}"}`) + `}`
	}
	return text + "}"
}
