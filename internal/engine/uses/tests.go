package uses

import (
	"iter"
	"path"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// testFolder is the name of the folder for tests inside the folder of a module.
const testFolder = "tests"

// TestedBy returns the folder of the module that is tested by the test files in a folder. For the
// folders "net" and "net/tests", the result is "net".
func TestedBy(folder string) string {
	if path.Base(folder) == testFolder {
		return path.Dir(folder)
	}
	return folder
}

// Parts are parts of a test, in order.
type Parts []syntax.Span

// Has reports whether an offset of the test is in one of the parts.
func (p Parts) Has(offset int32) bool {
	i, _ := slices.BinarySearchFunc(p, offset, func(part syntax.Span, offset int32) int { return int(part.To) - int(offset) - 1 })
	return i < len(p) && p[i].From <= offset
}

// stepsPerRun is the cost of finding the folder of the module that a run executes.
const stepsPerRun = 40

// PartsOf returns the parts of a test that may refer to the objects of a module, by the folder of the module.
// They are those of the module in the folder tested, except "run" blocks that run another module. The folder
// of a module that is not in the tree is "".
func PartsOf(tree *syntax.File, tested string, b *budget.Budget) map[string]Parts {
	own := Parts{}
	parts := map[string]Parts{}
	from := int32(0)
	for run := range tree.Blocks(syntax.Root, "run") {
		b.Step(stepsPerRun)
		folder := runBy(tree, run, tested, b)
		if folder == tested {
			continue
		}
		at := spanOf(tree, run)
		own = append(own, syntax.Span{From: from, To: at.From})
		next := at.From
		for id := range tree.Blocks(run, "variables") { // they refer to the variables of the test, not of the module
			inner := spanOf(tree, id)
			own = append(own, inner)
			parts[folder] = append(parts[folder], syntax.Span{From: next, To: inner.From})
			next = inner.To
		}
		parts[folder] = append(parts[folder], syntax.Span{From: next, To: at.To})
		from = at.To
	}
	parts[tested] = append(own, syntax.Span{From: from, To: int32(len(tree.Text()))})
	return parts
}

func spanOf(tree *syntax.File, id syntax.ItemID) syntax.Span {
	item := tree.Item(id)
	return syntax.Span{From: item.Head.From, To: item.Tail.To}
}

// runBy returns the folder of the module that a "run" block executes. This is the module in the folder
// tested, unless the block has a module of its own. If the folder is not known, the result is "".
func runBy(tree *syntax.File, run syntax.ItemID, tested string, b *budget.Budget) string {
	for id := range tree.Blocks(run, "module") {
		if to, kind := Called(tree, id, tested, b); kind == SourceInTree {
			return to
		}
		return ""
	}
	return tested
}

// Inputs yields the "variables" blocks of a test, each with the folder of the module to whose variables it
// gives values. The folder of a module that is not in the tree is "".
func Inputs(tree *syntax.File, tested string, b *budget.Budget) iter.Seq2[string, syntax.ItemID] {
	return func(yield func(string, syntax.ItemID) bool) {
		for id := range tree.Blocks(syntax.Root, "variables") {
			if !yield(tested, id) {
				return
			}
		}
		for run := range tree.Blocks(syntax.Root, "run") {
			b.Step(stepsPerRun)
			folder := runBy(tree, run, tested, b)
			for id := range tree.Blocks(run, "variables") {
				if !yield(folder, id) {
					return
				}
			}
		}
	}
}

// References yields the references in a file that may be to objects of its module. It leaves out those to the
// objects of other modules, which the runs of a test execute.
func (f *File) References(d languages.Dialect) iter.Seq[*refs.Reference] {
	return func(yield func(*refs.Reference) bool) {
		isTest := !d.AnyBlock() && terraform.IsTest(f.Name)
		var own Parts
		if isTest {
			own = PartsOf(f.Tree, ".", nil)["."]
		}
		for r := range refs.All(f.Tree, f.role(d)) {
			if (!isTest || own.Has(r.Root.From)) && !yield(r) {
				return
			}
		}
	}
}
