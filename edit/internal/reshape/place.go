package reshape

import (
	"iacedit/edit/internal/draft"
	"iacedit/internal/base/fault"
	"iacedit/refs"
	"iacedit/syntax"
)

// refused returns an error about an item of a file. at is the offset of its form in the request.
func refused(f *draft.File, at int, code fault.Code, id syntax.ItemID, format string, args ...any) error {
	err := fault.At(at, code, "reshape: "+format, args...)
	return draft.Block{File: f, ID: id}.WithPosition(err)
}

// A place is the path to a body or an item inside a selected block. Selected blocks whose items have
// equal paths share it, so that a path is stored once for a request. The zero place is that of the
// block itself.
type place struct {
	text   string            // such as kubernetes.exec
	parts  []refs.Part       // the same for references
	inside map[string]*place // by the names of the items inside
}

// join returns the path of an item inside.
func (p *place) join(name string) string {
	if p.text == "" {
		return name
	}
	return p.text + "." + name
}

// bytesPerPlace is the memory of a place, and bytesPerPlacePart that of each part of its path.
const bytesPerPlace, bytesPerPlacePart = 200, 24

// placeOf returns the place of an item inside another place.
func (r *reshaper) placeOf(above *place, name string) *place {
	if p := above.inside[name]; p != nil {
		return p
	}
	p := &place{text: above.join(name)}
	r.m.Budget.Hold(len(p.text) + bytesPerPlace + bytesPerPlacePart*(len(above.parts)+1))
	p.parts = append(append(make([]refs.Part, 0, len(above.parts)+1), above.parts...), refs.Part{Name: name})
	draft.Note(&above.inside, name, p)
	return p
}
