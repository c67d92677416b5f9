package refs

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/syntax"
)

func TestAll(t *testing.T)          { testAll(t, "find.txtar") }
func TestAllLanguages(t *testing.T) { testAll(t, "languages.txtar") }

func testAll(t *testing.T, archive string) {
	names, cases := table(t, archive)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			file, src := code(cases[name])
			f := parse(t, src)
			var got strings.Builder
			last := int32(-1)
			for r := range All(f, role(file)) {
				got.WriteString(show(f, r) + "\n")
				if r.Root.From < last || r.Root.From == last && r.Place != InNames && r.Place != InAnyKeys {
					t.Errorf("%s: not in order", show(f, r))
				}
				last = r.Root.From
			}
			if diff := cmp.Diff(cases[name]["want"], got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if string(f.Text()) != src {
				t.Error("the source was changed")
			}
			var declared strings.Builder
			for d := range DeclarationsIn(f, role(file)) {
				address := d.Address(f)
				declared.WriteString(strings.TrimPrefix(address.Type+".", ".") + address.Name + " " + d.Kind.String() + "\n")
			}
			if want, ok := cases[name]["declares"]; ok && want != declared.String() {
				t.Errorf("declarations, -want +got:\n%s", cmp.Diff(want, declared.String()))
			}
		})
	}
}

// An iterator that is left early is asked nothing more.
func TestAllStops(t *testing.T) {
	f := parse(t, "a = [var.a, var.b]\nb = var.c\nc \"d\" {\n  e = var.e\n}\n")
	for n := 1; n <= 4; n++ {
		count := 0
		for range All(f, Configuration) {
			if count++; count == n {
				break
			}
		}
		if count != n {
			t.Errorf("%d of %d", count, n)
		}
	}
}

func TestDeclarations(t *testing.T) {
	names, cases := table(t, "declarations.txtar")
	for _, name := range names {
		f := parse(t, cases[name]["in.tf"])
		var got strings.Builder
		for d := range Declarations(f) {
			line, column := syntax.Position(f.Text(), int(max(d.Type.From, d.Name.From)))
			got.WriteString(strings.Join([]string{strconv.Itoa(line) + ":" + strconv.Itoa(column), d.Kind.String(), string(f.At(d.Type)), string(f.At(d.Name))}, " "))
			if d.Repeated {
				got.WriteString(" repeated")
			}
			got.WriteString("\n")
		}
		if diff := cmp.Diff(cases[name]["want"], got.String()); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}
