package conversion

import (
	"slices"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/sequence"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
)

// NameIn returns the name that a file receives when it is converted to the given syntax. For
// main.tf and JSON, the result is main.tf.json. For a file that is not in the other syntax, NameIn
// returns "" and false.
func NameIn(name string, to Syntax) (string, bool) {
	renamed, _, ok := targetName(name, to)
	return renamed, ok
}

// targetName is like NameIn, but also returns the role of the file.
func targetName(name string, to Syntax) (string, role, bool) {
	renamed, ok := terraform.InJSON(name)
	if to == Native {
		renamed, ok = terraform.InNative(name)
	}
	switch {
	case !ok:
		return "", unknownRole, false
	case terraform.IsValues(name) || terraform.IsValues(renamed):
		return renamed, values, true
	}
	return renamed, configuration, true
}

// Files converts the files of a module that are not in the syntax j.To. The error is a *fault.Error,
// or Files panics with the error of an exceeded budget.
func (j *Job) Files(files []module.File) ([]module.File, error) {
	files = slices.Clone(files)
	sequence.SortStable(files, func(a, b module.File) int { return module.Compare(a.Name, b.Name) })
	there := make(map[string]bool, len(files))
	for i := range files {
		name := files[i].Name
		if err := module.CheckAnyName(name); err != nil {
			return nil, fault.At(-1, fault.InvalidRequest, "files: %s", err)
		}
		if there[name] {
			return nil, fault.At(-1, fault.InvalidRequest, "files: %s is given twice", excerpt.Quote(name))
		}
		there[name] = true
		if _, role, ok := targetName(name, JSON); ok && role == configuration {
			j.evidence.code = append(j.evidence.code, files[i])
		}
	}
	var out []module.File
	var code [][]byte
	for i := range files {
		name, role, ok := targetName(files[i].Name, j.To)
		if !ok {
			continue
		}
		if there[name] {
			return nil, fault.At(-1, fault.InvalidRequest, "files: %s would become %s, which is there already", excerpt.Quote(files[i].Name), excerpt.Quote(name))
		}
		text, err := j.convertFile(nil, &source{File: files[i], role: role})
		if err != nil {
			return nil, err
		}
		out = append(out, module.File{Name: name, Code: text})
		code = append(code, text)
	}
	j.dropConfirmed(code...)
	return out, nil
}
