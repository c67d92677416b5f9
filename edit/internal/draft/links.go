package draft

import "iacedit/internal/engine/links"

// Links returns the links between the files. The number of a file in it is that of Module.Number.
func (r *Referrers) Links() *links.Links {
	if r.links != nil {
		return r.links
	}
	m := r.module
	var files []links.File
	if m.HasLinks() {
		for _, f := range m.order {
			files = append(files, links.File{Name: f.Name, Tree: r.TreeOf(f), Dialect: f.Dialect()})
		}
	}
	r.links = links.Find(files, m.Budget)
	return r.links
}

// Number returns the index of a file in load order, or -1.
func (m *Module) Number(f *File) int {
	if at, ok := m.ordered(f.Name); ok {
		return at
	}
	return -1
}
