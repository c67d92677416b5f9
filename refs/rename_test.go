package refs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/syntax"
)

// readRenames reads the renames of a case.
func readRenames(t testing.TB, text string) (list []Rename) {
	t.Helper()
	for line := range strings.Lines(text) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " -> ")
		from, attribute, _ := strings.Cut(from, ":")
		kind, names, _ := strings.Cut(from, ".")
		one := Rename{Attribute: attribute}
		if strings.Contains(attribute, ".") {
			one.Attribute, one.Path = "", readPath(t, attribute)
		}
		to, one.Repeated = strings.CutSuffix(to, " repeated")
		for k := range kindNames {
			if kindNames[k] == kind {
				one.Of.Kind = Kind(k)
			}
		}
		split := func(names string) (typ, name string) {
			if hasType(one.Of.Kind) || one.Of.Kind == Provider {
				typ, name, _ = strings.Cut(names, ".")
				return typ, name
			}
			return "", names
		}
		one.Of.Type, one.Of.Name = split(names)
		if one.Type, one.Name = split(to); attribute != "" {
			one.Type, one.Name = "", to
		}
		list = append(list, one)
	}
	return list
}

// readPath reads the parts of a path.
func readPath(t testing.TB, text string) (path []Part) {
	t.Helper()
	for part := range strings.SplitSeq(text, ".") {
		name, element, indexed := strings.Cut(strings.TrimSuffix(part, "]"), "[")
		p := Part{Name: name}
		if indexed {
			n, err := strconv.Atoi(element)
			if err != nil {
				t.Fatal(err)
			}
			p.Element = n + 1
		}
		path = append(path, p)
	}
	return path
}

func newRenames(t testing.TB, list []Rename) *Renames {
	t.Helper()
	r, err := NewRenames(list)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// replaced applies replacements, and fails t if they are out of order or outside the source.
func replaced(t testing.TB, src string, list []Replacement) string {
	t.Helper()
	var out strings.Builder
	pos := 0
	for _, r := range list {
		if int(r.At.From) < pos || r.At.To <= r.At.From || int(r.At.To) > len(src) {
			t.Fatalf("a replacement of %v in %d bytes, after %d: %q", r.At, len(src), pos, src)
		}
		out.WriteString(src[pos:r.At.From] + r.Text)
		pos = int(r.At.To)
	}
	return out.String() + src[pos:]
}

func showCapture(f *syntax.File, c Capture) string {
	line, column := syntax.Position(f.Text(), int(c.At.From))
	out := fmt.Sprintf("%d:%d %s", line, column, c.Name)
	if c.By == nil {
		return out + " is a keyword"
	}
	line, column = syntax.Position(f.Text(), int(c.By.Name.From))
	return fmt.Sprintf("%s by the %s of %d:%d", out, map[bool]string{true: "iterator", false: "name"}[c.By.Iterator], line, column)
}

func TestReplacements(t *testing.T) {
	names, cases := table(t, "rename.txtar")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			parts := cases[name]
			file, src := code(parts)
			f := parse(t, src)
			list, captures := newRenames(t, readRenames(t, parts["renames"])).Replacements(nil, f, role(file))
			var captured strings.Builder
			for _, c := range captures {
				captured.WriteString(showCapture(f, c) + "\n")
			}
			if diff := cmp.Diff(parts["captures"], captured.String()); diff != "" {
				t.Errorf("captures, -want +got:\n%s", diff)
			}
			if parts["captures"] != "" {
				return
			}
			var unfollowed strings.Builder
			newRenames(t, readRenames(t, parts["renames"])).Unfollowed(f, role(file), func(u Use) bool {
				line, column := syntax.Position(f.Text(), int(u.At.From))
				fmt.Fprintf(&unfollowed, "%d:%d %s for %s\n", line, column, f.At(u.At), u.Rename)
				return true
			})
			if diff := cmp.Diff(parts["unfollowed"], unfollowed.String()); diff != "" {
				t.Errorf("unfollowed, -want +got:\n%s", diff)
			}
			want, ok := parts[strings.Replace(file, "in.", "want.", 1)]
			if !ok {
				t.Fatal("the case renames nothing")
			}
			if diff := cmp.Diff(want, replaced(t, src, list)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestIterators(t *testing.T) {
	names, cases := table(t, "iterators.txtar")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			parts := cases[name]
			f := parse(t, parts["in.tf"])
			labels := map[int32]string{}
			for line := range strings.Lines(parts["labels"]) {
				from, to, _ := strings.Cut(strings.TrimSpace(line), " -> ")
				at := strings.Index(parts["in.tf"], "dynamic \""+from)
				if at < 0 {
					t.Fatalf("no dynamic block %s", from)
				}
				labels[int32(at+len("dynamic \""))] = to
			}
			list, captures := Iterators(nil, f, labels)
			slices.SortFunc(list, func(a, b Replacement) int { return int(a.At.From - b.At.From) })
			var captured strings.Builder
			for _, c := range captures {
				captured.WriteString(showCapture(f, c) + "\n")
			}
			if diff := cmp.Diff(parts["captures"], captured.String()); diff != "" {
				t.Errorf("captures, -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(parts["want.tf"], replaced(t, parts["in.tf"], list)); diff != "" && parts["captures"] == "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Replacements are appended to what is there, which stays as it is.
func TestReplacementsAppend(t *testing.T) {
	before := []Replacement{{At: syntax.Span{From: 100, To: 101}, Text: "x"}}
	r := newRenames(t, []Rename{{Of: Address{Kind: Variable, Name: "a"}, Name: "b"}})
	got, _ := r.Replacements(before, parse(t, "x = var.a\n"), Configuration)
	want := []Replacement{before[0], {At: syntax.Span{From: 8, To: 9}, Text: "b"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestNewRenamesRefuses(t *testing.T) {
	for _, c := range []struct {
		list []Rename
		want string
	}{
		{[]Rename{{Of: Address{Variable, "", "a"}, Name: "b c"}}, `variable.a: "b c" cannot be a name in a reference: only letters, digits, "_" and "-" are allowed`},
		{[]Rename{{Of: Address{Variable, "", "a"}, Name: ""}}, `variable.a: "" cannot be a name in a reference: only letters, digits, "_" and "-" are allowed`},
		{[]Rename{{Of: Address{Resource, "a", "b"}, Type: "1a", Name: "b"}}, `resource.a.b: "1a" cannot be a name in a reference: only letters, digits, "_" and "-" are allowed`},
		{[]Rename{{Of: Address{Resource, "", "b"}, Name: "b"}}, `resource.b: a resource is named by type and name`},
		{[]Rename{{Of: Address{Variable, "a", "b"}, Name: "b"}}, `variable.a.b: a variable is named by its name alone`},
		{[]Rename{{Of: Address{Self, "", "b"}, Name: "b"}}, `references of kind self cannot be renamed`},
		{[]Rename{{Of: Address{Other, "", "b"}, Name: "b"}}, `references of kind other cannot be renamed`},
		{[]Rename{{Of: Address{Action, "a", "b"}, Attribute: "x", Name: "b"}}, `references to attributes of a action cannot be renamed`},
		{[]Rename{{Of: Address{Provider, "aws", ""}, Type: "aws", Name: "b"}}, `provider.aws: a provider's alias can be renamed, but not added or removed`},
		{[]Rename{{Of: Address{Provider, "aws", ""}, Type: "", Name: ""}}, `provider.aws: "" cannot be a name in a reference: only letters, digits, "_" and "-" are allowed`},
		{[]Rename{{Of: Address{Local, "", "a"}, Name: "b"}, {Of: Address{Local, "", "a"}, Name: "c"}}, `local.a is renamed twice`},
		{[]Rename{{Of: Address{Data, "a", "b"}, Attribute: "x", Name: "c"}, {Of: Address{Data, "a", "b"}, Attribute: "x", Name: "d"}}, `data.a.b.x is renamed twice`},
	} {
		if _, err := NewRenames(c.list); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.list, err, c.want)
		}
	}
}
