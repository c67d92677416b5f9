package lsp

import (
	"path/filepath"

	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
)

// formatting answers the request textDocument/formatting with the edits that format an open file as
// "terraform fmt" does.
func (r *request) formatting(params documentParams) (any, error) {
	d, err := r.document(params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return r.formatted(d)
}

// formatted returns the edits that format a document as "terraform fmt" does.
func (r *request) formatted(d *document) ([]textEdit, error) {
	name := filepath.Base(d.path)
	code, err := project.Formatted(&workspace.File{Title: d.path, Code: d.code}, terraform.IsTerraform(name) || terraform.IsTest(name))
	if err != nil {
		return nil, err
	}
	return textEdits(d.code, code, r.client.encoding), nil
}

// rangeFormatting returns only those formatting edits that touch the lines of a range.
func (r *request) rangeFormatting(params rangeParams) (any, error) {
	d, err := r.document(params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	all, err := r.formatted(d)
	if err != nil {
		return nil, err
	}
	first, last := params.Range.Start.Line, params.Range.End.Line
	if params.Range.End.Character == 0 && last > first {
		last-- // the range ends before the first character of that line
	}
	inside := []textEdit{}
	for _, e := range all {
		if e.Range.Start.Line <= last && e.Range.End.Line >= first {
			inside = append(inside, e)
		}
	}
	return inside, nil
}
