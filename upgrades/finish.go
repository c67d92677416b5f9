package upgrades

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

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
