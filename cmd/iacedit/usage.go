package main

import (
	"errors"
	"slices"
	"strings"
	"unicode"
)

// hinted returns the error of parsing a command line, with what to do where kong does not say it.
func hinted(err error, args []string) error {
	text := err.Error()
	switch {
	case strings.HasPrefix(text, "unknown flag "):
		return unknownFlag(text, args)
	case strings.HasSuffix(text, "can't be used together"):
		return errors.New(text + ": give one of them")
	case strings.Contains(text, " must be one of "):
		names, got, _ := strings.Cut(text, " but got ")
		names = strings.TrimSuffix(names, `,""`) // the default, which nobody writes
		return errors.New(strings.ReplaceAll(names, `","`, `", "`) + ", found " + got)
	}
	return err
}

// unknownFlag returns the error of an unknown flag. If the argument may be a value, the error
// shows how a value that begins with "-" is given.
func unknownFlag(text string, args []string) error {
	flag, near, _ := strings.Cut(strings.TrimPrefix(text, "unknown flag "), ", did you mean")
	for i, arg := range args {
		hasSpace := strings.ContainsFunc(arg, unicode.IsSpace)
		switch name, _, _ := strings.Cut(arg, "="); {
		case arg == "--":
			return errors.New(text)
		case !strings.HasPrefix(arg, "-") || name != flag && !(hasSpace && flag[:2] != "--"):
			continue
		case near != "" && !hasSpace && !strings.HasPrefix(near, " one of"):
			return errors.New(text)
		}
		before, after := shellWords(args[:i]), args[i:]
		if slices.ContainsFunc(after[1:], func(arg string) bool { return strings.HasPrefix(arg, "-") }) {
			before, after = "after all flags", args[i:i+1]
		} else {
			before = "iacedit " + before
		}
		return errors.New("unknown flag " + shellWord(arg) + `; a value that begins with "-" stands behind "--": ` + before + " -- " + shellWords(after))
	}
	return errors.New(text)
}

// shellWords quotes arguments for a shell.
func shellWords(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = shellWord(arg)
	}
	return strings.Join(quoted, " ")
}
