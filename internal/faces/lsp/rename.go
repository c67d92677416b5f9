package lsp

import "iacedit/internal/disk/project"

// prepareRename returns the range of the name at a position, so that the editor can show which name
// would be changed. It returns null if no name there can be changed.
func (r *request) prepareRename(params positionParams) (any, error) {
	at, n, err := r.find(params)
	if err != nil {
		return nil, nil // the answer is null
	}
	return map[string]any{"range": at.text.at(n.at), "placeholder": n.address.Name}, nil
}

// rename returns the edits that rename an object: in its module and, for variables and outputs, in
// the modules that call its module; in some languages in the files that include or read its file.
func (r *request) rename(params renameParams) (any, error) {
	_, n, err := r.find(params.positionParams)
	if err != nil {
		return nil, err
	}
	return r.workspaceEdit(r.planRename(n, params.NewName))
}

// planRename returns a plan that renames an object, in all files that may refer to it.
func (r *request) planRename(n *named, to string) (*project.Plan, error) {
	s := r.scope(n.unit)
	task := &project.Rename{Old: n.String(), New: to, References: true}
	if !n.isShared() && !n.dialect.LinksFiles() {
		return s.Plan(task)
	}
	tree := r.treeOf(n.unit)
	tree.Follow = true
	return s.PlanIn(task, tree)
}
