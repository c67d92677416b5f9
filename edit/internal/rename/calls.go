package rename

import (
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// A moduleCall is a block that sets variables of a module: a "module" block or, in a test file, a
// "run" block or the "variables" block of the file.
type moduleCall struct {
	inputs draft.Block // the block whose attributes set the variables
	block  draft.Block // the call itself
	name   string      // the name of a "module" block, or ""
}

// A callIndex contains all calls in the files of the request.
type callIndex struct {
	byModule     map[string][]moduleCall  // by the folder of the called module, in code order
	runsByModule map[string][]draft.Block // the "run" blocks of tests, by the folder of the module that they run
	outsideTree  []draft.Block            // calls of modules outside the tree
	computed     []draft.Block            // calls whose source is not a literal
}

// allCalls returns the calls in all files of the request. The files are searched only once.
func (n *renamer) allCalls() *callIndex {
	if n.calls != nil {
		return n.calls
	}
	n.calls = &callIndex{byModule: map[string][]moduleCall{}, runsByModule: map[string][]draft.Block{}}
	for _, folder := range n.m.AllFolders() {
		n.addFolderCalls(folder)
	}
	return n.calls
}

// addFolderCalls adds the calls in the files of a folder to n.calls.
func (n *renamer) addFolderCalls(folder string) {
	files := n.m.FilesIn(folder)
	sourceOverrides := map[string]draft.Block{} // by name: the "module" block of an override file that sets the source
	for _, f := range files {
		if f.Role == module.Override {
			for _, b := range f.BlocksOf("module") {
				if b.Index.Attribute(b.ID, "source") != syntax.NoItem {
					sourceOverrides[strings.Join(b.Labels(), " ")] = b
				}
			}
		}
	}
	for _, f := range files {
		switch {
		case f.Role == module.Configuration || f.Role == module.Override:
			for _, b := range f.BlocksOf("module") {
				name := strings.Join(b.Labels(), " ")
				from, is := sourceOverrides[name]
				if !is {
					from = b
				}
				n.addCall(folder, moduleCall{inputs: b, block: b, name: name}, from)
			}
		case terraform.IsTest(f.Name):
			n.addTestCalls(f)
		}
	}
}

// addCall adds a call to n.calls. The call is in the given folder. caller is the block that sets
// the source of the call: the block of the call, or a block of an override file.
func (n *renamer) addCall(folder string, c moduleCall, caller draft.Block) {
	n.m.Budget.Step(stepsPerCall)
	to, lead := caller.Source(folder)
	switch lead {
	case uses.SourceInTree:
		n.calls.byModule[to] = append(n.calls.byModule[to], c)
	case uses.SourceOutside:
		n.calls.outsideTree = append(n.calls.outsideTree, c.block)
	case uses.SourceComputed:
		n.calls.computed = append(n.calls.computed, c.block)
	}
}

// stepsPerCall is the cost of finding the folder of the module for one call.
const stepsPerCall = 40

// addTestCalls adds the calls in a test file to n.calls. A test file is in the folder of the module
// that it tests, or in the subfolder "tests" of that folder.
func (n *renamer) addTestCalls(f *draft.File) {
	tested := uses.TestedBy(f.Folder)
	for _, b := range f.BlocksOf("variables") {
		n.calls.byModule[tested] = append(n.calls.byModule[tested], moduleCall{inputs: b, block: b})
	}
	for _, run := range f.BlocksOf("run") {
		ids := f.Index.Blocks(nil, run.ID, []string{"module"})
		n.m.Budget.Step(stepsPerCall)
		runs, lead := tested, uses.SourceInTree
		if len(ids) > 0 {
			runs, lead = (draft.Block{File: f, ID: ids[0]}).Source(tested)
		}
		if lead == uses.SourceInTree {
			n.calls.runsByModule[runs] = append(n.calls.runsByModule[runs], run)
		}
		for _, id := range f.Index.Blocks(nil, run.ID, []string{"variables"}) {
			c := moduleCall{inputs: draft.Block{File: f, ID: id}, block: run}
			if len(ids) == 0 {
				n.m.Budget.Step(stepsPerCall)
				n.calls.byModule[tested] = append(n.calls.byModule[tested], c)
				continue
			}
			n.addCall(tested, c, draft.Block{File: f, ID: ids[0]})
		}
	}
}
