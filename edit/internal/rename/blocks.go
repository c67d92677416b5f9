package rename

import (
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/languages/language"
	"iacedit/syntax"
	"iacedit/value"
)

// blockAddress returns the address of a block as text for a message, such as `resource "aws_vpc"
// "main"`.
func blockAddress(b draft.Block) string {
	text := b.Module.Language.Header(b.Draft.File, syntax.Root, b.ID).String()
	if b.Name != "" {
		text += " in " + b.Name
	}
	return text
}

// quoteLabels returns labels as code, each in quotes, with a blank between them.
func quoteLabels(labels []string) string {
	quotes := make([]string, len(labels))
	for i := range labels {
		quotes[i] = excerpt.Quote(labels[i])
	}
	return strings.Join(quotes, " ")
}

// aliasOf returns the value of the argument alias of a "provider" block, or "" if there is none.
func aliasOf(b draft.Block) string { return literalOf(b, "alias") }

// literalOf returns the value of an argument of a top-level block that is a literal string, or "" if
// there is none.
func literalOf(b draft.Block, name string) string {
	id := b.Index.Attribute(b.ID, name)
	if id == syntax.NoItem {
		return ""
	}
	e := b.Expr(id)
	if v, ok := value.Read(e, e.Root, language.Body(b.Module.Language, string(b.Draft.Name(b.ID))).Attribute(name)); ok && v.Kind == value.String {
		return v.Text
	}
	return ""
}
