package project

import "iacedit/edit"

// Beside is the place of a new or moved block, attribute or key. At most one of the fields is set.
type Beside struct {
	After, Before string // addresses of items of the same kind
	First, Last   bool
}

// parts returns the parts of an edit that move what is at its address, or make it at this place.
func (b *Beside) parts() []edit.Part {
	switch {
	case b.First:
		return []edit.Part{edit.Place(edit.First())}
	case b.Last:
		return []edit.Part{edit.Place(edit.Last())}
	case b.After != "":
		return []edit.Part{edit.Place(edit.After(edit.At(b.After)))}
	case b.Before != "":
		return []edit.Part{edit.Place(edit.Before(edit.At(b.Before)))}
	}
	return nil
}
