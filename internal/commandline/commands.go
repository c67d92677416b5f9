package commandline

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"iacedit/internal/project"
)

// commandOf maps the name of a command to the function that makes wishes from the words after
// it.
var commandOf = map[string]func(words []string) ([]project.Wish, error){
	"set":    set,
	"add":    add,
	"rm":     remove,
	"mv":     move,
	"rename": rename,
}

// A command is the arguments and flags of a command.
type command struct {
	flags     *flag.FlagSet
	arguments []string
	count     int  // of arguments given
	addresses list // of -a
	value     project.Value
}

// newCommand returns a command with the common flags. Flags about files and output are
// accepted and ignored.
func newCommand() *command {
	c := &command{flags: flag.NewFlagSet("", flag.ContinueOnError)}
	c.flags.SetOutput(io.Discard)
	for _, name := range []string{"w", "write", "d", "diff", "R", "recursive", "k", "keep-going", "v", "verbose", "check", "print-edits"} {
		c.flags.Bool(name, false, "")
	}
	c.flags.String("dialect", "", "")
	return c
}

// boolean adds a flag with a short name, or "" for none.
func (c *command) boolean(to *bool, name, short string) {
	c.flags.BoolVar(to, name, *to, "")
	if short != "" {
		c.flags.BoolVar(to, short, *to, "")
	}
}

// further adds the flag for more addresses.
func (c *command) further() {
	c.flags.Var(&c.addresses, "a", "")
	c.flags.Var(&c.addresses, "address", "")
}

// given adds the flags that say what kind of value it is.
func (c *command) given() {
	c.flags.Func("from", "", func(string) error {
		return errors.New("there are no files here from which to take a value: write it in the command")
	})
	c.boolean(&c.value.Expression, "expression", "x")
	c.boolean(&c.value.Text, "text", "s")
}

// parse parses the words, in which arguments and flags are in any order, and takes the first
// arguments. Further arguments name files and are ignored.
func (c *command) parse(words []string, least, most int, usage string) error {
	for len(words) > 0 {
		if err := c.flags.Parse(words); err != nil {
			return errors.New(strings.Replace(err.Error(), "flag provided but not defined", "there is no flag", 1))
		}
		behind := words[:len(words)-c.flags.NArg()]
		words = c.flags.Args()
		if len(behind) > 0 && behind[len(behind)-1] == "--" {
			c.arguments = append(c.arguments, words...)
			break
		}
		if len(words) > 0 {
			c.arguments, words = append(c.arguments, words[0]), words[1:]
		}
	}
	if len(c.arguments) < least {
		return fmt.Errorf("this is not whole: %s", usage)
	}
	c.count = len(c.arguments)
	c.arguments = append(c.arguments, make([]string, max(0, most-len(c.arguments)))...)
	return nil
}

// list is the values of a flag that may be repeated.
type list []string

// String returns nothing: there is no default.
func (l *list) String() string { return "" }

// Set adds a value.
func (l *list) Set(text string) error {
	*l = append(*l, text)
	return nil
}

// all returns a wish for each address.
func (c *command) all(wish func(address string) project.Wish) []project.Wish {
	wishes := []project.Wish{wish(c.arguments[0])}
	for _, address := range c.addresses {
		wishes = append(wishes, wish(address))
	}
	return wishes
}

func set(words []string) ([]project.Wish, error) {
	var existing, block, attribute bool
	c := newCommand()
	c.given()
	c.further()
	c.boolean(&existing, "existing", "e")
	c.boolean(&block, "block", "b")
	c.boolean(&attribute, "attribute", "")
	var replace project.Replace
	for name, to := range map[string]*string{"replace": &replace.Text, "pattern": &replace.Pattern, "by": &replace.By} {
		c.flags.StringVar(to, name, "", "")
	}
	if err := c.parse(words, 1, 2, "set ADDRESS VALUE, with -s for text, -x for an expression"); err != nil {
		return nil, err
	}
	isReplaced := replace.Text != "" || replace.Pattern != ""
	switch {
	case replace.Text != "" && replace.Pattern != "":
		return nil, errors.New("--replace and --pattern contradict each other")
	case isReplaced && (c.value.Expression || c.value.Text):
		return nil, errors.New("-x and -s are about a value; with --replace and --pattern there is none")
	case isReplaced && (existing || block || attribute):
		return nil, errors.New("--existing, --block and --attribute do not go with --replace and --pattern")
	case isReplaced:
		return c.all(func(address string) project.Wish {
			one := replace
			one.Address = address
			return &one
		}), nil
	case replace.By != "":
		return nil, errors.New("--by goes with --replace or --pattern")
	case c.count < 2:
		return nil, errors.New("this is not whole: set ADDRESS VALUE, with -s for text, -x for an expression")
	}
	c.value.Code = c.arguments[1]
	return c.all(func(address string) project.Wish {
		return &project.Set{Address: address, Value: c.value, Existing: existing, Block: block, Attribute: attribute}
	}), nil
}

func add(words []string) ([]project.Wish, error) {
	var block bool
	c := newCommand()
	c.given()
	c.boolean(&block, "block", "b")
	if err := c.parse(words, 1, 2, "add ADDRESS [VALUE]"); err != nil {
		return nil, err
	}
	c.value.Code = c.arguments[1]
	return []project.Wish{&project.Add{Address: c.arguments[0], Value: c.value, Block: block}}, nil
}

func remove(words []string) ([]project.Wish, error) {
	var equal list
	c := newCommand()
	c.given()
	c.further()
	c.flags.Var(&equal, "equal", "")
	if err := c.parse(words, 1, 1, "rm ADDRESS"); err != nil {
		return nil, err
	}
	var value *project.Value
	if len(equal) > 0 {
		c.value.Code = equal[len(equal)-1]
		value = &c.value
	}
	return c.all(func(address string) project.Wish { return &project.Remove{Address: address, Equal: value} }), nil
}

func move(words []string) ([]project.Wish, error) {
	var m project.Move
	c := newCommand()
	c.further()
	for name, to := range map[string]*string{"file": &m.File, "after": &m.After, "before": &m.Before} {
		c.flags.StringVar(to, name, "", "")
	}
	c.boolean(&m.First, "first", "")
	c.boolean(&m.Last, "last", "")
	if err := c.parse(words, 1, 1, "mv ADDRESS, with --file, --after, --before, --first or --last"); err != nil {
		return nil, err
	}
	if m.File == "" && m.After == "" && m.Before == "" && !m.First && !m.Last {
		return nil, errors.New("say where to: --file, --after, --before, --first or --last")
	}
	return c.all(func(address string) project.Wish {
		one := m
		one.Address = address
		return &one
	}), nil
}

func rename(words []string) ([]project.Wish, error) {
	var key string
	var keep, moved, unmoved, callers bool
	c := newCommand()
	c.flags.StringVar(&key, "key", "", "")
	c.boolean(&keep, "no-references", "")
	c.boolean(&moved, "moved", "")
	c.boolean(&unmoved, "no-moved", "")
	c.boolean(&callers, "callers", "") // there are none in one directory
	if err := c.parse(words, 2, 2, "rename ADDRESS NAME"); err != nil {
		return nil, err
	}
	var adds *bool
	if moved || unmoved {
		adds = &moved
	}
	if key != "" {
		return []project.Wish{&project.RenameKey{Address: key, Old: c.arguments[0], New: c.arguments[1], Moved: adds}}, nil
	}
	return []project.Wish{&project.Rename{Old: c.arguments[0], New: c.arguments[1], References: !keep, Moved: adds}}, nil
}
