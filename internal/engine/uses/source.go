package uses

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
	SourceRemote   SourceKind = iota // the module is not in a local folder but, for example, in a registry
	SourceInTree                     // the module is in a folder of the tree
	SourceOutside                    // the module is in a folder outside of the tree
	SourceComputed                   // the source is not a literal string
)

// SourceIn finds the module that a "module" block calls, given the value of its argument "source". The
// argument folder is the folder from which the source leads. The result to is the path of the module's
// folder, relative to the root of the tree. It is "" if the source is not a local path.
func SourceIn(source *syntax.Expr, folder string, b *budget.Budget) (to string, kind SourceKind) {
	text, ok := Literal(source)
	if !ok {
		return "", SourceComputed
	}
	if text = strings.ReplaceAll(text, `\`, "/"); !terraform.IsLocalSource(text) {
		return "", SourceRemote
	}
	b.Step((len(folder) + len(text)) / 2) // to join and clean the path
	to = path.Join(folder, text)
	if to == ".." || strings.HasPrefix(to, "../") {
		return to, SourceOutside
	}
	return to, SourceInTree
}

// Literal returns the text of a source. The result ok is false if the source is not a string, or has
// template sequences such as "${a}".
func Literal(source *syntax.Expr) (text string, ok bool) {
	if source.Node(source.Root).Kind != syntax.NodeTemplate {
		return "", false
	}
	return value.LiteralKey(source, source.Root)
}

// Called is SourceIn for a "module" block. A block without a source has a remote one.
func Called(tree *syntax.File, block syntax.ItemID, folder string, b *budget.Budget) (to string, kind SourceKind) {
	source := tree.Attribute(block, "source")
	if source == syntax.NoItem {
		return "", SourceRemote
	}
	return SourceIn(tree.ValueExpr(source), folder, b)
}
