package modules

import (
	"cmp"

	"iacedit/edit/internal/draft"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// A localFinder finds the locals that a module needs in addition to the extracted blocks: the
// values of these locals use extracted blocks, and extracted blocks use the locals. Without these
// locals, the module would have its own outputs as inputs.
type localFinder struct {
	*extractor
	locals  map[string]*extractedItem // by name; nil for a local that is declared twice
	uses    map[string][]refs.Address // the objects to which each local refers
	usedBy  map[refs.Address][]string // the locals that refer to an address
	own     map[draft.Block]bool      // the extracted blocks
	objects map[refs.Address]bool     // the declarations in extracted code
	used    []refs.Address            // the addresses to which extracted code refers
}

// addLocals adds to the extracted code each local that uses extracted code and that extracted code
// uses, directly or through other locals.
func (b *localFinder) addLocals() {
	t := b.extractor
	*b = localFinder{extractor: t, locals: map[string]*extractedItem{}, uses: map[string][]refs.Address{}, usedBy: map[refs.Address][]string{}, own: map[draft.Block]bool{}, objects: map[refs.Address]bool{}}
	asked := map[string]bool{}
	for _, one := range t.items {
		if one.local != "" {
			asked[one.local] = true
			b.objects[refs.Address{Kind: refs.Local, Name: one.local}] = true
		} else {
			b.own[one.Block] = true
		}
	}
	for _, f := range t.m.FilesIn(t.folder) {
		if f.Role == module.Configuration || f.Role == module.Override {
			b.declarations(f)
			b.references(f, asked)
		}
	}
	reached := map[string]bool{} // the locals that extracted blocks use
	for queue := b.used; len(queue) > 0; queue = queue[1:] {
		t.m.Budget.Step(4)
		if a := queue[0]; a.Kind == refs.Local && !reached[a.Name] {
			reached[a.Name] = true
			queue = append(queue, b.uses[a.Name]...)
		}
	}
	var queue []refs.Address
	for a := range b.objects {
		queue = append(queue, a)
	}
	along := map[string]bool{}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, name := range b.usedBy[queue[0]] {
			t.m.Budget.Step(4)
			if along[name] || asked[name] || !reached[name] || b.locals[name] == nil {
				continue
			}
			along[name] = true
			t.items = append(t.items, b.locals[name])
			queue = append(queue, refs.Address{Kind: refs.Local, Name: name})
		}
	}
}

// declarations records the locals of a file, and the declarations in its extracted blocks.
func (b *localFinder) declarations(f *draft.File) {
	f.Budget.Step(len(f.Tree.Text()) / 8)
	for d := range refs.Declarations(f.Tree) {
		f.Budget.Step(stepsPerReference)
		a := d.Address(f.Tree)
		if b.own[draft.Block{File: f, ID: d.Item}] {
			b.objects[a] = true
		}
		if d.Kind != refs.Local {
			continue
		}
		if _, twice := b.locals[a.Name]; twice || f.Role == module.Override {
			b.locals[a.Name] = nil
			continue
		}
		b.locals[a.Name] = &extractedItem{Block: draft.Block{File: f, ID: d.Item}, local: a.Name, attribute: f.Index.Attribute(d.Item, a.Name), typ: "locals"}
	}
}

// references records the references in the locals and the extracted code of a file. The keys of the
// map asked are the names of the locals that the request names.
func (b *localFinder) references(f *draft.File, asked map[string]bool) {
	f.Budget.Parse(len(f.Tree.Text()))
	for r := range refs.All(f.Tree, refs.Configuration) {
		f.Budget.Step(stepsPerReference)
		of := r.Address(f.Tree)
		switch {
		case b.own[draft.Block{File: f, ID: r.Owner.Item}]:
			b.used = append(b.used, of)
		case r.Owner.Item != syntax.NoItem && string(f.Tree.Name(r.Owner.Item)) == "locals":
			name := string(f.Tree.At(r.In))
			if asked[name] {
				b.used = append(b.used, of)
			}
			b.uses[name] = append(b.uses[name], of)
			b.usedBy[of] = append(b.usedBy[of], name)
		}
	}
}

// inOrder compares two extracted blocks or locals by their file and their position in it.
func inOrder(a, b *extractedItem) int {
	return cmp.Or(module.Compare(a.Name, b.Name), cmp.Compare(a.Tree.Item(a.itemID()).Head.From, b.Tree.Item(b.itemID()).Head.From))
}
