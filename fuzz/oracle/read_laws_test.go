package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/edit"
	"iacedit/read"
)

// The laws of docs/read.md, beside that of the same meaning: read then set is nothing, nothing
// is wrapped without need, read then make, get after set.

// edited returns a file after a few random edits.
func edited(rnd *rand.Rand, src []byte) []byte {
	for range 1 + rnd.IntN(4) {
		ch := newChooser(rnd, dressed(src)[0])
		made, ok := ch.change()
		if !ok {
			continue
		}
		if _, ok := planFor(ch.c, made); !ok {
			continue
		}
		if out, err := apply(ch.c.src, requestOf(made)); err == nil {
			src = out
		}
	}
	return src
}

// contentOf reads a file.
func contentOf(src []byte, dialect edit.Dialect, include string) ([]byte, error) {
	o := read.Options{Dialect: dialect, Unbounded: true}
	return o.Read(nil, src, []byte(include))
}

// send applies edits, without bounds.
func send(src []byte, dialect edit.Dialect, format string, args ...any) ([]byte, error) {
	o := edit.Options{Dialect: dialect, Unbounded: true, MaxEdits: 1 << 30}
	return o.Apply(nil, src, fmt.Appendf(nil, format, args...))
}

// included are what setAgain asks for.
var included = func() []string {
	all := []string{`{}`, `{"include": ["ranges"]}`}
	if _, err := send([]byte("a {\n}\n"), edit.HCL, `{"set": {"a": [{"comment": "x"}]}}`); err == nil {
		all = append(all, `{"include": ["comments", "ranges"]}`)
	}
	return all
}()

// setAgain sets what is read of a file, which changes no byte.
func (n *readCount) setAgain(t *testing.T, name string, src []byte, dialect edit.Dialect) {
	for _, include := range included {
		content, err := contentOf(src, dialect, include)
		if err != nil {
			t.Errorf("%s: not read: %v", name, err)
			return
		}
		if string(content) == "{}" {
			return
		}
		out, err := send(src, dialect, `{"set": %s}`, content)
		switch {
		case err != nil && noAddress(err, dialect):
			n.refused++
		case err != nil:
			t.Errorf("%s: what was read (%s) is not set: %v\n%s", name, include, err, clip(content))
		case string(out) != string(src):
			from, to := firstDifference(src, out)
			t.Errorf("%s: what was read (%s) is set, from\n%s\nto\n%s", name, include, from, to)
		default:
			n.set++
		}
	}
}

// noAddress reports whether an edit was refused because the dialect has no address for a
// block of the file.
func noAddress(err error, dialect edit.Dialect) bool {
	text := err.Error()
	return !dialect.AnyBlock() && (strings.Contains(text, "unknown block type") || strings.Contains(text, "is not an identifier") || strings.Contains(text, "expected an") || strings.Contains(text, `"labels" differ from the labels in the address`))
}

// makeAgain adds what is read of a file to an empty one, and compares what is read of that.
func (n *readCount) makeAgain(t *testing.T, name string, src []byte, dialect edit.Dialect) {
	content, err := contentOf(src, dialect, "{}")
	if err != nil || string(content) == "{}" {
		return
	}
	want := decoded(content)
	text, _ := json.Marshal(withoutPlaces(want))
	out, err := send(nil, dialect, `{"add": %s}`, text)
	if err != nil {
		for _, known := range notMade {
			if strings.Contains(err.Error(), known) {
				return
			}
		}
		if !noAddress(err, dialect) {
			t.Errorf("%s: what was read is not made: %v\n%s", name, err, clip(text))
		}
		return
	}
	again, err := contentOf(out, dialect, "{}")
	if err != nil {
		t.Errorf("%s: what was made is not read: %v\n%s", name, err, clip(out))
		return
	}
	n.made++
	if got, want := blind(withoutPlaces(decoded(again))), blind(withoutPlaces(want)); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: what was read is made as\n%s", name, difference(want, got, ""))
	}
}

// notMade are messages about what the law leaves out: blocks that must be unique, files of
// which nothing is read, names that blocks and attributes share (docs/edits.md, "Addresses"),
// and, in the dialect hcl, blocks with more labels than others of their address.
var notMade = []string{
	"already", "there can be only one", "names no attributes", "is a nested block in the code", "is an attribute in the code", `"labels" selects blocks that are there`,
}

// decoded decodes JSON with the digits of numbers.
func decoded(text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	return v
}

// withoutPlaces returns a content without "index", "file" and "unreadable" in its entries.
func withoutPlaces(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, inner := range v {
			out[key] = withoutPlaces(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = entryWithoutPlaces(v[i])
		}
		return out
	}
	return v
}

func entryWithoutPlaces(v any) any {
	out := map[string]any{}
	for key, inner := range v.(map[string]any) {
		switch key {
		case "index", "file", "unreadable":
		case "blockTypes":
			out[key] = withoutPlaces(inner)
		default:
			out[key] = inner
		}
	}
	return out
}

// blind returns a content without the blanks in its expressions, and numbers without
// their form.
func blind(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, inner := range v {
			out[blindText(key)] = blind(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = blind(v[i])
		}
		return out
	case string:
		return blindText(v)
	case json.Number:
		return number(v.String()).value().String()
	}
	return v
}

// blindText leaves the blanks and parentheses out of text that may hold an expression.
func blindText(s string) string {
	if !strings.ContainsAny(s, "{([") {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(" \t\r\n()", c) }), "")
}

// difference describes where two contents differ first.
func difference(a, b any, at string) string {
	x, isObject := a.(map[string]any)
	y, both := b.(map[string]any)
	if isObject && both {
		keys := make([]string, 0, len(x))
		for key := range x {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			if !reflect.DeepEqual(x[key], y[key]) {
				return difference(x[key], y[key], at+"/"+key)
			}
		}
	}
	list, isList := a.([]any)
	other, both := b.([]any)
	for i := range min(len(list), len(other)) {
		if isList && both && !reflect.DeepEqual(list[i], other[i]) {
			return difference(list[i], other[i], fmt.Sprintf("%s/%d", at, i))
		}
	}
	return fmt.Sprintf("%s: %s\ninstead of\n%s", at, clip(fmt.Append(nil, b)), clip(fmt.Append(nil, a)))
}

// isWrapped reports whether a JSON value is an expression in "${…}".
func isWrapped(text []byte) bool {
	var s string
	if text[0] != '"' || json.Unmarshal(text, &s) != nil || !strings.HasPrefix(s, "${") {
		return false
	}
	x, diags := hclsyntax.ParseTemplate([]byte(s), "", hcl.InitialPos)
	_, whole := x.(*hclsyntax.TemplateWrapExpr)
	return !diags.HasErrors() && whole
}

// needed checks that an expression that is wrapped has something that JSON has no kind of
// value for.
func (n *readCount) needed(t *testing.T, name string, x hclsyntax.Expression, text []byte) {
	need := false
	hclsyntax.VisitAll(x, func(node hclsyntax.Node) hcl.Diagnostics {
		switch node := node.(type) {
		case *hclsyntax.LiteralValueExpr, *hclsyntax.TemplateExpr, *hclsyntax.TemplateWrapExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsKeyExpr, *hclsyntax.ParenthesesExpr:
		case *hclsyntax.ObjectConsExpr:
			need = need || hasKeyTwice(node)
		case *hclsyntax.ScopeTraversalExpr:
			need = need || !isKey(x, node)
		case *hclsyntax.UnaryOpExpr:
			_, literal := node.Val.(*hclsyntax.LiteralValueExpr)
			need = need || !literal || node.Op != hclsyntax.OpNegate
		default:
			need = true
		}
		return nil
	})
	if !need {
		t.Errorf("%s: wrapped without need: %s", name, text)
	}
}

// isKey reports whether a traversal in an expression is the bare key of an object.
func isKey(x hclsyntax.Expression, traversal *hclsyntax.ScopeTraversalExpr) (found bool) {
	hclsyntax.VisitAll(x, func(node hclsyntax.Node) hcl.Diagnostics {
		if key, ok := node.(*hclsyntax.ObjectConsKeyExpr); ok && key.Wrapped == hclsyntax.Expression(traversal) && !key.ForceNonLiteral {
			found = true
		}
		return nil
	})
	return found
}

// hasKeyTwice reports whether an object has one key more than once.
func hasKeyTwice(x *hclsyntax.ObjectConsExpr) bool {
	seen := map[string]bool{}
	for _, item := range x.Items {
		key, ok := literalKey(item.KeyExpr)
		if !ok {
			continue
		}
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// getAfterSet sets a random value at a random attribute: it is there, and everything else
// is read as before.
func (n *readCount) getAfterSet(t *testing.T, ch *rand.Rand, name string, src []byte) {
	content, err := contentOf(src, edit.HCL, "{}")
	if err != nil {
		return
	}
	want := decoded(content)
	var places []readPlace
	placesIn(want, nil, &places)
	if len(places) == 0 {
		return
	}
	p := places[ch.IntN(len(places))]
	v := (&chooser{Rand: ch}).doc(2).JSON()
	request := p.request(fmt.Sprintf(`{%s: %s}`, quoteJSON(p.name), v))
	out, err := send(src, edit.HCL, `{"set": %s}`, request)
	if err != nil {
		if strings.Contains(err.Error(), "is a nested block in the code") {
			return
		}
		t.Errorf("%s: %s is not set: %v", name, request, err)
		return
	}
	again, err := contentOf(out, edit.HCL, "{}")
	if err != nil {
		t.Errorf("%s: not read after %s: %v", name, request, err)
		return
	}
	n.got++
	p.entry["attributes"].(map[string]any)[p.name] = asRead(t, v)
	if got, want := blind(decoded(again)), blind(want); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: after %s\n%s", name, request, difference(want, got, ""))
	}
}

// asRead returns what a value is read as where it was written anew.
func asRead(t *testing.T, v string) any {
	out, err := send(nil, edit.HCL, `{"set": {"iacvars": [{"attributes": {"x": %s}}]}}`, v)
	if err != nil {
		t.Fatalf("%s is not set: %v", v, err)
	}
	content, err := contentOf(out, edit.HCL, "{}")
	if err != nil {
		t.Fatalf("%s, made as %s, is not read: %v", v, out, err)
	}
	return decoded(content).(map[string]any)["iacvars"].([]any)[0].(map[string]any)["attributes"].(map[string]any)["x"]
}

// A readPlace is an attribute in a content.
type readPlace struct {
	path  []string // keys down to the array, of each level
	entry map[string]any
	outer *readPlace // of the block around it; its name is ""
	name  string
}

// placesIn finds the attributes that a content has.
func placesIn(v any, path []string, places *[]readPlace) {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			placesIn(v[key], append(slices.Clip(path), key), places)
		}
	case []any:
		for _, entry := range v {
			placesInEntry(readPlace{path: path, entry: entry.(map[string]any)}, places)
		}
	}
}

func placesInEntry(p readPlace, places *[]readPlace) {
	attributes, _ := p.entry["attributes"].(map[string]any)
	names := make([]string, 0, len(attributes))
	for name := range attributes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		inner := p
		inner.name = name
		*places = append(*places, inner)
	}
	blocks, _ := p.entry["blockTypes"].(map[string]any)
	types := make([]string, 0, len(blocks))
	for typ := range blocks {
		types = append(types, typ)
	}
	slices.Sort(types)
	for _, typ := range types {
		for _, entry := range blocks[typ].([]any) {
			outer := p
			placesInEntry(readPlace{path: []string{typ}, entry: entry.(map[string]any), outer: &outer}, places)
		}
	}
}

// request returns the edit that sets attributes of the entry.
func (p *readPlace) request(attributes string) string {
	contents := `"attributes": ` + attributes
	for at := p; at != nil; at = at.outer {
		entry := ""
		for _, key := range []string{"labels", "index"} {
			if selector, ok := at.entry[key]; ok {
				text, _ := json.Marshal(selector)
				entry += fmt.Sprintf(`%q: %s, `, key, text)
			}
		}
		contents = `[{` + entry + contents + `}]`
		for i := len(at.path) - 1; i >= 0; i-- {
			contents = fmt.Sprintf(`{%s: %s}`, quoteJSON(at.path[i]), contents)
		}
		if at.outer != nil {
			contents = `"blockTypes": ` + contents
		}
	}
	return contents
}
