package draft

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/habits"
	"iacedit/internal/render"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// neighbours are what is known of how the code of a file looks. Each part is read when
// somebody asks for the first time.
type neighbours struct {
	kin      *families                 // of top-level blocks
	newcomer *Newcomer                 // the top-level block that is about to be made, or nil
	custom   *fileCustoms              // of blocks with meta-arguments
	nested   map[bodyKind]*NestedStyle // how new nested blocks stand in a body
	kinds    map[string]*votes         // of the nested blocks of a kind
	named    map[namedValues]*value.Examples
	table    *habits.Table // of its text
	others   *habits.Table // of the module's other files
	usual    *value.Usual
	begun    bool // a licence was put at its start, or none was to be
}

// families are the top-level blocks of a file by type, and by type and first label: where a
// new one goes beside its kind (docs/layout.md, "Beside its kind"). They are read once, and
// kept true while blocks are added.
type families struct {
	of    map[string]*family
	about map[string]syntax.ItemID // by the address in "to": the block that a new one goes below
	apart map[string]bool          // "moved" and "import": not all stand below what they are about
	some  map[string]bool          // "moved" and "import": there is one
}

// A family is the blocks of one type, or of one type and first label.
type family struct {
	first, last syntax.ItemID
	count       int
	parted      bool            // something else stands between them
	order       []syntax.ItemID // in code order, once somebody asks
	names       []string
	required    []bool // variables without a default; nil unless that is their order
	sorted      int    // the order that they are in: an index of orders; -1 for none
}

// How many siblings in order show that they are in order: blocks and attributes, and keys.
const (
	LeastSiblings = 3
	LeastKeys     = 4
)

// familyKeys returns the keys of the families that a block belongs to: that of its type, and
// that of its siblings.
func familyKeys(typ string, labels []string) (ofType, siblings string) {
	if len(labels) > 1 {
		return typ, typ + "\x00" + labels[0]
	}
	return typ, typ
}

// read reads the families of a file.
func (f *File) families() *families {
	if f.kin != nil {
		return f.kin
	}
	k := &families{of: map[string]*family{}}
	f.kin = k
	before := [2]string{}
	d := f.Draft
	for id := d.FirstItem(syntax.Root); id != syntax.NoItem; id = d.NextItem(id) {
		f.Budget.Step(stepsPerName)
		if d.Kind(id) != syntax.KindBlock {
			before = [2]string{}
			continue
		}
		ofType, siblings := familyKeys(string(d.Name(id)), Block{f, id}.firstLabels())
		for i, key := range [...]string{ofType, siblings} {
			if i == 1 && siblings == ofType {
				break
			}
			m := k.of[key]
			if m == nil {
				m = &family{first: id}
				k.of[key] = m
			} else if before[i] != key {
				m.parted = true
			}
			m.last = id
			m.count++
		}
		before = [2]string{ofType, siblings}
	}
	return k
}

// firstLabels returns up to two labels of a block.
func (b Block) firstLabels() (labels []string) {
	for label := range b.Draft.Labels(b.ID) {
		if labels = append(labels, string(label)); len(labels) == 2 {
			break
		}
	}
	return labels
}

// noteFamily makes what is known of families true for a new top-level block.
func (f *File) noteFamily(id syntax.ItemID) {
	k, n := f.kin, f.newcomer
	if f.newcomer = nil; k == nil {
		f.Module.homes = nil
		return
	}
	d := f.Draft
	b := Block{f, id}
	if k.about != nil {
		k.noteAbout(b, n)
	}
	ofType, siblings := familyKeys(string(d.Name(id)), b.firstLabels())
	prev, next := d.PrevItem(id), d.NextItem(id)
	in := func(other syntax.ItemID) (keys [2]string) {
		if other != syntax.NoItem && d.Kind(other) == syntax.KindBlock {
			keys[0], keys[1] = familyKeys(string(d.Name(other)), Block{f, other}.firstLabels())
		}
		return keys
	}
	above, below := in(prev), in(next)
	for i, own := range [...]string{ofType, siblings} {
		f.Budget.Step(stepsPerName)
		if above[i] != "" && above[i] == below[i] && above[i] != own {
			k.of[above[i]].parted = true // the new block stands between
		}
		if i == 1 && siblings == ofType {
			break
		}
		m := k.of[own]
		switch {
		case m == nil:
			k.of[own] = &family{first: id, last: id, count: 1}
			if f.Module.homes != nil {
				f.noteHome(own, 1)
			}
			continue
		case above[i] != own && below[i] != own:
			m.parted = true
		}
		m.count++
		if f.Module.homes != nil {
			f.noteHome(own, m.count)
		}
		if above[i] == own && prev == m.last {
			m.last = id
		}
		if below[i] == own && next == m.first {
			m.first = id
		}
		f.noteOrder(m, id, prev, n)
	}
}

// noteOrder adds a block to the order of its family.
func (f *File) noteOrder(m *family, id, prev syntax.ItemID, n *Newcomer) {
	if m.order == nil {
		return
	}
	name, required := lastLabel(Block{f, id}), n != nil && n.Required || n == nil && f.isRequired(id)
	at := 0
	switch {
	case m.order[len(m.order)-1] == prev:
		at = len(m.order)
	case id != m.first:
		if m.sorted < 0 {
			m.order = nil
			return
		}
		at = m.place(name, required)
		if at == 0 || m.order[at-1] != prev {
			m.order, m.names, m.required = nil, nil, nil
			return
		}
	}
	f.Budget.Step(1 + len(m.order)/16)
	m.order, m.names = slices.Insert(m.order, at, id), slices.Insert(m.names, at, name)
	if m.required != nil {
		m.required = slices.Insert(m.required, at, required)
	}
	if m.sorted >= 0 && (at > 0 && m.less(at, at-1) || at+1 < len(m.order) && m.less(at+1, at)) {
		m.order, m.names, m.required = nil, nil, nil
	}
}

func lastLabel(b Block) (last string) {
	for label := range b.Draft.Labels(b.ID) {
		last = string(label)
	}
	return last
}

// The orders that names may be in, the first that holds.
const (
	byBytes = iota
	byFold
	byRequired
)

// less reports whether one member of a family comes before another in the family's order.
func (m *family) less(i, j int) bool {
	return lessBy(m.sorted, m.names[i], m.names[j], m.required != nil && m.required[i], m.required != nil && m.required[j])
}

// lessBy reports whether a name comes before another in an order.
func lessBy(order int, a, b string, aRequired, bRequired bool) bool {
	switch {
	case order == byFold:
		return strings.ToLower(a) < strings.ToLower(b)
	case order == byRequired && aRequired != bRequired:
		return aRequired
	}
	return a < b
}

// place returns where a name goes in the order of a family.
func (m *family) place(name string, required bool) int {
	from, to := 0, len(m.order)
	for from < to {
		at := (from + to) / 2
		if lessBy(m.sorted, name, m.names[at], required, m.required != nil && m.required[at]) {
			to = at
		} else {
			from = at + 1
		}
	}
	return from
}

// readOrder finds out in which order a family that stands together is.
func (f *File) readOrder(m *family, typ string) {
	if m.order != nil {
		return
	}
	for id := m.first; id != syntax.NoItem; id = f.Draft.NextItem(id) {
		f.Budget.Step(stepsPerName)
		m.order, m.names = append(m.order, id), append(m.names, lastLabel(Block{f, id}))
		if id == m.last {
			break
		}
	}
	m.required = nil
	for m.sorted = byBytes; m.sorted <= byRequired; m.sorted++ {
		if m.sorted == byRequired {
			if typ != "variable" {
				break
			}
			for _, id := range m.order {
				m.required = append(m.required, f.isRequired(id))
			}
		}
		f.Budget.Step(len(m.order))
		inOrder := true
		for i := 1; i < len(m.order) && inOrder; i++ {
			inOrder = !m.less(i, i-1)
		}
		if inOrder {
			return
		}
	}
	m.sorted, m.required = -1, nil
}

// isRequired reports whether a variable has no default.
func (f *File) isRequired(id syntax.ItemID) bool {
	return f.Index.Attribute(id, "default") == syntax.NoItem
}

// A Newcomer is a top-level block that is to be made.
type Newcomer struct {
	Type     string // as it is written
	Labels   []string
	Required bool   // a variable without a default
	About    string // the address in "to" of a "moved" or "import" block, "" for none
}

// PlaceBeside returns where a new top-level block goes beside its kind. The zero Place is the
// end of the file. The block is the next that is made.
func (f *File) PlaceBeside(n *Newcomer) (place render.Place) {
	f.newcomer = n
	isTerraform := f.Module.Language.Dialect == address.Terraform
	if isTerraform && n.Type == f.Module.Language.Spelling(terraform.Settings) {
		place.Before = f.Draft.FirstItem(syntax.Root)
		return place
	}
	k := f.families()
	if isTerraform && n.About != "" {
		if below := f.belowAbout(n); below != syntax.NoItem {
			return f.after(below)
		}
	}
	ofType, siblings := familyKeys(n.Type, n.Labels)
	m := k.of[siblings]
	if isTerraform && m != nil && !m.parted && m.count >= LeastSiblings && slices.Contains(terraform.InOrder, n.Type) {
		f.readOrder(m, n.Type)
		if m.sorted >= 0 {
			if at := m.place(n.Labels[len(n.Labels)-1], n.Required); at < len(m.order) {
				place.Before = m.order[at]
				return place
			}
		}
	}
	if m == nil || m.parted {
		m = k.of[ofType]
	}
	if m == nil || m.parted {
		return place
	}
	return f.after(m.last)
}

// after returns the place below a block: the end of the file where the block ends it.
func (f *File) after(id syntax.ItemID) (place render.Place) {
	if f.Draft.EndsFile(id) {
		return place
	}
	place.After = id
	return place
}

// belowAbout returns the block that a new "moved" or "import" block goes directly below: what
// it is about, or the last of those about it there; NoItem where the others do not stand so.
func (f *File) belowAbout(n *Newcomer) syntax.ItemID {
	k := f.families()
	if k.about == nil {
		f.readAbout(k)
	}
	if !k.some[n.Type] || k.apart[n.Type] {
		return syntax.NoItem
	}
	return k.about[n.About]
}

// A siblingsHome is the file of a folder that has most blocks of a family.
type siblingsHome struct {
	file  *File
	count int
}

// familyIn is a family in the files of a folder.
type familyIn struct{ folder, family string }

// mostSiblings returns the name, without the folder, of the file in a folder that has most
// siblings of a new block, the last of several; "" where none has some.
func (m *Module) mostSiblings(folder, typ string, labels []string) (name string) {
	if m.homes == nil {
		m.homes = map[familyIn]siblingsHome{}
		for _, f := range m.order {
			m.Budget.Step(stepsPerFile)
			if !f.Searched() {
				continue
			}
			for key, family := range f.families().of {
				m.Budget.Step(2)
				f.noteHome(key, family.count)
			}
		}
	}
	_, key := familyKeys(typ, labels)
	if home := m.homes[familyIn{folder, key}]; home.file != nil {
		_, name = module.Split(home.file.Name)
	}
	return name
}

// noteHome notes how many blocks of a family are in the file.
func (f *File) noteHome(key string, count int) {
	folder, _ := module.Split(f.Name)
	in := familyIn{folder, key}
	if home := f.Module.homes[in]; home.file == nil || count > home.count || count == home.count && module.Compare(f.Name, home.file.Name) > 0 {
		f.Module.homes[in] = siblingsHome{f, count}
	}
}

// StandsBelow reports whether a new "moved" or "import" block goes below what it is about, in
// this file.
func (f *File) StandsBelow(n *Newcomer) bool {
	return f.Module.Language.Dialect == address.Terraform && f.belowAbout(n) != syntax.NoItem
}

// readAbout finds out where the "moved" and "import" blocks of a file stand.
func (f *File) readAbout(k *families) {
	k.about, k.apart, k.some = map[string]syntax.ItemID{}, map[string]bool{}, map[string]bool{}
	d := f.Draft
	at := ""
	for id := d.FirstItem(syntax.Root); id != syntax.NoItem; id = d.NextItem(id) {
		f.Budget.Step(stepsPerName)
		if d.Kind(id) != syntax.KindBlock {
			at = ""
			continue
		}
		typ := string(d.Name(id))
		if typ != "moved" && typ != "import" {
			if at = (Block{f, id}).Reference(); at != "" {
				k.about[at] = id
			}
			continue
		}
		k.some[typ] = true
		to := f.Index.Attribute(id, "to")
		if to == syntax.NoItem || at == "" || WithoutIndex(string(d.At(d.Item(to).Content))) != at {
			k.apart[typ] = true
			continue
		}
		k.about[at] = id
	}
}

// noteAbout makes what is known of "moved" and "import" blocks true for a new block.
func (k *families) noteAbout(b Block, n *Newcomer) {
	typ := string(b.Draft.Name(b.ID))
	if typ != "moved" && typ != "import" {
		if at := b.Reference(); at != "" {
			k.about[at] = b.ID
		}
		return
	}
	above := b.Draft.PrevItem(b.ID)
	if n == nil || n.About == "" || above == syntax.NoItem || k.about[n.About] != above {
		k.apart[typ] = true
	} else {
		k.about[n.About] = b.ID
	}
	k.some[typ] = true
}

// Reference returns how expressions begin that refer to a resource or module; "" for others.
func (b Block) Reference() string {
	typ, labels := string(b.Draft.Name(b.ID)), b.firstLabels()
	switch {
	case typ == "resource" && len(labels) == 2:
		return labels[0] + "." + labels[1]
	case typ == "module" && len(labels) == 1:
		return "module." + labels[0]
	}
	return ""
}

// WithoutIndex returns an address up to its index.
func WithoutIndex(address string) string {
	address = strings.TrimSpace(address)
	if i := strings.IndexByte(address, '['); i >= 0 {
		address = address[:i]
	}
	return address
}
