package commandline

import (
	"fmt"

	"iacedit/internal/disk/workspace"
	"iacedit/module"
)

// A memory is one directory whose files are in memory.
type memory []module.File

func (m memory) sources() []workspace.Source {
	all := make([]workspace.Source, len(m))
	for i, f := range m {
		all[i] = workspace.Source{Title: f.Name}
	}
	return all
}

// load returns the file in memory that has the name of the source.
func (m memory) load(source workspace.Source) (*workspace.File, error) {
	for _, f := range m {
		if f.Name == source.Title {
			return &workspace.File{Title: f.Name, Code: f.Code}, nil
		}
	}
	return nil, fmt.Errorf("there is no file %q", source.Title)
}

// Sources returns nil, because the files in memory have no paths.
func (memory) Sources([]string, bool) []workspace.Source { return nil }

// SourcesIn is like Sources.
func (memory) SourcesIn(workspace.Wanted, []string, bool) []workspace.Source { return nil }

// New returns a new file.
func (memory) New(_, name string) (*workspace.File, error) { return &workspace.File{Title: name}, nil }

// Names returns the names of the files in the directory.
func (m memory) Names(string) []string {
	all := make([]string, len(m))
	for i, f := range m {
		all[i] = f.Name
	}
	return all
}
