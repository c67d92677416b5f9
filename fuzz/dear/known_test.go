package dear

import (
	"slices"
	"testing"
)

// recipeOf returns a recipe by the names of its options. The options of other kinds are the
// simplest.
func recipeOf(t *testing.T, grows []amount, chosen map[choice]string) recipe {
	c := recipe{grows: grows}
	for kind, option := range chosen {
		if c.choices[kind] = slices.Index(options[kind], option); c.choices[kind] < 0 {
			t.Fatalf("there is no %s %q", choiceNames[kind], option)
		}
	}
	return c
}

// known are recipes that once cost too much.
var known = []struct {
	name   string
	grows  []amount
	chosen map[choice]string
}{
	{"a comment of many lines at a deep indentation", []amount{indent, sent}, map[choice]string{operation: "comments", value: "lines"}},
	{"a comment of many lines behind tabs", []amount{indent, sent}, map[choice]string{operation: "comments", value: "lines", blank: "tabs"}},
	{"a comment of a nested block", []amount{indent, sent}, map[choice]string{operation: "comments", value: "lines", container: "nested block"}},
	{"many comments at a deep indentation", []amount{indent, entries}, map[choice]string{operation: "comments", form: "entries"}},
	{"a file's name in each entry that is read", []amount{fileName, blocks}, map[choice]string{operation: "read", files: "files"}},
	{"comments under a long key", []amount{key, elements}, map[choice]string{operation: "read", leaf: "commented list", depth: "1", include: "comments"}},
	{"comments under a long key of an object", []amount{key, elements}, map[choice]string{operation: "read", leaf: "commented object", depth: "3", include: "comments"}},
	{"comments in a list with a long name", []amount{name, elements}, map[choice]string{operation: "read", leaf: "commented list", include: "comments"}},
	{"[=] set through concat", []amount{elements, entries}, map[choice]string{operation: "set", leaf: "concat", target: "[=]", form: "entries"}},
	{"[=] deleted through concat", []amount{elements, entries}, map[choice]string{operation: "delete", leaf: "concat", target: "[=]", form: "entries"}},
	{"any type and label, read by many entries", []amount{blocks, entries}, map[choice]string{operation: "read", container: "resource", form: "any type and label", value: "list"}},
	{"where, read by many entries", []amount{blocks, entries}, map[choice]string{operation: "read", container: "resource", form: "any label", selector: "where"}},
	{"where in locals, read by many entries", []amount{blocks, entries}, map[choice]string{operation: "read", form: "entries", selector: "where"}},
	{"any attribute, read by many entries", []amount{attributes, entries}, map[choice]string{operation: "read", form: "entries", value: "text"}},
	{"a file's name in a report", []amount{fileName, blocks}, map[choice]string{operation: "set", form: "all blocks", answer: "report", files: "files"}},
	{"a long label in a report", []amount{label, entries}, map[choice]string{operation: "set", container: "module", form: "any label", answer: "report"}},
	{"a long label renamed among many blocks", []amount{label, blocks}, map[choice]string{operation: "rename block", container: "module", form: "any label", selector: "index"}},
	{"a long name renamed among many attributes", []amount{name, attributes}, map[choice]string{operation: "rename"}},
	{"a long name renamed among nested blocks", []amount{name, nested}, map[choice]string{operation: "rename"}},
	{"nested blocks added, an entry each", []amount{entries}, map[choice]string{operation: "add blocks", form: "entries"}},
	{"a key set in merge at a deep indentation", []amount{indent, entries}, map[choice]string{operation: "set", leaf: "merge", target: "key"}},
	{"an expression for many nested blocks", []amount{nested, sent}, map[choice]string{operation: "update blocks", selector: "all", value: "expression"}},
	{"has, read by many entries", []amount{nested, entries}, map[choice]string{operation: "read", form: "entries", selector: "has"}},
	{"matches, asked by many entries", []amount{blocks, entries}, map[choice]string{operation: "set", container: "resource", form: "any label", selector: "matches", beside: "one variable"}},
	{"a comment on all blocks by many entries", []amount{blocks, entries}, map[choice]string{operation: "comment", form: "any label", selector: "all"}},
	{"a long label that no file has, taken out", []amount{label, manyFiles}, map[choice]string{operation: "extract blocks", files: "folders", container: "locals"}},
	{"many blocks taken out, beside many files", []amount{blocks, manyFiles}, map[choice]string{operation: "extract blocks", container: "resource", form: "blocks by label", files: "files"}},
	{"a long folder, in which many blocks are renamed", []amount{fileName, blocks, entries}, map[choice]string{operation: "rename block", container: "resource", form: "blocks by label", files: "folders"}},
	{"a long folder in a report", []amount{fileName, blocks, entries}, map[choice]string{operation: "set", container: "variable", form: "any label", answer: "all", files: "calling folders"}},
	{"many rules that match elements", []amount{elements, entries}, map[choice]string{operation: "rewrite", leaf: "concat", rule: "any list"}},
	{"a long name that no file has, extracted", []amount{name, manyFiles}, map[choice]string{operation: "extract value", container: "top level", target: "[=]", files: "files"}},
	{"a long path that no file has, extracted", []amount{name, key, elements, attributes, nested, manyFiles, newName, uses, variables}, map[choice]string{operation: "extract value", container: "top level", depth: "30", target: "key", files: "files"}},
	{"blocks that a pattern selects, taken out of many files", []amount{manyFiles, entries}, map[choice]string{operation: "extract blocks", form: "entries", selector: "matches", files: "files"}},
	{"text replaced in a deep value, by many entries", []amount{elements, entries}, map[choice]string{operation: "replace", leaf: "references", depth: "30", form: "all blocks"}},
	{"a new attribute in many blocks, whose nearest name is looked for", []amount{attributes, blocks}, map[choice]string{operation: "set", container: "variable", target: "new attributes", form: "any label", answer: "report"}},
	{"a block that many entries rename", []amount{entries, variables}, map[choice]string{operation: "rename block", container: "variable", form: "any type and label"}},
	{"a list of old values, 30 deep each", []amount{sent}, map[choice]string{operation: "set", leaf: "list", depth: "30", value: "old in a list"}},
	{"an old value in a template of many parts, by many entries", []amount{sent, entries}, map[choice]string{operation: "update", container: "output", leaf: "one resource", form: "any label", selector: "folder by its name", value: "old in a template", files: "folders"}},
	{"many regular expressions, in many files", []amount{fileName, manyFiles, entries}, map[choice]string{operation: "find", files: "calling folders", rule: "pattern with groups"}},
	{"blocks deleted, a label each, from many files", []amount{manyFiles, entries}, map[choice]string{operation: "delete block", container: "resource", form: "blocks by label", files: "files"}},
	{"many values taken out, which a value selects", []amount{blocks, entries}, map[choice]string{operation: "extract value", container: "resource", form: "any label", selector: "where", target: "other attributes"}},
	{"blocks taken out, which many entries select by values", []amount{blocks, entries}, map[choice]string{operation: "extract blocks", container: "resource", form: "entries", selector: "matches", files: "files"}},
	{"all locals inlined", []amount{attributes, uses}, map[choice]string{operation: "inline", form: "any label"}},
	{"count becomes for_each under many splats", []amount{uses, entries}, map[choice]string{operation: "for each", container: "resource", use: "splat"}},
	{"a value written many times for each match", []amount{elements, sent}, map[choice]string{operation: "rewrite", leaf: "sum", rule: "sum"}},
	{"a call's value written many times, one call in another", []amount{elements, sent}, map[choice]string{operation: "rewrite", leaf: "nested calls"}},
	{"a value in a block with a long label, taken out beside many files", []amount{label, manyFiles}, map[choice]string{operation: "extract value", container: "output", leaf: "concat", target: "element of an argument", files: "folders"}},
	{"a group of a regular expression written many times", []amount{elements, sent}, map[choice]string{operation: "replace", container: "output", leaf: "text", rule: "pattern with groups"}},
	{"many rules in an attribute with a long name", []amount{name, entries}, map[choice]string{operation: "rewrite", rule: "sum"}},
	{"twins with a long name", []amount{fileName, blocks}, map[choice]string{operation: "set", files: "twins"}},
	{"a file in JSON syntax with a long name, beside many files", []amount{fileName, manyFiles}, map[choice]string{operation: "set", selector: "has", files: "beside JSON", notation: "JSON"}},
	{"a long name that is inlined, beside files that do not parse", []amount{name, broken}, map[choice]string{operation: "inline", files: "twins", invalid: "skipped"}},
	{"a pattern of many groups", []amount{elements, groups}, map[choice]string{operation: "rewrite", leaf: "text", rule: "many groups"}},
	{"a pattern of many groups that are repeated", []amount{attributes, groups}, map[choice]string{operation: "rewrite", leaf: "text", rule: "repeated groups"}},
	{"many groups of a selector's pattern", []amount{blocks, groups}, map[choice]string{operation: "set", container: "resource", form: "any label", selector: "matches", beside: "one variable"}},
	{"a comment in each of many files, beside many markers", []amount{elements, manyFiles}, map[choice]string{operation: "comment", container: "resource", leaf: "heredocs", form: "any type and label", selector: "all", files: "files"}},
	{"many rules in deep folders", []amount{manyFiles, entries}, map[choice]string{operation: "rewrite", rule: "call", files: "deep folders", inside: "deep folder"}},
	{"nothing to answer but what is skipped", []amount{attributes}, map[choice]string{operation: "add", target: "new attributes", answer: "nothing", files: "files", invalid: "skipped"}},
	{"headings above blocks that are deleted", []amount{blocks}, map[choice]string{operation: "delete block", container: "resource", form: "any label", selector: "all", remark: "headings", above: "every block"}},
	{"commented-out code above blocks that are sorted", []amount{blocks, remarks}, map[choice]string{operation: "sort blocks", container: "resource", form: "any label", remark: "code", above: "block"}},
	{"aliases of providers in many calls", []amount{blocks, entries, uses}, map[choice]string{operation: "rename alias", container: "provider", form: "entries", use: "whole"}},
	{"aliases of providers in many tests", []amount{blocks, entries, manyFiles}, map[choice]string{operation: "rename alias", container: "provider", form: "entries", files: "tests"}},
	{"a variable renamed in many tests", []amount{blocks, manyFiles}, map[choice]string{operation: "rename block", container: "variable", files: "tests"}},
	{"many rules that could close a circle", []amount{blocks, entries}, map[choice]string{operation: "rewrite", container: "resource", beside: "the next", rule: "circle"}},
	{"many names looked for in comments", []amount{entries, remarks}, map[choice]string{operation: "enable", target: "other attributes", value: "text"}},
	{"a long label, in whose block many entries rename", []amount{label, entries}, map[choice]string{operation: "rename with values", container: "nested block", form: "all blocks"}},
	{"a list on one line that becomes many blocks", []amount{elements}, map[choice]string{operation: "reshape to blocks", leaf: "list of objects"}},
	{"a block with a long value, which many entries tidy", []amount{elements, entries}, map[choice]string{operation: "tidy", form: "entries"}},
	{"a long label, in whose block many references are read", []amount{label, elements, attributes}, map[choice]string{operation: "rewrite", container: "nested block", leaf: "template", rule: "circle"}},
	{"a long label, in whose block many forms are absent", []amount{label, entries}, map[choice]string{operation: "reshape", container: "resource"}},
	{"code that many entries look for in the comments of many blocks", []amount{blocks, entries}, map[choice]string{operation: "enable", form: "any label", value: "list", target: "new attributes"}},
	{"values of a block of many attributes, which become variables", []amount{attributes, entries}, map[choice]string{operation: "extract value", target: "other attributes", made: "variable"}},
	{"a deep path, to which many entries rename an attribute of many blocks", []amount{blocks, entries}, map[choice]string{operation: "rename into blocks", container: "resource", depth: "30", form: "any type and label"}},
	{"many files in JSON, which change beside many variables", []amount{manyFiles, variables}, map[choice]string{operation: "inline", files: "beside JSON"}},
	{"a pattern that many entries use for the names of many attributes", []amount{attributes, entries}, map[choice]string{operation: "rename by a pattern", container: "module", form: "any label"}},
	{"a long list in a file in JSON, whose block gets another label", []amount{sent}, map[choice]string{operation: "rename block", container: "resource", form: "entries", value: "list", files: "one twin", notation: "JSON"}},
	{"new keys of instances under many splats", []amount{uses, entries}, map[choice]string{operation: "rename keys", container: "resource", use: "splat"}},
}

// TestKnown: what once cost too much no longer does.
func TestKnown(t *testing.T) {
	skipRaced(t)
	for _, k := range known {
		t.Run(k.name, func(t *testing.T) {
			f, _ := engine(ours).try(recipeOf(t, k.grows, k.chosen), largestSize)
			if f != nil {
				t.Error(f)
			}
		})
	}
}
