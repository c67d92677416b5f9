package oracle

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/edit"
)

// In real modules, after blocks were taken out: by hcl/v2's reading every file parses, every
// reference in the new module resolves there, the call passes each of its variables and
// nothing else, every output that is read is there, nothing refers to what left, and the
// comments and texts of the blocks are what they were.
func TestBlocksTakenOutOfTreesResolve(t *testing.T) {
	root := filepath.Join(sharedDir(t), "corpus", "trees")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("SKIPPED, no blocks were taken out of real modules: %v", err)
	}
	var dirs []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			dirs = append(dirs, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(61, uint64(fromEnv(t, "IACEDIT_SEED", 0))))
	done, refused := 0, map[string]int{}
	for _, dir := range dirs {
		m := readTaken(t, dir)
		if len(m.addresses) < 3 || testing.Short() && rnd.IntN(4) > 0 {
			continue
		}
		rnd.Shuffle(len(m.addresses), func(i, j int) { m.addresses[i], m.addresses[j] = m.addresses[j], m.addresses[i] })
		blocks := slices.Clone(m.addresses[:1+rnd.IntN(min(5, len(m.addresses)-1))])
		after, err := takenOut(m.files, blocks, rnd.IntN(2) == 0)
		if bad, ok := errors.AsType[*edit.Error](err); ok {
			if bad.Code != edit.InvalidRequest && bad.Code != edit.BlockAlreadyExists {
				t.Errorf("%s: %v: %v", dir, blocks, err)
			}
			refused[string(bad.Code)]++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		done++
		m.judge(t, dir, blocks, after)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d modules, refused: %v", done, refused)
	if done < 30 || refused[string(edit.InvalidRequest)] > done {
		t.Errorf("%d modules, refused: %v", done, refused)
	}
}

// backToFolder is how the path of a file begins in the module, which is in modules/taken.
const backToFolder = "${path.module}/../../"

// A takenModule is a real module that blocks are taken out of.
type takenModule struct {
	files     map[string]string
	addresses []string // of what may leave
	texts     map[string][]string
}

// readTaken reads the files of one directory.
func readTaken(t *testing.T, dir string) *takenModule {
	t.Helper()
	m := &takenModule{files: map[string]string{}, texts: map[string][]string{}}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".tf" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		f, diags := hclsyntax.ParseConfig(text, e.Name(), hcl.InitialPos)
		if diags.HasErrors() {
			return &takenModule{}
		}
		m.files[e.Name()] = string(text)
		for _, b := range f.Body.(*hclsyntax.Body).Blocks {
			if address := referenceTo(b); address != "" && b.Type != "variable" {
				m.addresses = append(m.addresses, address)
				if b.Body.Attributes["depends_on"] == nil { // which may go, with its comments
					m.texts[address] = constantTexts(text, b)
				}
			}
		}
	}
	return m
}

// referenceTo returns how references to a block begin, "" for one that nothing refers to.
func referenceTo(b *hclsyntax.Block) string {
	switch {
	case b.Type == "resource" && len(b.Labels) == 2:
		return strings.Join(b.Labels, ".")
	case b.Type == "data" && len(b.Labels) == 2:
		return "data." + strings.Join(b.Labels, ".")
	case b.Type == "module" && len(b.Labels) == 1:
		return "module." + b.Labels[0]
	case b.Type == "variable" && len(b.Labels) == 1:
		return "var." + b.Labels[0]
	}
	return ""
}

// constantTexts returns the comments in a block and the texts of its strings, but for sources,
// which are told from another folder, and those behind a bracket, which may be keys in
// references.
func constantTexts(text []byte, b *hclsyntax.Block) (texts []string) {
	tokens, _ := hclsyntax.LexConfig(text[b.Range().Start.Byte:b.CloseBraceRange.End.Byte], "", hcl.InitialPos)
	for i, tok := range tokens {
		if i > 1 && tokens[i-1].Type == hclsyntax.TokenOQuote && tokens[i-2].Type == hclsyntax.TokenOBrack {
			continue
		}
		switch tok.Type {
		case hclsyntax.TokenComment, hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit:
			if s := string(tok.Bytes); !strings.HasPrefix(s, ".") {
				texts = append(texts, s)
			}
		}
	}
	return texts
}

// A readModule is what hcl/v2 reads of the files of one module.
type readModule struct {
	blocks   map[string]*hclsyntax.Block // by what refers to them; outputs as output.name
	sources  map[string][]byte           // by the same
	uses     []hcl.Traversal
	declared map[string]bool // locals too
}

// readFiles reads the files whose names begin with a prefix and are in no folder below it.
func readFiles(t *testing.T, files map[string]string, prefix string) *readModule {
	t.Helper()
	m := &readModule{blocks: map[string]*hclsyntax.Block{}, sources: map[string][]byte{}, declared: map[string]bool{}}
	for name, text := range files {
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok || strings.Contains(rest, "/") {
			continue
		}
		f, diags := hclsyntax.ParseConfig([]byte(text), name, hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatalf("%s: %v\n%s", name, diags, text)
		}
		for _, b := range f.Body.(*hclsyntax.Body).Blocks {
			key := referenceTo(b)
			if b.Type == "output" {
				key = "output." + b.Labels[0]
			}
			if key != "" {
				m.blocks[key], m.sources[key], m.declared[key] = b, []byte(text), true
			}
			if b.Type == "locals" {
				for name := range b.Body.Attributes {
					m.declared["local."+name] = true
				}
			}
			if b.Type != "moved" && b.Type != "removed" && b.Type != "terraform" && b.Type != "import" {
				m.body(b.Body)
			}
		}
	}
	return m
}

// body notes the references in a body.
func (m *readModule) body(b *hclsyntax.Body) {
	for name, a := range b.Attributes {
		if name != "type" && name != "provider" && name != "providers" && name != "ignore_changes" {
			m.uses = append(m.uses, a.Expr.Variables()...)
		}
	}
	for _, inner := range b.Blocks {
		m.body(inner.Body)
	}
}

// addressOf returns what a traversal refers to, with one name more, "" for what it has not.
func addressOf(tr hcl.Traversal) (address, next string) {
	var names []string
	for _, step := range tr {
		switch s := step.(type) {
		case hcl.TraverseRoot:
			names = append(names, s.Name)
		case hcl.TraverseAttr:
			names = append(names, s.Name)
		}
		if _, index := step.(hcl.TraverseIndex); index {
			break
		}
	}
	n := 2
	if names[0] == "data" {
		n = 3
	}
	if len(names) < n {
		return "", ""
	}
	if len(names) > n {
		next = names[n]
	}
	return strings.Join(names[:n], "."), next
}

// judge compares what came of a module with what it was.
func (m *takenModule) judge(t *testing.T, dir string, blocks []string, after map[string]string) {
	t.Helper()
	before, parent, child := readFiles(t, m.files, ""), readFiles(t, after, ""), readFiles(t, after, "modules/taken/")
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s: %v: "+format, append([]any{dir, blocks}, args...)...)
	}
	for _, tr := range child.uses {
		address, _ := addressOf(tr)
		root := tr.RootName()
		if (root == "var" || root == "local" || before.declared[address]) && !child.declared[address] {
			fail("the module refers to %s, which it has not", address)
		}
	}
	for name, text := range after {
		if strings.HasPrefix(name, "modules/taken/") && strings.Count(text, "path.module") != strings.Count(text, backToFolder) {
			fail("%s has a path.module that does not lead back", name)
		}
	}
	call := parent.blocks["module.taken"]
	if call == nil {
		fail("there is no call")
		return
	}
	for name := range call.Body.Attributes {
		if !slices.Contains([]string{"source", "providers", "depends_on"}, name) && !child.declared["var."+name] {
			fail("the call passes %s, which the module has not", name)
		}
	}
	for key := range child.blocks {
		if name, ok := strings.CutPrefix(key, "var."); ok && call.Body.Attributes[name] == nil {
			fail("the call does not pass %s", name)
		}
	}
	for _, tr := range parent.uses {
		address, next := addressOf(tr)
		switch {
		case address == "module.taken" && !child.declared["output."+next]:
			fail("output %s is read, which the module has not", next)
		case tr.RootName() == "local" && before.declared[address] && !parent.declared[address]:
			fail("%s went along, and is referred to", address)
		case slices.Contains(blocks, address):
			fail("%s left, and is referred to", address)
		}
	}
	for _, address := range blocks {
		b := child.blocks[address]
		if b == nil {
			fail("%s is not in the module", address)
			continue
		}
		got := constantTexts(child.sources[address], b)
		for i, text := range got {
			if rest, found := strings.CutPrefix(text, "/../../"); found && strings.Contains(string(child.sources[address]), backToFolder+rest) {
				got[i] = "/" + rest
			}
		}
		if want := m.texts[address]; want != nil && !slices.Equal(want, got) {
			fail("the texts of %s are\n%q\nand were\n%q", address, got, m.texts[address])
		}
	}
	for key := range before.declared {
		along := strings.HasPrefix(key, "local.") && child.declared[key] // between taken blocks
		if !slices.Contains(blocks, key) && !parent.declared[key] && !along {
			fail("%s is not there any more", key)
		}
	}
}
