package links

import (
	"path"

	"iacedit/internal/languages"
	"iacedit/refs"
	"iacedit/syntax"
)

// findModules finds out which modules the given files run, and of which modules their objects have the
// outputs. The modules are those in the directories of the other files.
func (l *Links) findModules(files []int) {
	if l.across.Runs == nil {
		return
	}
	l.modules, l.hasName = map[string]int{}, map[spot]bool{}
	for i := range l.files {
		if l.files[i].Dialect == l.across.Runs.Of {
			l.findInterface(i)
		}
	}
	if len(l.modules) == 0 {
		return
	}
	l.runs, l.runBy = map[int]int{}, map[int][]int{}
	for _, i := range files {
		if len(l.includes[i]) == 0 {
			l.findRun(i)
		}
	}
	for _, i := range files {
		l.findOutputs(i)
	}
}

// findInterface records the variables and the outputs that a file of a module declares.
func (l *Links) findInterface(i int) {
	runs, tree := l.across.Runs, l.files[i].Tree
	folder := path.Dir(l.files[i].Name)
	number, known := l.modules[folder]
	if !known {
		number = len(l.files) + len(l.modules)
		l.modules[folder] = number
	}
	for typ, name := range map[string]string{"variable": runs.Inputs, "output": runs.Outputs} {
		for id := range tree.Blocks(syntax.Root, typ) {
			for label := range tree.Labels(id) {
				l.budget.Step(stepsPerLink)
				l.hasName[spotAt(number, []string{name, string(label)})] = true
			}
		}
	}
}

// moduleAt returns the number of the module at a path that leads from a directory.
func (l *Links) moduleAt(from, text string) (number int, ok bool) {
	name, ok := l.nameAt(from, text)
	if ok {
		number, ok = l.modules[name]
	}
	return number, ok
}

// findRun finds out which module a file runs: its own code says so or, if it does not, the code of a file
// that it includes.
func (l *Links) findRun(i int) {
	folder := path.Dir(l.files[i].Name)
	for _, f := range append([]int{i}, l.includer[i]...) {
		tree := l.files[f].Tree
		for id := range tree.Blocks(syntax.Root, l.across.Runs.Block) {
			source := tree.Attribute(id, l.across.Runs.Source)
			if source == syntax.NoItem {
				continue
			}
			to, known, why := l.follow(tree.ValueExpr(source), folder, Lost{File: f, Item: id, Offset: tree.Item(source).Name.From}, l.moduleAt)
			if why != nil {
				l.runs[i], l.lostRuns = ^len(l.lostRuns), append(l.lostRuns, LostRun{i, *why})
			} else if known {
				l.addRun(i, to)
			}
			return
		}
	}
	if to, known := l.modules[folder]; known {
		l.addRun(i, to)
	}
}

func (l *Links) addRun(i, to int) {
	l.budget.Hold(bytesPerLink)
	l.runs[i], l.runBy[to] = to, append(l.runBy[to], i)
}

// findOutputs records of which modules the objects of a file have the outputs.
func (l *Links) findOutputs(i int) {
	tree := l.files[i].Tree
	for id := range tree.Blocks(syntax.Root, l.across.Shared) {
		at := tree.Attribute(id, l.across.Runs.Path)
		if at == syntax.NoItem {
			continue
		}
		for label := range tree.Labels(id) {
			o := object{i, refs.Address{Kind: refs.Dependency, Name: string(label)}}
			lost := func(why Lost) { l.lostUses = append(l.lostUses, LostUse{i, o.Address, why}) }
			for _, unit := range l.leadsTo(tree.ValueExpr(at), Lost{File: i, Item: id, Offset: tree.Item(at).Name.From}, lost) {
				switch to, known := l.runs[unit]; {
				case known && to >= 0:
					l.add(o, place{file: to})
				case known:
					lost(l.lostRuns[^to].Why)
				}
			}
		}
	}
}

// OutputAt returns the Target for an output of the module in a directory. The result ok is false if the
// directory has no module.
func (l *Links) OutputAt(folder, output, name string) (t Target, ok bool) {
	number, known := l.modules[folder]
	if !known {
		return t, false
	}
	return Target{number, []string{l.across.Runs.Outputs, output}, name}, true
}

// Runs says how code runs modules, and how it names their variables and outputs.
func (l *Links) Runs() *languages.Runs { return l.across.Runs }

// Inputs yields the files that may set a variable of the module in a directory. The argument certain is
// false if the file may also set a variable of the same name in a module that keeps it, which is in another
// directory or not known.
func (l *Links) Inputs(folder, variable string, yield func(file int, certain bool)) {
	number, known := l.modules[folder]
	if !known {
		return
	}
	seen := map[int]bool{}
	for _, unit := range l.runBy[number] {
		l.budget.Step(stepsPerLink)
		yield(unit, true)
		for _, f := range l.includer[unit] {
			l.budget.Step(stepsPerLink)
			if seen[f] {
				continue
			}
			seen[f] = true
			certain := true
			for _, other := range l.includes[f] {
				l.budget.Step(stepsPerLink)
				to, runs := l.runs[other]
				certain = certain && (!runs || to == number || to >= 0 && !l.hasName[spotAt(to, []string{l.across.Runs.Inputs, variable})])
			}
			yield(f, certain)
		}
	}
}

// A LostRun is a file that runs a module which is not known.
type LostRun struct {
	File int
	Why  Lost
}

// LostRuns returns the files that run modules which are not known.
func (l *Links) LostRuns() []LostRun { return l.lostRuns }

// A LostUse is an object of a file which has the outputs of a module that is not known.
type LostUse struct {
	File int
	refs.Address
	Why Lost
}

// LostUses returns the objects which have the outputs of modules that are not known.
func (l *Links) LostUses() []LostUse { return l.lostUses }
