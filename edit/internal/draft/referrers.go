package draft

import (
	"iter"
	"slices"
	"strings"

	"iacedit/internal/base/budget"
	"iacedit/internal/engine/links"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// A Referrer is a file whose code may refer to the objects of a module: a file of the module, or a
// test. In a test, only some parts may refer to them, because a "run" block can run another module.
type Referrer struct {
	*File
	IsTest bool
	parts  []syntax.Span // of a test: the parts that refer to the module, in order
}

// Has reports whether a reference at an offset of the file can be to an object of the module.
func (r *Referrer) Has(offset int32) bool {
	if !r.IsTest {
		return true
	}
	r.Budget.Step(1)
	i, _ := slices.BinarySearchFunc(r.parts, offset, func(part syntax.Span, offset int32) int { return int(part.To) - int(offset) - 1 })
	return i < len(r.parts) && r.parts[i].From <= offset
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

// testFolder is the name of the folder for tests inside the folder of a module.
const testFolder = "tests"

// TestedBy returns the folder of the module that is tested by the test files in a folder. For the
// folders "net" and "net/tests", the result is "net".
func TestedBy(folder string) string {
	switch {
	case folder == testFolder:
		return "."
	case strings.HasSuffix(folder, "/"+testFolder):
		return strings.TrimSuffix(folder, "/"+testFolder)
	}
	return folder
}

// stepsPerRun is the cost of finding the folder of the module that a run executes.
const stepsPerRun = 40

// findTests sets r.tests to the tests that may refer to the objects of the module in a folder, and
// to the files of variable values that Terraform reads for these tests.
func (r *Referrers) findTests() {
	r.tests = map[string][]Referrer{}
	if !r.module.Named || r.module.Language.Dialect.AnyBlock() {
		return
	}
	for _, f := range r.module.order {
		f.Budget.Step(1)
		tested := TestedBy(f.Folder)
		switch values := (Referrer{File: f}); {
		case terraform.IsTest(f.Name):
			r.addTest(f, tested)
		case tested != f.Folder && values.IsValues():
			r.tests[tested] = append(r.tests[tested], values)
		}
	}
}

// addTest adds a test of the module in the folder tested to r.tests.
func (r *Referrers) addTest(f *File, tested string) {
	tree := r.TreeOf(f)
	own := []syntax.Span{}
	others := map[string][]syntax.Span{} // by folder
	from := int32(0)
	for run := range tree.Blocks(syntax.Root, "run") {
		f.Budget.Step(stepsPerRun)
		folder := folderOfRun(tree, run, tested, f.Budget)
		if folder == tested {
			continue
		}
		at := spanOf(tree, run)
		own = append(own, syntax.Span{From: from, To: at.From})
		next := at.From
		for id := range tree.Blocks(run, "variables") { // they refer to the variables of the test, not of the module
			inner := spanOf(tree, id)
			own = append(own, inner)
			others[folder] = append(others[folder], syntax.Span{From: next, To: inner.From})
			next = inner.To
		}
		others[folder] = append(others[folder], syntax.Span{From: next, To: at.To})
		from = at.To
	}
	others[tested] = append(own, syntax.Span{From: from, To: int32(len(tree.Text()))})
	for folder, parts := range others {
		r.tests[folder] = append(r.tests[folder], Referrer{File: f, IsTest: true, parts: parts})
	}
}

func spanOf(tree *syntax.File, id syntax.ItemID) syntax.Span {
	item := tree.Item(id)
	return syntax.Span{From: item.Head.From, To: item.Tail.To}
}

// folderOfRun returns the folder of the module that a "run" block executes. This is the module in
// the folder tested, unless the block has a module of its own. If the folder is not known, the
// result is "".
func folderOfRun(tree *syntax.File, run syntax.ItemID, tested string, b *budget.Budget) string {
	for id := range tree.Blocks(run, "module") {
		source := tree.Attribute(id, "source")
		if source == syntax.NoItem {
			return ""
		}
		to, kind := sourceIn(tree.ValueExpr(source), tested, b)
		if kind != SourceInTree {
			return ""
		}
		return to
	}
	return tested
}
