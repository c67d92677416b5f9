package upgrades

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/syntax"
)

// A sample is code to which a fact applies, made from the fact itself.
type sample struct {
	name    string
	code    string
	literal *Pair // the literal in the code, if the fact replaces literals
}

// remark is a comment in a sample, which an upgrade keeps.
const remark = "# kept"

// generated returns the samples of a fact. A split has none: its tests are written by hand.
func (c *Catalogue) generated(e *Entry, f *Fact) (all []sample) {
	if strings.Contains(e.Type, "*") || f.Kind == Split {
		return nil
	}
	values := []string{sampleValue(f)}
	var literals []*Pair
	if f.Values != nil {
		values = nil
		for i := range f.Values {
			literals = append(literals, &f.Values[i])
			values = append(values, string(f.Values[i].Old))
		}
	}
	for i, value := range values {
		var literal *Pair
		if literals != nil {
			literal = literals[i]
		}
		path := f.Path
		if f.Kind == Default || f.Kind == Required || f.Missing {
			path = parent(f.Path) // the argument is left out
		}
		all = append(all, sample{"plain", c.sample(e, f, path, value, false), literal})
		if !f.ofReferences() && (strings.Contains(f.Path, ".") || f.ofBlocks()) {
			all = append(all, sample{"dynamic", c.sample(e, f, path, value, true), literal})
		}
	}
	return all
}

// sampleValue returns a value to which the fact applies.
func sampleValue(f *Fact) string {
	switch {
	case f.Kind == Manual && len(f.When) > 0:
		return string(f.When[0])
	case f.Kind == Manual && f.When != nil:
		return "var.v"
	case f.Swaps != nil:
		return f.Swaps[0].Type + ".b." + f.Swaps[0].From
	case strings.HasPrefix(f.Expr, "!"):
		return "true"
	case f.Form != nil && f.Form.As == "blocks" && f.Form.Key != "":
		return "{ key = " + cmp.Or(strings.Repeat("1", len(f.Form.Value)), "{ size = 1 }") + " }"
	case f.Form != nil && f.Form.As == "blocks":
		return "[{ size = 1 }]"
	case f.Form != nil && f.Form.As == "block":
		return "{ size = 1 }"
	}
	return "\"v\""
}

// ofBlocks reports whether the fact is about nested blocks, and not about an argument.
func (f *Fact) ofBlocks() bool { return f.Block || f.Form != nil && !f.Form.ofAttribute() }

// sample returns a block with the item at a path, and a reference to it. If the argument dynamic is
// true, the nested blocks on the way are generated. The block names its provider if its type does not.
func (c *Catalogue) sample(e *Entry, f *Fact, at, value string, dynamic bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s {\n", e.header())
	if name := path.Base(c.Provider); (e.Of == "resource" || e.Of == "data") && c.Provider != terraformItself && !strings.HasPrefix(e.Type, name+"_") {
		fmt.Fprintf(&b, "  provider = %s\n", name)
	}
	if at != "" {
		parts := strings.Split(at, ".")
		e.item(&b, f, parts, value, dynamic && e.Of != "backend", "  ", at == f.Path)
	}
	b.WriteString("}\n")
	if e.Of == "resource" || e.Of == "data" {
		reference := e.reference("a") + ".id"
		if at == f.Path && at != "" && !dynamic {
			reference = e.reference("a") + "." + strings.ReplaceAll(at, ".", "[0].")
			if f.Only == "indexes" {
				reference += "[0]"
			}
		}
		fmt.Fprintf(&b, "\noutput \"o\" {\n  value = %s\n}\n", reference)
	}
	if e.Of == "backend" {
		return "terraform {\n" + b.String() + "}\n"
	}
	if path.Dir(c.Provider) != "hashicorp" && c.Provider != terraformItself {
		fmt.Fprintf(&b, "\nterraform {\n  required_providers {\n    %s = {\n      source = %q\n    }\n  }\n}\n", path.Base(c.Provider), c.Provider)
	}
	return b.String()
}

func (e *Entry) header() string {
	switch e.Of {
	case "provider", "backend":
		return fmt.Sprintf("%s %q", e.Of, e.Type)
	}
	return fmt.Sprintf("%s %q \"a\"", e.Of, e.Type)
}

func (e *Entry) reference(name string) string {
	if e.Of == "resource" {
		return e.Type + "." + name
	}
	return e.Of + "." + e.Type + "." + name
}

// item writes the item at a path.
func (e *Entry) item(b *strings.Builder, f *Fact, parts []string, value string, dynamic bool, indent string, whole bool) {
	name, last := parts[0], len(parts) == 1
	if last && whole && !f.ofBlocks() {
		fmt.Fprintf(b, "%s%s\n%s%s = %s\n", indent, remark, indent, name, value)
		return
	}
	inside := indent
	if dynamic {
		fmt.Fprintf(b, "%sdynamic %q {\n%s  for_each = var.on ? [1] : []\n%s  content {\n", indent, name, indent, indent)
		inside += "  "
	} else {
		fmt.Fprintf(b, "%s%s {\n", indent, name)
	}
	switch {
	case !last:
		e.item(b, f, parts[1:], value, dynamic, inside+"  ", whole)
	default:
		fmt.Fprintf(b, "%s  %s\n%s", inside, remark, f.contents(inside+"  "))
	}
	if dynamic {
		fmt.Fprintf(b, "%s  }\n", indent)
	}
	fmt.Fprintf(b, "%s}\n", indent)
}

// contents returns the arguments of a nested block in a sample.
func (f *Fact) contents(indent string) string {
	if f.Form == nil || f.Form.Key == "" {
		return indent + "size = 1\n"
	}
	return fmt.Sprintf("%s%s = \"k\"\n%s%s = 1\n", indent, f.Form.Key, indent, cmp.Or(f.Form.Value, "size"))
}

// runGenerated upgrades a sample, and checks the result.
func (c *Catalogue) runGenerated(e *Entry, f *Fact, g sample) error {
	files := []edit.File{{Name: "main.tf", Code: []byte(g.code)}}
	after, r, err := c.upgraded(files, true)
	if err != nil {
		return err
	}
	s := surveyed(plainSource(c.Provider), after, map[string]*tree{})
	if len(s.trees) != len(after) {
		return errors.New("the result does not parse")
	}
	if err := f.check(c, e, s, g, r); err != nil {
		return fmt.Errorf("%w; the result is\n%s\n%s", err, after[0].Code, notesText(r.Manual))
	}
	again, _, err := c.upgraded(after, true)
	if err != nil {
		return fmt.Errorf("a second time: %w", err)
	}
	if !slices.EqualFunc(after, again, func(a, b edit.File) bool { return bytes.Equal(a.Code, b.Code) }) {
		return fmt.Errorf("a second time, it changes the code again:\n%s\n%s", after[0].Code, again[0].Code)
	}
	return nil
}

func notesText(notes []Note) string {
	var b strings.Builder
	for _, n := range notes {
		fmt.Fprintln(&b, n)
	}
	return b.String()
}

// check checks the result of a fact on a sample.
func (f *Fact) check(c *Catalogue, e *Entry, s *survey, g sample, r *Result) error {
	typ := e.Type
	for i := range c.Entries { // another section may give the type a new name
		for _, other := range c.Entries[i].Facts {
			if other.Kind == Retype && c.Entries[i].Of == e.Of && c.Entries[i].Type == e.Type {
				typ = other.To
			}
		}
	}
	blocks := s.blocks[kindOf{e.Of, typ}]
	if len(blocks) == 0 {
		return fmt.Errorf("there is no block of the type %s", typ)
	}
	b := blocks[0]
	code := string(b.code)
	switch f.Kind {
	case Manual:
		return f.checkNote(r)
	case Required:
		if f.Was == nil {
			return f.checkNote(r)
		}
		return checkHas(b, f.Path)
	case Default:
		if f.Was == nil {
			return nil
		}
		return checkHas(b, f.Path)
	case Remove, ReadOnly:
		return checkLacks(b, f.Path)
	case Value:
		if g.literal.New == nil {
			return checkLacks(b, f.Path)
		}
		return checkValue(b, f.Path, g.literal)
	case Rename, Reshape:
		if !strings.Contains(code, remark) {
			return errors.New("the comment is lost")
		}
		if f.isCarriedOn(c, e) || g.name == "dynamic" && f.isTold(r) {
			return nil
		}
		if f.Kind == Reshape {
			return f.Form.check(b, f.Path)
		}
		if err := checkLacks(b, f.Path); err != nil {
			return err
		}
		if f.Object {
			return checkHas(b, parent(f.To))
		}
		return checkHas(b, f.To)
	}
	return nil
}

// check checks that the item at a path has its new form.
func (f *Form) check(b *block, path string) error {
	for _, it := range b.items(path) {
		if (it.shape.kind == syntax.KindAttribute) == f.ofAttribute() {
			return fmt.Errorf("%s has its old form", path)
		}
	}
	return checkHas(b, strings.TrimPrefix(parent(path)+"."+cmp.Or(f.Name, lastPart(path)), "."))
}

// isCarriedOn reports whether another fact about the type renames or reshapes what the renamed or
// reshaped item is in.
func (f *Fact) isCarriedOn(c *Catalogue, e *Entry) bool {
	at := parent(f.Path)
	if f.Kind == Rename {
		at = f.To
	}
	for i := range c.Entries {
		other := &c.Entries[i]
		if other.Of == e.Of && other.Type == e.Type && slices.ContainsFunc(other.Facts, func(o Fact) bool {
			return (o.Block || o.Kind == Reshape) && strings.HasPrefix(at+".", o.Path+".")
		}) {
			return true
		}
	}
	return false
}

// isTold reports whether the result tells that the edit of the fact was refused, because it cannot
// follow dynamic blocks.
func (f *Fact) isTold(r *Result) bool {
	return slices.ContainsFunc(r.Manual, func(n Note) bool {
		return strings.HasSuffix(n.Address, "."+f.Path) && strings.HasPrefix(n.Say, "not changed: ")
	})
}

func checkHas(b *block, path string) error {
	if len(b.items(path)) == 0 {
		return fmt.Errorf("there is no %s", path)
	}
	return nil
}

func checkLacks(b *block, path string) error {
	if len(b.items(path)) > 0 {
		return fmt.Errorf("%s is still there", path)
	}
	return nil
}

func checkValue(b *block, path string, p *Pair) error {
	for _, it := range b.items(path) {
		if text, _ := b.literal(it.id); text != literalText(p.New) {
			return fmt.Errorf("%s is %s", path, text)
		}
	}
	return nil
}

// checkNote returns an error if no note has the fact's text.
func (f *Fact) checkNote(r *Result) error {
	if slices.ContainsFunc(r.Manual, func(n Note) bool { return n.Say == f.Say }) {
		return nil
	}
	return errors.New("nothing is told")
}

// upgraded applies the facts of this file alone.
func (c *Catalogue) upgraded(files []edit.File, keepDefaults bool) (after []edit.File, r *Result, err error) {
	o := Options{Provider: c.Provider, From: c.To - 1, To: c.To, KeepDefaults: keepDefaults, Edit: edit.Options{Unbounded: true}}
	r, err = o.applied(files, []*Catalogue{c})
	if err != nil {
		return nil, nil, err
	}
	return taken(files, r.Files), r, nil
}
