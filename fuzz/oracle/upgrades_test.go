package oracle

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/edit"
	"iacedit/upgrades"
)

// An argued is an argument or a nested block of a resource, as the documentation has it (see the
// command arguments).
type argued struct {
	name   string
	block  bool
	inside []*argued
}

// readArguments reads the list of the arguments of a provider's version, by type.
func readArguments(t *testing.T, name string) map[string][]*argued {
	t.Helper()
	text, err := os.ReadFile("testdata/arguments/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]*argued{}
	for line := range strings.Lines(string(text)) {
		typ, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[typ], _ = readArgued(rest)
	}
	return all
}

// readArgued reads arguments up to a closing brace, and returns the text behind it.
func readArgued(text string) (all []*argued, rest string) {
	for text != "" && text[0] != '}' {
		i := strings.IndexAny(text, " {}")
		if i < 0 {
			i = len(text)
		}
		a := &argued{name: text[:i]}
		if text = text[i:]; strings.HasPrefix(text, "{") {
			a.name, a.block = strings.TrimSuffix(a.name, "="), !strings.HasSuffix(a.name, "=")
			a.inside, text = readArgued(text[1:])
		}
		all, text = append(all, a), strings.TrimPrefix(text, " ")
	}
	return all, strings.TrimPrefix(strings.TrimPrefix(text, "}"), " ")
}

// find returns an argument by its name, or nil.
func find(all []*argued, name string) *argued {
	i := slices.IndexFunc(all, func(a *argued) bool { return a.name == name })
	if i < 0 {
		return nil
	}
	return all[i]
}

// upgradeOf is an upgrade that the judge knows the arguments of.
type upgradeOf struct {
	provider, source string
	from, to         int
}

var judged = []upgradeOf{{"cloudflare", "cloudflare/cloudflare", 4, 5}}

// After an upgrade of random code, each argument and nested block of each resource is in the
// documentation of the new version, in the form that it has there, or the result tells of it.
func TestUpgradedArguments(t *testing.T) {
	for _, u := range judged {
		old, new := readArguments(t, u.provider+"-"+strconv.Itoa(u.from)), readArguments(t, u.provider+"-"+strconv.Itoa(u.to))
		var types []string
		for typ := range old {
			types = append(types, typ)
		}
		slices.Sort(types)
		for seed := range uint64(3) {
			w := &argumentWriter{r: rand.New(rand.NewPCG(seed, 47))}
			fmt.Fprintf(&w.b, "terraform {\n  required_providers {\n    %s = {\n      source = %q\n    }\n  }\n}\n", u.provider, u.source)
			for _, typ := range types {
				fmt.Fprintf(&w.b, "\nresource %q \"r\" {\n", typ)
				w.body(old[typ], "  ", "v"+typ)
				w.b.WriteString("}\n")
			}
			u.judge(t, w.b.String(), new)
		}
	}
}

// judge upgrades code, and looks at each resource.
func (u *upgradeOf) judge(t *testing.T, code string, new map[string][]*argued) {
	t.Helper()
	o := upgrades.Options{Provider: u.provider, From: u.from, To: u.to, Edit: edit.Options{Unbounded: true}}
	result, err := o.Apply([]edit.File{{Name: "main.tf", Code: []byte(code)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Files {
		code = string(f.Code)
	}
	file, problems := hclsyntax.ParseConfig([]byte(code), "main.tf", hcl.InitialPos)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	for _, b := range file.Body.(*hclsyntax.Body).Blocks {
		if b.Type != "resource" {
			continue
		}
		j := &argumentJudge{notes: notesIn(result.Manual, b), known: new[b.Labels[0]] != nil}
		j.body(b.Body, new[b.Labels[0]], nil)
		for _, path := range j.wrong {
			t.Errorf("%s %d to %d: %s.%s is not in version %d, and is not told", u.provider, u.from, u.to, b.Labels[0], strings.Join(path, "."), u.to)
		}
	}
}

// notesIn returns the notes whose lines are in a block.
func notesIn(all []upgrades.Note, b *hclsyntax.Block) (notes []upgrades.Note) {
	for _, n := range all {
		if n.Line >= b.Range().Start.Line && n.Line <= b.CloseBraceRange.End.Line {
			notes = append(notes, n)
		}
	}
	return notes
}

// An argumentWriter writes random code for arguments.
type argumentWriter struct {
	r *rand.Rand
	b strings.Builder
}

// body writes most of the arguments, and one block or dynamic block of most of the types.
func (w *argumentWriter) body(all []*argued, indent, value string) {
	for _, a := range all {
		switch {
		case w.r.IntN(5) == 0 || a.name == "timeouts":
		case !a.block && a.inside == nil:
			fmt.Fprintf(&w.b, "%s%s = %q\n", indent, a.name, value)
		case !a.block:
			fmt.Fprintf(&w.b, "%s%s = var.x\n", indent, a.name)
		case w.r.IntN(6) == 0:
			fmt.Fprintf(&w.b, "%sdynamic %q {\n%s  for_each = var.l\n%s  content {\n", indent, a.name, indent, indent)
			w.body(a.inside, indent+"    ", value)
			fmt.Fprintf(&w.b, "%s  }\n%s}\n", indent, indent)
		default:
			fmt.Fprintf(&w.b, "%s%s {\n", indent, a.name)
			w.body(a.inside, indent+"  ", value)
			fmt.Fprintf(&w.b, "%s}\n", indent)
		}
	}
}

// An argumentJudge compares the code of a resource with a list of arguments.
type argumentJudge struct {
	notes []upgrades.Note
	known bool // the type has a list
	wrong [][]string
}

// body judges the items of a body.
func (j *argumentJudge) body(b *hclsyntax.Body, all []*argued, path []string) {
	for _, a := range b.Attributes {
		in := append(slices.Clip(path), a.Name)
		if k := find(all, a.Name); k == nil || k.block {
			j.fail(in, a.Range())
		} else {
			j.value(a.Expr, k.inside, in)
		}
	}
	for _, nested := range b.Blocks {
		name, content := nested.Type, nested.Body
		if name == "dynamic" {
			name, content = nested.Labels[0], nested.Body.Blocks[0].Body
		}
		in := append(slices.Clip(path), name)
		if k := find(all, name); k == nil || !k.block {
			j.fail(in, nested.Range())
		} else {
			j.body(content, k.inside, in)
		}
	}
}

// value judges the keys of objects in a value.
func (j *argumentJudge) value(e hclsyntax.Expression, all []*argued, path []string) {
	if all == nil {
		return
	}
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		for _, element := range e.Exprs {
			j.value(element, all, path)
		}
	case *hclsyntax.FunctionCallExpr:
		for _, argument := range e.Args {
			j.value(argument, all, path)
		}
	case *hclsyntax.ForExpr:
		j.value(e.ValExpr, all, path)
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			name := hcl.ExprAsKeyword(item.KeyExpr)
			if k := find(all, name); k != nil {
				j.value(item.ValueExpr, k.inside, append(slices.Clip(path), name))
			} else if inner, ok := item.ValueExpr.(*hclsyntax.ObjectConsExpr); ok && find(all, firstKey(inner)) != nil {
				j.value(inner, all, path) // the pairs of a map
			} else {
				j.fail(append(slices.Clip(path), name), item.KeyExpr.Range())
			}
		}
	}
}

// firstKey returns the first key of an object.
func firstKey(e *hclsyntax.ObjectConsExpr) string {
	if len(e.Items) == 0 {
		return ""
	}
	return hcl.ExprAsKeyword(e.Items[0].KeyExpr)
}

// fail records an item, unless a note tells of the whole resource, of the item, of one around it, or
// of one inside it. A note about the new type of a resource tells of no item.
func (j *argumentJudge) fail(path []string, at hcl.Range) {
	if !j.known && len(j.notes) > 0 {
		return
	}
	for _, n := range j.notes {
		parts := strings.Split(n.Address, ".")
		if len(parts) == 2 && !strings.HasPrefix(n.Say, "is now ") {
			return
		}
		if len(parts) > 2 && (slices.Contains(parts[2:], path[len(path)-1]) || slices.Contains(path, parts[len(parts)-1])) {
			return
		}
	}
	j.wrong = append(j.wrong, path)
}
