package draft

import (
	"slices"

	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
)

// HasLinks reports whether code in files can lead to other files, or to modules, by their paths.
func (m *Module) HasLinks() bool {
	return m.Named && (m.Language.Dialect.LinksFiles() || slices.ContainsFunc(m.order, func(f *File) bool {
		m.Budget.Step(1)
		return f.runsModules()
	}))
}

// Dialect returns the language of the file: that of the request or, for a file that runs modules of this
// language, another.
func (f *File) Dialect() languages.Dialect {
	d := f.Module.Language.Dialect
	if f.runsModules() {
		d, _ = f.ownDialect()
	}
	return d
}

// runsModules reports whether the file is in another language than the request, and code of this language
// runs modules in that of the request.
func (f *File) runsModules() bool {
	if f.Role != module.None || !f.Module.Named || f.Module.Language.Dialect.AnyBlock() || terraform.IsTest(f.Name) {
		return false
	}
	d, ok := f.ownDialect()
	return ok && d.Runs(f.Module.Language.Dialect)
}

// ownDialect returns the language of the file by its name, and by the names of the other files.
func (f *File) ownDialect() (d languages.Dialect, ok bool) {
	return languages.OfFile(f.base, func(named func(name string) bool) bool {
		m := f.Module
		if m.spans == unknown {
			m.spans = no
			if slices.ContainsFunc(m.order, func(other *File) bool {
				m.Budget.Step(1)
				return named(other.base)
			}) {
				m.spans = yes
			}
		}
		return m.spans == yes
	})
}

// An answer is the answer to a question that is asked once: it is unknown until then.
type answer uint8

const (
	unknown answer = iota
	yes
	no
)
