package report

import (
	"fmt"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// A moduleMember identifies an output or variable by its name and the folder of its module.
type moduleMember struct{ folder, name string }

// checkCalls finds calls that still set a deleted variable of their module, and references to
// deleted outputs in the folders of the calls.
func (o *Observer) checkCalls(m *draft.Module, outputs, variables map[moduleMember]*deletion, trees map[*draft.File]*syntax.File) {
	folders := map[string]bool{}
	for _, gone := range []map[moduleMember]*deletion{outputs, variables} {
		for of := range gone {
			folders[of.folder] = true
		}
	}
	for _, folder := range m.AllFolders() {
		called := map[string]draft.Block{} // by name: the "module" blocks in this folder
		for _, f := range m.FilesIn(folder) {
			for _, b := range f.BlocksOf("module") {
				o.Budget.Step(stepsPerCall)
				if to, lead := b.Source(folder); lead == uses.SourceInTree && folders[to] {
					called[strings.Join(b.Labels(), " ")] = b
				}
			}
		}
		if len(called) == 0 {
			continue
		}
		for _, f := range m.FilesIn(folder) {
			tree := trees[f]
			o.Budget.Parse(len(tree.Text()))
			o.checkArguments(m, f, tree, called, variables)
			for r := range refs.All(tree, refs.Configuration) {
				if b, is := called[string(tree.At(r.Name))]; is && r.Kind == refs.Module {
					to, _ := b.Source(folder)
					o.checkOutput(m, f, tree, r, b, to, outputs)
				}
			}
		}
	}
}

// checkOutput records a reference to a module if it refers to a deleted output.
func (o *Observer) checkOutput(m *draft.Module, f *draft.File, tree *syntax.File, r *refs.Reference, b draft.Block, to string, gone map[moduleMember]*deletion) {
	name, ok := r.Attribute(tree, b.IsRepeated())
	if d := gone[moduleMember{to, name}]; ok && d != nil {
		d.addReference(m, f, tree, r)
	}
}

// checkArguments records the arguments in an edited file that set deleted variables. It looks only
// at the given "module" blocks. Their labels are the keys of the map.
func (o *Observer) checkArguments(m *draft.Module, f *draft.File, tree *syntax.File, called map[string]draft.Block, gone map[moduleMember]*deletion) {
	for id := range tree.Blocks(syntax.Root, "module") {
		o.Budget.Step(stepsPerCall)
		b, ok := called[strings.Join(syntax.Strings(tree.Labels(id)), " ")]
		if !ok {
			continue
		}
		to, _ := b.Source(f.Folder)
		for a := range tree.Attributes(id) {
			o.Budget.Step(1)
			if d := gone[moduleMember{to, string(tree.Name(a))}]; d != nil {
				place := m.Language.Header(tree, syntax.Root, id).String() + "." + string(tree.Name(a))
				d.addPlace(place, tree.Item(a).Name.From, f, tree)
			}
		}
	}
}

// checkTests warns of the values that tests still give to deleted variables.
func (o *Observer) checkTests(m *draft.Module, gone map[moduleMember]*deletion, trees map[*draft.File]*syntax.File) {
	for _, f := range m.InOrder() {
		if !terraform.IsTest(f.Name) {
			continue
		}
		tree := trees[f]
		o.Budget.Parse(len(tree.Text()))
		for folder, block := range uses.Inputs(tree, uses.TestedBy(f.Folder), o.Budget) {
			for a := range tree.Attributes(block) {
				o.Budget.Step(1)
				d := gone[moduleMember{folder, string(tree.Name(a))}]
				if d == nil {
					continue
				}
				offset := int32(-1)
				if tree == f.Tree {
					offset = tree.Item(a).Name.From
				}
				o.WarnPlace(d.at, StillReferenced, fmt.Sprintf("var.%s is %s, and this test still gives it a value", d.address.Name, EffectOf(d.action)), f, nil, offset)
			}
		}
	}
}

// stepsPerCall is the cost of finding the folder of the module for one call.
const stepsPerCall = 40
