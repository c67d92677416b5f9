package report

import (
	"fmt"

	"iacedit/edit/internal/draft"
	"iacedit/internal/excerpt"
	"iacedit/internal/render"
	"iacedit/syntax"
)

// subjects says, for each subject of a comment that stays, what the comment is.
var subjects = map[render.Subject]string{
	render.OldCode:  "is commented-out code",
	render.Several:  "is also about the item below",
	render.Another:  "is about another item",
	render.ItsBlock: "is an instruction to a tool, about the block around it",
}

// WarnKept warns of the comments that have stayed in a file since the last call, because they are
// not about the items that were deleted or moved. at is the offset of the edit in the JSON text.
func (o *Observer) WarnKept(at int, f *draft.File) {
	if o == nil {
		return
	}
	for _, kept := range f.Draft.TakeKept() {
		text := syntax.AppendComment(nil, f.Draft.At(kept.Comment))
		o.Budget.Step(1 + len(text)/8)
		offset := int32(-1)
		if f.Draft.InSource(kept.Comment) {
			offset = kept.Comment.From
		}
		message := fmt.Sprintf(`the comment %s stays: it %s; "comment": null under delete (of the command: rm --comment) takes it along`, excerpt.Quote(string(text)), subjects[kept.About])
		o.WarnPlace(at, CommentKept, message, f, nil, offset)
	}
}
