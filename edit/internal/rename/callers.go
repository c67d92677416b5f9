package rename

import (
	"fmt"
	"maps"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// A renamedInterface contains the renamed variables and outputs of a module. The keys are the old
// names.
type renamedInterface struct {
	variables, outputs map[string][]*renamedBlock
	sorted             []string // the keys of outputs, sorted; nil until allOutputs computes them
}

// allOutputs returns the old names of all renamed outputs, sorted.
func (iface *renamedInterface) allOutputs() []string {
	if iface.sorted == nil {
		iface.sorted = slices.Sorted(maps.Keys(iface.outputs))
	}
	return iface.sorted
}

// findCallers records changes in the code that calls a module whose variables or outputs are
// renamed. The arguments of "module" blocks, the values in test files and the references to outputs
// receive the new names. Each call is searched once, for all renames.
func (n *renamer) findCallers() error {
	if n.m.Language.Dialect.AnyBlock() || !n.m.Named {
		return nil
	}
	renamed := map[string]*renamedInterface{} // by folder
	var folders []string
	for i := range n.blocks {
		b := &n.blocks[i]
		if b.keepReferences && !b.toLocal || b.isTwin || b.typ != "variable" && b.typ != "output" || b.block.Role == module.Override {
			continue
		}
		iface := renamed[b.block.Folder]
		if iface == nil {
			iface = &renamedInterface{variables: map[string][]*renamedBlock{}, outputs: map[string][]*renamedBlock{}}
			renamed[b.block.Folder] = iface
			folders = append(folders, b.block.Folder)
		}
		if b.typ == "output" {
			iface.outputs[b.from[0]] = append(iface.outputs[b.from[0]], b)
		} else if !slices.Contains(terraform.Block("variable").Reserved, b.from[0]) {
			iface.variables[b.from[0]] = append(iface.variables[b.from[0]], b)
			if n.hasLinks() {
				n.findInputs(b)
			}
		}
	}
	if len(folders) == 0 {
		return nil
	}
	newNames := map[draft.Block]string{} // the new names of the renamed attributes
	for i := range n.names {
		newNames[draft.Block{File: n.names[i].block.File, ID: n.names[i].id}] = n.names[i].newName
	}
	for _, folder := range folders {
		iface := renamed[folder]
		for _, c := range n.allCalls().byModule[folder] {
			n.m.Budget.Step(stepsPerCall)
			if len(iface.variables) > 0 {
				n.findArguments(iface, c, newNames)
			}
			if len(iface.outputs) > 0 && c.name != "" {
				n.findOutputs(iface, c)
			}
		}
		if len(iface.outputs) > 0 {
			if err := runs(n.allCalls().runsByModule[folder]).updateOutputs(n, iface.outputs); err != nil {
				return err
			}
		}
	}
	return nil
}

// findArguments looks for the arguments of a call that set a renamed variable, and renames them.
func (n *renamer) findArguments(iface *renamedInterface, c moduleCall, newNames map[draft.Block]string) {
	d := c.inputs.Draft
	d.Expand(c.inputs.ID)
	for id := d.FirstItem(c.inputs.ID); id != syntax.NoItem; id = d.NextItem(id) {
		n.m.Budget.Step(4)
		if d.Kind(id) != syntax.KindAttribute {
			continue
		}
		for _, b := range iface.variables[string(d.Name(id))] {
			if b.toLocal {
				b.given = append(b.given, givenValue{c.inputs, id})
				continue
			}
			if b.keepCalls {
				b.keptCalls = append(b.keptCalls, c)
				if c.name != "" {
					continue
				}
			}
			n.findArgument(b, c, id, newNames)
		}
	}
}

// findArgument records that one argument of a call receives the new name of the variable that it
// sets.
func (n *renamer) findArgument(b *renamedBlock, c moduleCall, id syntax.ItemID, newNames map[draft.Block]string) {
	at := draft.Block{File: c.inputs.File, ID: id}
	if newNames[at] == b.to[0] {
		return
	}
	newNames[at] = b.to[0]
	n.names = append(n.names, renamedName{
		block: c.block, body: c.inputs.ID, id: id, newName: b.to[0], keepReferences: true, implied: true,
		attribute: plan.Attribute{Name: b.from[0], Text: b.from[0], At: b.labelsAt},
	})
}

// findOutputs renames the references to renamed outputs in the folder of a call.
func (n *renamer) findOutputs(iface *renamedInterface, c moduleCall) {
	uses := n.usage.usesOf(c)
	outputs := uses.outputs
	if uses.passedOn { // a use of the whole module may be a use of any output
		outputs = iface.allOutputs()
	}
	for _, output := range outputs {
		n.m.Budget.Step(4)
		for _, b := range iface.outputs[output] {
			if b.keepCalls {
				b.keptCalls = append(b.keptCalls, c)
				continue
			}
			n.addReference(c.block.Folder, refs.Rename{Of: refs.Address{Kind: refs.Module, Name: c.name}, Attribute: output, Name: b.to[0], Repeated: uses.repeated}, b.entryAt)
		}
	}
}

// warnOfCalls warns of each call of the module that the rename did not change. It also warns of
// each call whose source is outside the tree or is not a literal, because the source may be this
// module.
func (n *renamer) warnOfCalls(b *renamedBlock) {
	if b.typ != "variable" && b.typ != "output" || n.calls == nil || n.o == nil {
		return
	}
	what := address.Of(b.typ, b.from...).String()
	var places warnedPlaces
	warn := func(at draft.Block, offset int32, format string, args ...any) {
		if places.next(b.entryAt) {
			where := n.m.Language.Header(at.Draft.File, syntax.Root, at.ID)
			n.o.WarnPlace(b.entryAt, report.NotSearched, fmt.Sprintf(format, args...), at.File, where, offset)
		}
	}
	for _, c := range b.keptCalls {
		switch {
		case c.name == "":
		case b.typ == "variable":
			at := c.inputs.Index.Attribute(c.inputs.ID, b.from[0])
			warn(c.block, c.block.Draft.Item(at).Name.From, "%s is left as it is, although %s was renamed", b.from[0], what)
		default:
			warn(c.block, c.block.Draft.Item(c.block.ID).Name.From, "references to its outputs are left as they are, although %s was renamed", what)
		}
	}
	for _, call := range n.calls.outsideTree {
		warn(call, call.Draft.Item(call.ID).Name.From, "its source is outside the files sent: it may call the module of %s", what)
	}
	for _, call := range n.calls.computed {
		warn(call, call.Draft.Item(call.ID).Name.From, "its source is not a literal: it may call the module of %s", what)
	}
	places.warnOfMore(n.o, " like these about "+what)
}
