package client

import (
	"errors"
	"maps"
	"slices"
	"strings"
)

// A Change replaces a range of the code as sent.
type Change struct {
	File  string `json:"file,omitempty"` // the key in Files, if the request has Files
	Start Point  `json:"start"`
	End   Point  `json:"end"` // the first character that is not replaced
	Text  string `json:"text"`
}

// A Range is a part of the code as sent.
type Range struct {
	Start Point `json:"start"`
	End   Point `json:"end"` // the first character after the range
}

// A Point is a place in code.
type Point struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // from 1, in characters
	Offset int `json:"offset"` // from 0, in bytes
}

// errNotOfCode is the error for changes that were made for other code.
var errNotOfCode = errors.New("iacedit: the changes do not belong to this code")

// Apply returns the code after the changes, which must come from an answer about the same code. It
// returns an error if the changes overlap, are out of order or lie outside the code.
func Apply(code string, changes []Change) (string, error) {
	var edited strings.Builder
	done := 0
	for _, c := range changes {
		if c.Start.Offset < done || c.End.Offset < c.Start.Offset || c.End.Offset > len(code) {
			return "", errNotOfCode
		}
		edited.WriteString(code[done:c.Start.Offset])
		edited.WriteString(c.Text)
		done = c.End.Offset
	}
	edited.WriteString(code[done:])
	return edited.String(), nil
}

// ApplyFiles returns a copy of the files after the changes, which must come from an answer about
// the same files. A change of a file that does not exist creates the file. If Apply would refuse
// the changes of a file, ApplyFiles returns a nil map and an error.
func ApplyFiles(files map[string]string, changes []Change) (map[string]string, error) {
	of := map[string][]Change{}
	for _, c := range changes {
		of[c.File] = append(of[c.File], c)
	}
	edited := maps.Clone(files)
	if edited == nil {
		edited = map[string]string{}
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		text, err := Apply(files[name], of[name])
		if err != nil {
			return nil, err
		}
		edited[name] = text
	}
	return edited, nil
}
