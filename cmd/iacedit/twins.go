package main

import (
	"path/filepath"
	"slices"

	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
)

// tellTwins warns if the plan changes only one of two files such as main.tf and main.tofu, which
// are the versions of one file for Terraform and for OpenTofu.
func tellTwins(w *workspace.Workspace, plan *project.Plan, std *streams) {
	changed := func(title string) bool {
		return slices.ContainsFunc(plan.Changes, func(r project.Rewritten) bool { return r.File.Title == title })
	}
	for i := range plan.Changes {
		title := plan.Changes[i].File.Title
		dir, name := filepath.Split(title)
		twin, reader := terraform.HiddenBy(name), "OpenTofu"
		if twin == "" {
			twin, reader = terraform.Hides(name), "Terraform"
		}
		if twin == "" || changed(dir+twin) || !slices.Contains(w.Names(filepath.Dir(title)), twin) {
			continue
		}
		warning(std, "%s is not changed, but %s reads it instead of %s", dir+twin, reader, title)
	}
}
