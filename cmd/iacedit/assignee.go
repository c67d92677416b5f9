package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"iacedit/internal/disk/project"
)

// An assignee is the argument ADDRESS of a command that also has an argument VALUE, such as
// "iacedit set ADDRESS VALUE".
type assignee string

// UnmarshalText refuses an address and a value that the user wrote as one argument, as in
// ADDRESS=VALUE.
func (a *assignee) UnmarshalText(text []byte) error {
	*a = assignee(text)
	if address, value, ok := project.CutValue(string(text)); ok {
		return separateArguments(address, value)
	}
	return nil
}

// checkValue returns an error if the user wrote ADDRESS = VALUE or ADDRESS =VALUE instead of
// ADDRESS VALUE.
func (a assignee) checkValue(value string, rest []string) error {
	value, ok := strings.CutPrefix(value, "=")
	if !ok {
		return nil
	}
	if value == "" && len(rest) > 0 {
		value = rest[0]
	}
	return separateArguments(string(a), value)
}

// separateArguments returns an error that asks the user to write the address and the value as two
// arguments, not joined by "=".
func separateArguments(address, value string) error {
	value = strings.TrimSpace(value)
	kind, hint := "", ""
	switch {
	case value == "":
		value = "VALUE"
	case !json.Valid([]byte(value)):
		kind, hint = "-s ", " (-s for text, -x for an expression)"
	}
	return fmt.Errorf(`write address and value as two arguments, without "=": %s %s%s%s`, shellWord(address), kind, shellWord(value), hint)
}

// shellWord quotes a word for a shell, if necessary.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("_-.,:/@%+", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// shellWords quotes arguments for a shell.
func shellWords(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = shellWord(arg)
	}
	return strings.Join(quoted, " ")
}
