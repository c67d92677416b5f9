package upgrades

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
)

// told are the codes of warnings about places that edits could not follow.
var told = []edit.WarningCode{
	edit.NotSearched, edit.NotAllowedHere, edit.VersionTooLow, edit.StillReferenced,
	edit.ValueChanged, edit.ValueNotMapped, edit.ShapeChanged,
}

// finish sets the parts of the result that describe the whole upgrade. The argument has the files
// as they were.
func (u *upgrade) finish(before []edit.File) {
	was := make(map[string][]byte, len(before))
	for i := range before {
		was[before[i].Name] = before[i].Code
	}
	final := map[string][]byte{}
	for i := range u.files {
		f := &u.files[i]
		final[f.Name] = f.Code
		if old, ok := was[f.Name]; !ok || !bytes.Equal(old, f.Code) {
			u.result.Files = append(u.result.Files, *f)
		}
	}
	s := u.survey()
	u.unread()
	u.calls(s)
	carry := newCarrier(final)
	for i := range u.result.Manual {
		carry.carry(&u.result.Manual[i])
	}
	slices.SortStableFunc(u.result.Manual, func(a, b Note) int {
		return cmp.Or(module.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	u.unknown(s)
}

// unknown records the types of the provider in the code of which the catalogue says nothing.
func (u *upgrade) unknown(s *survey) {
	if u.result.Provider == terraformItself {
		return
	}
	known := map[kindOf]bool{}
	for _, c := range u.steps {
		for i := range c.Entries {
			if e := &c.Entries[i]; e.Type != "*" {
				for k := range s.blocks {
					known[k] = known[k] || k.of == e.Of && matches(e.Type, k.typ)
				}
				for _, f := range e.Facts {
					known[kindOf{e.Of, f.To}] = known[kindOf{e.Of, f.To}] || f.Kind == Retype
				}
			}
		}
	}
	for k := range s.blocks {
		if (k.of == "resource" || k.of == "data" || k.of == "ephemeral") && !known[k] && s.owned(k) != nil {
			name := k.typ
			if k.of != "resource" {
				name = k.of + "." + name
			}
			u.result.Unknown = append(u.result.Unknown, name)
		}
	}
	slices.Sort(u.result.Unknown)
}

// unread adds notes about tests, in which edits change references alone. A file gets a note if it
// still mentions a type, and an argument that a version renames in the type or removes from it.
func (u *upgrade) unread() {
	for i := range u.files {
		f := &u.files[i]
		_, name := module.Split(f.Name)
		if !terraform.IsTest(name) && !terraform.IsTestJSON(name) {
			continue
		}
		lines := words(f.Code)
		for _, c := range u.steps {
			for j := range c.Entries {
				e := &c.Entries[j]
				if _, ok := lines[e.Type]; !ok {
					continue
				}
				for n := range e.Facts {
					fact := &e.Facts[n]
					if line, ok := lines[lastPart(fact.Path)]; ok && fact.Kind != Default && fact.Kind != Required {
						u.tell(Note{File: f.Name, Line: line, Address: e.Type, Say: fmt.Sprintf("only references are changed in tests: %s", fact.describe()), code: f.Code})
					}
				}
			}
		}
	}
}

// words returns the names in a text, each with the line on which it is first.
func words(text []byte) map[string]int {
	all := map[string]int{}
	line, from := 1, -1
	isName := func(c byte) bool { return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }
	for i := 0; i <= len(text); i++ {
		if i < len(text) && isName(text[i]) {
			if from < 0 {
				from = i
			}
			continue
		}
		if from >= 0 {
			if word := string(text[from:i]); all[word] == 0 {
				all[word] = line
			}
			from = -1
		}
		if i < len(text) && text[i] == '\n' {
			line++
		}
	}
	return all
}

// Describe returns the facts of a file, a line a fact, below the guide's headings.
func (c *Catalogue) Describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d (%s)\n", c.Provider, c.To, c.Guide)
	section := ""
	for i := range c.Entries {
		e := &c.Entries[i]
		if at := e.Of + " " + e.Type; at != section {
			section = at
			fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(at))
		}
		for j := range e.Facts {
			fmt.Fprintf(&b, "  %s", e.Facts[j].describe())
			if e.Section != e.Type {
				fmt.Fprintf(&b, "  [%s]", e.Section)
			}
			b.WriteByte('\n')
		}
	}
	if len(c.Edits) > 0 {
		fmt.Fprintf(&b, "\nthe whole code\n  %d edits\n", len(c.Edits))
	}
	return b.String()
}

// describe returns the fact as a line.
func (f *Fact) describe() string {
	path := cmp.Or(f.Path, "the block")
	switch f.Kind {
	case Rename:
		text := fmt.Sprintf("%s is now %s", path, f.To)
		if f.Expr != "" {
			text += fmt.Sprintf(", with the value %s", f.Expr)
		}
		if f.Swaps != nil {
			text += ", with another reference: " + f.swapTypes()
		}
		if f.Values != nil {
			text += ", with other values: " + pairsText(f.Values)
		}
		return text
	case Remove:
		return path + " is gone"
	case ReadOnly:
		return path + " can only be read now"
	case Reshape:
		return path + " is now " + f.Form.describe()
	case Retype:
		return "the type is now " + f.To
	case Value:
		return path + " has other values: " + pairsText(f.Values)
	case Default:
		return fmt.Sprintf("%s has another default: %s → %s", path, cmp.Or(string(f.Was), "?"), cmp.Or(string(f.Now), "?"))
	case Required:
		return path + " is required" + cmp.Or(prefixed(": ", f.Say), prefixed("; before, it was ", string(f.Was)))
	case Split:
		return "parts of the block become other blocks"
	}
	if f.Missing {
		path = "without " + path
	}
	return "by hand: " + path + ": " + f.Say
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

func pairsText(pairs []Pair) string {
	var texts []string
	for _, p := range pairs {
		texts = append(texts, literalText(p.Old)+" → "+cmp.Or(string(p.New), "(none)"))
	}
	return strings.Join(texts, ", ")
}

// String returns the changed default as a line.
func (d ChangedDefault) String() string {
	return fmt.Sprintf("%s.%s: %s → %s (%d)", d.Type, d.Path, cmp.Or(d.Was, "?"), cmp.Or(d.Now, "?"), d.Places)
}
