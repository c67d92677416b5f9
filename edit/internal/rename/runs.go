package rename

import (
	"maps"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/base/fault"
	"iacedit/refs"
	"iacedit/syntax"
)

const stepsPerRun = 40

// runs contains the "run" blocks of test files that run the same module.
type runs []draft.Block

// updateOutputs changes the references to renamed outputs in test files. For the output x, these
// are the references output.x in a run of the module, and run.name.x anywhere in the file of the
// run.
func (blocks runs) updateOutputs(n *renamer, outputs map[string][]*renamedBlock) error {
	byFile := map[*draft.File][]draft.Block{}
	for _, run := range blocks {
		n.m.Budget.Step(stepsPerRun)
		byFile[run.File] = append(byFile[run.File], run)
	}
	names := slices.Sorted(maps.Keys(outputs))
	for _, f := range n.m.Files {
		fileRuns := byFile[f]
		if len(fileRuns) == 0 {
			continue
		}
		var inRuns, byRunName []refs.Rename
		var spans []syntax.Span
		for _, name := range names {
			inRuns = append(inRuns, refs.Rename{Of: refs.Address{Kind: refs.Resource, Type: "output", Name: name}, Type: "output", Name: outputs[name][0].to[0]})
		}
		for _, run := range fileRuns {
			item := f.Tree.Item(run.ID)
			spans = append(spans, syntax.Span{From: item.Head.From, To: item.Tail.To})
			labels := run.Labels()
			if len(labels) != 1 || slices.ContainsFunc(byRunName, func(r refs.Rename) bool { return r.Of.Name == labels[0] }) {
				continue
			}
			for _, name := range names {
				n.m.Budget.Step(stepsPerRun + len(fileRuns))
				byRunName = append(byRunName, refs.Rename{Of: refs.Address{Kind: refs.Resource, Type: "run", Name: labels[0]}, Attribute: name, Name: outputs[name][0].to[0]})
			}
		}
		if err := (&testFile{n, f}).updateSpans(inRuns, spans); err != nil {
			return err
		}
		if err := (&testFile{n, f}).updateSpans(byRunName, []syntax.Span{{To: int32(len(f.Tree.Text()))}}); err != nil {
			return err
		}
	}
	return nil
}

type testFile struct {
	*renamer
	*draft.File
}

// updateSpans changes the references in the given spans of the file, for the renames in the list.
func (f *testFile) updateSpans(list []refs.Rename, spans []syntax.Span) error {
	renames, err := refs.NewRenames(list)
	if err != nil {
		return fault.At(f.lastAt, fault.InvalidRequest, "rename: %s", err)
	}
	inSpans := func(at syntax.Span) bool {
		f.m.Budget.Step(len(spans))
		return slices.ContainsFunc(spans, func(s syntax.Span) bool { return s.From <= at.From && at.To <= s.To })
	}
	f.m.Budget.Parse(len(f.Tree.Text()))
	found, captures := renames.Replacements(nil, f.Tree, refs.Configuration)
	for _, c := range captures {
		if inSpans(c.At) {
			return f.captureError(f.File, c)
		}
	}
	for _, r := range found {
		if inSpans(r.At) {
			f.replacements[f.File] = append(f.replacements[f.File], r)
		}
	}
	return nil
}
