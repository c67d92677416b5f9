package refs

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/syntax"
)

// seeds returns the code of the tables here and in package syntax.
func seeds(t testing.TB) (all []string) {
	for _, pattern := range []string{"testdata/*.txtar", "../syntax/testdata/*.txtar"} {
		tables, err := filepath.Glob(pattern)
		if err != nil || len(tables) == 0 {
			t.Fatal("no seeds: ", err)
		}
		for _, path := range tables {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files {
				all = append(all, string(f.Data))
			}
		}
	}
	return all
}

// References are in order and inside the source, each part of one at its place. What
// is renamed to a fresh name and back is as it was, and there is nothing else that has
// the fresh name meanwhile.
func FuzzRename(f *testing.F) {
	for _, seed := range seeds(f) {
		for role := range uint8(3) {
			f.Add(seed, role, uint16(0))
			f.Add(seed, role, uint16(7))
		}
	}
	f.Fuzz(func(t *testing.T, src string, role uint8, pick uint16) {
		file, err := syntax.Parse([]byte(src))
		if err != nil {
			return
		}
		as := Role(role % 3)
		var addresses []Address
		last := syntax.Span{From: -1}
		for r := range All(file, as) {
			checkSpans(t, file, r)
			if r.Root.From < last.To {
				t.Fatalf("%v after %v: %q", r.Root, last, src)
			}
			last = r.Root
			switch r.Place {
			case InMoved, InRemoved, InAliases:
			default:
				if Resource <= r.Kind && r.Kind <= Provider {
					addresses = append(addresses, r.Address(file))
				}
			}
		}
		for range Declarations(file) {
		}
		if len(addresses) > 0 {
			thereAndBack(t, src, as, addresses[int(pick)%len(addresses)])
		}
	})
}

// checkSpans checks where the parts of a reference are.
func checkSpans(t *testing.T, f *syntax.File, r *Reference) {
	t.Helper()
	pos := r.Root.From
	if r.Root.Len() <= 0 || r.At.From != r.Root.From || int(r.At.To) > len(f.Text()) {
		t.Fatalf("%+v: %q", r, f.Text())
	}
	parts := []syntax.Span{r.Root}
	if r.Type.Len() > 0 && r.Type != r.Root {
		parts = append(parts, r.Type)
	}
	if r.Name.Len() > 0 && r.Name != r.Root {
		parts = append(parts, r.Name)
	}
	for _, s := range r.Steps {
		if s.Kind != StepSplat {
			parts = append(parts, s.Name)
		}
		if s.Static && s.Name.To > r.At.To {
			t.Fatalf("%+v: a static step after its end: %q", r, f.Text())
		}
	}
	for _, part := range parts {
		if part.From < pos || part.To < part.From || int(part.To) > len(f.Text()) {
			t.Fatalf("%+v: the parts are not in order: %q", r, f.Text())
		}
		pos = part.To
	}
}

// thereAndBack renames what is at an address to a name that the source does not have,
// and back.
func thereAndBack(t *testing.T, src string, role Role, of Address) {
	t.Helper()
	fresh := "fresh"
	for strings.Contains(src, fresh) {
		fresh += "-"
	}
	to := Address{of.Kind, of.Type, fresh}
	if of.Type != "" {
		to.Type = fresh + "type"
	}
	if of.Kind == Provider && of.Name == "" {
		to.Name = ""
	}
	there, n := renamed(t, src, role, of, to)
	if n == 0 {
		t.Fatalf("%v is not renamed: %q", of, src)
	}
	back, m := renamed(t, there, role, to, of)
	if back != src || n != m {
		t.Fatalf("%v → %v: %d replacements, back %d:\n%q\n%q\n%q", of, to, n, m, src, there, back)
	}
}

func renamed(t *testing.T, src string, role Role, from, to Address) (string, int) {
	t.Helper()
	r, err := NewRenames([]Rename{{Of: from, Type: to.Type, Name: to.Name}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := syntax.Parse([]byte(src))
	if err != nil {
		t.Fatalf("%v: %q", err, src)
	}
	list, captures := r.Replacements(nil, f, role)
	if len(captures) > 0 && !terraformCode.isKeyword(to.Type) {
		t.Fatalf("captured by %+v: %q", captures[0].By, src)
	}
	return replaced(t, src, list), len(list)
}
