package schema

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const small = `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/hashicorp/aws":{
	"provider":{"version":0,"block":{"attributes":{"region":{"type":"string"}},"block_types":{"default_tags":{"nesting_mode":"list","block":{}}}}},
	"resource_schemas":{"aws_x":{"version":1,"block":{
		"attributes":{"ami":{"type":"string","optional":true,"computed":true,"description":"a \"quoted\" one"},"arn":{"type":"string","computed":true},"tags":{"type":["map","string"],"optional":true,"computed":false},"rules":{"type":["set",["object",{"port":"number","inner":["list",["object",{"a":"string"}]]}]]},
			"nested":{"nested_type":{"attributes":{"a":{"type":"string"},"inner":{"nested_type":{"nesting_mode":"single","attributes":{"keys":{"nested_type":{"attributes":{"b":{"type":"string"}},"nesting_mode":"map"}}}}}},"nesting_mode":"list"}}},
		"block_types":{"disk":{"nesting_mode":"list","min_items":1,"block":{"attributes":{"size":{"type":"number"}}}},"keyed":{"nesting_mode":"map","block":{}},"lone":{"nesting_mode":"list","block":{},"max_items":1},"one":{"nesting_mode":"single","block":{"block_types":{"two":{"nesting_mode":"group","block":{}}}}}}}}},
	"data_source_schemas":null,
	"functions":{"f":{"parameters":[]}}}}}`

// shown returns what is in a body, a line an item.
func shown(b *Body, prefix string) string {
	var text strings.Builder
	for it := range b.Items() {
		fmt.Fprintf(&text, "%s%s %d", prefix, it.Name, it.Form)
		if it.Trait != 0 {
			fmt.Fprintf(&text, " %d", it.Trait)
		}
		text.WriteByte('\n')
		text.WriteString(shown(it.Body, prefix+it.Name+"."))
	}
	return text.String()
}

func TestRead(t *testing.T) {
	s, err := Read([]byte(small), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	const want = "ami 0 2\narn 0 1\ndisk 2 3\ndisk.size 0\nkeyed 3\nlone 4\nnested 6\nnested.a 0\nnested.inner 5\nnested.inner.keys 7\nnested.inner.keys.b 0\none 4\none.two 4\nrules 1\nrules.inner 1\nrules.inner.a 0\nrules.port 0\ntags 0\n"
	if diff := cmp.Diff(want, shown(s.Body("resource", "aws_x"), "")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("default_tags 2\nregion 0\n", shown(s.Body("provider", "aws"), "")); diff != "" {
		t.Error(diff)
	}
	for _, none := range [][2]string{{"resource", "aws_y"}, {"data", "aws_x"}, {"module", "aws_x"}, {"provider", "azure"}} {
		if s.Body(none[0], none[1]) != nil {
			t.Error(none, "is known")
		}
	}
	var nobody *Schemas
	if nobody.Body("resource", "aws_x") != nil || nobody.Body("resource", "").Inside("x") != nil {
		t.Error("nothing is known")
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                       "provider_schemas",
		`[]`:                       "expected an object",
		`{"provider_schemas":`:     "expected an object",
		`{"provider_schemas":{}}x`: "end of the text",
		`{"provider_schemas":{"a":{"resource_schemas":{"b":{"block":{"attributes":[]}}}}}}`: "expected an object",
	} {
		if _, err := Read([]byte(text), "a.json"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// What is written is read as the same, and nothing else is read.
func TestAppend(t *testing.T) {
	for name, text := range map[string]string{"small": small, "large": string(large(1 << 20))} {
		s, err := Read([]byte(text), "a.json")
		if err != nil {
			t.Fatal(err)
		}
		kept := s.Append(nil)
		again, err := ReadAppended(kept, "a.json")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all(s), all(again)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if name == "small" {
			for n := range kept {
				if _, err := ReadAppended(kept[:n], ""); err == nil {
					t.Errorf("the first %d bytes are read", n)
				}
				broken := slices.Clone(kept)
				broken[n] ^= 0xff
				_, _ = ReadAppended(broken, "") // which may mean something, and does not panic
			}
		}
	}
}

// Inside finds the body of nested blocks, through dynamic blocks and checks too.
func TestInside(t *testing.T) {
	s, err := Read([]byte(`{"provider_schemas":{"x/y/a":{
		"resource_schemas":{"a_b":{"block":{"block_types":{"one":{"nesting_mode":"list","block":{"attributes":{"x":{"type":"string"}},"block_types":{"two":{"block":{"attributes":{"y":{"type":"string"}}}}}}}}}}},
		"data_source_schemas":{"a_d":{"block":{"attributes":{"z":{"type":"string"}}}}},
		"action_schemas":{"a_c":{"block":{"attributes":{"w":{"type":"string"}}}}}}}}`), "")
	if err != nil {
		t.Fatal(err)
	}
	top := Level{"resource", "a_b"}
	for _, test := range []struct {
		levels []Level
		want   string
	}{
		{[]Level{top}, "one 2\none.two 2\none.two.y 0\none.x 0\n"},
		{[]Level{top, {"one", ""}}, "two 2\ntwo.y 0\nx 0\n"},
		{[]Level{top, {"one", ""}, {"two", ""}}, "y 0\n"},
		{[]Level{top, {"dynamic", "one"}}, ""},
		{[]Level{top, {"dynamic", "one"}, {"content", ""}}, "two 2\ntwo.y 0\nx 0\n"},
		{[]Level{top, {"dynamic", "one"}, {"content", ""}, {"dynamic", "two"}, {"content", ""}}, "y 0\n"},
		{[]Level{top, {"content", ""}}, ""},
		{[]Level{top, {"lifecycle", ""}, {"one", ""}}, ""},
		{[]Level{{"check", "c"}, {"data", "a_d"}}, "z 0\n"},
		{[]Level{{"action", "a_c"}}, ""},
		{[]Level{{"action", "a_c"}, {"config", ""}}, "w 0\n"},
		{[]Level{{"resource", "a_x"}, {"one", ""}}, ""},
		{nil, ""},
	} {
		if diff := cmp.Diff(test.want, shown(s.Inside(test.levels), "")); diff != "" {
			t.Errorf("%v: %s", test.levels, diff)
		}
	}
}

// all returns all that schemas say.
func all(s *Schemas) map[string]string {
	said := map[string]string{}
	for _, p := range s.Providers {
		for kind, bodies := range p.Bodies {
			for name, b := range bodies {
				said[p.Address+" "+Kind(kind).String()+" "+name] = shown(b, "")
			}
		}
	}
	return said
}

// large returns schemas of that many bytes, of the shape that those of large providers have:
// many resources of many arguments with descriptions, some blocks in them, and a few trees of
// blocks that many resources share.
func large(size int) []byte {
	var b strings.Builder
	b.Grow(size + size/8)
	attributes := func(seed, n int) {
		b.WriteString(`{"attributes":{`)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"%s_%s":{"type":%s,"description":"The %[1]s of the %[2]s, as the service has it.","description_kind":"plain","optional":true,"computed":true}`,
				words[(seed*7+i)%len(words)], words[(seed+i*3)%len(words)], types[(seed+i)%len(types)])
		}
	}
	var block func(seed, depth int)
	block = func(seed, depth int) {
		attributes(seed, 6)
		b.WriteString(`},"block_types":{`)
		for i := range min(depth, 3) {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"%s_block":{"nesting_mode":"list","block":`, words[(seed+i)%len(words)])
			block(seed+i, depth-1)
			b.WriteString(`,"max_items":1}`)
		}
		b.WriteString(`},"description_kind":"plain"}`)
	}
	b.WriteString(`{"format_version":"1.0","provider_schemas":{"registry.terraform.io/hashicorp/aws":{"provider":{"version":0,"block":{}},"resource_schemas":{`)
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"aws_%s_%s_%d":{"version":0,"block":`, words[i%len(words)], words[i/7%len(words)], i)
		block(i%211, 3+i%3)
		b.WriteByte('}')
	}
	b.WriteString(`}}}}`)
	return []byte(b.String())
}

var (
	words = strings.Fields("name arn bucket policy role subnet zone cluster node group endpoint certificate listener target rule action vpc gateway route table key queue topic stream function layer image volume snapshot backup vault plan domain record health check log metric alarm budget")
	types = []string{`"string"`, `"bool"`, `"number"`, `["list","string"]`, `["map","string"]`, `["set",["object",{"from":"number","to":"number","cidr":["list","string"]}]]`}
)

// What is kept of schemas is a small part of them.
func TestKeptPart(t *testing.T) {
	text := large(20 << 20)
	s, err := Read(text, "")
	if err != nil {
		t.Fatal(err)
	}
	kept := s.Append(nil)
	t.Logf("of %d bytes %d are kept, %.2f %%", len(text), len(kept), 100*float64(len(kept))/float64(len(text)))
	if len(kept)*20 > len(text) {
		t.Error("that is more than 5 %")
	}
}

// Reading takes little memory beside the text.
func TestMemory(t *testing.T) {
	text := large(20 << 20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Read(text, ""); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > uint64(len(text)) {
		t.Errorf("%d bytes are allocated for %d", grown, len(text))
	}
}

func TestMerge(t *testing.T) {
	one, err := Read([]byte(small), "one")
	if err != nil {
		t.Fatal(err)
	}
	two, err := Read([]byte(strings.ReplaceAll(small, "aws_x", "aws_y")), "two")
	if err != nil {
		t.Fatal(err)
	}
	other, err := Read([]byte(strings.ReplaceAll(small, "aws", "x")), "other")
	if err != nil {
		t.Fatal(err)
	}
	m := Merge(one, two, other)
	if len(m.Providers) != 2 || m.Body("resource", "aws_x") != nil || m.Body("resource", "aws_y") == nil || m.Body("resource", "x_x") == nil {
		t.Error(all(m))
	}
}

// Terraform's own schemas are read: those of its built-in provider.
func TestTerraform(t *testing.T) {
	tool, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("SKIPPED, Terraform's own output was not read: ", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte("resource \"terraform_data\" \"a\" {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-input=false"}, {"providers", "schema", "-json"}} {
		cmd := exec.Command(tool, args...)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil {
			t.Skipf("SKIPPED, Terraform's own output was not read: %v", err)
		}
		if args[0] == "init" {
			continue
		}
		s, err := Read(out, "")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff("id 0 1\ninput 0\noutput 0 1\ntriggers_replace 0\n", shown(s.Body("resource", "terraform_data"), "")); diff != "" {
			t.Error(diff)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	text := large(200 << 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Read(text, ""); err != nil {
			b.Fatal(err)
		}
	}
}
