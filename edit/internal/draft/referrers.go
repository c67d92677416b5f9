package draft

import (
	"iter"

	"iacedit/internal/engine/links"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// A Referrer is a file whose code may refer to the objects of a module: a file of the module, or a
// test. In a test, only some parts may refer to them, because a "run" block can run another module.
type Referrer struct {
	*File
	IsTest bool
	parts  uses.Parts // of a test: the parts that refer to the module, in order
}

// Has reports whether a reference at an offset of the file can be to an object of the module.
func (r *Referrer) Has(offset int32) bool {
	if !r.IsTest {
		return true
	}
	r.Budget.Step(1)
	return r.parts.Has(offset)
}

// Overrides reports whether the file overrides other files of its module.
func (r *Referrer) Overrides() bool { return r.Role == module.Override }

// Referrers finds the files that may refer to the objects of a module. The files must not be edited
// while it is used.
type Referrers struct {
	module *Module
	edited map[*File]*syntax.File // the trees of the edited code; nil if the code is not edited
	tests  map[string][]Referrer  // by folder; nil until needed
	links  *links.Links           // nil until needed
}

// NewReferrers returns a Referrers for edited files. The map has the tree of the edited code of each
// file.
func NewReferrers(m *Module, edited map[*File]*syntax.File) *Referrers {
	return &Referrers{module: m, edited: edited}
}

// TreeOf returns the tree of a file, as edited.
func (r *Referrers) TreeOf(f *File) *syntax.File {
	if r.edited == nil {
		return f.Tree
	}
	return r.edited[f]
}

// In returns the files that may refer to the objects of the files in a scope (see File.Scope): the
// files of the scope, followed by tests.
func (r *Referrers) In(scope string) (all []Referrer) {
	if r.tests == nil {
		r.findTests()
	}
	for _, f := range r.module.FilesOf(scope) {
		f.Budget.Step(1)
		if !r.module.Named || f.Role != module.None || f.Scope() == scope && f.runsModules() {
			all = append(all, Referrer{File: f})
		}
	}
	return append(all, r.tests[scope]...)
}

// Trees returns an iterator over the trees of the configuration files of a scope.
func (r *Referrers) Trees(scope string) iter.Seq[*syntax.File] {
	return func(yield func(*syntax.File) bool) {
		for _, f := range r.In(scope) {
			if !f.IsTest && !f.IsValues() && !yield(r.TreeOf(f.File)) {
				return
			}
		}
	}
}

// findTests sets r.tests to the tests that may refer to the objects of the module in a folder, and
// to the files of variable values that Terraform reads for these tests.
func (r *Referrers) findTests() {
	r.tests = map[string][]Referrer{}
	if !r.module.Named || r.module.Language.Dialect.AnyBlock() {
		return
	}
	for _, f := range r.module.order {
		f.Budget.Step(1)
		tested := uses.TestedBy(f.Folder)
		switch values := (Referrer{File: f}); {
		case terraform.IsTest(f.Name):
			for folder, parts := range uses.PartsOf(r.TreeOf(f), tested, f.Budget) {
				r.tests[folder] = append(r.tests[folder], Referrer{File: f, IsTest: true, parts: parts})
			}
		case tested != f.Folder && values.IsValues():
			r.tests[tested] = append(r.tests[tested], values)
		}
	}
}
