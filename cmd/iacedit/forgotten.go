package main

import (
	"fmt"
	"path/filepath"

	"iacedit/internal/languages/terraform"
)

// forgotten returns the error for a command line in which a path is in the place of a missing
// argument. The parameter missing is the name of this argument in messages, such as "new name". The
// error shows a complete command line, with the given word in place of the missing argument.
func forgotten(missing string, before []string, word, path string) error {
	return fmt.Errorf("the %s is missing: %s is %s: iacedit %s %s %s", missing, shellWord(path), kindOfPath(path), shellWords(before), word, shellWord(path))
}

// warnOfForgotten warns of an argument that is also the name of a file or directory. The message
// says "if it ", followed by the parameter has, such as "is the file to edit". The other parameters
// are those of the function forgotten.
func warnOfForgotten(std *streams, missing string, before []string, word, path, has string) {
	warning(std, "%s is %s, but was taken as the %s; if it %s, the %s is missing: iacedit %s %s %s", shellWord(path), kindOfPath(path), missing, has, missing, shellWords(before), word, shellWord(path))
}

func kindOfPath(path string) string {
	if isDir(path) {
		return "a directory"
	}
	return "a file"
}

// hasCode reports whether a directory contains files of Terraform code.
func hasCode(dir string, std *streams) bool {
	if !isDir(dir) {
		return false
	}
	space := std.workspace()
	defer space.Close()
	for _, name := range space.Names(dir) {
		if terraform.IsTerraform(name) {
			return true
		}
	}
	return false
}

// isCode reports whether there is a file of Terraform code at a path.
func isCode(path string) bool {
	return exists(path) && !isDir(path) && terraform.IsTerraform(filepath.Base(path))
}
