package upgrades

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/edit"
)

// A small catalogue, for tests of what facts do.
const catalogue = `
provider: hashicorp/thing
to: 2
version: 2.1.0
resource:
  thing_a:
    rename:
      enable_x: x_enabled
      disable_y: {to: y_enabled, value: "!$", reference: "!$"}
      one: {to: many, value: "[$]", reference: "$[0]"}
      mode: {to: level, values: {"true": "On", "false": "Off"}, reference: '$ == "On"'}
      zone: {to: zone_id, swap: {thing_zone: {name: id}}, drop: [group], say: "Now the ID of the zone."}
      inner.enable_z: inner.z_enabled
      old_block: {to: new_block, block: true}
    remove: [dead]
    value: {tls: {"1.0": null, "1.1": "1.2"}}
    default: {size: {was: 1, now: 2}}
    required: {region: "Give the region."}
    manual: {url: "Now an ID.", list: {only: indexes, say: "Now a set."}}
  thing_b: {retype: thing_c}
  thing_d:
    rename: {acl: access.acl, p.x: x, rate: {to: health.rate, object: true}, old: {to: new, block: true}}
    reshape: {new: list, new.inner: object, zones: {as: blocks, name: zone, value: id}}
    required: {new.must: "Give it."}
    read_only: [state]
  thing_c:
    rename: {left: right}
provider_block:
  rename: {skip: {to: register, values: {"true": "none", "false": "all"}}}
`

// TestApply upgrades the code of the cases in testdata. The flags of a case are in its file
// "flags"; what is left to do by hand is in "manual".
func TestApply(t *testing.T) {
	c, err := Parse([]byte(catalogue))
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cases := map[string]map[string]string{}
		var names []string
		for _, f := range txtar.Parse(text).Files {
			name, part, _ := strings.Cut(f.Name, "/")
			if cases[name] == nil {
				cases[name] = map[string]string{}
				names = append(names, name)
			}
			cases[name][part] = string(f.Data)
		}
		for _, name := range names {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+name, func(t *testing.T) { c.try(t, cases[name]) })
		}
	}
}

// try upgrades the files of a case, and compares the result with the wanted one. A second upgrade
// changes nothing.
func (c *Catalogue) try(t *testing.T, parts map[string]string) {
	var files []edit.File
	want := map[string]string{}
	for name, text := range parts {
		if plain, ok := strings.CutPrefix(name, "in:"); ok {
			files = append(files, edit.File{Name: plain, Code: []byte(text)})
			want[plain] = text
		}
	}
	for name, text := range parts {
		if plain, ok := strings.CutPrefix(name, "out:"); ok {
			want[plain] = text
		}
	}
	o := Options{Provider: c.Provider, KeepDefaults: strings.Contains(parts["flags"], "keep-defaults"), Edit: edit.Options{Unbounded: true}}
	if strings.Contains(parts["flags"], "from-1") {
		o.From = 1
	}
	r, err := o.applied(files, []*Catalogue{c})
	if err != nil {
		if diff := cmp.Diff(parts["error"], err.Error()+"\n"); diff != "" {
			t.Error(diff)
		}
		return
	}
	after := taken(files, r.Files)
	got := map[string]string{}
	for _, f := range after {
		got[f.Name] = string(f.Code)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(parts["manual"], notesText(r.Manual)); diff != "" {
		t.Error(diff)
	}
	again, err := o.applied(after, []*Catalogue{c})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range again.Files {
		t.Errorf("a second time, it changes %s:\n%s", f.Name, f.Code)
	}
}

// Facts about backends, and types whose state a moved block carries over. The facts are those of a
// file that is not part of the catalogue.
func TestCheck(t *testing.T) {
	text, err := os.ReadFile("testdata/terraform.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	failed, count := c.Check()
	for _, err := range failed {
		t.Error(err)
	}
	if count < 7 {
		t.Errorf("there are only %d tests", count)
	}
	c.tests[0].After = nil
	if failed, _ := c.Check(); len(failed) != 1 {
		t.Errorf("a wrong test fails with %v", failed)
	}
}

// Files that are no catalogue are refused, with the line and the nearest name.
func TestParseErrors(t *testing.T) {
	const head = "provider: a/b\nto: 2\nversion: 2.0.0\nresource:\n  b_c:\n"
	for _, c := range []struct{ text, want string }{
		{"", "line 1: a file of the catalogue is one object"},
		{"provider: a/b\n", `line 1: a file has "provider", "to" and "version"`},
		{"provider: a/b\nto: x\n", "line 2: to is a whole number"},
		{"provider: a/b\nto: 2\nversion: ~> 2\n", `line 1: "version" is a version such as 5.0.0, not "~> 2"`},
		{head + "    renam: {a: b}\n", `line 6: b_c has no member "renam"; did you mean "rename"?`},
		{head + "    reshape: {a: blok}\n", `line 6: reshape: as is "list", "object", "map", "block" or "blocks", not "blok"`},
		{head + "    rename: {a: {to: b.c, say: d, swap: {c_d: {name: id}}}}\n", `rename: a has "swap", so it has "say", too, and stays in its block`},
		{head + "    rename: {a: {two: b}}\n", `line 6: a has no member "two"`},
		{head + "    rename: {\"a[0]\": b}\n", `a path is names separated by dots`},
		{head + "    rename: {a: {to: b, swap: {c_d: {name: id}}}}\n", `rename: a has "swap", so it has "say", too`},
		{head + "    remove: dead\n", "line 6: remove is a list"},
		{head + "    default: {a: {}}\n", `default: a has "was", "now" or both`},
		{head + "    manual: {a: {when: [1]}}\n", `manual: a has no "say"`},
		{head + "    manual: {a: {say: b, only: all}}\n", `only is "arguments", "references" or "indexes", not "all"`},
		{"provider: a/b\nto: 2\nversion: 2.0.0\nprovider_block:\n  retype: c_d\n", "retype is for resources and data sources"},
	} {
		_, err := Parse([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\nis refused by %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestNewLine(t *testing.T) {
	old := []byte("a\nb\nc\nd\ne\n")
	for _, c := range []struct {
		new   string
		lines []int // of the old lines 1 to 5
	}{
		{"a\nb\nc\nd\ne\n", []int{1, 2, 3, 4, 5}},
		{"x\na\nb\nc\nd\ne\n", []int{2, 3, 4, 5, 6}},
		{"a\nd\ne\n", []int{1, 2, 2, 2, 3}},
		{"a\nB\nC\nX\nd\ne\n", []int{1, 2, 3, 5, 6}},
		{"a\nb\nc\n", []int{1, 2, 3, 4, 4}},
	} {
		files := map[string][]byte{"": []byte(c.new)}
		carry := newCarrier(files)
		for i, want := range c.lines {
			n := Note{Line: i + 1, code: old}
			if carry.carry(&n); n.Line != want {
				t.Errorf("line %d is line %d in %q, not %d", i+1, n.Line, c.new, want)
			}
		}
	}
}
