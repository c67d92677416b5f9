package fuzz

import (
	"testing"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/format"
	"iacedit/syntax"
	valuepkg "iacedit/value"
)

// An odd draws the arguments of exported calls from bytes: what no request can send, but
// a program can hand over.
type odd struct {
	data []byte
	text string // that the fuzzer came up with
}

func (o *odd) byte() byte {
	if len(o.data) == 0 {
		return 0
	}
	b := o.data[0]
	o.data = o.data[1:]
	return b
}

var oddTexts = []string{
	"", "x", "a b", "}", "{", "\"", "\n", "\r\n", "  ", "\t", "for", "null", "${", "${x}", "${x}y", "${x\n}", "%{if a}b%{endif}", "a.b", "a[0]", "*",
	"list(string)", "1", "-1", "1 ]", "01", "1e999999999999", "\xff", "\xc2", "\u0085", "\u00a0", "é", "a\u0301", "# x", "/*", "<<EOT\nx\nEOT", "EOT\n",
	"x\ny\n", "resource", "locals", "iac", "terraform", "iacvars", "tags.a[0]", "a[+]", "a[=]", "a(0)", "a[b=c]", "\x00",
}

func (o *odd) string() string {
	n := int(o.byte())
	if n >= len(oddTexts) {
		return o.text
	}
	return oddTexts[n]
}

func (o *odd) strings() (all []string) {
	for range o.byte() % 4 {
		all = append(all, o.string())
	}
	return all
}

func (o *odd) value(depth int) valuepkg.Value {
	v := valuepkg.Value{Kind: valuepkg.Kind(o.byte() % 9), Text: o.string(), At: int(o.byte()) - 1, As: valuepkg.As(o.byte() % 5)}
	if depth > 0 {
		for range o.byte() % 4 {
			v.Items = append(v.Items, valuepkg.Item{Key: o.string(), Value: o.value(depth - 1)})
		}
	}
	return v
}

func (o *odd) schema(depth int) *valuepkg.Schema {
	if depth == 0 || o.byte()%3 == 0 {
		return nil
	}
	p := &valuepkg.Schema{
		Mode: valuepkg.Mode(o.byte() % 6), Keys: valuepkg.Mode(o.byte() % 6), Takes: valuepkg.Kinds(o.byte()), Elem: o.schema(depth - 1),
	}
	if o.byte()%4 == 0 {
		p.Word = o.string()
	}
	for range o.byte() % 3 {
		p.Members = append(p.Members, valuepkg.Member{Key: o.string(), Schema: o.schema(depth - 1)})
	}
	return p
}

func (o *odd) layout() valuepkg.Layout {
	l := valuepkg.Layout{Column: int(o.byte()) - 9, OneLine: o.byte()%2 == 0}
	if o.byte()%2 == 0 {
		l.Newline, l.Indent, l.Step = o.string(), o.string(), o.string()
	}
	return l
}

// FuzzExportedValue calls what package value exports: what is written is an expression,
// and what is refused leaves no trace.
func FuzzExportedValue(f *testing.F) {
	for i := range oddTexts {
		f.Add([]byte{byte(i), 5, byte(i), 6, 0, 2, byte(i), 3, byte(i)}, oddTexts[i])
	}
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		o := odd{data, text}
		v, p, l := o.value(3), o.schema(3), o.layout()
		mode := valuepkg.Mode(o.byte() % 6)
		written := func(name string, out []byte, err error) {
			t.Helper()
			const dst = "kept"
			if string(out[:len(dst)]) != dst || err != nil && len(out) != len(dst) {
				t.Fatalf("%s: %q, %v", name, out, err)
			}
			if err != nil {
				return
			}
			if err := syntax.CheckExpression(out[len(dst):]); err != nil {
				t.Fatalf("%s wrote %q: %v", name, out[len(dst):], err)
			}
		}
		dst := []byte("kept")
		out, err := valuepkg.AppendValue(dst, &v, p, l)
		written("AppendValue", out, err)
		out, err = valuepkg.AppendKeyText(dst, o.string(), mode)
		if written("AppendKeyText", out, err); err == nil {
			object := append(append([]byte("{"), out[len(dst):]...), " = 1}"...)
			written("AppendKeyText", append(dst, object...), nil)
		}
		written("AppendString", valuepkg.AppendString(dst, o.string()), nil)
		written("AppendKey", append(valuepkg.AppendKey(append(dst, '{'), o.string()), " = 1}"...), nil)
		heredoc, ok := valuepkg.AppendHeredoc(dst, []byte(o.string()), &v, p, l)
		if ok {
			heredoc = append(heredoc, '\n')
		} else {
			heredoc = append(heredoc, '1')
		}
		written("AppendHeredoc", heredoc, nil)
		_ = valuepkg.Unwrap(o.string()) + v.Kind.String()
		valuepkg.StartsWithFor([]byte(o.string()))
		if text, err := v.MarshalJSON(); err == nil {
			var r valuepkg.Reader
			r.Reset(text)
			if _, err := r.Value(); err == nil {
				r.End()
			}
		}
		var e syntax.Expr
		node := syntax.NodeID(o.byte()) - 2
		new(valuepkg.Classes).Equal(&e, node, &v, p, valuepkg.Relation(o.byte()%3))
		valuepkg.AppendJSON(nil, &e, node, p)
		source := []byte(o.string())
		if _, err := syntax.ParseExpression(&e, source, syntax.Span{To: int32(len(source))}); err == nil {
			new(valuepkg.Classes).Equal(&e, e.Root, &v, p, valuepkg.Relation(o.byte()%3))
			new(valuepkg.Classes).Equal(&e, node, &v, p, valuepkg.Setting)
			valuepkg.AppendJSON(nil, &e, e.Root, p)
			valuepkg.AppendJSON(nil, &e, node, p)
			var classes valuepkg.Classes
			classes.Matcher(&v, p)
			classes.Same(classes.Root(&e, p), classes.Value(&v, p).Class, valuepkg.Where)
		}
	})
}

// FuzzExportedEdit calls what packages edit, address and format export: the result parses.
func FuzzExportedEdit(f *testing.F) {
	for i := range oddTexts {
		f.Add([]byte{byte(i), 2, byte(i), byte(i), 4, byte(i), byte(i), byte(i), 3, 2, 1}, oddTexts[i], "locals {\n  a = [1]\n}\nresource \"x\" \"y\" {}\n")
	}
	f.Fuzz(func(t *testing.T, data []byte, text, code string) {
		o := odd{data, text}
		options := edit.Options{Dialect: edit.Dialect(o.byte() % 3), MaxEdits: int(o.byte()) - 4}
		if o.byte()%2 == 0 {
			options.SettingsBlock = o.string()
		}
		op := o.operation(2)
		out, err := options.ApplyOperations(nil, []byte(code), op, o.operation(1))
		if err == nil && syntax.Check(out) != nil {
			t.Fatalf("%+v: %q becomes %q", op, code, out)
		}
		if _, ok := err.(*edit.Error); err != nil && !ok {
			t.Fatalf("%T: %v", err, err)
		}
		if json, err := op.MarshalJSON(); err == nil {
			if _, err := options.Decode(json); err == nil {
				_, _ = options.Apply(nil, []byte(code), json)
			}
		}
		for _, format := range []func(dst, src []byte) ([]byte, error){format.Format, format.FormatTerraform} {
			if out, err := format(nil, []byte(code)); err == nil && syntax.Check(out) != nil {
				t.Fatalf("%q is formatted as %q", code, out)
			}
		}
		file, err := syntax.Parse([]byte(code))
		if err != nil {
			return
		}
		target, err := o.address().Resolve(file, address.Language{Dialect: options.Dialect, SettingsBlock: options.SettingsBlock})
		if err == nil {
			target.Missing(file, address.Language{})
			_ = target.Address().String()
			target.Nest()
		}
	})
}

// operation makes an operation, with operations in it.
func (o *odd) operation(depth int) edit.Operation {
	var parts []edit.Part
	for range o.byte() % 5 {
		parts = append(parts, o.part(depth))
	}
	block := edit.Block(o.string(), o.strings()...)
	switch o.byte() % 7 {
	case 5:
		return edit.Move(block, parts...)
	case 6:
		return edit.Rename(block, parts...)
	case 0:
		return edit.Add(block, parts...)
	case 1:
		return edit.Update(block, parts...)
	case 2:
		return edit.Delete(block, parts...)
	case 3:
		return edit.Set(edit.Block([]string{"locals", "iac", "iacvars", "moved"}[o.byte()%4]), parts...)
	}
	return edit.Set(block, parts...)
}

func (o *odd) part(depth int) edit.Part {
	switch o.byte() % 26 {
	case 14:
		return edit.Comment(o.string())
	case 15:
		return edit.CommentAttr(o.string(), o.string())
	case 16:
		return edit.Uncomment(o.strings()...)
	case 17:
		return edit.Place(o.destination())
	case 18:
		return edit.PlaceAttr(o.string(), o.destination())
	case 19:
		return edit.To(o.strings()...)
	case 20:
		return edit.RenameAttr(o.string(), o.string())
	case 21:
		return edit.RenameType(o.string(), o.string())
	case 22:
		return edit.DeleteEqual(o.string(), o.value(1))
	case 23:
		return edit.InFile(o.string())
	case 24:
		return edit.Matches(o.string(), o.string())
	case 25:
		return edit.SetAttr(o.string(), o.value(2))
	case 0:
		return edit.AddAttr(o.string(), o.value(2))
	case 1:
		return edit.UpdateAttr(o.string(), o.value(2))
	case 2:
		return edit.DeleteAttr(o.strings()...)
	case 3:
		return edit.Where(o.string(), o.value(1))
	case 4:
		return edit.Has(o.strings()...)
	case 5:
		return edit.Lacks(o.strings()...)
	case 6:
		return edit.Labels(o.strings()...)
	case 7:
		return edit.Index(int(o.byte()) - 2)
	case 8:
		return edit.All()
	case 9:
		return edit.Optional()
	case 10:
		return edit.Attr(o.string(), edit.Expr(o.string()))
	case 11:
		return edit.Attr(o.string(), edit.Template(o.string()))
	case 12:
		if depth > 0 {
			return o.operation(depth - 1)
		}
	}
	return edit.Attr(o.string(), o.value(3))
}

func (o *odd) destination() edit.Destination {
	switch o.byte() % 7 {
	case 0:
		return edit.First()
	case 1:
		return edit.Last()
	case 2:
		return edit.Before(edit.Block(o.string(), o.strings()...), edit.Index(int(o.byte())))
	case 3:
		return edit.After(edit.Block(o.string(), o.strings()...))
	case 4:
		return edit.BeforeAttr(o.string())
	case 5:
		return edit.AfterAttr(o.string())
	}
	return edit.Destination{}
}

// address makes an address that no parser has seen.
func (o *odd) address() (a address.Address) {
	for range o.byte() % 6 {
		a = append(a, address.Part{Kind: address.PartKind(o.byte() % 11), Text: o.string(), Value: o.string(), Index: int(o.byte()) - 2})
	}
	return a
}
