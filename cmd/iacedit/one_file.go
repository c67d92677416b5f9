package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/alecthomas/kong"

	"iacedit/internal/disk/project"
)

// withOneFile adds advice to the error about an address that exists in several files. The advice
// shows the command line with only one of these files. If the command line has -R, the advice names
// the flag -k instead, which skips directories in which several files have the address.
func withOneFile(err error, ctx *kong.Context, args []string) error {
	several, ok := errors.AsType[*project.Ambiguous](err)
	switch {
	case !ok:
		return err
	case slices.ContainsFunc(ctx.Flags(), func(f *kong.Flag) bool { return f.Name == "recursive" && f.Target.Bool() }):
		if slices.ContainsFunc(ctx.Flags(), func(f *kong.Flag) bool { return f.Name == "keep-going" }) {
			return fmt.Errorf("%w; -k skips such a directory", err)
		}
		return err
	}
	meant := slices.Clone(args)
	file, address := several.Example()
	if i := slices.Index(meant, addressOf(ctx)); i > 0 && address != "" {
		meant[i] = address
	}
	for _, path := range pathsOf(ctx) {
		for i := len(meant) - 1; i > 0; i-- {
			if meant[i] == path {
				meant = slices.Delete(meant, i, i+1)
				break
			}
		}
	}
	return fmt.Errorf("%w; for example: iacedit %s", err, shellWords(append(meant, file)))
}

// addressOf returns the argument of a command line that is an address, or "".
func addressOf(ctx *kong.Context) string {
	for _, p := range ctx.Path {
		if p.Positional != nil && p.Positional.Tag != nil && p.Positional.Tag.Get("complete") == "address" {
			return p.Positional.Target.String()
		}
	}
	return ""
}

// pathsOf returns the arguments of a command line that name files.
func pathsOf(ctx *kong.Context) []string {
	for _, p := range ctx.Path {
		if p.Positional != nil && p.Positional.Name == "file" {
			paths, _ := p.Positional.Target.Interface().([]string)
			return paths
		}
	}
	return nil
}
