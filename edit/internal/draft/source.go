package draft

import (
	"path"
	"strings"

	"iacedit/internal/base/budget"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A SourceKind is the kind of place that the source of a "module" block names.
type SourceKind uint8

const (
	SourceRemote SourceKind = iota // the module is not in a local folder but, for example, in a registry
	SourceInTree
	SourceOutside  // the module is in a folder outside the tree
	SourceComputed // the source is not a literal string
)

// Source finds the module that a "module" block calls. The argument folder is the folder of the
// block's file. The result to is the path of the module's folder, relative to the root of the tree. It
// is "" if the source is not a local path.
func (b Block) Source(folder string) (to string, kind SourceKind) {
	id := b.Index.Attribute(b.ID, "source")
	if id == syntax.NoItem {
		return "", SourceRemote
	}
	return sourceIn(b.Expr(id), folder, b.Budget)
}

// sourceIn is like Block.Source, for the value of the argument "source".
func sourceIn(value *syntax.Expr, folder string, b *budget.Budget) (to string, kind SourceKind) {
	text, ok := literal(value)
	if !ok {
		return "", SourceComputed
	}
	text = strings.ReplaceAll(text, `\`, "/")
	if !terraform.IsLocalSource(text) {
		return "", SourceRemote
	}
	b.Step((len(folder) + len(text)) / 2) // to join and clean the path
	to = path.Join(folder, text)
	if to == ".." || strings.HasPrefix(to, "../") {
		return to, SourceOutside
	}
	return to, SourceInTree
}

// literal returns the text of an expression that is a string without template sequences such as
// "${a}".
func literal(e *syntax.Expr) (text string, ok bool) {
	if e.Node(e.Root).Kind != syntax.NodeTemplate {
		return "", false
	}
	return value.LiteralKey(e, e.Root)
}
