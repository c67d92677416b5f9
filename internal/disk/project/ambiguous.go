package project

import (
	"path/filepath"
	"strings"

	"iacedit/internal/base/fault"
)

// An Ambiguous is the error for an address whose block or attribute is in several files of a
// module, so that the user must name one of the files.
type Ambiguous struct{ fault.Several }

func (a *Ambiguous) Error() string { return a.Message() }

// Example returns a file and an address that mean only one block, for a message. The address is ""
// if the user's own address means only one block in the file. If there is no such file, Example
// returns the first file and a longer address.
func (a *Ambiguous) Example() (file, address string) {
	for i, file := range a.Files {
		if len(a.Choices[i]) == 0 {
			return file, ""
		}
	}
	address, _, _ = strings.Cut(a.Choices[0][0], " (line ")
	return a.Files[0], address
}

// ambiguousIn returns the *Ambiguous for an error of package edit about files in a directory.
func ambiguousIn(dir string, several fault.Several) error {
	titles := make([]string, len(several.Files))
	for i, name := range several.Files {
		titles[i] = filepath.Join(dir, name)
	}
	several.Files = titles
	return &Ambiguous{several}
}
