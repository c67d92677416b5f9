package upgrades

import (
	"bytes"
	"iter"
	"regexp"
	"slices"
	"strings"

	"iacedit/lexer"
	"iacedit/refs"
	"iacedit/syntax"
)

// A use is a reference to a block.
type use struct {
	kindOf
	name  string   // the name of the block
	names []string // what the reference accesses in the block, without splats; an index begins with [
	line  int
	text  bool        // it is in the text of a string, where no edit follows it
	in    syntax.Span // the top-level block that contains a reference to the whole block
}

// uses returns the references in a file to resources and data sources.
func (t *tree) uses() []use {
	if t.found != nil {
		return t.found
	}
	t.found = []use{}
	for r := range refs.All(t.f, refs.Configuration) {
		of := r.Address(t.f)
		if r.Place == refs.InMoved || r.Place == refs.InRemoved || of.Type == "" {
			continue
		}
		u := use{kindOf: kindOf{of.Kind.String(), of.Type}, name: of.Name, names: namesOf(t, r), line: t.f.Line(r.At.From)}
		if r.Place == refs.InExpression && !slices.ContainsFunc(u.names, func(name string) bool { return !strings.HasPrefix(name, "[") }) {
			u.in = t.f.Item(r.Owner.Item).Content
		}
		t.found = append(t.found, u)
	}
	t.found = slices.AppendSeq(t.found, t.mentions())
	return t.found
}

// aMention matches what looks like a reference to an attribute of a resource or data source.
var aMention = regexp.MustCompile(`\b(data\.)?([a-z0-9]+_[a-z0-9_]+)\.([A-Za-z0-9_-]+)(?:\[[^\[\]]*\])?\.([a-z0-9_]+(?:\.[a-z0-9_]+)*)`)

// mentions returns what looks like a reference in the texts of strings and heredocs.
func (t *tree) mentions() iter.Seq[use] {
	return func(yield func(use) bool) {
		var s lexer.Scanner
		src := t.f.Text()
		s.Reset(src, 0)
		for token := s.NextWhole(); token.Kind != lexer.EOF; token = s.NextWhole() {
			if token.Kind != lexer.QuotedLit && token.Kind != lexer.StringLit && token.Kind != lexer.OQuote {
				continue
			}
			text := src[token.Start:token.End]
			for _, m := range aMention.FindAllSubmatchIndex(text, -1) {
				u := use{kindOf: kindOf{"resource", string(text[m[4]:m[5]])}, name: string(text[m[6]:m[7]]), names: strings.Split(string(text[m[8]:m[9]]), "."), line: t.f.Line(token.Start + int32(m[0])), text: true}
				if m[2] >= 0 {
					u.of = "data"
				}
				if !yield(u) {
					return
				}
			}
		}
	}
}

// references returns a note for each reference to an item of the provider's blocks of a kind.
func (s *survey) references(k kindOf, path, say string) []Note {
	return s.referring(k, path, say, false)
}

// referring is like references. If indexed is set, it leaves out the references without an index
// behind the item.
func (s *survey) referring(k kindOf, path, say string, indexed bool) (all []Note) {
	parts := strings.Split(path, ".")
	for _, t := range s.trees {
		if !bytes.Contains(t.code, []byte(parts[0])) {
			continue
		}
		for _, u := range t.uses() {
			if u.kindOf != k || !t.leads(&u, parts, indexed) || !s.owns[owner{k, t.folder, u.name}] {
				continue
			}
			b := &block{tree: t, of: k.of, typ: k.typ, name: u.name}
			n := b.note(syntax.NoItem, path, say)
			n.Line = u.line
			if u.text {
				n.Say = "the text of a string names it: " + n.Say
			}
			all = append(all, n)
		}
	}
	return all
}

// leads reports whether a use leads to the item at a path, or uses the whole block in code that
// accesses something of the path's first name.
func (t *tree) leads(u *use, path []string, indexed bool) bool {
	rest := path
	for i, name := range u.names {
		plain, isIndex := strings.CutPrefix(name, "[")
		if plain != rest[0] && !isIndex {
			break
		}
		if plain == rest[0] {
			if rest = rest[1:]; len(rest) == 0 {
				return !indexed || i+1 < len(u.names) && strings.HasPrefix(u.names[i+1], "[")
			}
		}
	}
	if indexed {
		return false
	}
	code := t.f.At(u.in)
	return bytes.Contains(code, []byte("."+path[0])) || bytes.Contains(code, []byte(`"`+path[0]+`"`))
}

// namesOf returns the names that a reference accesses in its object; see use.
func namesOf(t *tree, r *refs.Reference) (names []string) {
	if r.Kind == refs.Own {
		names = append(names, string(t.f.At(r.Name)))
	}
	for _, s := range r.Steps {
		switch s.Kind {
		case refs.StepAttribute:
			names = append(names, string(t.f.At(s.Name)))
		case refs.StepString, refs.StepLiteral, refs.StepDynamic:
			names = append(names, "["+string(t.f.At(s.Name)))
		}
	}
	return names
}
