package oracle

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"

	"iacedit/convert"
	"iacedit/edit"
	language "iacedit/internal/languages/terraform"
)

// jsonEdits is how many edits TestEditsInJSON makes where IACEDIT_EDITS does not say. 20000 take
// some minutes.
const jsonEdits = 300

// TestEditsInJSON makes the same random edits of native code and of the JSON to which the code is
// converted. hcl/v2's json package then reads in the edited JSON what hclsyntax reads in the edited
// code. An edit that sets what is there changes no byte of the JSON, and a rename changes the name
// alone.
func TestEditsInJSON(t *testing.T) {
	total := fromEnv(t, "IACEDIT_EDITS", jsonEdits)
	seed := uint64(fromEnv(t, "IACEDIT_SEED", 0))
	files := accepted(samples(t))
	if !testing.Short() {
		files = append(files, corpusFiles(t)...)
	}
	run := jsonRun{t: t, rnd: rand.New(rand.NewPCG(seed, 17))}
	for tries := 0; run.made < total && tries < 20*total && !t.Failed(); tries++ {
		run.file(files[run.rnd.IntN(len(files))])
	}
	t.Logf("%d edits, of which %d are refused in JSON; %d arguments compared", run.made, run.refused, run.count.values)
	if run.made < total || run.refused > run.made/5 {
		t.Error("too few edits are made")
	}
}

type jsonRun struct {
	t             *testing.T
	rnd           *rand.Rand
	made, refused int
	count         convertCount
}

// file makes some edits of a file, each of the original.
func (run *jsonRun) file(s sample) {
	if len(s.src) > 1<<15 {
		return
	}
	var o convert.Options
	text, _, err := o.ToJSON(nil, s.src)
	c := readCode(s.src)
	if err != nil || c == nil || len(c.body.Blocks) == 0 {
		return
	}
	ch := newChooser(run.rnd, c)
	for range 8 {
		if made, ok := ch.change(); ok {
			where, entry := made.entry()
			if len(made.in) == 0 {
				if made.kind != addBlock {
					continue
				}
				entry = `{` + join(`"file": "FILE"`, entry[1:len(entry)-1]) + `}`
			}
			request := entry
			for i := len(where.labels) - 1; i >= 0; i-- {
				request = `{` + quoteJSON(where.labels[i]) + `: ` + request + `}`
			}
			run.edit(s, text, `{`+quoteJSON(where.action)+`: {`+quoteJSON(where.typ)+`: `+request+`}}`, made.kind == sameValue, "")
		}
	}
	for range 3 {
		b := pickOne(ch, c.body.Blocks)
		if len(b.Labels) == 0 || len(b.Body.Attributes) == 0 || !plainAddress(b) {
			continue
		}
		var names []string
		for name := range b.Body.Attributes {
			if body := language.Block(b.Type); body == nil || body.Body.Attribute(name) == nil { // else another name has other rules
				names = append(names, name)
			}
		}
		if slices.Sort(names); len(names) == 0 {
			continue
		}
		at := func(entry string) string {
			for i := len(b.Labels) - 1; i >= 0; i-- {
				entry = `{` + quoteJSON(b.Labels[i]) + `: ` + entry + `}`
			}
			return `{` + quoteJSON(b.Type) + `: ` + entry + `}`
		}
		if types := blockTypes(b); len(types) > 0 {
			typ := pickOne(ch, types)
			run.edit(s, text, `{"rename": `+at(`{"blockTypes": {`+quoteJSON(typ)+`: "`+renamed+`"}}`)+`}`, false, typ)
			run.edit(s, text, `{"reshape": `+at(`{"blockTypes": {`+quoteJSON(typ)+`: {"as": `+pickOne(ch, []string{`"list"`, `"object"`, `"list", "name": "` + renamed + `"`})+`}}}`)+`}`, false, "")
		}
		picked := pickOne(ch, names)
		name, other := quoteJSON(picked), quoteJSON(pickOne(ch, names))
		run.edit(s, text, `{"rename": `+at(`{"attributes": {`+name+`: "`+renamed+`"}}`)+`}`, false, picked)
		run.edit(s, text, pickOne(ch, []string{
			`{"rename": ` + at(`{"attributes": {`+name+`: `+other+`, `+other+`: `+name+`}}`) + `}`,
			`{"rename": ` + at(`{"to": "`+renamed+`", "moved": false}`) + `}`,
			`{"sort": ` + at(`{}`) + `}`,
			`{"sort": {` + quoteJSON(b.Type) + `: {"*": {}}}}`,
			`{"move": ` + at(`{"attributes": {`+name+`: {"at": "start"}}}`) + `}`,
			`{"move": ` + at(`{"place": {"at": "end"}}`) + `}`,
			`{"update": ` + at(`{"replace": {"attributes": {`+name+`: {"text": "a", "by": "bé\"\n"}}}}`) + `}`,
			`{"update": ` + at(`{"comment": "Judged."}`) + `}`,
			`{"reshape": ` + at(`{"attributes": {`+name+`: {"as": "blocks"}}}`) + `}`,
			`{"tidy": ` + at(`{"only": ["ids", "policies", "order"]}`) + `}`,
			`{"rewrite": [{"match": "lookup($a, $b)", "to": "$a[$b]"}, {"text": "e", "by": "é"}]}`,
		}), false, "")
	}
}

// renamed is the new name of what is renamed.
const renamed = "renamed_by_the_judge"

// blockTypes returns the types of the nested blocks that a provider defines, and that contain no
// others.
func blockTypes(b *hclsyntax.Block) (types []string) {
	core := language.Block(b.Type)
	if core == nil {
		return nil
	}
	body := core.Body
	if len(b.Labels) > 0 {
		body = body.For(b.Labels[0]) // terraform_remote_state has no nested blocks of a provider
	}
	for _, in := range b.Body.Blocks {
		if len(in.Labels) == 0 && len(in.Body.Blocks) == 0 && body.Open() && !body.Knows(in.Type) {
			types = append(types, in.Type)
		}
	}
	return slices.Compact(types)
}

// edit makes an edit of native code and of the JSON for it. If the argument was is not empty, it is
// the old name of an item that is renamed.
func (run *jsonRun) edit(s sample, text []byte, request string, same bool, was string) {
	native, err := applyTo("main.tf", s.src, request)
	if err != nil {
		return
	}
	run.made++
	var o convert.Options
	want, _, err := o.ToJSON(nil, native)
	got, refused := applyTo("main.tf.json", text, request)
	switch {
	case refused != nil && err != nil:
		return
	case refused != nil:
		run.refused++
		if testing.Verbose() {
			run.t.Logf("%s: %s: %v", s.name, request, refused)
		}
		return
	case err != nil:
		return
	case same && bytes.Equal(native, s.src) && !bytes.Equal(got, text):
		run.t.Errorf("%s: %s: it is there, and the JSON changes:\n%s", s.name, request, diffOf(text, got))
		return
	case was != "" && !bytes.Equal(bytes.ReplaceAll(got, []byte(renamed), []byte(was)), text):
		run.t.Errorf("%s: %s: more changes than the name:\n%s", s.name, request, diffOf(text, got))
		return
	}
	parsed, _ := hclsyntax.ParseConfig(native, s.name, hcl.InitialPos)
	inJSON, diags := hcljson.Parse(got, s.name+".json")
	if diags.HasErrors() {
		run.t.Errorf("%s: %s: %v\n%s", s.name, request, diags, got)
		return
	}
	run.count.body(run.t, run.rnd, s.name+": "+request, parsed.Body.(*hclsyntax.Body), inJSON.Body, nil, true)
	if run.t.Failed() {
		run.t.Logf("native:\n%s\nJSON:\n%s\nconverted:\n%s", native, got, want)
	}
}

// applyTo edits a file, and returns its code.
func applyTo(name string, code []byte, request string) ([]byte, error) {
	var o edit.Options
	changed, err := o.ApplyFiles([]edit.File{{Name: name, Code: code}}, []byte(strings.ReplaceAll(request, `"FILE"`, quoteJSON(name))))
	if err != nil {
		return nil, err
	}
	for _, f := range changed {
		if f.Name == name {
			return f.Code, nil
		}
	}
	return code, nil
}

// diffOf shows where two texts differ.
func diffOf(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-100)
	return string(a[from:min(len(a), i+200)]) + "\n---\n" + string(b[from:min(len(b), i+200)])
}
