package dear

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A choice is one of the options of its kind, by number. The first option is the simplest.
type choice int

// The kinds of choices.
const (
	operation choice = iota // read, or what an edit does
	container               // what the attribute is in
	blank                   // what indents it
	leaf                    // its value, or what is innermost in that
	depth                   // objects around the leaf
	target                  // what a path leads to
	form                    // how entries are arranged
	selector                // what each entry selects blocks by
	value                   // the value sent
	answer                  // what is answered
	files                   // one file or several
	include                 // of reading
	remark                  // comments in the code
	use                     // how other code refers to the attribute or its block
	beside                  // what the blocks beside its block refer to
	rule                    // what is found, and written in its place
	made                    // what an extracted value becomes
	notation                // the syntax of the recipe's file
	invalid                 // what becomes of files that do not parse
	above                   // what the comments in the code are above
	inside                  // what a rule searches
	shape                   // of what nested blocks become, or were
	nest                    // what the nested blocks are
	numChoices
)

var options = [numChoices][]string{
	operation: {"set", "read", "update", "delete", "add", "rename", "move", "comment", "comments", "place", "add blocks", "update blocks", "delete blocks", "rename block",
		"delete block", "sort blocks", "sort attributes", "replace", "rename keys", "rewrite", "find", "extract value", "extract blocks", "inline", "for each", "to JSON", "to native", "rename alias",
		"reshape", "reshape to blocks", "rename into blocks", "rename with values", "rename by a pattern", "tidy", "disable", "enable", "line comments"},
	container: {"locals", "resource", "top level", "nested block", "module", "variable", "output", "provider"},
	blank:     {"blanks", "tabs"},
	leaf:      {"number", "list on a line", "list", "commented list", "object", "object on a line", "commented object", "concat", "merge", "heredoc", "template", "sum", "list of objects", "call", "text", "lists in a list", "references", "resources", "one resource", "nested calls", "a local", "heredocs", "objects in an object", "null", "JSON", "IDs"},
	depth:     {"0", "1", "3", "30"},
	target:    {"attribute", "new attributes", "other attributes", "leaf", "key", "quoted key", "element", "[=]", "[+]", "argument", "element of an argument", "key of an element", "elements by a pattern"},
	form:      {"entry", "entries", "all blocks", "any label", "any type and label", "blocks by label"},
	selector:  {"none", "where", "has", "lacks", "index", "labels", "all", "matches", "folder", "folder by its name", "follow", "file", "deep folder"},
	value:     {"number", "text", "lines", "list", "object", "deep", "template", "expression", "old in a template", "old in a call", "old in a list"},
	answer:    {"code", "changes", "diff", "report", "all", "nothing"},
	files:     {"code", "files", "folders", "a called folder", "calling folders", "twins", "one twin", "beside JSON", "overrides", "the block in JSON, too", "deep folders", "tests"},
	include:   {"nothing", "comments", "ranges", "comments and ranges", "an empty list"},
	remark:    {"lines", "blocks of lines", "empty lines", "headings", "code", "code of blocks", "generated"},
	use:       {"attribute", "whole", "element", "splat", "conditional", "loop", "template", "depends_on", "one list", "import"},
	beside:    {"nothing", "variables", "one variable", "the block", "locals", "one another", "the next", "an ID"},
	rule:      {"call", "name", "row", "sum", "any list", "text", "text by a template", "pattern", "pattern with groups", "reference", "many groups", "repeated groups", "circle"},
	made:      {"local", "variable", "local everywhere", "variable everywhere"},
	notation:  {"native", "JSON"},
	invalid:   {"refused", "skipped"},
	above:     {"attribute", "block", "every block"},
	inside:    {"everything", "blocks", "folder", "deep folder"},
	shape:     {"list", "object", "map", "map of values", "deep objects"},
	nest:      {"blocks", "dynamic blocks", "blocks and dynamic blocks", "commented blocks", "a block of many attributes", "a dynamic block of many attributes", "one deep block"},
}

var choiceNames = [numChoices]string{"operation", "container", "blank", "leaf", "depth", "target", "form", "selector", "value", "answer", "files", "include", "remark", "use", "beside", "rule", "made", "syntax", "invalid", "above", "inside", "shape", "nested blocks are"}

// An amount is something of which a request has more or less.
type amount int

// The amounts.
const (
	indent     amount = iota // blanks before the attribute
	name                     // the attribute's name
	key                      // the name of a key around the leaf
	label                    // the block's label
	fileName                 // the first file's name
	elements                 // of the leaf
	attributes               // beside the attribute
	nested                   // blocks beside it
	blocks                   // beside its block
	manyFiles                // beside its file
	entries                  // or paths, of the request
	sent                     // the value that is sent, or the text of a comment
	remarks                  // comments before the attribute
	newName                  // what is named anew
	uses                     // of the attribute or its block, elsewhere
	globs                    // signs of a pattern of folders
	variables                // that are declared
	broken                   // files that do not parse
	groups                   // of a regular expression
	numAmounts
)

var amountNames = [numAmounts]string{"indentation", "name", "key", "label", "file name", "elements", "attributes", "nested blocks", "blocks", "files", "entries", "value", "comments", "new name", "uses", "pattern", "variables", "broken files", "groups"}

// A recipe makes requests of any size. The amounts that grow share the size.
type recipe struct {
	choices [numChoices]int
	grows   []amount
}

// leaves are the leaves that paths lead into, by their targets.
var leaves = map[string][]string{
	"key":                    {"object", "object on a line", "commented object", "merge", "a local"},
	"quoted key":             {"object", "object on a line", "commented object", "merge"},
	"element":                {"list", "list on a line", "commented list", "concat", "list of objects", "lists in a list"},
	"[=]":                    {"list", "list on a line", "commented list", "concat", "lists in a list"},
	"[+]":                    {"list", "list on a line", "commented list", "concat", "lists in a list"},
	"argument":               {"call", "merge", "concat"},
	"element of an argument": {"concat"},
	"key of an element":      {"list of objects"},
	"elements by a pattern":  {"list", "list on a line", "commented list"},
}

// random returns a recipe of an operation. Two to four of the amounts that it has grow, or
// all, which crosses each with each but leaves less for a pair.
func random(r *rand.Rand, op int) recipe {
	var c recipe
	for kind := range c.choices {
		if r.IntN(4) > 0 {
			c.choices[kind] = r.IntN(len(options[kind]))
		}
	}
	c.choices[operation] = op
	c.fit()
	if fit := leaves[options[target][c.choices[target]]]; fit != nil { // else most paths lead nowhere
		c.choices[leaf] = slices.Index(options[leaf], fit[r.IntN(len(fit))])
	}
	if _, differ := c.path(new([numAmounts]int)); !differ && c.is(form, "entry") && r.IntN(4) > 0 { // else it is one path, once
		c.choices[form] = slices.Index(options[form], "entries")
	}
	used := c.used()
	r.Shuffle(len(used), func(i, j int) { used[i], used[j] = used[j], used[i] })
	if c.grows = used; r.IntN(3) > 0 {
		c.grows = used[:min(len(used), 2+r.IntN(3))]
	}
	c.plain()
	return c
}

// used returns the amounts that make a difference to the requests of a recipe.
func (c *recipe) used() (all []amount) {
	const n = 200
	without := recipe{choices: c.choices}
	base := len(without.request(0))
	for a := range numAmounts {
		with := recipe{choices: c.choices, grows: []amount{a}}
		if len(with.request(n)) > base+n/2 {
			all = append(all, a)
		}
	}
	return all
}

// plain replaces the choices that make no difference by the simplest.
func (c *recipe) plain() {
	const n = 500
	same := string(c.request(n))
	for kind, option := range c.choices {
		if option == 0 || choice(kind) == operation {
			continue
		}
		c.choices[kind] = 0
		if string(c.request(n)) != same {
			c.choices[kind] = option
		}
	}
}

func (c *recipe) is(kind choice, option string) bool { return options[kind][c.choices[kind]] == option }

// choose chooses an option.
func (c *recipe) choose(kind choice, option string) {
	c.choices[kind] = slices.Index(options[kind], option)
}

// fit chooses others for options that the operation refuses whatever else is chosen.
func (c *recipe) fit() {
	op := options[operation][c.choices[operation]]
	c.fitShape(op)
	if strings.HasPrefix(options[value][c.choices[value]], "old") && op != "set" && op != "update" && op != "rename with values" {
		c.choose(value, "text")
	}
	if c.is(selector, "follow") && op != "set" && op != "update" && op != "delete" {
		c.choose(selector, "none")
	}
	if c.is(rule, "reference") && op != "find" {
		c.choose(rule, "name")
	}
	if op != "find" && op != "rewrite" {
		c.choose(inside, "everything")
	}
	if c.is(files, "code") {
		switch {
		case c.is(selector, "deep folder") || c.is(inside, "deep folder"):
			c.choose(files, "deep folders")
		case strings.HasPrefix(options[selector][c.choices[selector]], "folder") || c.is(inside, "folder"):
			c.choose(files, "folders")
		}
	}
	if c.is(selector, "file") && c.is(files, "code") {
		c.choose(files, "files")
	}
	if c.is(notation, "JSON") && !strings.HasPrefix(op, "rename") && op != "read" && op != "find" { // else it is refused
		c.choose(notation, "native")
	}
	if (c.is(notation, "JSON") || c.is(invalid, "skipped")) && c.is(files, "code") {
		c.choose(files, "files")
	}
	if c.is(container, "provider") {
		c.choose(target, "other attributes") // a provider has its alias, and no name of its own
	}
	switch op {
	case "rename alias":
		c.choose(container, "provider")
		c.choose(selector, "none")
	case "to JSON":
		if !c.is(files, "code") {
			c.choose(files, "files")
		}
		c.choose(invalid, "refused")
		if c.is(container, "top level") {
			c.choose(container, "locals")
		}
	case "inline":
		c.choose(container, "locals")
	case "extract blocks":
		if c.is(files, "code") {
			c.choose(files, "files")
		}
		if !c.is(container, "module") {
			c.choose(container, "resource")
		}
	case "rename keys", "for each":
		if !c.is(container, "module") {
			c.choose(container, "resource")
		}
		c.choose(selector, "none")
	case "rename block", "delete block", "sort blocks":
		if c.is(container, "locals") || c.is(container, "top level") || c.is(container, "nested block") {
			c.choose(container, "resource")
		}
	}
	if c.way() != toRead && c.way() != toEdit {
		c.choices[form], c.choices[selector] = 0, 0
	}
}

// A way is how a request is sent.
type way int

// The ways.
const (
	toEdit way = iota
	toRead
	toFind
	toConvert
)

// way returns how the request is sent.
func (c *recipe) way() way {
	switch options[operation][c.choices[operation]] {
	case "read":
		return toRead
	case "find":
		return toFind
	case "to JSON", "to native":
		return toConvert
	}
	return toEdit
}

// reads reports whether the request is one to read.
func (c *recipe) reads() bool { return c.way() == toRead }

// String names what grows and what is not the simplest choice.
func (c *recipe) String() string {
	var grows, chosen []string
	for _, a := range c.grows {
		grows = append(grows, amountNames[a])
	}
	for kind, option := range c.choices {
		if option != 0 || choice(kind) == operation {
			chosen = append(chosen, choiceNames[kind]+": "+options[kind][option])
		}
	}
	return strings.Join(grows, " × ") + " (" + strings.Join(chosen, ", ") + ")"
}

// amountsOf returns how many bytes each amount has in a request of about n bytes.
func (c *recipe) amountsOf(n int) (bytes [numAmounts]int) {
	for _, a := range c.grows {
		bytes[a] = n / len(c.grows)
	}
	return bytes
}

// many repeats a format until it is n bytes long, once at least, with the number of the
// repetition for every "#", and the number of the next for every "§".
func many(n int, separator, format string) string {
	var b strings.Builder
	for i := 0; i == 0 || b.Len() < n; i++ {
		if i > 0 {
			b.WriteString(separator)
		}
		from := 0
		for at, c := range format {
			number := i
			switch c {
			case '#':
			case '§':
				number = i + 1
			default:
				continue
			}
			b.WriteString(format[from:at])
			b.WriteString(strconv.Itoa(number))
			from = at + utf8.RuneLen(c)
		}
		b.WriteString(format[from:])
	}
	return b.String()
}

// some is many, but returns "" if n is 0.
func some(n int, separator, format string) string {
	if n == 0 {
		return ""
	}
	return many(n, separator, format)
}

// lengthen makes a name n bytes longer.
func lengthen(name string, n int) string { return name + strings.Repeat("n", n) }
