package refs

import (
	"iter"

	"iacedit/lexer"
	"iacedit/syntax"
)

// Role is what a file is to Terraform.
type Role uint8

// The roles.
const (
	Configuration Role = iota // a .tf or .tofu file
	Variables                 // a .tfvars file: its names are those of variables
	Generic                   // another HCL2 language: every root is Other
)

// All returns an iterator over the references in a file, in the order of their roots.
// The Reference is valid until the iterator goes on. The file must be as it was parsed,
// without edits, and must not be used by another goroutine meanwhile, since its bodies
// are expanded.
func All(f *syntax.File, role Role) iter.Seq[*Reference] {
	return func(yield func(*Reference) bool) {
		newFinder(f, role, yield).file()
	}
}

// A finder looks for the references of a file.
type finder struct {
	f    *syntax.File
	text []byte
	role Role
	// wants reports whether to look into a top-level block, or a value; nil for all.
	wants func(syntax.Span) bool
	yield func(*Reference) bool
	done  bool // yield wants no more

	owner Declaration
	scope scope
	ref   Reference

	// Of the expression at hand:
	expr    syntax.Expr
	item    syntax.ItemID // the attribute that it is the value of
	special special
	parents []syntax.NodeID
	names   []binding
	open    [][2]int // the for directives that are open, by their names

	// Of the variable at hand:
	steps  []Step
	static syntax.NodeID
}

func newFinder(f *syntax.File, role Role, yield func(*Reference) bool) *finder {
	return &finder{f: f, text: f.Text(), role: role, yield: yield}
}

func (w *finder) wanted(at syntax.Span) bool { return !w.done && (w.wants == nil || w.wants(at)) }

// file looks through the whole file.
func (w *finder) file() {
	for id := range children(w.f, syntax.Root) {
		it := item(w.f, id)
		w.owner = Declaration{Item: id}
		switch {
		case w.role == Variables:
			w.variable(id, it)
		case it.Kind == syntax.KindAttribute:
			w.attribute(id, it.Content, special{})
		case w.wanted(it.Content):
			var kind *blockKind
			if w.role == Configuration {
				w.owner = declaration(w.f, id)
				kind = topKinds[string(w.f.Name(id))]
			}
			w.body(id, kind)
		}
	}
}

// variable reports a name of a variable file. The values there are constant.
func (w *finder) variable(id syntax.ItemID, it syntax.Item) {
	if it.Kind == syntax.KindAttribute && !w.done {
		w.report(&Reference{Kind: Variable, Place: InVariables, At: it.Name, Root: it.Name, Name: it.Name, Item: id})
	}
}

// body looks through the body of a block.
func (w *finder) body(block syntax.ItemID, kind *blockKind) {
	for id := range children(w.f, block) {
		it := item(w.f, id)
		switch {
		case w.done:
			return
		case it.Kind == syntax.KindAttribute:
			w.attribute(id, it.Content, kind.attribute(w.f.Name(id)))
		case string(w.f.Name(id)) == "dynamic":
			w.dynamic(id)
		default:
			w.body(id, kind.block(w.f.Name(id)))
		}
	}
}

// dynamic looks through a dynamic block, by the rules of Terraform's dynamic blocks.
// What such a block makes is ordinary: no block with special places can be dynamic.
func (w *finder) dynamic(block syntax.ItemID) {
	iterator, ok := w.iterator(block)
	for id := range children(w.f, block) {
		it := item(w.f, id)
		name := string(w.f.Name(id))
		inside := ok && name != "for_each" && name != "iterator"
		if inside {
			w.scope.push(iterator)
		}
		switch {
		case w.done || name == "iterator" && it.Kind == syntax.KindAttribute:
		case it.Kind == syntax.KindAttribute:
			w.attribute(id, it.Content, special{})
		case name == "dynamic":
			w.dynamic(id)
		default:
			w.body(id, nil)
		}
		if inside {
			w.scope.pop()
		}
	}
}

// iterator returns the local name that a dynamic block makes, if it makes one.
func (w *finder) iterator(block syntax.ItemID) (b binding, ok bool) {
	at, n := syntax.Span{}, 0
	for label := range labels(w.f, block) {
		at, n = label, n+1
	}
	for id := range children(w.f, block) {
		if it := item(w.f, id); it.Kind == syntax.KindAttribute && string(w.f.Name(id)) == "iterator" {
			kind, from, to := lexer.Next(w.text, int(it.Content.From))
			if kind != lexer.Ident || to > int(it.Content.To) {
				return binding{}, false
			}
			at = span(from, to)
		}
	}
	return binding{LocalName: LocalName{Iterator: true, Name: at}, text: string(w.f.At(at)), to: everywhere}, n == 1
}

// report hands a reference out.
func (w *finder) report(r *Reference) {
	w.ref = *r
	w.ref.Owner = &w.owner
	w.done = !w.yield(&w.ref)
}
