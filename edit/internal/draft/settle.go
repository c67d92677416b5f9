package draft

import (
	"errors"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/format"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/engine/render"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// stepsPerParsed is the number of steps charged for each item of a file that is parsed again and
// indexed.
const stepsPerParsed = 4

// The cost of the origin of an item, in steps and in bytes of memory.
const stepsPerOrigin, bytesPerOrigin = 4, 64

// Settle writes and parses the edited files, for stages that need parsed code. The new code of a
// file replaces the code that an earlier call wrote, and the bytes of that earlier code are
// credited to the budget. Settle ends the current entry, because item IDs of the old code are not
// valid for the new code.
func (m *Module) Settle() error { return m.settle(true) }

// SettleCode is Settle, except that it leaves the JSON of files in JSON syntax as it is, which takes
// long to change. The next call of Settle, or FinishJSON, makes the edits there: if attributes and
// blocks have other names or places then, names and values decide which is which.
func (m *Module) SettleCode() error { return m.settle(false) }

func (m *Module) settle(inJSON bool) error {
	m.FinishEntry()
	m.NoteEditedJSON()
	for _, f := range m.Files {
		if !f.Draft.Changed() && !(inJSON && f.JSON.Behind()) {
			continue
		}
		before := m.Budget.Spent().Bytes
		code := f.Draft.Append(nil)
		m.Budget.Regain(f.settledBytes)
		f.settledBytes = m.Budget.Spent().Bytes - before + f.settledBytes
		m.Budget.Step(len(code) / 8) // parsing reads it again
		parsedTree, err := f.parse(code, inJSON)
		if err != nil {
			return err
		}
		m.Budget.Step(stepsPerParsed * tree.Of(parsedTree).Len())
		if f.Settled { // an earlier call of Settle made this tree, so nothing else uses it
			f.Tree.Release()
		}
		f.Tree, f.Raw, f.Settled, f.editsNoted = parsedTree, nil, true, 0
		f.Draft = render.NewDraft(parsedTree)
		f.Draft.SetBudget(m.Budget)
		f.dropDerived()
	}
	return nil
}

// parse parses the edited code of a file. For a file in JSON syntax, it first changes the JSON, unless
// inJSON is false.
func (f *File) parse(code []byte, inJSON bool) (*syntax.File, error) {
	switch {
	case f.JSON == nil:
		return syntax.ParseWithin(code, syntax.Top, f.Module.Budget)
	case !inJSON:
		f.JSON, f.Code = f.JSON.Edited(code, f.Draft.LineEdits(), f.Module.Budget), code
	default:
		if err := f.patch(code); err != nil {
			return nil, err
		}
	}
	return f.JSON.Parse(false, f.Module.Budget)
}

// NoteEditedJSON records for each file in JSON syntax whether the current operation has edited it.
// If JSON syntax cannot express an edit, the error is about this operation.
func (m *Module) NoteEditedJSON() {
	for _, f := range m.InJSON {
		m.Budget.Step(1)
		if n := f.Draft.Edits(); n != f.editsNoted {
			f.editedBy, f.editsNoted = m.Operation, n
		}
	}
}

// FinishJSON makes the edits of files in JSON syntax in their JSON. Until then, only the equivalent
// native code of such a file is edited.
func (m *Module) FinishJSON() error {
	for _, f := range m.InJSON {
		if f.Draft.Changed() || f.JSON.Behind() {
			if err := f.patch(f.Draft.Append(nil)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Text returns the lines of a block, with its lead comments, as code for another file. It returns an
// error if the block has been edited below its header.
func (b Block) Text() ([]byte, error) {
	text, err := b.Draft.BlockText(b.ID)
	if err != nil {
		return text, err
	}
	return b.LaidOut(text)
}

// LaidOut returns code with the usual layout if it is from a file in JSON syntax: the code of a mirror
// has no layout.
func (f *File) LaidOut(code []byte) ([]byte, error) {
	if f.JSON == nil {
		return code, nil
	}
	return format.Within(nil, code, f.Module.Budget)
}

// patch makes the edits of a file in JSON syntax in its JSON. The argument is the edited native
// code.
func (f *File) patch(code []byte) error {
	next, err := f.JSON.Patch(code, f.origins(syntax.Root), f.Module.Budget)
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return fault.At(f.editedBy.At, refused.Code, "%s: %s: %s", f.editedBy.Action, excerpt.Quote(f.Name), refused.Message)
	} else if err != nil {
		return err
	}
	f.JSON, f.Code = next, next.Code
	return nil
}

// origins returns what the items of a body were before the edits, or nil if the body has not changed.
func (f *File) origins(body syntax.ItemID) (all []mirror.Origin) {
	if !f.Draft.EditedInside(body) {
		return nil
	}
	for id := range f.Draft.Children(body) {
		kind := f.Draft.Kind(id)
		if f.Budget.Step(stepsPerOrigin); kind != syntax.KindAttribute && kind != syntax.KindBlock {
			continue
		}
		o := mirror.Origin{At: f.Draft.SourceAt(id)}
		if kind == syntax.KindBlock {
			o.Inside = f.origins(id)
		}
		f.Budget.Hold(bytesPerOrigin)
		all = append(all, o)
	}
	return all
}
