package main

import (
	"io"
	"os"
)

func isTerminal(out io.Writer) bool {
	if s, ok := out.(*screen); ok {
		out = s.to
	}
	file, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
