package oracle

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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
func readArguments(t *testing.T, provider string, major int) map[string][]*argued {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("testdata/arguments/%s-%d.txt", provider, major))
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

// upgradeOf is an upgrade from one major version to the next that the judge knows the arguments of.
type upgradeOf struct {
	provider string
	to       int
	either   bool // an argument that takes a list of objects may be written as nested blocks, too
}

var judged = []upgradeOf{
	{"aws", 4, true}, {"aws", 5, true}, {"aws", 6, true},
	{"azurerm", 4, true}, {"azurerm", 5, true},
	{"cloudflare", 5, false},
	{"google", 5, true}, {"google", 6, true}, {"google", 7, true},
	{"helm", 3, false},
	{"kubernetes", 3, true},
}

// later lists arguments in real code that were added after the versions in the lists of arguments.
var later = []string{"aws_eks_addon.namespace_config", "aws_s3_bucket.bucket_namespace"}

func (u *upgradeOf) String() string { return fmt.Sprintf("%s-%d", u.provider, u.to) }

// catalogue returns the facts about the new version.
func (u *upgradeOf) catalogue(t *testing.T) *upgrades.Catalogue {
	t.Helper()
	c, err := upgrades.Load(u.provider, u.to)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// After an upgrade of random code, each argument and nested block of each resource is in the
// documentation of the new version, in the form that it has there, or the result tells of it.
func TestUpgradedArguments(t *testing.T) {
	for i := range judged {
		u := &judged[i]
		t.Run(u.String(), func(t *testing.T) {
			c := u.catalogue(t)
			old, new := readArguments(t, u.provider, u.to-1), readArguments(t, u.provider, u.to)
			first := uint64(fromEnv(t, "IACEDIT_SEED", 0))
			for seed := range uint64(3) {
				w := &argumentWriter{r: rand.New(rand.NewPCG(first+seed, 47))}
				fmt.Fprintf(&w.b, "terraform {\n  required_providers {\n    %s = {\n      source = %q\n    }\n  }\n}\n", u.provider, c.Provider)
				for _, typ := range slices.Sorted(maps.Keys(old)) {
					if isAbout(c, typ) {
						w.block(typ, old[typ])
					}
				}
				u.judge(t, []edit.File{{Name: "main.tf", Code: []byte(w.b.String())}}, u.to-1, new)
			}
		})
	}
}

// The same for real code, from the version that it is at to the newest one.
func TestUpgradedTrees(t *testing.T) {
	for _, tree := range treesOf(t) {
		for i := range judged {
			u := &judged[i]
			if i+1 < len(judged) && judged[i+1].provider == u.provider {
				continue
			}
			t.Run(tree.name+"/"+u.provider, func(t *testing.T) {
				u.judge(t, tree.files, 0, readArguments(t, u.provider, u.to))
			})
		}
	}
}

// A codeTree is a repository of real code.
type codeTree struct {
	name  string
	files []edit.File
}

// treesOf returns the repositories of the corpus, with the files that parse.
func treesOf(t *testing.T) (all []codeTree) {
	root := filepath.Join(sharedDir(t), "corpus", "trees")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Skipf("SKIPPED, no real code is upgraded: %v", err)
	}
	for _, f := range folders {
		tree := codeTree{name: f.Name()}
		err := filepath.WalkDir(filepath.Join(root, f.Name()), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".tf" {
				return err
			}
			code, err := os.ReadFile(path)
			if parses(code) {
				tree.files = append(tree.files, edit.File{Name: filepath.ToSlash(path[len(root)+1:]), Code: code})
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(tree.files) > 0 {
			all = append(all, tree)
		}
	}
	return all
}

// judge upgrades code, and checks the arguments of each resource whose type is in the lists.
func (u *upgradeOf) judge(t *testing.T, files []edit.File, from int, new map[string][]*argued) {
	t.Helper()
	o := upgrades.Options{Provider: u.provider, From: from, To: u.to, Edit: edit.Options{Unbounded: true}}
	result, err := o.Apply(files)
	if err != nil && from == 0 {
		t.Skip(err) // the code does not say its version
	} else if err != nil {
		t.Fatal(err)
	}
	if result.From > u.to {
		t.Skip("the code is newer")
	}
	final := map[string][]byte{}
	for _, f := range append(slices.Clone(files), result.Files...) {
		final[f.Name] = f.Code
	}
	for _, name := range slices.Sorted(maps.Keys(final)) {
		file, problems := hclsyntax.ParseConfig(final[name], name, hcl.InitialPos)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		for _, b := range file.Body.(*hclsyntax.Body).Blocks {
			u.judgeBlock(t, b, notesIn(result.Manual, b), new)
		}
	}
}

// judgeBlock looks at a resource, data source or configuration of a provider. A type that the new
// version lacks must be told.
func (u *upgradeOf) judgeBlock(t *testing.T, b *hclsyntax.Block, notes []upgrades.Note, new map[string][]*argued) {
	t.Helper()
	if len(b.Labels) == 0 {
		return
	}
	typ := b.Labels[0]
	if b.Type != "resource" {
		typ = b.Type + "." + typ
	}
	known := new[typ] != nil
	if !known && (b.Type == "provider" || !isAbout(u.catalogue(t), typ)) {
		return
	}
	j := &argumentJudge{upgradeOf: u, notes: notes, known: known, dropped: dropped(u.catalogue(t), typ)}
	j.body(b.Body, new[typ], nil)
	for _, path := range j.wrong {
		if slices.Contains(later, typ+"."+strings.Join(path, ".")) {
			continue
		}
		t.Errorf("%s:%d: %s.%s is not in %s, and is not told", b.Range().Filename, b.Range().Start.Line, typ, strings.Join(path, "."), u)
	}
}

// dropped returns the arguments that go together with another one of a type, each with the other: a
// note about that one tells of them, too.
func dropped(c *upgrades.Catalogue, typ string) map[string]string {
	all := map[string]string{}
	for i := range c.Entries {
		for _, f := range c.Entries[i].Facts {
			for _, name := range f.Drop {
				if listed(&c.Entries[i]) == typ {
					all[name] = f.Path
				}
			}
		}
	}
	return all
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

// block writes a resource, a data source, or the configuration of a provider.
func (w *argumentWriter) block(typ string, all []*argued) {
	of, name, ok := strings.Cut(typ, ".")
	if !ok {
		of, name = "resource", typ
	}
	if w.b.WriteString("\n" + of + " \"" + name + "\""); of != "provider" {
		w.b.WriteString(" \"r\"")
	}
	w.b.WriteString(" {\n")
	w.body(all, "  ")
	w.b.WriteString("}\n")
}

// body writes the arguments, and one block or dynamic block of most of the types. The values are
// references, which may have any type.
func (w *argumentWriter) body(all []*argued, indent string) {
	for _, a := range all {
		switch {
		case a.name == "*":
		case !a.block:
			fmt.Fprintf(&w.b, "%s%s = var.x\n", indent, a.name)
		case w.r.IntN(5) == 0:
		case w.r.IntN(6) == 0:
			fmt.Fprintf(&w.b, "%sdynamic %q {\n%s  for_each = var.l\n%s  content {\n", indent, a.name, indent, indent)
			w.body(a.inside, indent+"    ")
			fmt.Fprintf(&w.b, "%s  }\n%s}\n", indent, indent)
		default:
			fmt.Fprintf(&w.b, "%s%s {\n", indent, a.name)
			w.body(a.inside, indent+"  ")
			fmt.Fprintf(&w.b, "%s}\n", indent)
		}
	}
}

// An argumentJudge compares the code of a resource with a list of arguments.
type argumentJudge struct {
	*upgradeOf
	notes   []upgrades.Note
	known   bool              // the type has a list
	dropped map[string]string // see dropped
	wrong   [][]string
}

// body judges the items of a body.
func (j *argumentJudge) body(b *hclsyntax.Body, all []*argued, path []string) {
	for _, a := range b.Attributes {
		in := append(slices.Clip(path), a.Name)
		if isMeta(a.Name, path) {
			continue
		}
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
		if isMeta(name, path) {
			continue
		}
		if k := find(all, name); k == nil || !k.block && !(j.either && k.inside != nil) {
			j.fail(in, nested.Range())
		} else if find(k.inside, "*") == nil {
			j.body(content, k.inside, in)
		}
	}
}

// isAbout reports whether the catalogue has facts about a type.
func isAbout(c *upgrades.Catalogue, typ string) bool {
	return slices.ContainsFunc(c.Entries, func(e upgrades.Entry) bool { return typ == listed(&e) })
}

// listed returns the name of an entry's type in the lists.
func listed(e *upgrades.Entry) string {
	if e.Of == "resource" {
		return e.Type
	}
	return e.Of + "." + e.Type
}

// isMeta reports whether an item is one that resources of all types may have.
func isMeta(name string, path []string) bool {
	return path == nil && slices.Contains([]string{"provider", "count", "for_each", "depends_on", "lifecycle", "provisioner", "connection", "timeouts", "id", "tags_all", "alias", "version"}, name)
}

// value judges the keys of objects in a value.
func (j *argumentJudge) value(e hclsyntax.Expression, all []*argued, path []string) {
	if all == nil || find(all, "*") != nil {
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
	if other := j.dropped[path[0]]; other != "" && len(path) == 1 {
		path = []string{path[0], other}
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
