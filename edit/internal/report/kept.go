package report

import (
	"fmt"

	"iacedit/edit/internal/draft"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// subjects says, for each subject of a comment that stays, what the comment is.
var subjects = map[render.Subject]string{
	render.OldCode:  "is commented-out code",
	render.Several:  "is also about the item below",
	render.Another:  "is about another item",
	render.ItsBlock: "is an instruction to a tool, about the block around it",
}

// A keptComment identifies the warning about a comment that stayed in a file, by the item that was
// below the comment.
type keptComment struct {
	file  *draft.File
	below syntax.ItemID
}

// WarnKept warns of the comments that have stayed in a file since the last call, because they are
// not about the items that were deleted or moved. It takes back the warnings about comments that
// have gone since then. at is the offset of the edit in the JSON text. deletes is true for an edit
// that could have deleted the comments, too.
func (o *Observer) WarnKept(at int, f *draft.File, deletes bool) {
	if o == nil {
		return
	}
	remedy := ""
	if deletes {
		remedy = `; "comment": null under delete (of the command: rm --comment) takes it along`
	}
	for _, kept := range f.Draft.TakeKept() {
		o.Budget.Step(1)
		of := keptComment{f, kept.Below}
		if kept.Went {
			if i, warned := o.kept[of]; warned {
				o.Warnings[i].TakenBack = true
			}
			continue
		}
		text := syntax.AppendComment(nil, f.Draft.At(kept.Comment))
		o.Budget.Step(len(text) / 8)
		offset := int32(-1)
		if f.Draft.InSource(kept.Comment) {
			offset = kept.Comment.From
		}
		message := fmt.Sprintf("the comment %s stays: it %s%s", excerpt.Quote(string(text)), subjects[kept.About], remedy)
		if o.kept == nil {
			o.kept = map[keptComment]int{}
		}
		o.kept[of] = len(o.Warnings)
		o.WarnPlace(at, CommentKept, message, f, nil, offset)
	}
}
