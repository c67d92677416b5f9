package draft

import (
	"path"
	"strings"

	"iacedit/syntax"
	"iacedit/value"
)

// A Lead says where the module is that a "module" block calls.
type Lead uint8

const (
	Elsewhere Lead = iota // the module is not in a local folder, but in a registry, for example
	InTree
	Outside  // the module is in a folder outside the tree
	Computed // the source is not a literal string
)

// Source returns where the module is that a "module" block calls, given the folder of the block's
// file. The first result is the path of the module's folder, relative to the root of the tree. It
// is "" if the source is not a local path.
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
	b.Budget.Step((len(folder) + len(text)) / 2) // to join and clean the path
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
