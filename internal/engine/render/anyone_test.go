package render

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"iacedit/internal/engine/oldcode"
	"iacedit/syntax"
)

// Whatever anybody calls on a draft, in any order and with any arguments: nothing panics,
// what is written parses, and where the answer is an error nothing has changed.
func TestNobodyBreaksADraft(t *testing.T) {
	const code = "# c\na = 1\nt = \"x ${a} y\"\n\nb \"l\" {\n  c = [1, [2], { q = 3 }]\n  o = { k = 1, \"l\" = f(1, 2) }\n\n  # apart\n\n  n {}\n  h = <<E\ntext\nE\n}\nm { x = (1) }\n"
	runs := 20000
	if testing.Short() {
		runs = 1000
	}
	for seed := range runs {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		f, err := syntax.Parse([]byte(code))
		if err != nil {
			t.Fatal(err)
		}
		d := NewDraft(f)
		for range 1 + r.IntN(12) {
			before := string(d.Append(nil))
			call, results := anyCall(t, d, r)
			after := d.Append(nil)
			if err := syntax.Check(after); err != nil {
				t.Fatalf("seed %d: after %s: %v\n%s", seed, call, err, after)
			}
			for _, result := range results {
				if err, ok := result.Interface().(error); ok && err != nil && call[:len("Replace")] != "Replace" && string(after) != before {
					t.Fatalf("seed %d: %s: %v, but the draft was\n%s\nand is\n%s", seed, call, err, before, after)
				}
			}
		}
	}
}

// anyCall calls one of a draft's methods, those of the file that it is of included.
func anyCall(t *testing.T, d *Draft, r *rand.Rand) (call string, results []reflect.Value) {
	v := reflect.ValueOf(d)
	for {
		m := v.Type().Method(r.IntN(v.NumMethod()))
		if m.Name == "Release" || m.Name == "Reset" || m.Name == "SetBudget" { // these end or bound a draft
			continue
		}
		args := []reflect.Value{}
		call = m.Name + "       "
		for i := 1; i < m.Type.NumIn(); i++ {
			arg := anyArgument(t, d, m.Type.In(i), r)
			args = append(args, arg)
			call += fmt.Sprintf(" %#v", arg)
		}
		defer func() {
			if p := recover(); p != nil {
				t.Errorf("%s: panic: %v, of\n%s", call, p, d.Append(nil))
				panic(p)
			}
		}()
		method := v.Method(m.Index)
		if m.Type.IsVariadic() {
			return call, method.CallSlice(args)
		}
		return call, method.Call(args)
	}
}

func anyArgument(t *testing.T, d *Draft, typ reflect.Type, r *rand.Rand) reflect.Value {
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	text := func() string {
		return pick("", "x", "c", "not a name", "1", "<<E\nE", "[<<E\nE\n]", "[1,\n2]", "oops }", "{}", "\"s\"", "(k)", "<<E\nl\nE", "\xff", "# c", "a\nb", "n")
	}
	id := func() syntax.ItemID { return syntax.ItemID(r.IntN(d.store.Len()+4) - 2) }
	span := func() syntax.Span {
		return syntax.Span{From: int32(r.IntN(len(d.Text())+9) - 4), To: int32(r.IntN(len(d.Text())+9) - 4)}
	}
	switch typ {
	case reflect.TypeFor[syntax.ItemID]():
		return reflect.ValueOf(id())
	case reflect.TypeFor[string]():
		return reflect.ValueOf(text())
	case reflect.TypeFor[[]byte]():
		return reflect.ValueOf([]byte(text()))
	case reflect.TypeFor[[]string]():
		return reflect.ValueOf([]string{text(), text(), text()}[:r.IntN(4)])
	case reflect.TypeFor[Place]():
		return reflect.ValueOf([]Place{{Before: id()}, {After: id()}, {Before: id(), After: id()}, {After: id(), Spacing: Tight}, {}}[r.IntN(5)])
	case reflect.TypeFor[syntax.Span]():
		return reflect.ValueOf(span())
	case reflect.TypeFor[[]Replacement]():
		return reflect.ValueOf([]Replacement{{span(), text()}}[:r.IntN(2)])
	case reflect.TypeFor[bool]():
		return reflect.ValueOf(r.IntN(2) == 0)
	case reflect.TypeFor[CommentStyle]():
		return reflect.ValueOf(CommentStyle{Slashes: r.IntN(2) == 0, Bare: r.IntN(2) == 0})
	case reflect.TypeFor[Spacing]():
		return reflect.ValueOf(Spacing(r.IntN(4)))
	case reflect.TypeFor[int]():
		return reflect.ValueOf(r.IntN(5))
	case reflect.TypeFor[int32]():
		return reflect.ValueOf(int32(r.IntN(len(d.Text())+9) - 4))
	case reflect.TypeFor[*syntax.Expr]():
		return reflect.ValueOf(d.Expr(d.Value(id())))
	case reflect.TypeFor[map[syntax.ItemID]string]():
		names := map[syntax.ItemID]string{}
		for range r.IntN(3) {
			names[id()] = text()
		}
		return reflect.ValueOf(names)
	case reflect.TypeFor[[]Part]():
		return reflect.ValueOf([]Part{{At: span()}, {Text: text()}, {At: span()}}[:r.IntN(4)])
	case reflect.TypeFor[[]Remade]():
		made := func() Remade {
			add := func(texts ...string) syntax.Span {
				if r.IntN(4) == 0 {
					return span()
				}
				return d.Compose(New(pick(texts...)))
			}
			return Remade{
				Kind: syntax.ItemKind(r.IntN(9)), Lead: add("", "  ", "# c\n  ", "# c\n\n", "\n"), Name: text(),
				Header: add(" = ", " ", ` "l" `), Content: add("1", "{}", "{\n}", "[<<E\nE\n]", text()), Tail: add("\n", " # c\n", ""),
			}
		}
		return reflect.ValueOf([]Remade{made(), made()}[:r.IntN(3)])
	case reflect.TypeFor[*oldcode.Code]():
		for c := range oldcode.Find(d.File, id(), nil) {
			return reflect.ValueOf(c)
		}
		return reflect.ValueOf([]*oldcode.Code{nil, {}}[r.IntN(2)])
	case reflect.TypeFor[func([]byte) bool]():
		return reflect.ValueOf(func([]byte) bool { return r.IntN(2) == 0 })
	case reflect.TypeFor[Encoder]():
		return reflect.Zero(typ)
	case reflect.TypeFor[syntax.NodeID]():
		return reflect.ValueOf(syntax.NodeID(r.IntN(9) - 2))
	}
	t.Fatalf("no arguments of type %v", typ)
	panic("unreachable")
}
