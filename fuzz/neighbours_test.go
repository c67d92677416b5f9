package fuzz

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/edit"
	"iacedit/format"
	"iacedit/internal/testkit/corpus"
)

// The laws of docs/edits.md, "Laws", where what is new looks as its neighbours do: over modules
// in which people have habits, by every way in.

// neighbourModules returns modules, each its files: those of testdata, and trees of public
// repositories where they are there.
func neighbourModules(t *testing.T) (modules [][]edit.File) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "neighbours.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for _, f := range archive.Files {
		module, name, _ := strings.Cut(f.Name, ":")
		if module != last {
			modules = append(modules, nil)
			last = module
		}
		at := len(modules) - 1
		modules[at] = append(modules[at], edit.File{Name: name, Code: f.Data})
	}
	found, err := corpus.Find()
	if err != nil {
		t.Logf("SKIPPED: the laws were not tried on public modules: %v", err)
		return modules
	}
	byFolder := map[string][]edit.File{}
	var folders []string
	root := filepath.Join(found, "..", "..", "trees")
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".tf" {
			return err
		}
		code, err := os.ReadFile(path)
		if _, bad := format.Format(nil, code); bad != nil || len(code) > 20_000 {
			return err
		}
		folder := filepath.Dir(path)
		if byFolder[folder] == nil {
			folders = append(folders, folder)
		}
		byFolder[folder] = append(byFolder[folder], edit.File{Name: filepath.Base(path), Code: code})
		return err
	})
	if err != nil {
		t.Logf("SKIPPED: the laws were not tried on public modules: %v", err)
	}
	for i, folder := range folders {
		modules = append(modules, byFolder[folder])
		if i%3 == 0 && i > 0 { // two of them as a tree
			var tree []edit.File
			for k, of := range []string{folders[i-1], folder} {
				for _, f := range byFolder[of] {
					tree = append(tree, edit.File{Name: []string{"one/", "two/"}[k] + f.Name, Code: f.Code})
				}
			}
			modules = append(modules, tree)
		}
	}
	return modules
}

// editedFiles returns files with edits made. It fails where the edits are refused.
func editedFiles(files []edit.File, edits string) ([]edit.File, error) {
	changed, err := new(edit.Options).ApplyFiles(files, []byte(edits))
	if err != nil {
		return nil, err
	}
	out := slices.Clone(files)
	for _, f := range changed {
		at := slices.IndexFunc(out, func(o edit.File) bool { return o.Name == f.Name })
		if at < 0 {
			out = append(out, f)
		} else {
			out[at] = f
		}
	}
	return slices.DeleteFunc(out, func(f edit.File) bool { return len(f.Code) == 0 }), nil
}

// unlike tells how files differ, but for their order.
func unlike(a, b []edit.File) string {
	texts := func(files []edit.File) map[string]string {
		of := map[string]string{}
		for _, f := range files {
			if len(f.Code) > 0 {
				of[f.Name] = string(f.Code)
			}
		}
		return of
	}
	x, y := texts(a), texts(b)
	for name := range x {
		if x[name] == y[name] {
			delete(x, name)
			delete(y, name)
		}
	}
	return cmp.Diff(x, y)
}

// untidy returns the name of a file that the formatter changes, though it left alone what the
// file was; "" for none.
func untidy(was, is []edit.File) string {
	for _, f := range is {
		i := slices.IndexFunc(was, func(w edit.File) bool { return w.Name == f.Name })
		if (i < 0 || isTidy(string(was[i].Code))) && !isTidy(string(f.Code)) {
			return f.Name
		}
	}
	return ""
}

// holds tries the laws of one edit.
func (n *neighbour) holds(files []edit.File) error {
	out, err := editedFiles(files, n.edits)
	if err != nil {
		return nil // what is refused is the concern of other tests
	}
	n.done = true
	fail := func(law, how string) error {
		return fmt.Errorf("%s: %s\n%s\n%s", law, n.kind, n.edits, how)
	}
	allTidy := !slices.ContainsFunc(files, func(f edit.File) bool { return !isTidy(string(f.Code)) })
	if name := untidy(files, out); name != "" && (allTidy || n.kind != "move") {
		return fail("not tidy: "+name, unlike(files, out))
	}
	if n.twice {
		again, err := editedFiles(out, n.edits)
		if err != nil {
			return fail("the second time", err.Error())
		}
		if diff := unlike(out, again); diff != "" {
			return fail("set twice", diff)
		}
	}
	if n.undo == "" {
		return nil
	}
	back, err := editedFiles(out, n.undo)
	if err != nil {
		return fail("undone by "+n.undo, err.Error())
	}
	if diff := unlike(files, back); diff != "" {
		return fail("undone by "+n.undo, diff+"\nwith it:\n"+unlike(files, out))
	}
	return nil
}

// TestNeighbours: to set twice is to set once, to delete what was added gives the code back,
// what is extracted and put back in is as it was, and all stays as the formatter has it.
func TestNeighbours(t *testing.T) {
	eachNeighbour(t, 1, func(m *neighbourMaker) (string, error) {
		n := m.edit()
		err := n.holds(m.files)
		if !n.done {
			return "refused", nil
		}
		return n.kind, err
	})
}

// TestNeighboursOneByOne: edits of one request do what they do one after the other.
func TestNeighboursOneByOne(t *testing.T) {
	eachNeighbour(t, 2, func(m *neighbourMaker) (string, error) {
		var all []neighbour
		var whole *tree
		for range 2 + m.IntN(3) {
			n := m.edit()
			joined, ok := joinTrees(whole, readTree(n.edits))
			if n.edits == "" || !slices.Contains(operations, n.op) || !ok || places(joined) > 1 {
				continue // what is sent to one place keeps the order sent
			}
			all, whole = append(all, n), joined
		}
		if len(all) < 2 {
			return "refused", nil
		}
		slices.SortStableFunc(all, func(a, b neighbour) int {
			if a.op != b.op {
				return slices.Index(operations, a.op) - slices.Index(operations, b.op)
			}
			return slices.Compare(placeIn(whole, readTree(a.edits)), placeIn(whole, readTree(b.edits)))
		})
		one, steps := m.files, ""
		tidy := !slices.ContainsFunc(m.files, func(f edit.File) bool { return !isTidy(string(f.Code)) })
		for _, n := range all {
			next, err := editedFiles(one, n.edits)
			if err != nil {
				return "refused", nil
			}
			steps += n.edits + "\n"
			one = next
		}
		if !tidy {
			return "refused", nil
		}
		together, err := editedFiles(m.files, whole.String())
		if err != nil {
			return "", fmt.Errorf("together: %w\n%s", err, whole)
		}
		if diff := unlike(one, together); diff != "" {
			return "", fmt.Errorf("one by one (-) and together (+):\n%s%s\nat first:\n%s", steps, diff, unlike(m.files, one))
		}
		return "requests", nil
	})
}

// joinTrees joins two requests, if they share no entry.
func joinTrees(a, b *tree) (*tree, bool) {
	switch {
	case a == nil || b == nil:
		return b, b != nil
	case !a.object || !b.object || slices.Contains(a.keys, "attributes") || slices.Contains(b.keys, "attributes"):
		return nil, false
	}
	joined := &tree{object: true, keys: slices.Clone(a.keys), members: slices.Clone(a.members)}
	for i, key := range b.keys {
		at := slices.Index(joined.keys, key)
		if at < 0 {
			joined.keys, joined.members = append(joined.keys, key), append(joined.members, b.members[i])
			continue
		}
		m, ok := joinTrees(joined.members[at], b.members[i])
		if !ok {
			return nil, false
		}
		joined.members[at] = m
	}
	return joined, true
}

// placeIn returns the place of a request in one that it was joined to: the indexes of its keys. What
// comes first there is done first, and shows the rest how to look.
func placeIn(joined, t *tree) (place []int) {
	for joined != nil && joined.object && t.object && len(t.keys) > 0 {
		at := slices.Index(joined.keys, t.keys[0])
		if at < 0 {
			break
		}
		place = append(place, at)
		joined, t = joined.members[at], t.members[0]
	}
	return place
}

// eachNeighbour tries a law on random modules. try returns the kind of what was tried.
func eachNeighbour(t *testing.T, stream uint64, try func(*neighbourMaker) (string, error)) {
	modules := neighbourModules(t)
	total, seed := tries(600), uint64(1)
	if n, err := strconv.ParseUint(os.Getenv("IACEDIT_SEED"), 10, 64); err == nil {
		seed = n
	}
	r := rand.New(rand.NewPCG(seed, stream))
	kinds, failed := map[string]int{}, 0
	for i := range total {
		at := r.IntN(len(modules))
		m := &neighbourMaker{Rand: r, files: modules[at]}
		kind, err := try(m)
		kinds[kind]++
		if err != nil {
			if failed++; failed <= 5 {
				t.Errorf("edit %d of module %d (%s …): %v", i, at, m.files[0].Name, err)
			}
		}
	}
	if failed > 0 {
		t.Errorf("%d of %d fail", failed, total)
	}
	t.Logf("%v", kinds)
	if kinds["refused"] > total*2/3 {
		t.Errorf("%d of %d were refused", kinds["refused"], total)
	}
}
