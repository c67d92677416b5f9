package draft

import (
	"errors"

	"iacedit/internal/engine/render"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// stepsPerParsed is the number of steps charged for each item of a file that is parsed again and
// indexed.
const stepsPerParsed = 4

// ErrInJSON is the error of Settle if a stage edited a file in JSON syntax. Only renames may edit
// such files. The error serves only to end the stage: the caller of the stage replaces it by an
// error that says which edit of the file is refused.
var ErrInJSON = errors.New("a file in JSON syntax was edited")

// Settle writes and parses the edited files, for stages that need parsed code. The new code of a
// file replaces the code that an earlier call wrote, and the bytes of that earlier code are
// credited to the budget. Settle ends the current entry, because item IDs of the old code are not
// valid for the new code.
func (m *Module) Settle() error {
	m.FinishEntry()
	for _, f := range m.Files {
		if !f.Draft.Changed() {
			continue
		}
		if f.JSON != nil {
			return ErrInJSON
		}
		before := m.Budget.Spent().Bytes
		code := f.Draft.Append(nil)
		m.Budget.Regain(f.settledBytes)
		f.settledBytes = m.Budget.Spent().Bytes - before + f.settledBytes
		m.Budget.Step(len(code) / 8) // parsing reads it again
		parsedTree, err := syntax.ParseWithin(code, syntax.Top, m.Budget)
		if err != nil {
			return err
		}
		m.Budget.Step(stepsPerParsed * tree.Of(parsedTree).Len())
		if f.Settled { // an earlier call of Settle made this tree, so nothing else uses it
			f.Tree.Release()
		}
		f.Tree, f.Raw, f.Settled = parsedTree, nil, true
		f.Draft = render.NewDraft(parsedTree)
		f.Draft.SetBudget(m.Budget)
		f.dropDerived()
	}
	return nil
}
