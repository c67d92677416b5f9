// Package house applies the rules of a repository, which its file .iacedit.yaml has.
package house

import (
	"fmt"
	"path/filepath"
	"slices"

	"iacedit/internal/disk/project"
	"iacedit/internal/requests/batch"
	"iacedit/internal/requests/ruleset"
)

// Edits returns the edits that put blocks in the order that the nearest file .iacedit.yaml gives. It
// searches the directory dir, and then the directories above it, the last of which is top.
func Edits(s *project.Scope, dir, top string) ([]byte, error) {
	at, end := filepath.Clean(dir), filepath.Clean(top)
	for !slices.Contains(s.Space.Names(at), ruleset.HouseFile) {
		up := filepath.Dir(at)
		if at == end || at == up {
			return nil, fmt.Errorf("there is no file %s in %s, and none above it in the repository", ruleset.HouseFile, dir)
		}
		at = up
	}
	file, err := s.Load(s.Space.Sources([]string{filepath.Join(at, ruleset.HouseFile)}, false)[0])
	if err != nil {
		return nil, err
	}
	edits, err := decoded(file.Code)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Title, err)
	}
	return edits, nil
}

func decoded(text []byte) ([]byte, error) {
	house, err := ruleset.ParseHouse(text)
	if err != nil {
		return nil, err
	}
	operations, err := house.Edits()
	if err != nil {
		return nil, err
	}
	all := make([][]byte, len(operations))
	for i := range operations {
		if all[i], err = operations[i].MarshalJSON(); err != nil {
			return nil, err
		}
	}
	return batch.Merged(all)
}
