package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/alecthomas/kong"
)

// fileFirst returns an error if the user put a file before the address, as in "iacedit get main.tf
// var.region". The error shows the command line in the right order. In all other cases, fileFirst
// returns nil. The parameter err is the error of parsing the command line, or nil.
func fileFirst(parsed *kong.Context, err error, args []string) error {
	if failed, ok := errors.AsType[*kong.ParseError](err); ok {
		parsed = failed.Context
	}
	if parsed == nil || slices.Contains(args, "--unused") { // with --unused, all arguments are files
		return nil
	}
	positional := slices.DeleteFunc(slices.Clone(parsed.Path), func(p *kong.Path) bool { return p.Positional == nil })
	if len(positional) < 2 {
		return nil // there is no address
	}
	for _, p := range positional {
		if p.Positional.Tag == nil || p.Positional.Tag.Get("complete") != "address" {
			continue
		}
		name := p.Positional.Target.String()
		at := slices.Index(args, name)
		if !exists(name) || isDir(name) || at < 1 {
			return nil
		}
		meant := append(slices.Delete(slices.Clone(args), at, at+1), name)
		return fmt.Errorf("%s is a file, and files come last: iacedit %s", shellWord(name), shellWords(meant))
	}
	return nil
}
