package draft

import (
	"iacedit/internal/engine/uses"
	"iacedit/syntax"
)

// Source finds the module that a "module" block calls. The argument folder is the folder of the
// block's file. The result to is the path of the module's folder, relative to the root of the tree. It
// is "" if the source is not a local path.
func (b Block) Source(folder string) (to string, kind uses.SourceKind) {
	id := b.Index.Attribute(b.ID, "source")
	if id == syntax.NoItem {
		return "", uses.SourceRemote
	}
	return uses.SourceIn(b.Expr(id), folder, b.Budget)
}
