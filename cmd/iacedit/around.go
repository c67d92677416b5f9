package main

import (
	"os"
	"path/filepath"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
)

// repositoryOf returns the nearest directory, at or above a path, that contains a .git. If there is
// no such directory, it returns "".
func repositoryOf(path string) string {
	at, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	if root := workspace.Repository(at); root != "" {
		return relative(root)
	}
	return ""
}

// relative returns a path relative to the working directory, if possible.
func relative(path string) string {
	if here, err := os.Getwd(); err == nil {
		if short, err := filepath.Rel(here, path); err == nil {
			return short
		}
	}
	return path
}

// title returns a path whose links are resolved relative to the working directory, if possible.
func title(path string) string {
	if here, err := os.Getwd(); err == nil {
		if here, err = filepath.EvalSymlinks(here); err == nil {
			if short, err := filepath.Rel(here, path); err == nil {
				return short
			}
		}
	}
	return path
}

// callsAround returns the tree of all modules in the repository that contains a path, or of all its
// files in another language. Any of these modules may call the module at the path. If the path is not in a repository, it returns nil.
func callsAround(d edit.Dialect, path string, space project.Space) *project.Tree {
	if root := repositoryOf(path); root != "" {
		return project.FindTree(d, space, root)
	}
	return nil
}
