package draft

import (
	"iacedit/internal/engine/conversion"
	"iacedit/module"
)

// beginJSON sets the mirror and the tree of a new file in JSON syntax.
func (f *File) beginJSON(m *Module) (err error) {
	if m.Mirrors == nil { // all files are in native syntax
		native := make([]module.File, len(m.Files))
		for i := range native {
			native[i] = m.Files[i].File
		}
		m.Mirrors = conversion.Mirrors(native)
	}
	if f.JSON, err = m.Mirrors.Of(module.File{Name: f.Name, Code: []byte("{}\n")}, m.Budget); err == nil {
		f.Tree, err = f.JSON.Parse(false, m.Budget)
	}
	return err
}
