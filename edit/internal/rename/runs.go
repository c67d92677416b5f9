package rename

import (
	"maps"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/fault"
	"iacedit/refs"
	"iacedit/syntax"
)

const stepsPerRun = 40

// runs are the "run" blocks of test files that run the same module.
type runs []draft.Block

// follow changes the references to renamed outputs in test files. For the output x, these are the
// references output.x in a run of the module, and run.name.x anywhere in the file of the run.
func (all runs) follow(n *renamer, outputs map[string][]*renamedBlock) error {
	byFile := map[*draft.File][]draft.Block{}
	for _, run := range all {
		n.m.Budget.Step(stepsPerRun)
		byFile[run.File] = append(byFile[run.File], run)
	}
	names := slices.Sorted(maps.Keys(outputs))
	for _, f := range n.m.Files {
		mine := byFile[f]
		if len(mine) == 0 {
			continue
		}
		var own, named []refs.Rename
		var within []syntax.Span
		for _, name := range names {
			own = append(own, refs.Rename{Of: refs.Address{Kind: refs.Resource, Type: "output", Name: name}, Type: "output", Name: outputs[name][0].to[0]})
		}
		for _, run := range mine {
			item := f.Tree.Item(run.ID)
			within = append(within, syntax.Span{From: item.Head.From, To: item.Tail.To})
			labels := run.Labels()
			if len(labels) != 1 || slices.ContainsFunc(named, func(r refs.Rename) bool { return r.Of.Name == labels[0] }) {
				continue
			}
			for _, name := range names {
				n.m.Budget.Step(stepsPerRun + len(mine))
				named = append(named, refs.Rename{Of: refs.Address{Kind: refs.Resource, Type: "run", Name: labels[0]}, Attribute: name, Name: outputs[name][0].to[0]})
			}
		}
		if err := (&testFile{n, f}).follow(own, within); err != nil {
			return err
		}
		if err := (&testFile{n, f}).follow(named, []syntax.Span{{To: int32(len(f.Tree.Text()))}}); err != nil {
			return err
		}
	}
	return nil
}

type testFile struct {
	*renamer
	*draft.File
}

// follow changes the references in the given spans of the file, for the renames in the list.
func (f *testFile) follow(list []refs.Rename, within []syntax.Span) error {
	renames, err := refs.NewRenames(list)
	if err != nil {
		return fault.At(f.last, fault.InvalidRequest, "rename: %s", err)
	}
	isWithin := func(at syntax.Span) bool {
		f.m.Budget.Step(len(within))
		return slices.ContainsFunc(within, func(s syntax.Span) bool { return s.From <= at.From && at.To <= s.To })
	}
	f.m.Budget.Step(len(f.Tree.Text()) >> 1)
	found, captures := renames.Replacements(nil, f.Tree, refs.Configuration)
	for _, c := range captures {
		if isWithin(c.At) {
			return f.captured(f.File, c)
		}
	}
	for _, r := range found {
		if isWithin(r.At) {
			f.more[f.File] = append(f.more[f.File], r)
		}
	}
	return nil
}
