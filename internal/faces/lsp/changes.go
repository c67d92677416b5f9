package lsp

import (
	"bytes"
	"errors"

	"iacedit/internal/base/diff"
	"iacedit/internal/disk/project"
)

// workspaceEdit converts the changes of a plan to edits for the editor. The arguments are the two
// results of a function that creates a plan. An error that is not nil is returned unchanged.
func (r *request) workspaceEdit(plan *project.Plan, err error) (*workspaceEdit, error) {
	if err != nil {
		return nil, err
	}
	e := &workspaceEdit{}
	if !r.client.documentChanges {
		e.Changes = map[string][]textEdit{}
	}
	for i := range plan.Changes {
		if err := r.addChange(e, &plan.Changes[i]); err != nil {
			return nil, err
		}
	}
	return e, nil
}

var errCannotCreate = errors.New("this editor cannot create files in an edit (workspaceEdit.resourceOperations)")

// addChange adds the change of one file to the edits for the editor.
func (r *request) addChange(e *workspaceEdit, c *project.Rewritten) error {
	uri := r.documents.uriOf(c.File.Title)
	edits := textEdits(c.Before, c.After, r.client.encoding)
	if !r.client.documentChanges {
		if c.Made {
			return errCannotCreate
		}
		e.Changes[uri] = edits
		return nil
	}
	if c.Made {
		if !r.client.creates {
			return errCannotCreate
		}
		e.DocumentChanges = append(e.DocumentChanges, fileOperation{"create", uri})
	}
	id := versionedDocument{URI: uri}
	if d := r.documents.byPath(c.File.Title); d != nil {
		id.Version = &d.version
	}
	e.DocumentChanges = append(e.DocumentChanges, textDocumentEdit{id, edits})
	return nil
}

// textEdits returns the edits that turn one text into another. The edits do not replace unchanged
// lines. In changed lines, they replace only the characters from the first difference to the last
// one.
func textEdits(before, after []byte, e encoding) []textEdit {
	edits := []textEdit{}
	if bytes.Equal(before, after) {
		return edits
	}
	narrow := diff.Lines(before, diff.Between(before, after), nil)
	diff.Characters(before, narrow, nil)
	t := newText(before, e)
	for _, d := range narrow {
		edits = append(edits, textEdit{textRange{t.position(d.From), t.position(d.To)}, string(d.Text)})
	}
	return edits
}
