package fuzz

import (
	"runtime"
	"strings"
	"testing"

	"iacedit/edit"
	"iacedit/internal/testkit/measure"
)

// largeCode is how large the code is that a request may hold without being refused, and
// manyEdits how many edits.
const (
	largeCode = 16 << 20
	manyEdits = 10_000
)

// mostHonest is how many units of processor time such a request may take.
const mostHonest = 600e6

// fill is text of a block that no edit is about, in n bytes.
func fill(n int) string {
	const line = "  # The machines that serve the site; see the runbook before changing their size.\n"
	return strings.Repeat(line, n/len(line)+1)
}

// instances writes many blocks of a kind that is common, as large together as is said.
func instances(size int, body string) string {
	rest := max(0, size/manyEdits-len(body)-50)
	return withNumbers(manyEdits, func(i int) string {
		return "resource \"aws_instance\" \"web" + itoa(i) + "\" {\n" + fill(rest) + body + "}\n"
	}, "\n")
}

// forEach writes an operation on each of those blocks.
func forEach(operation, entry string) string {
	return `{"` + operation + `":{"resource":{"aws_instance":{` + withNumbers(manyEdits, func(i int) string {
		return `"web` + itoa(i) + `":[` + strings.ReplaceAll(entry, "#", itoa(i)) + `]`
	}, ",") + `}}}}`
}

// oneBlock writes a block with something many times in it.
func oneBlock(size int, each string) string {
	rest := max(0, size/manyEdits-len(each))
	return "resource \"a\" \"b\" {\n" + withNumbers(manyEdits, func(i int) string { return fill(rest) + strings.ReplaceAll(each, "#", itoa(i)) }, "") + "}\n"
}

func inOneBlock(entry string) string { return `{"update":{"resource":{"a":{"b":[` + entry + `]}}}}` }

func manyOf(format string) string {
	return withNumbers(manyEdits, func(i int) string { return strings.ReplaceAll(format, "#", itoa(i)) }, ",")
}

// Requests that are large because what they are about is.
var honest = []struct {
	name    string
	request func() (code, edits string)
}{
	{"an attribute of each of many blocks", func() (string, string) {
		return instances(largeCode, "  instance_type = \"t3.small\"\n"), forEach("update", `{"attributes":{"instance_type":"t3.large"}}`)
	}},
	{"a new attribute of each of many blocks", func() (string, string) {
		return instances(largeCode, "  instance_type = \"t3.small\"\n"), forEach("set", `{"attributes":{"added_attribute":"x#"}}`)
	}},
	{"a key of an object of each of many blocks", func() (string, string) {
		return instances(largeCode, "  tags = {\n    Name = \"web\"\n  }\n"), forEach("set", `{"attributes":{"tags.Owner":"me"}}`)
	}},
	{"an element more of a list of each of many blocks", func() (string, string) {
		return instances(largeCode, "  subnets = [\"a\", \"b\"]\n"), forEach("set", `{"attributes":{"subnets[+]":"c"}}`)
	}},
	{"a nested block of each of many blocks", func() (string, string) {
		return instances(largeCode, "  disk {\n    size = 1\n  }\n"), forEach("update", `{"update":{"blockTypes":{"disk":[{"where":{"size":1},"attributes":{"size":2}}]}}}`)
	}},
	{"many blocks deleted", func() (string, string) { return instances(largeCode, "  a = 1\n"), forEach("delete", `{}`) }},
	{"many blocks added", func() (string, string) {
		return instances(largeCode, "  a = 1\n"), strings.ReplaceAll(forEach("add", `{"attributes":{"a":1}}`), `"web`, `"new`)
	}},
	{"all of many blocks", func() (string, string) {
		return oneBlock(largeCode, "  rule {\n    port = #\n  }\n"), inOneBlock(`{"update":{"blockTypes":{"rule":[{"all":true,"attributes":{"protocol":"tcp"}}]}}}`)
	}},
	{"many blocks by where", func() (string, string) {
		return oneBlock(largeCode, "  rule {\n    port = #\n  }\n"), inOneBlock(`{"update":{"blockTypes":{"rule":[` + manyOf(`{"where":{"port":#},"attributes":{"protocol":"tcp"}}`) + `]}}}`)
	}},
	{"many blocks by labels", func() (string, string) {
		return oneBlock(largeCode, "  rule \"l#\" {\n    port = 1\n  }\n"), inOneBlock(`{"update":{"blockTypes":{"rule":[` + manyOf(`{"labels":["l#"],"attributes":{"protocol":"tcp"}}`) + `]}}}`)
	}},
	{"many blocks by number", func() (string, string) {
		return oneBlock(largeCode, "  rule {\n    port = 1\n  }\n"), inOneBlock(`{"update":{"blockTypes":{"rule":[` + manyOf(`{"index":#,"attributes":{"port":#}}`) + `]}}}`)
	}},
	{"many attributes of one block, an entry each", func() (string, string) {
		return oneBlock(largeCode, "  a# = 1\n"), inOneBlock(manyOf(`{"attributes":{"a#":2}}`))
	}},
	{"many elements appended to one list, an entry each", func() (string, string) {
		return "l = [\n" + manyOf("  \"1.2.3.4/# and some more that makes it long\"") + "\n]\n", `{"set":{"iacvars":[` + manyOf(`{"attributes":{"l[+]":"x#"}}`) + `]}}`
	}},
	{"many elements of one list, in one edit", func() (string, string) {
		return "l = [\n" + manyOf("  \"1.2.3.4/#\"") + "\n]\n", `{"set":{"iacvars":[{"attributes":{` + manyOf(`"l[#]":"x#"`) + `}}]}}`
	}},
	{"many keys of one object, an entry each", func() (string, string) {
		return "m = {\n" + withNumbers(manyEdits, func(i int) string { return fill(1000) + "  k" + itoa(i) + " = 1\n" }, "") + "}\n", `{"set":{"iacvars":[` + manyOf(`{"attributes":{"m.k#":2}}`) + `]}}`
	}},
	{"a large object set to what it nearly is", func() (string, string) {
		long := strings.Repeat("x", 500)
		return "m = {\n" + withNumbers(manyEdits, func(i int) string { return "  k" + itoa(i) + " = [\"" + long + "\"]\n" }, "") + "}\n", `{"set":{"iacvars":[{"attributes":{"m":{` + manyOf(`"k#":["`+long+`"]`) + `,"new":1}}}]}}`
	}},
	{"a large object made", func() (string, string) {
		return instances(largeCode, "  a = 1\n"), `{"set":{"locals":[{"attributes":{"m":{` + manyOf(`"k#":{"cidr":"10.0.0.0/8","ports":[80,443]}`) + `}}}]}}`
	}},
	{"a large list sorted anew", func() (string, string) {
		return "l = [\n" + withNumbers(manyEdits, func(i int) string { return "  { name = \"n" + itoa(i) + "\" }, # " + itoa(i) + "\n" }, "") + "]\n",
			`{"set":{"iacvars":[{"attributes":{"l":[` + withNumbersDown(manyEdits, func(i int) string { return `{"name":"n` + itoa(i) + `"}` }, ",") + `]}}]}}`
	}},
	{"one edit of a large file", func() (string, string) {
		return instances(4<<20, "  a = 1\n"), `{"update":{"resource":{"aws_instance":{"web5000":[{"attributes":{"a":2}}]}}}}`
	}},
	{"one edit of a file of one large heredoc", func() (string, string) {
		return "a = <<-EOT\n" + strings.Repeat("  some text, and ${var.some} more\n", 4<<20/34) + "EOT\nb = 1\n", `{"update":{"iacvars":[{"attributes":{"b":2}}]}}`
	}},
	{"a file of variable values", func() (string, string) {
		return withNumbers(manyEdits, func(i int) string { return fill(1500)[2:] + "v" + itoa(i) + " = \"x\"\n" }, "\n"), `{"set":{"iacvars":[{"attributes":{` + manyOf(`"v#":"y"`) + `}}]}}`
	}},
}

// TestHonestRequests: what is large because what it is about is large is done, and soon where
// time is measured.
func TestHonestRequests(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("SKIPPED, large requests were not made: -short, or the race detector slows them down")
	}
	for _, h := range honest {
		t.Run(h.name, func(t *testing.T) {
			code, edits := h.request()
			runtime.GC()
			var out []byte
			var err error
			took := measure.Time(func() { out, err = new(edit.Options).Apply(nil, []byte(code), []byte(edits)) })
			if err != nil {
				t.Fatalf("%d bytes of code, %d of edits: %.300v", len(code), len(edits), err)
			}
			t.Logf("%d bytes of code, %d of edits: %v, %d bytes", len(code), len(edits), measure.Duration(took), len(out))
			if measure.Timed() && took > mostHonest {
				t.Errorf("%d bytes of code, %d of edits take %v", len(code), len(edits), measure.Duration(took))
			}
		})
	}
}
