package rename

import (
	"maps"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/fault"
	"iacedit/refs"
	"iacedit/syntax"
)

// stepsPerRun is the cost of finding the name of a "run" block.
const stepsPerRun = 40

// followInRuns changes the references to renamed outputs of the module in a folder in the test
// files that run the module: output.x in these runs, and run.name.x in the whole file.
func followInRuns(n *renamer, folder string, outputs map[string][]*renamedBlock) error {
	byFile := map[*draft.File][]draft.Block{}
	for _, run := range n.allCalls().runs[folder] {
		n.m.Budget.Step(stepsPerRun)
		byFile[run.File] = append(byFile[run.File], run)
	}
	names := slices.Sorted(maps.Keys(outputs))
	for _, f := range n.m.Files {
		runs := byFile[f]
		if len(runs) == 0 {
			continue
		}
		var own, named []refs.Rename
		var within []syntax.Span
		for _, name := range names {
			own = append(own, refs.Rename{Of: refs.Address{Kind: refs.Resource, Type: "output", Name: name}, Type: "output", Name: outputs[name][0].to[0]})
		}
		for _, run := range runs {
			item := f.Tree.Item(run.ID)
			within = append(within, syntax.Span{From: item.Head.From, To: item.Tail.To})
			labels := run.Labels()
			if len(labels) != 1 || slices.ContainsFunc(named, func(r refs.Rename) bool { return r.Of.Name == labels[0] }) {
				continue
			}
			for _, name := range names {
				n.m.Budget.Step(stepsPerRun + len(runs))
				named = append(named, refs.Rename{Of: refs.Address{Kind: refs.Resource, Type: "run", Name: labels[0]}, Attribute: name, Name: outputs[name][0].to[0]})
			}
		}
		if err := followIn(n, f, own, within); err != nil {
			return err
		}
		if err := followIn(n, f, named, []syntax.Span{{To: int32(len(f.Tree.Text()))}}); err != nil {
			return err
		}
	}
	return nil
}

// followIn changes the references to renamed objects in ranges of a file, which are in order.
func followIn(n *renamer, f *draft.File, list []refs.Rename, within []syntax.Span) error {
	renames, err := refs.NewRenames(list)
	if err != nil {
		return fault.At(n.last, fault.InvalidRequest, "rename: %s", err)
	}
	isWithin := func(at syntax.Span) bool {
		n.m.Budget.Step(len(within))
		return slices.ContainsFunc(within, func(s syntax.Span) bool { return s.From <= at.From && at.To <= s.To })
	}
	n.m.Budget.Step(len(f.Tree.Text()) >> 1)
	found, captures := renames.Replacements(nil, f.Tree, refs.Configuration)
	for _, c := range captures {
		if isWithin(c.At) {
			return n.captured(f, c)
		}
	}
	for _, r := range found {
		if isWithin(r.At) {
			n.more[f] = append(n.more[f], r)
		}
	}
	return nil
}
