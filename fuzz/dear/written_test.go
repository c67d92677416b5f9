package dear

import (
	"fmt"
	"strings"
	"testing"
)

// largestWritten is the largest size that these requests are tried in.
const largestWritten = 128 << 10

// written are requests that no recipe gives, of about n bytes. Most of them once cost too much.
var written = []struct {
	name string
	by   way
	body func(n int) string
}{
	{"many entries that follow a chain of locals", toEdit, func(n int) string {
		var chain strings.Builder
		last := 0
		for ; chain.Len() < n/2; last++ {
			fmt.Fprintf(&chain, "l%d = local.l%d\n", last+1, last)
		}
		return inCode(fmt.Sprintf("locals {\nl0 = { k = 1 }\n%s}\nmodule \"m\" {\na = local.l%d\n}\n", chain.String(), last)) +
			`,"edits":{"set":{"module":{"m":[` + many(n/2, ",", `{"follow":true,"attributes":{"a.k":#}}`) + `]}}}}`
	}},
	{"a chain of locals", toEdit, func(n int) string {
		var chain strings.Builder
		last := 0
		for ; chain.Len() < n; last++ {
			fmt.Fprintf(&chain, "l%d = local.l%d\n", last+1, last)
		}
		return inCode(fmt.Sprintf("locals {\nl0 = { k = 1 }\n%s}\nmodule \"m\" {\na = local.l%d\n}\n", chain.String(), last)) +
			`,"edits":{"set":{"module":{"m":[{"follow":true,"attributes":{"a.k":7}}]}}}}`
	}},
	{"patterns of many parts among many labels", toEdit, func(n int) string {
		return inCode(many(n/2, "", "variable \"aaaaaaaaaaaaaaaaaaaaaaa#\" {}\n")) + `,"edits":{"update":{"variable":{` + many(n/2, ",", `"`+strings.Repeat("a*", 10)+`#b":{"optional":true,"attributes":{"x":1}}`) + `}}}}`
	}},
	{"patterns of labels among many labels, in the dialect hcl", toEdit, func(n int) string {
		return inCode(many(n/2, "", "a \"x\" \"y#aaaaaaaaaaaaa\" {}\n")) + `,"dialect":"hcl","edits":{"update":{"a":{"x":[` + many(n/2, ",", `{"patterns":true,"labels":["`+strings.Repeat("*a", 10)+`#b"],"optional":true,"attributes":{"x":1}}`) + `]}}}}`
	}},
	{"blocks that each of many entries may find deleted", toEdit, func(n int) string {
		return inCode(many(n/2, "", "resource \"t\" \"r#\" {}\n")) + `,"edits":{"delete":{"resource":{"t":{"*":[` + many(n/2, ",", `{"optional":true}`) + `]}}}},"report":true}`
	}},
	{"many calls in a deep folder", toEdit, func(n int) string {
		deep := strings.Repeat("a/", n/4)
		return `{"files":{"` + deep + `b/m.tf":"variable \"a\" {}\n","` + deep + `m.tf":` + quote(many(n/4, "", "module \"m#\" {\nsource = \"./b\"\na = 1\n}\n")) + `},"edits":{"rename":{"variable":{"a":{"to":"b"}}}},"report":true}`
	}},
	{"many variables renamed in many files", toEdit, func(n int) string {
		return `{"files":{` + many(n/3, ",", `"a#.tf":"a = var.v#"`) + `,"m.tf":` + quote(many(n/3, "", "variable \"v#\" {}\n")) + `},"invalid":"skip","edits":{"rename":{"variable":{` + many(n/3, ",", `"v#":{"to":"w#"}`) + `}}},"report":true}`
	}},
	{"many variables that become locals, to which calls and tests give their values", toEdit, func(n int) string {
		return inFiles("b/m.tf", many(n/8, "", "variable \"v#\" {\ntype=list(number)\ndefault=[#]\n}\n"), "m.tf", many(n/4, "", "module \"m#\" {\nsource = \"./b\"\nv# = [#]\n}\n"), "b/tests/t.tftest.hcl", many(n/4, "", "run \"r#\" {\nvariables {\nv# = [#]\n}\n}\n")) +
			`,"edits":{"rename":{"variable":{` + many(n/8, ",", `"v#":{"to":"local.w#"}`) + `}}},"report":true}`
	}},
	{"a variable of a long type that becomes a local, with other values in many calls", toEdit, func(n int) string {
		return inFiles("b/m.tf", "variable \"v\" {\ntype = object({"+many(n/4, ", ", "k# = set(string)")+"})\ndefault = {"+many(n/4, ", ", "k# = [\"#\"]")+"}\n}\n", "m.tf", many(n/4, "", "module \"m#\" {\nsource = \"./b\"\nv = #\n}\n")) +
			`,"edits":{"rename":{"variable":{"v":{"to":"local.w"}}}},"report":true}`
	}},
	{"many locals that become variables of long types", toEdit, func(n int) string {
		return inCode("locals {\n"+many(n/4, "", "a# = #\n")+"b = { "+many(n/4, ", ", "k# = "+strings.Repeat("tolist([", 50)+"#"+strings.Repeat("])", 50))+" }\n}\n") +
			`,"edits":{"rename":{"locals":{"attributes":{"b":"var.b",` + many(n/4, ",", `"a#":"var.a#"`) + `}}}},"report":true}`
	}},
	{"many variables renamed in many files in JSON syntax", toEdit, func(n int) string {
		return `{"files":{` + many(n/2, ",", `"m#.tf.json":"{\"locals\":{\"y#\":\"${var.v#}\"}}"`) + `,"m.tf":` + quote(many(n/4, "", "variable \"v#\" {}\n")) + `},"edits":{"rename":{"variable":{` + many(n/4, ",", `"v#":{"to":"w#"}`) + `}}},"report":true,"return":["code","changes","diff"]}`
	}},
	{"a pattern with many metavariables", toFind, func(n int) string {
		return inCode("locals {\na = {\n"+many(n/2, "", "k# = #\n")+"}\n}\n") + `,"find":[{"match":` + quote("{ "+many(n/2, ", ", "k# = $x#")+" }") + `}]}`
	}},
	{"a long text not written in many places", toEdit, func(n int) string {
		return inFiles(strings.Repeat("n", n/4)+".tf", "variable \"v\" {\n"+many(n/2, "", "a# = f(#)\n")+"}\n") + `,"edits":{"rewrite":[{"match":"f($x)","to":"var.` + strings.Repeat("y", n/4) + `"}]},"report":true}`
	}},
	{"many dotted addresses in many files", toEdit, func(n int) string {
		return `{"files":{` + many(n/4, ",", `"g#.tf":"resource \"t\" \"g#\" {\nx0 = #\n}\n"`) + `},"edits":{"set":[` + many(n/4, ",", `{"address":"t.g#.x0","value":1}`) + `]}}`
	}},
	{"a long dotted address in many files", toEdit, func(n int) string {
		return `{"files":{` + many(n/4, ",", `"g#.tf":"locals {\nx# = {}\n}\n"`) + `},"edits":{"delete":["local` + strings.Repeat(".n", min(n/4, 90)) + strings.Repeat("n", n/4) + `"]}}`
	}},
	{"many dotted addresses with a pattern for an attribute", toEdit, func(n int) string {
		return inCode("locals {\n"+many(n/4, "", "a# = { b = 1 }\n")+"}\n") + `,"edits":{"set":[` + many(n/4, ",", `{"address":"locals.*.b","value":#}`) + `]}}`
	}},
	{"many dotted addresses of comments in many files", toEdit, func(n int) string {
		return `{"files":{` + many(n/4, ",", `"g#.tf":"resource \"t\" \"g#\" {\n// x0 = #\n}\n"`) + `},"edits":{"enable":[` + many(n/4, ",", `"t.g#.x0"`) + `]}}`
	}},
	{"patterns in dotted addresses of comments", toEdit, func(n int) string {
		return inCode(many(n/4, "", "// resource \"t\" \"g#\" {}\n")) + `,"edits":{"enable":[` + many(n/4, ",", `{"address":"t.*g#","optional":true}`) + `]}}`
	}},
	{"a long name of a module in many references", toEdit, func(n int) string {
		return inFiles("m.tf", "resource \"t\" \"b\" {}\n"+many(n/2, "", "output \"o#\" {\nvalue = t.b.id\n}\n")) + `,"edits":{"extract":[{"blocks":["t.b"],"to":"m/n","name":"` + strings.Repeat("n", n/2) + `"}]},"report":true}`
	}},
	{"many old values in a heredoc", toEdit, func(n int) string {
		return inCode("locals {\na = <<EOT\nx\nEOT\n}\n") + `,"edits":{"update":{"locals":[` + many(n, ",", `{"attributes":{"a":"#\n${$}"}}`) + `]}}}`
	}},
	{"nested blocks among others, each at a place", toEdit, func(n int) string {
		return inCode("module \"m\" {\n"+many(n/2, "", "p {}\n")+"}\n") +
			`,"edits":{"update":{"module":{"m":{"add":{"blockTypes":{"q":[` + many(n/2, ",", `{"place":{"after":{"p":[{"index":#}]}}}`) + `]}}}}}}}`
	}},
	{"attributes, each beside an address", toEdit, func(n int) string {
		return inCode(many(n/4, "", "resource \"t\" \"b#\" {\na = 1\n}\n")) + `,"edits":{"set":[` + many(n/4, ",", `{"address":"t.b#.c","value":1,"place":{"before":"t.b#.a"}}`) + `]}}`
	}},
	{"nested blocks reshaped, each at an address", toEdit, func(n int) string {
		return inCode(many(n/4, "", "resource \"t\" \"b#\" {\nr {\ns {}\n}\n}\n")) + `,"edits":{"reshape":[` + many(n/4, ",", `{"address":"t.b#.r.s","as":"list"}`) + `]}}`
	}},
	{"calls that use whole modules, outputs renamed", toEdit, func(n int) string {
		return inFiles("m/o.tf", many(n/3, "", "output \"o#\" {\nvalue = 1\n}\n"), "main.tf", many(n/3, "", "module \"m#\" {\nsource = \"./m\"\n}\noutput \"p#\" {\nvalue = module.m#\n}\n")) +
			`,"edits":{"rename":{"output":{` + many(n/6, ",", `"o#":{"to":"q#"}`) + `}}},"report":true}`
	}},
	{"a local inlined many times, which dependencies keep", toEdit, func(n int) string {
		return inCode("locals {\na = { "+many(n/3, ", ", "k# = #")+" }\n}\n"+many(n/3, "", "resource \"t\" \"o#\" {\ndepends_on = [local.a]\n}\n")) +
			`,"edits":{"inline":[` + many(n/3, ",", `"local.a"`) + `]}}`
	}},
	{"references with attributes, which dependencies do not take", toEdit, func(n int) string {
		return inCode("resource \"t\" \"o\" {\ndepends_on = ["+many(n/2, ", ", "t.a[#]")+"]\n}\n") +
			`,"edits":{"rewrite":[` + many(n/2, ",", `{"match":"t.a[$x]","to":"t.b[$x].c"}`) + `]}}`
	}},
	{"files without code, read", toRead, func(n int) string {
		return `{"files":{` + many(n, ",", `"#.tf":""`) + `}}`
	}},
	{"files without code, edited", toEdit, func(n int) string {
		return `{"files":{` + many(n, ",", `"#.tf":""`) + `},"edits":{"set":{"locals":{"attributes":{"a":1}}}}}`
	}},
	{"files of a list, read", toRead, func(n int) string {
		return `{"files":{` + many(n, ",", `"#.tf":"a=[]"`) + `}}`
	}},
	{"files that do not parse, read", toRead, func(n int) string {
		return `{"files":{` + many(n, ",", `"#.tf":"="`) + `},"invalid":"skip"}`
	}},
	{"files that do not parse, edited", toEdit, func(n int) string {
		return `{"files":{` + many(n, ",", `"#.tf":"="`) + `},"invalid":"skip","edits":{"set":{"locals":{"attributes":{"a":1}}}}}`
	}},
	{"files that do not parse, searched", toFind, func(n int) string {
		return `{"files":{` + many(n, ",", `"#.tf":"="`) + `},"invalid":"skip","find":[{"match":"f($x)"}]}`
	}},
	{"files in JSON syntax that do not parse, edited", toEdit, func(n int) string {
		return `{"files":{` + many(n, ",", `"#.tf.json":"["`) + `},"invalid":"skip","edits":{"set":{"locals":{"attributes":{"a":1}}}}}`
	}},
	{"many entries with a pattern of folders", toEdit, func(n int) string {
		return inFiles("ab/m.tf", many(n/3, "", "variable \"v#\" {}\n")) + `,"edits":{"sort":{"variable":{"*":[` + many(n/3, ",", `{"folder":"**b","by":"name"}`) + `]}}}}`
	}},
	{"rules in folders that a pattern selects, among many folders", toEdit, func(n int) string {
		deep, pattern := strings.Repeat("a/", 100), "**/a/b"
		return `{"files":{` + many(n/2, ",", `"`+deep+`d#/m.tf":"locals {\na = f(#)\n}\n"`) + `},"edits":{"rewrite":[` + many(n/2, ",", `{"match":"f(0)","to":"g(1)","in":{"locals":[{"folder":"`+pattern+`"}]}}`) + `]}}`
	}},
	{"rules in folders, a pattern each, among many folders", toEdit, func(n int) string {
		deep, pattern := strings.Repeat("a/", 30), strings.Repeat("**/a/", 20)+"b"
		return `{"files":{` + many(n/4, ",", `"`+deep+`d#/m.tf":"locals {\na = f(#)\n}\n"`) + `},"edits":{"rewrite":[` + many(min(900, n/8), ",", `{"match":"f(0)","to":"g(1)","in":{"locals":[{"folder":"`+pattern+`#"}]}}`) + `]}}`
	}},
	{"a comment in each of many files, beside many markers", toEdit, func(n int) string {
		return `{"files":{` + many(n/2, ",", `"f#.tf":"locals {}\n"`) + `,"main.tf":` + quote("locals {\n"+many(n/2, "\n", "x#=<<E#\nE#")+"\n}\n") + `},"edits":{"update":{"locals":[{"all":true,"comment":"x"}]}}}`
	}},
	{"small values in a file with many markers", toEdit, func(n int) string {
		return inCode("locals {\n"+many(n/2, "\n", "x#=<<E#\nE#")+"\n}\n") + `,"edits":{"update":{"locals":[` + many(n/4, ",", `{"attributes":{"y#":[{"a":1},{"b":2}]}}`) + `]}}}`
	}},
	{"a pattern with many repetitions of groups", toEdit, func(n int) string {
		return inCode("locals {\na = \""+many(n, "", "a")+"\"\n}\n") + `,"edits":{"rewrite":[{"pattern":"(?:` + strings.Repeat("(a?)", 40) + `){0,40}b","by":"$1$40"}]}}`
	}},
	{"many patterns with classes of all letters", toEdit, func(n int) string {
		return inCode("locals {\na = \"a\"\n}\n") + `,"edits":{"rewrite":[` + many(min(900, n/2), ",", `{"pattern":"(?i)[A-\\x{1e943}`+strings.Repeat(`\\pL`, 10)+`]#","by":"b"}`) + `]}}`
	}},
	{"objects that a pattern with many names may match", toFind, func(n int) string {
		return inCode("locals {\na = [\n"+many(n/2, "", "{ a = # },\n")+"]\n}\n") + `,"find":[{"match":` + quote("{ "+many(n/2, ", ", "k# = $x#")+" }") + `}]}`
	}},
	{"new elements beside old ones, of which one shares members with all", toEdit, func(n int) string {
		return inCode("locals {\na = [\n"+many(n/4, "", "{ a# = 1, b = # },\n")+"]\n}\n") + `,"edits":{"set":{"locals":{"attributes":{"a":[{` + many(n/4, ",", `"a#":1`) + `},` + many(n/4, ",", `{"z":#,"y":1}`) + `]}}}}}`
	}},
	{"addresses of blocks by value, in many files", toEdit, func(n int) string {
		return `{"files":{` + many(n/2, ",", `"g#.tf":"resource \"t\" \"g#\" {\nx0 = #\n}\n"`) + `},"edits":{"extract":[{"blocks":[` + many(n/4, ",", `"t.*[x0=#]"`) + `],"to":"m","name":"n"}]}}`
	}},
	{"many blocks moved into a module with many variables, of which the call passes many one value", toEdit, func(n int) string {
		call := "module \"m\" {\nsource = \"./m\"\n" + many(n/8, "", "a# = local.x\n") + many(n/8, "", "b# = local.b#\n") + "}\n"
		return `{"files":{"m.tf":` + quote(call+many(n/4, "", "resource \"t\" \"g#\" {\nx = [local.x, local.b#, module.m.o]\n}\n")) +
			`,"m/m.tf":` + quote(many(n/8, "", "variable \"a#\" {\ntype = set(any)\n}\nvariable \"b#\" {}\n")+"output \"o\" {\nvalue = 1\n}\n") +
			`},"edits":{"extract":[{"blocks":["t.*"],"to":"m","folder":".","tidy":true}]},"report":true}`
	}},
	{"many blocks moved to another root module, with the objects of a state", toEdit, func(n int) string {
		return `{"files":{"a/m.tf":` + quote(many(n/4, "", "resource \"t\" \"g#\" {\nx = [var.v#, t.h.y]\n}\n")+"resource \"t\" \"h\" {\ny = t.g0.z\n}\n") + `,"b/m.tf":"locals {}\n"},` +
			`"edits":{"move":{"resource":{"t":{"g*":[{"root":"b","inputs":true,"outputs":true,"state":{"values":{"root_module":{"resources":[` +
			many(n/4, ",", `{"mode":"managed","address":"t.g#","values":{"id":"#"}}`) + `]}}}}]}}}},"report":true}`
	}},
	{"a long name of an attribute whose deep forms many blocks lack", toEdit, func(n int) string {
		deep := strings.Repeat(`{"as":"block","attributes":{"k":`, 30) + `{"as":"block"}` + strings.Repeat("}}", 30)
		return inCode(many(n/2, "", "resource \"t\" \"b#\" {\nx0 = #\n}\n")) + `,"edits":{"reshape":{"resource":{"t":{"*":[{"optional":true,"attributes":{"` + strings.Repeat("n", n/2) + `":` + deep + `}}]}}}}}`
	}},
	{"files in JSON syntax without code, read", toRead, func(n int) string {
		return `{"files":{` + many(n, ",", `"#.tf.json":"{}"`) + `}}`
	}},
}

// inCode returns the beginning of a request about code.
func inCode(text string) string { return `{"code":` + quote(text) }

// inFiles returns the beginning of a request about files: names, and the text of each.
func inFiles(pairs ...string) string {
	var parts []string
	for i := 0; i < len(pairs); i += 2 {
		parts = append(parts, quote(pairs[i])+":"+quote(pairs[i+1]))
	}
	return `{"files":{` + strings.Join(parts, ",") + `}`
}

// TestWritten: requests that are written by hand do not cost too much, either.
func TestWritten(t *testing.T) {
	skipRaced(t)
	for _, w := range written {
		t.Run(w.name, func(t *testing.T) {
			for n := firstSize; n <= largestWritten; n *= 2 {
				body := []byte(w.body(n))
				c := engine(ours).costOf(w.by, body, false)
				if c.fault() != "" {
					c = engine(ours).leastOf(w.by, body)
				}
				if fault := c.fault(); fault != "" {
					t.Fatalf("%d bytes: %s; %d steps, %.1f MB allocated, %.1f MB of output %s; like %.600s",
						c.size, fault, c.spent.Steps, float64(c.memory)/1e6, float64(c.output)/1e6, c.code, w.body(100))
				}
			}
		})
	}
}
