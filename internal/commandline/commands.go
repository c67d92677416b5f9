package commandline

import (
	"errors"
	"fmt"

	"iacedit/internal/project"
)

// commandOf maps the name of a command such as "set" to a function. The function parses the words
// after the name, and returns the wishes (edits at addresses) that the command expresses.
var commandOf = map[string]func(words []string) ([]project.Wish, error){
	"set":    set,
	"add":    add,
	"rm":     remove,
	"mv":     move,
	"rename": rename,
}

func set(words []string) ([]project.Wish, error) {
	const usage = "set ADDRESS VALUE, with -s for text, -x for an expression"
	var s Set
	arguments, err := parse(words, &s, 1, usage)
	if err != nil {
		return nil, err
	}
	replaces, err := s.Replaces()
	switch {
	case err != nil:
		return nil, err
	case !replaces && len(arguments) < 2 && s.From == "" && s.Comment == nil:
		return nil, fmt.Errorf("an argument is missing: %s", usage)
	}
	v, err := s.valueAt(arguments, 1)
	return s.Wishes(arguments[0], v), err
}

func add(words []string) ([]project.Wish, error) {
	var a Add
	arguments, err := parse(words, &a, 1, "add ADDRESS [VALUE]")
	if err != nil {
		return nil, err
	}
	v, err := a.valueAt(arguments, 1)
	return []project.Wish{a.Wish(arguments[0], v)}, err
}

func remove(words []string) ([]project.Wish, error) {
	var r struct {
		Addresses
		Remove
	}
	arguments, err := parse(words, &r, 1, "rm ADDRESS")
	if err != nil {
		return nil, err
	}
	v, err := r.valueAt([]string{r.Equal}, 0)
	if r.Equal == "" && !r.Text {
		return r.Wishes(r.All(arguments[0]), nil), err
	}
	return r.Wishes(r.All(arguments[0]), &v), err
}

func move(words []string) ([]project.Wish, error) {
	var m struct {
		Addresses
		Move
	}
	arguments, err := parse(words, &m, 1, "mv ADDRESS, with --file, --after, --before, --first or --last")
	if err != nil {
		return nil, err
	}
	return m.Wishes(m.All(arguments[0])), m.CheckPlace()
}

func rename(words []string) ([]project.Wish, error) {
	var r Rename // the flag Callers has no effect, because the files are of one directory
	arguments, err := parse(words, &r, 2, "rename ADDRESS NAME")
	switch {
	case err != nil:
		return nil, err
	case r.Key != "":
		return []project.Wish{r.KeyWish(arguments[0], arguments[1])}, nil
	}
	return []project.Wish{r.Wish(arguments[0], arguments[1])}, nil
}

// valueAt returns the argument with index n as a value: literal text, an expression or JSON,
// depending on the flags in k. The value is empty if there is no such argument. If the flag --from
// is given, valueAt returns an error, because there is no disk.
func (k *Kind) valueAt(arguments []string, n int) (project.Value, error) {
	switch {
	case k.From != "":
		return project.Value{}, errors.New("--from cannot be used here, because there are no files; write the value in the command")
	case n < len(arguments):
		return k.Value(arguments[n]), nil
	}
	return k.Value(""), nil
}
