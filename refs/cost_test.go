package refs

import (
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
	"iacedit/syntax"
)

func count(f *syntax.File) (n int) {
	for range All(f, Configuration) {
		n++
	}
	return n
}

// TestLinear: the cost is proportional to the length of expressions, also of those that lean
// to one side, which are as deep as they are long, and of names that hide names.
func TestLinear(t *testing.T) {
	names := func(n int) string { // as deep as code may nest, again and again
		deep := strings.Repeat("[for x in [] : [x, ", 200) + "y.z" + strings.Repeat("]]", 200)
		return "a = [" + strings.Repeat(deep+",\n", n/4000) + "]\n"
	}
	for _, c := range []struct {
		name string
		code func(n int) string
		refs func(n int) int
	}{
		{"sum", func(n int) string { return "a = b" + strings.Repeat("+b", n) + "\n" }, func(n int) int { return n + 1 }},
		{"names", func(n int) string { return "a = b" + strings.Repeat(".c", n) + "\n" }, func(int) int { return 1 }},
		{"indexes", func(n int) string { return "a = b" + strings.Repeat("[b]", n) + "\n" }, func(n int) int { return n + 1 }},
		{"splats", func(n int) string { return "a = b" + strings.Repeat(".*.c[0]", n) + "\n" }, func(int) int { return 1 }},
		{"parts", func(n int) string { return `a = "` + strings.Repeat("${b}", n) + "\"\n" }, func(n int) int { return n }},
		{"directives", func(n int) string { return `a = "` + strings.Repeat("%{for x in b}${x}%{endfor}", n) + "\"\n" }, func(n int) int { return n }},
		{"attributes", func(n int) string { return "x {\n" + strings.Repeat("y { a = b }\n", n) + "}\n" }, func(n int) int { return n }},
		{"deep", func(n int) string {
			return strings.Repeat("x {\n", 400) + strings.Repeat("y { a = b }\n", n) + strings.Repeat("}\n", 400)
		}, func(n int) int { return n }},
		{"dynamic", func(n int) string {
			return "x {\n" + strings.Repeat("dynamic y {\ncontent {\n", 200) + strings.Repeat("y { a = b }\n", n) + strings.Repeat("}\niterator = z\n}\n", 200) + "}\n"
		}, func(n int) int { return n }},
		{"hidden", names, func(n int) int { return n / 4000 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			measure.Linear(t, 8_000, func(n int) func() {
				f, want := parse(t, c.code(n)), c.refs(n)
				return func() {
					if got := count(f); got != want {
						t.Fatalf("%d references, want %d", got, want)
					}
				}
			})
		})
	}
}

// To find references takes memory once, not for each of them.
func TestAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector drops pooled memory, and allocates")
	}
	for _, n := range []int{10, 1000} {
		f := parse(t, strings.Repeat("resource a_b c {\n  x = [var.a, a_b.c[each.key].d, \"${local.x.y}\"]\n}\n", n))
		count(f)
		if allocs := testing.AllocsPerRun(5, func() { count(f) }); allocs > 30 {
			t.Errorf("%d blocks: %v allocations", n, allocs)
		}
		renames := newRenames(t, []Rename{{Of: Address{Variable, "", "a"}, Name: "b"}, {Of: Address{Resource, "a_b", "c"}, Attribute: "d", Name: "e", Repeated: true}})
		out := make([]Replacement, 0, 2*n)
		if allocs := testing.AllocsPerRun(5, func() { out, _ = renames.Replacements(out[:0], f, Configuration) }); allocs > 40 {
			t.Errorf("%d blocks: %v allocations for a rename", n, allocs)
		}
		if len(out) != 2*n {
			t.Errorf("%d replacements", len(out))
		}
	}
}

func BenchmarkReplacements(b *testing.B) {
	src := []byte(strings.Repeat("resource \"aws_instance\" \"web\" {\n  ami  = data.aws_ami.x.id\n  name = \"n-${var.name}-${aws_eip.ip.id}\"\n  tags = merge(local.tags, { Name = var.zone })\n}\n", 200))
	for _, c := range []struct{ name, of string }{{"everywhere", "name"}, {"nowhere", "nowhere"}} {
		renames := newRenames(b, []Rename{{Of: Address{Variable, "", c.of}, Name: "b"}})
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				f, err := syntax.Parse(src)
				if err != nil {
					b.Fatal(err)
				}
				renames.Replacements(nil, f, Configuration)
				f.Release()
			}
		})
	}
}
