package edit

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/value"
)

// TestDecode runs the tables of testdata/decode: NAME.json, the edits, and NAME.want,
// what they decode to in the form of show, or the error's message and pointer. In
// NAME that starts with "hcl-" the dialect is HCL. NAME.body is a whole body instead.
func TestDecode(t *testing.T) {
	files, err := filepath.Glob("testdata/decode/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no tables", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			in, want := archive.Files[i], archive.Files[i+1]
			name, isEdits := strings.CutSuffix(in.Name, ".json")
			t.Run(name, func(t *testing.T) {
				body := in.Data
				if isEdits {
					body = fmt.Appendf(nil, `{"code": "", "edits": %s}`, in.Data)
				}
				o := Options{MaxEdits: 10}
				if strings.HasPrefix(name, "hcl-") {
					o.Dialect = HCL
				}
				var r request
				got := show(&r, decodeFor(&r, body, &o))
				if diff := cmp.Diff(string(want.Data), got); diff != "" {
					t.Errorf("%s\ngot:\n%s", diff, got)
				}
			})
		}
	}
}

// show writes a decoded request line by line: an operation, below it its entries with
// their selectors, below them their changes.
func show(r *request, err error) string {
	var b strings.Builder
	if err != nil {
		e := err.(*Error)
		fmt.Fprintf(&b, "%s: %s\n", e.Code, e.Message)
		if e.Pointer != "" {
			fmt.Fprintln(&b, e.Pointer)
		}
		return b.String()
	}
	for i := range r.Operations {
		op := &r.Operations[i]
		showTarget(&b, "", op.Action.String()+" "+op.Type, &op.Target)
	}
	return b.String()
}

func showTarget(b *strings.Builder, indent, head string, t *plan.Target) {
	fmt.Fprintf(b, "%s%s %q\n", indent, head, t.Labels)
	for i := range t.Entries {
		e := &t.Entries[i]
		fmt.Fprintf(b, "%s  entry", indent)
		if e.HasLabels {
			fmt.Fprintf(b, " labels=%q", e.Labels)
		}
		if e.Index >= 0 {
			fmt.Fprintf(b, " index=%d", e.Index)
		}
		if e.All {
			b.WriteString(" all")
		}
		b.WriteByte('\n')
		showAttributes(b, indent+"    where ", e.Where, true)
		for j := range e.Changes {
			c := &e.Changes[j]
			fmt.Fprintf(b, "%s    %s\n", indent, c.Action)
			showAttributes(b, indent+"      ", c.Attributes, c.Action != plan.Delete)
			for k := range c.Blocks {
				showTarget(b, indent+"      ", c.Blocks[k].Type, &c.Blocks[k])
			}
		}
	}
}

func showAttributes(b *strings.Builder, indent string, attributes []plan.Attribute, values bool) {
	for i := range attributes {
		attr := &attributes[i]
		b.WriteString(indent + attr.Name)
		for _, s := range attr.Path {
			switch s.Kind {
			case address.StepKey:
				fmt.Fprintf(b, "[%q]", s.Key)
			case address.StepIndex:
				fmt.Fprintf(b, "[%d]", s.Index)
			case address.StepAppend:
				b.WriteString("[+]")
			}
		}
		if values {
			text, _ := value.AppendValue(nil, &attr.Value, nil, value.Layout{OneLine: true})
			fmt.Fprintf(b, " = %s", text)
		}
		b.WriteByte('\n')
	}
}

func TestDecodeUsesItsMemoryAgain(t *testing.T) {
	var r request
	o := &Options{}
	for i, text := range []string{
		`{"code": "a\nb", "edits": "{\"set\":{\"locals\":{\"attributes\":{\"a\\n\":1}}}}"}`,
		`{"code": "c", "edits": {"set": {"locals": {"attributes": {"x": "p\nq"}}}}}`,
		`{"edits": "{\"delete\": {\"module\": {\"m\": []}}}", "code": "\u00e9\n"}`,
	} {
		err := decodeFor(&r, []byte(text), o)
		got := string(r.envelope.Code) + "|" + show(&r, err)
		want := []string{
			"a\nb|INVALID_REQUEST: set: locals: the attribute \"a\\n\": expected \".\", \"[\", \"(\" or the end, found \"\\n\"; a label or key with other characters than letters, digits, \"_\" and \"-\" is in brackets and quotes: [\"a/b\"]\n/edits/set/locals/attributes/a\n\n",
			"c|set locals []\n  entry\n    set\n      x = \"p\\nq\"\n",
			"é\n|delete module [\"m\"]\n  entry\n",
		}[i]
		if got != want {
			t.Errorf("got %q\nwant %q", got, want)
		}
	}
}

func TestDecodeIsLinearAndSafe(t *testing.T) {
	deep := `{"code":"","edits":{"set":{"resource":{"a":{"b":` + strings.Repeat(`{"blockTypes":{"x":`, 240)
	many := `{"code":"","edits":{"set":{"locals":[{"attributes":{"x":0` + strings.Repeat(`,"x":0`, 100_000)
	for _, text := range []string{
		deep, deep + "{}" + strings.Repeat("}}", 240) + "}}}}}",
		many, strings.Repeat(`{"edits":`, 100_000), `{"code":"","edits":` + strings.Repeat("[", 100_000),
	} {
		var r request
		_ = decodeFor(&r, []byte(text), &Options{})
	}
	var b strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&b, `,"x%d":0`, i)
	}
	var r request
	body := `{"code":"","edits":{"set":{"locals":[{"attributes":{"x":0` + b.String() + "}}]}}}"
	if err := decodeFor(&r, []byte(body), &Options{}); err != nil {
		t.Error(err)
	}
}

func FuzzDecode(f *testing.F) {
	files, _ := filepath.Glob("testdata/decode/*.txtar")
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range archive.Files {
			if strings.HasSuffix(part.Name, ".json") {
				f.Add(fmt.Appendf(nil, `{"code": "", "edits": %s}`, part.Data), false)
				text, _ := json.Marshal(string(part.Data))
				f.Add(fmt.Appendf(nil, `{"edits": %s, "code": ""}`, text), true)
			}
		}
	}
	var r request
	f.Fuzz(func(t *testing.T, body []byte, hcl bool) {
		o := Options{}
		if hcl {
			o.Dialect = HCL
		}
		err := decodeFor(&r, body, &o)
		if e, ok := err.(*Error); err != nil && (!ok || e.Message == "" || e.Code == "") {
			t.Fatalf("got %#v", err)
		}
		if err == nil && (!json.Valid(body) || len(r.Operations) == 0) {
			t.Fatal("accepted")
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	code, _ := json.Marshal(strings.Repeat("resource \"aws_instance\" \"web\" {\n  ami           = var.ami\n  instance_type = \"t3.micro\"\n}\n\n", 310))
	body := fmt.Appendf(nil, `{"code": %s, "edits": {"set": {"resource": {"aws_instance": {"main": [{
  "update": {"attributes": {"instance_type": "t3.small"}, "blockTypes": {"ebs_block_device": [{"where": {"device_name": "/dev/sdf"}, "attributes": {"volume_size": 200}}]}},
  "add": {"blockTypes": {"ebs_block_device": [{"attributes": {"device_name": "/dev/sdg", "volume_size": 100}}]}}}]}}}}}`, code)
	var r request
	o := &Options{}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if err := decodeFor(&r, body, o); err != nil {
			b.Fatal(err)
		}
	}
}

// decodeFor decodes a body as serve does.
func decodeFor(r *request, body []byte, o *Options) error {
	r.options = *o
	return r.decode(body)
}
