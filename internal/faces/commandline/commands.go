package commandline

import (
	"errors"
	"fmt"

	"github.com/alecthomas/kong"

	"iacedit/internal/disk/project"
)

// A command is a command with its arguments and flags, in the form that kong reads.
type command interface {
	// tasks returns the edits at addresses that the command expresses.
	tasks() ([]project.Task, error)
}

// newCommand maps the name of a command to a function that returns an empty command.
var newCommand = map[string]func() command{
	"set":     func() command { return new(set) },
	"add":     func() command { return new(add) },
	"rm":      func() command { return new(remove) },
	"mv":      func() command { return new(move) },
	"rename":  func() command { return new(rename) },
	"disable": func() command { return new(disable) },
	"enable":  func() command { return new(enable) },
}

// tasksOf returns the edits at addresses that the words of a command express. The first word is
// the name of the command.
func tasksOf(words []string) (tasks []project.Task, err error) {
	c := newCommand[words[0]]()
	parser, err := kong.New(c, kong.NoDefaultHelp())
	if err != nil {
		return nil, err
	}
	if _, err = parser.Parse(words[1:]); err == nil {
		tasks, err = c.tasks()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", words[0], err)
	}
	return tasks, nil
}

// A line contains the arguments and flags of a command that say which files it reads, and what it
// prints. They have no effect where commands are typed.
type line struct {
	Paths []string `arg:"" optional:""`

	Write      bool `short:"w"`
	Diff       bool `short:"d"`
	Recursive  bool `short:"R"`
	KeepGoing  bool `short:"k"`
	Verbose    bool `short:"v"`
	Check      bool
	PrintEdits bool
	Dialect    string
}

type set struct {
	First string  `arg:"" name:"address"`
	New   *string `arg:"" optional:"" name:"value"`
	Set
	line
}

func (c *set) tasks() ([]project.Task, error) {
	replaces, err := c.Replaces()
	switch {
	case err != nil:
		return nil, err
	case !replaces && c.New == nil && c.From == "" && !c.Comments():
		return nil, errors.New("an argument is missing: set ADDRESS VALUE, with -s for text, -x for an expression")
	}
	v, err := c.value(c.New)
	return c.Tasks(c.First, v), err
}

type add struct {
	First string  `arg:"" name:"address"`
	New   *string `arg:"" optional:"" name:"value"`
	Add
	line
}

func (c *add) tasks() ([]project.Task, error) {
	v, err := c.value(c.New)
	return []project.Task{c.Task(c.First, v)}, err
}

type remove struct {
	First string `arg:"" name:"address"`
	Addresses
	Remove
	line
}

func (c *remove) tasks() ([]project.Task, error) {
	equal, err := c.equal(c.Equal)
	return c.Each(c.First, c.Naming(equal)), err
}

type disable struct {
	First string `arg:"" name:"address"`
	Addresses
	Disable
	line
}

func (c *disable) tasks() ([]project.Task, error) {
	equal, err := c.equal(c.Equal)
	return c.Each(c.First, c.Naming(equal)), err
}

type enable struct {
	First string `arg:"" name:"address"`
	Addresses
	Enable
	line
}

func (c *enable) tasks() ([]project.Task, error) {
	equal, err := c.equal(c.Equal)
	return c.Each(c.First, c.Naming(equal)), err
}

type move struct {
	First string `arg:"" name:"address"`
	Addresses
	Move
	line
}

func (c *move) tasks() ([]project.Task, error) {
	return c.Tasks(c.All(c.First)), c.CheckPlace()
}

type rename struct {
	Old    string  `arg:"" optional:""`
	New    *string `arg:"" optional:""`
	Rename         // the flags Callers and Root have no effect, because the files are of one directory
	line
}

func (c *rename) tasks() ([]project.Task, error) {
	switch err := c.CheckPattern(); {
	case err != nil:
		return nil, err
	case c.Pattern != "" && (c.Old != "" || c.Key != ""):
		return []project.Task{c.PatternTask(c.Old)}, nil
	case c.New == nil || c.Pattern != "":
		return nil, errors.New("an argument is missing: rename OLD NEW, or rename ADDRESS --pattern RE --by TEXT")
	case c.Key != "":
		return []project.Task{c.KeyTask(c.Old, *c.New)}, nil
	}
	task, err := c.Task(c.Old, *c.New)
	return []project.Task{task}, err
}

// value returns the given code as a value: literal text, an expression or JSON, depending on the
// flags in k. If the code is nil, the value is empty. If the flag --from is given, value returns an
// error, because there is no disk.
func (k *Kind) value(code *string) (project.Value, error) {
	switch {
	case k.From != "":
		return project.Value{}, errors.New("--from cannot be used here, because there are no files; write the value in the command")
	case code != nil:
		return k.Value(*code), nil
	}
	return k.Value(""), nil
}

// equal returns the value of the flag --equal, or nil if there is none.
func (k *Kind) equal(code string) (*project.Value, error) {
	v, err := k.value(&code)
	if code == "" && !k.Text || err != nil {
		return nil, err
	}
	return &v, nil
}
