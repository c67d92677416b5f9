package lsp

import (
	"iacedit/internal/project"
)

// prepareRename returns the range of the name at a position, or null if there is none or it
// cannot be changed.
func (r *request) prepareRename() (any, error) {
	var params positionParams
	if err := r.decode(&params); err != nil {
		return nil, err
	}
	at, n, err := r.find(params)
	if err != nil {
		return nil, nil // the answer is null
	}
	return map[string]any{"range": at.text.at(n.at), "placeholder": n.address.Name}, nil
}

// rename returns the edits that rename an object: in its module and, for variables and
// outputs, in the modules that call it.
func (r *request) rename() (any, error) {
	var params renameParams
	if err := r.decode(&params); err != nil {
		return nil, err
	}
	_, n, err := r.find(params.positionParams)
	if err != nil {
		return nil, err
	}
	s := r.scope(n.dir)
	wish := &project.Rename{Old: n.String(), New: params.NewName, References: true}
	if !n.isShared() {
		plan, err := s.Plan(wish)
		if err != nil {
			return nil, err
		}
		return r.workspaceEdit(plan)
	}
	tree := project.FindTree(r.files, r.root(n.dir))
	tree.Follow = true
	plan, err := s.PlanIn(wish, tree)
	if err != nil {
		return nil, err
	}
	return r.workspaceEdit(plan)
}
