package uses

import (
	"iacedit/internal/base/nearest"
	"iacedit/refs"
	"iacedit/syntax"
)

// A Change is a file before and after an edit.
type Change struct{ Before, After *syntax.File }

// An Undeclared is an object to which code refers, and which its module does not declare.
type Undeclared struct {
	refs.Address
	Change int // the index of the change with the first reference
	Offset int32
	Near   string // which name was probably meant, for a message: "; did you mean …?", or ""
}

// NewlyUndeclared returns the objects to which edited code refers, and did not refer before, and which
// the module does not declare. The function rest yields what the unchanged files of the module declare.
func NewlyUndeclared(changes []Change, role refs.Role, rest func(func(refs.Address) bool)) (missing []Undeclared) {
	known := map[refs.Address]bool{} // what is declared, or was referred to
	for a := range rest {
		known[a] = true
	}
	for _, c := range changes {
		for r := range refs.All(c.Before, role) {
			known[r.Address(c.Before)] = true
		}
		for d := range refs.DeclarationsIn(c.After, role) {
			known[d.Address(c.After)] = true
		}
	}
	for i, c := range changes {
		for r := range refs.All(c.After, role) {
			what := r.Address(c.After)
			switch {
			case known[what] || !IsDeclared(what) || r.Kind == refs.Own || r.Kind == refs.Self:
				continue
			case r.Place == refs.InMoved || r.Place == refs.InRemoved || r.Place == refs.InImportTo || r.Place == refs.InTargets:
				continue
			}
			near := nearest.DidYouMean(what.Name, func(yield func(string) bool) {
				for other := range known {
					if other.Kind == what.Kind && other.Type == what.Type && !yield(other.Name) {
						return
					}
				}
			})
			known[what] = true
			missing = append(missing, Undeclared{what, i, r.Root.From, near})
		}
	}
	return missing
}

// IsDeclared reports whether a module must declare an object before its code can refer to it. The
// default configuration of a provider needs no declaration.
func IsDeclared(what refs.Address) bool {
	switch what.Kind {
	case refs.Variable, refs.Local, refs.Module, refs.Data, refs.Resource, refs.Source, refs.Feature, refs.Unit, refs.Stack, refs.Target:
		return true
	case refs.Provider:
		return what.Name != ""
	}
	return false
}
