package draft

import (
	"path"
	"strings"

	"iacedit/syntax"
	"iacedit/value"
)

// A Lead says where the source of a "module" block leads.
type Lead uint8

const (
	Elsewhere Lead = iota // to a registry, say: no module of a tree
	InTree
	Outside  // out of the tree, to a module that may be any
	Computed // nobody knows
)

// Source returns where the source of a block leads that is in the files of a folder. The
// folder that it leads to is known of a source in the tree, and relative to the root of the
// tree of one that leads out of it.
func (b Block) Source(folder string) (to string, lead Lead) {
	id := b.Index.Attribute(b.ID, "source")
	if id == syntax.NoItem {
		return "", Elsewhere
	}
	text, ok := literal(b.Expr(id))
	if !ok {
		return "", Computed
	}
	text = strings.ReplaceAll(text, `\`, "/")
	if text != "." && text != ".." && !strings.HasPrefix(text, "./") && !strings.HasPrefix(text, "../") {
		return "", Elsewhere
	}
	to = path.Join(folder, text)
	if to == ".." || strings.HasPrefix(to, "../") {
		return to, Outside
	}
	return to, InTree
}

// literal returns the text of an expression that is a string without sequences.
func literal(e *syntax.Expr) (text string, ok bool) {
	if e.Node(e.Root).Kind != syntax.NodeTemplate {
		return "", false
	}
	return value.LiteralKey(e, e.Root)
}
