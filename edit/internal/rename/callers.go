package rename

import (
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// findCallers notes what follows the renames of variables and outputs where a module is used:
// arguments of "module" blocks, values in test files, references to outputs.
func (n *renamer) findCallers() error {
	if n.m.Language.Dialect == address.HCL || !n.m.Named {
		return nil
	}
	outputs := map[outputOf]bool{}
	noted := map[draft.Block]string{} // the attributes that get names, and the names
	for i := range n.names {
		noted[draft.Block{File: n.names[i].at.File, ID: n.names[i].id}] = n.names[i].name
	}
	for i := range n.blocks {
		b := &n.blocks[i]
		if b.stays || b.twin || b.typ != "variable" && b.typ != "output" || b.at.Role == module.Override {
			continue
		}
		for _, c := range n.allCalls().to[b.at.Folder] {
			n.m.Budget.Step(stepsPerCall)
			if b.typ == "output" {
				n.findOutput(b, c, outputs)
			} else {
				n.findArgument(b, c, noted)
			}
		}
	}
	return nil
}

// findArgument notes that the argument of a call for a renamed variable follows, if the call
// has it.
func (n *renamer) findArgument(b *renamedBlock, c call, noted map[draft.Block]string) {
	old, name := b.from[0], b.to[0]
	id := c.inputs.Index.Attribute(c.inputs.ID, old)
	if id == syntax.NoItem || slices.Contains(terraform.Block("variable").Reserved, old) {
		return
	}
	b.calls = append(b.calls, c)
	at := draft.Block{File: c.inputs.File, ID: id}
	if b.alone && c.name != "" || noted[at] == name {
		return
	}
	noted[at] = name
	n.names = append(n.names, renamedName{
		at: c.of, body: c.inputs.ID, id: id, name: name, stays: true, along: true,
		of: plan.Attribute{Name: old, Text: old, At: b.entry},
	})
}

// An outputOf is an output of a "module" block in a folder.
type outputOf struct{ folder, name, output string }

// findOutput notes that the references to a renamed output follow, which are in the folder of
// a call.
func (n *renamer) findOutput(b *renamedBlock, c call, noted map[outputOf]bool) {
	of := outputOf{c.of.Folder, c.name, b.from[0]}
	if c.name == "" || noted[of] {
		return
	}
	noted[of] = true
	b.calls = append(b.calls, c)
	if !b.alone {
		n.addReference(c.of.Folder, refs.Rename{Of: refs.Address{Kind: refs.Module, Name: c.name}, Attribute: b.from[0], Name: b.to[0], Repeated: repeated(c.of)}, b.sent)
	}
}

// mostCalls is how many calls the warnings of one rename name.
const mostCalls = 100

// warnOfCalls warns of the calls that do not follow a rename, and of those that may lead to
// the module.
func (n *renamer) warnOfCalls(b *renamedBlock) {
	if b.typ != "variable" && b.typ != "output" || n.calls == nil || n.o == nil {
		return
	}
	what := address.Of(b.typ, b.from...).String()
	warned := 0
	warn := func(at draft.Block, offset int32, format string, args ...any) {
		if warned++; warned <= mostCalls {
			where := n.m.Language.Header(at.Draft.File, syntax.Root, at.ID)
			n.o.WarnOf(b.sent, report.NotSearched, fmt.Sprintf(format, args...), at.File, where, offset)
		}
	}
	for _, c := range b.calls {
		header := c.of.Draft.Item(c.of.ID).Name.From
		switch {
		case c.name == "":
		case b.alone && b.typ == "variable":
			at := c.inputs.Index.Attribute(c.inputs.ID, b.from[0])
			warn(c.of, c.of.Draft.Item(at).Name.From, "%s is left as it is: %s has another name now", b.from[0], what)
		case b.alone:
			warn(c.of, header, "references to its outputs are left as they are: %s has another name now", what)
		}
	}
	for _, call := range n.calls.outside {
		warn(call, call.Draft.Item(call.ID).Name.From, "its source leads out of the tree: it may call the module of %s", what)
	}
	for _, call := range n.calls.computed {
		warn(call, call.Draft.Item(call.ID).Name.From, "its source is no literal: it may call the module of %s", what)
	}
	if warned > mostCalls {
		n.o.Warn(b.sent, report.NotSearched, fmt.Sprintf("there are %d more places like these about %s", warned-mostCalls, what))
	}
}
