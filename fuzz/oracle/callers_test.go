package oracle

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/edit"
)

// renamesPerTree is how many variables and outputs of a tree get other names at once, where
// the environment variable IACEDIT_RENAMES does not say.
const renamesPerTree = 60

// In real trees of modules, after variables and outputs got other names: every token that
// names one of them, by hcl/v2's reading of the files, has the new name; and every other token
// is what it was.
func TestRenamedTreesResolve(t *testing.T) {
	root := filepath.Join(sharedDir(t), "corpus", "trees")
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Skipf("SKIPPED, no renames were judged in real trees: %v", err)
	}
	seed, changed, followed := uint64(fromEnv(t, "IACEDIT_SEED", 0)), 0, 0
	for i, e := range entries {
		if !e.IsDir() {
			continue
		}
		tree := readNamedTree(t, filepath.Join(root, e.Name()))
		for round := range 2 {
			rnd := rand.New(rand.NewPCG(53+seed, uint64(2*i+round)))
			renames := tree.someRenames(rnd, fromEnv(t, "IACEDIT_RENAMES", renamesPerTree), round == 1)
			n, callers := tree.judge(t, e.Name(), renames)
			changed += n
			followed += callers
		}
	}
	if followed < 100 {
		t.Errorf("%d names changed, %d of them in callers: too few", changed, followed)
	}
	t.Logf("%d names changed, %d of them in callers; all else is as it was", changed, followed)
}

// A thing is a variable or an output of a module.
type thing struct{ folder, kind, name string }

// A namedTree is the files of a tree, and what their tokens name.
type namedTree struct {
	files   map[string][]byte
	calls   map[string]map[string]string // folder → name of a module block → folder that it leads to
	several map[string]bool              // module blocks with count or for_each, by folder.name
	things  []thing                      // what is declared, once each
}

// readNamedTree reads the files of a tree that hcl/v2 parses.
func readNamedTree(t *testing.T, root string) *namedTree {
	t.Helper()
	tree := &namedTree{files: map[string][]byte{}, calls: map[string]map[string]string{}, several: map[string]bool{}}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch ext := filepath.Ext(p); {
		case ext == ".tf", ext == ".tfvars", strings.HasSuffix(p, ".tftest.hcl"):
		default:
			return nil
		}
		code, err := os.ReadFile(p)
		if err != nil || !parses(code) {
			return err
		}
		rel, err := filepath.Rel(root, p)
		tree.files[filepath.ToSlash(rel)] = code
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	declared := map[thing]int{}
	for name, code := range tree.files {
		if path.Ext(name) != ".tf" {
			continue
		}
		folder := path.Dir(name)
		for _, b := range bodyOf(code).Blocks {
			switch {
			case (b.Type == "variable" || b.Type == "output") && len(b.Labels) == 1:
				declared[thing{folder, b.Type, b.Labels[0]}]++
			case b.Type == "module" && len(b.Labels) == 1:
				if b.Body.Attributes["count"] != nil || b.Body.Attributes["for_each"] != nil {
					tree.several[folder+"."+b.Labels[0]] = true
				}
				if to, ok := leadsTo(folder, b.Body); ok {
					if tree.calls[folder] == nil {
						tree.calls[folder] = map[string]string{}
					}
					tree.calls[folder][b.Labels[0]] = to
				}
			}
		}
	}
	for what, n := range declared {
		if n == 1 {
			tree.things = append(tree.things, what)
		}
	}
	slices.SortFunc(tree.things, func(a, b thing) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return tree
}

func bodyOf(code []byte) *hclsyntax.Body {
	f, _ := hclsyntax.ParseConfig(code, "", hcl.InitialPos)
	return f.Body.(*hclsyntax.Body)
}

// leadsTo returns the folder that the literal source of a call in a folder leads to.
func leadsTo(folder string, body *hclsyntax.Body) (to string, ok bool) {
	source := body.Attributes["source"]
	if source == nil {
		return "", false
	}
	v, diags := source.Expr.Value(nil)
	if diags.HasErrors() || v.IsNull() || v.Type().FriendlyName() != "string" {
		return "", false
	}
	text := v.AsString()
	if !strings.HasPrefix(text, "./") && !strings.HasPrefix(text, "../") {
		return "", false
	}
	to = path.Join(folder, text)
	return to, to != ".." && !strings.HasPrefix(to, "../")
}

// someRenames returns new names of some variables and outputs; with called of those alone
// that other modules of the tree may name.
func (tree *namedTree) someRenames(rnd *rand.Rand, n int, called bool) map[thing]string {
	targets := map[string]bool{}
	for _, calls := range tree.calls {
		for _, to := range calls {
			targets[to] = true
		}
	}
	renames := map[thing]string{}
	for _, i := range rnd.Perm(len(tree.things)) {
		if what := tree.things[i]; len(renames) < n && (!called || targets[what.folder]) {
			renames[what] = fmt.Sprintf("zz_%d_%s", len(renames), strings.Repeat("x", rnd.IntN(12)))
		}
	}
	return renames
}

// judge makes renames in a tree, and compares all tokens.
func (tree *namedTree) judge(t *testing.T, title string, renames map[thing]string) (changed, callers int) {
	t.Helper()
	if len(renames) == 0 {
		return 0, 0
	}
	edits := map[string]map[string][]map[string]string{"variable": {}, "output": {}}
	for what, name := range renames {
		edits[what.kind][what.name] = append(edits[what.kind][what.name], map[string]string{"folder": what.folder, "to": name})
	}
	text, err := json.Marshal(map[string]any{"rename": edits})
	if err != nil {
		t.Fatal(err)
	}
	var sent []edit.File
	after := map[string][]byte{}
	for name, code := range tree.files {
		sent = append(sent, edit.File{Name: name, Code: code})
		after[name] = code
	}
	files, err := (&edit.Options{MaxEdits: -1}).ApplyFiles(sent, text)
	if err != nil {
		t.Fatalf("%s: %v", title, err)
	}
	for _, f := range files {
		after[f.Name] = f.Code
	}
	for name, code := range tree.files {
		was, is := tokensOf(code), tokensOf(after[name])
		if len(was) != len(is) {
			t.Fatalf("%s/%s has %d tokens, had %d", title, name, len(is), len(was))
		}
		named := tree.named(name, code, was)
		for i := range was {
			want := string(was[i].Bytes)
			what, names := named[was[i].Range.Start.Byte]
			if to, renamed := renames[what]; names && renamed {
				want = to
				changed++
				if what.folder != path.Dir(name) {
					callers++
				}
			}
			if string(is[i].Bytes) != want || is[i].Type != was[i].Type {
				t.Fatalf("%s/%s, line %d: %q became %q, want %q (%v)", title, name, was[i].Range.Start.Line, was[i].Bytes, is[i].Bytes, want, what)
			}
		}
	}
	return changed, callers
}

func tokensOf(code []byte) hclsyntax.Tokens {
	tokens, _ := hclsyntax.LexConfig(code, "", hcl.InitialPos)
	return tokens
}

// named returns what the tokens of a file name, by their offsets.
func (tree *namedTree) named(name string, code []byte, tokens hclsyntax.Tokens) map[int]thing {
	named := map[int]thing{}
	folder, body := path.Dir(name), bodyOf(code)
	arguments := func(in *hclsyntax.Body, of string) {
		for _, a := range in.Attributes {
			named[a.NameRange.Start.Byte] = thing{of, "variable", a.Name}
		}
	}
	switch {
	case path.Ext(name) == ".tfvars":
		arguments(body, folder)
		return named
	case strings.HasSuffix(name, ".tftest.hcl"):
		tested := folder
		if path.Base(folder) == "tests" {
			tested = path.Dir(folder)
		}
		for _, b := range body.Blocks {
			switch b.Type {
			case "variables":
				arguments(b.Body, tested)
			case "run":
				of, known := tested, true
				for _, inner := range b.Body.Blocks {
					if inner.Type == "module" {
						of, known = leadsTo(tested, inner.Body)
					}
				}
				for _, inner := range b.Body.Blocks {
					if inner.Type == "variables" && known {
						arguments(inner.Body, of)
					}
				}
			}
		}
		references(tokens, nil, func(kind, module, name string, at int) {
			if kind == "variable" {
				named[at] = thing{tested, "variable", name}
			}
		})
		return named
	}
	var history []hcl.Range // of blocks whose addresses are no references
	for _, b := range body.Blocks {
		switch {
		case (b.Type == "variable" || b.Type == "output") && len(b.Labels) == 1:
			at := b.LabelRanges[0].Start.Byte
			if code[at] == '"' {
				at++
			}
			named[at] = thing{folder, b.Type, b.Labels[0]}
		case b.Type == "module" && len(b.Labels) == 1:
			if to, ok := tree.calls[folder][b.Labels[0]]; ok {
				arguments(b.Body, to)
			}
		case b.Type == "moved" || b.Type == "removed" || b.Type == "import":
			history = append(history, b.Range())
		}
	}
	references(tokens, history, func(kind, module, name string, at int) {
		if kind == "variable" {
			named[at] = thing{folder, kind, name}
		} else if to, ok := tree.calls[folder][module]; ok {
			named[at] = thing{to, kind, name}
		}
	})
	tree.namedInLoops(folder, body, named)
	return named
}

// namedInLoops adds the outputs that a "for" over all instances of a called module accesses of
// each of them, and a splat over their values.
func (tree *namedTree) namedInLoops(folder string, body *hclsyntax.Body, named map[int]thing) {
	called := func(e hclsyntax.Expression) (to string, ok bool) {
		if call, is := e.(*hclsyntax.FunctionCallExpr); is && call.Name == "values" && len(call.Args) == 1 {
			e = call.Args[0]
		}
		over, is := e.(*hclsyntax.ScopeTraversalExpr)
		if !is || len(over.Traversal) != 2 || over.Traversal.RootName() != "module" {
			return "", false
		}
		step, is := over.Traversal[1].(hcl.TraverseAttr)
		to, ok = tree.calls[folder][step.Name]
		return to, is && ok && tree.several[folder+"."+step.Name]
	}
	output := func(to string, step hcl.Traverser) {
		if attr, is := step.(hcl.TraverseAttr); is {
			named[attr.SrcRange.End.Byte-len(attr.Name)] = thing{to, "output", attr.Name}
		}
	}
	_ = hclsyntax.VisitAll(body, func(n hclsyntax.Node) hcl.Diagnostics {
		switch e := n.(type) {
		case *hclsyntax.ForExpr:
			to, ok := called(e.CollExpr)
			for _, part := range []hclsyntax.Expression{e.KeyExpr, e.ValExpr, e.CondExpr} {
				if part == nil || !ok {
					continue
				}
				for _, v := range part.Variables() {
					if v.RootName() == e.ValVar && len(v) > 1 {
						output(to, v[1])
					}
				}
			}
		case *hclsyntax.SplatExpr:
			each, is := e.Each.(*hclsyntax.RelativeTraversalExpr)
			if _, values := e.Source.(*hclsyntax.FunctionCallExpr); is && values && len(each.Traversal) > 0 {
				if to, ok := called(e.Source); ok {
					output(to, each.Traversal[0])
				}
			}
		}
		return nil
	})
}

// references calls f with the names behind "var." and "module.name.", through one index.
func references(tokens hclsyntax.Tokens, without []hcl.Range, f func(kind, module, name string, at int)) {
	is := func(i int, text string) bool { return i < len(tokens) && string(tokens[i].Bytes) == text }
	for i := range tokens {
		if tokens[i].Type != hclsyntax.TokenIdent || i > 0 && is(i-1, ".") || !is(i+1, ".") || i+2 >= len(tokens) {
			continue
		}
		if slices.ContainsFunc(without, func(r hcl.Range) bool {
			return r.Start.Byte <= tokens[i].Range.Start.Byte && tokens[i].Range.Start.Byte < r.End.Byte
		}) {
			continue
		}
		switch name := tokens[i+2]; string(tokens[i].Bytes) {
		case "var":
			f("variable", "", string(name.Bytes), name.Range.Start.Byte)
		case "module":
			at := i + 3
			if is(at, "[") {
				depth := 0
				for ; at < len(tokens); at++ {
					if is(at, "[") {
						depth++
					} else if is(at, "]") {
						if depth--; depth == 0 {
							at++
							break
						}
					}
				}
			} else if is(at, ".") && (is(at+1, "*") || at+1 < len(tokens) && tokens[at+1].Type == hclsyntax.TokenNumberLit) {
				at += 2
			}
			if is(at, ".") && at+1 < len(tokens) && tokens[at+1].Type == hclsyntax.TokenIdent {
				f("output", string(name.Bytes), string(tokens[at+1].Bytes), tokens[at+1].Range.Start.Byte)
			}
		}
	}
}
