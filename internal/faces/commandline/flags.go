package commandline

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/project"
)

// The structs in this file are the flags of those commands that can be typed on the web page as
// well as in a shell. kong reads their tags, here and in the command iacedit, which embeds them in
// its own structs.

// Addresses is the flag for more addresses of the same edit.
type Addresses struct {
	Address []string `short:"a" name:"address" placeholder:"ADDRESS" sep:"none" complete:"address" help:"Do the same for this address, in the same request; may be repeated."`
}

// All returns the first address followed by the addresses of the flag.
func (a *Addresses) All(first string) []string { return append([]string{first}, a.Address...) }

// Each returns one task for the first address, and one for each address of the flag.
func (a *Addresses) Each(first string, n project.Naming) (tasks []project.Task) {
	for _, address := range a.All(first) {
		one := n
		one.Address = address
		tasks = append(tasks, &one)
	}
	return tasks
}

// Kind contains the flags that define whether a value is literal text, an expression or JSON, and
// the file from which to read the value.
type Kind struct {
	Expression bool   `short:"x" xor:"kind" help:"VALUE is an expression, as in code: var.region, merge(local.tags, {a = 1})."`
	Text       bool   `short:"s" xor:"kind" help:"VALUE is text, taken literally."`
	From       string `placeholder:"FILE" complete:"file" help:"Take the value from this file (-: standard input), as text, or with -x as an expression. \"set\" reads what \"get -r\" prints; with -s everything in the file is text."`

	Literal bool `kong:"-"` // -s was given beside --from
}

// Value returns the given code as a value, which is literal text, an expression or JSON, depending
// on the flags.
func (k *Kind) Value(code string) project.Value {
	return project.Value{Code: code, Expression: k.Expression, Text: k.Text, File: k.From != "" && !k.Literal}
}

// Replaced contains the flags with which the command "set" replaces text inside a value.
type Replaced struct {
	Replace string `placeholder:"TEXT" help:"Instead of setting a value, replace this text by --by in the strings of the existing value."`
	Pattern string `placeholder:"RE" help:"Like --replace, with a regular expression (RE2); in --by, $$1 is its first group, and $$$$ is $$."`
	By      string `placeholder:"TEXT" help:"The new text for --replace and --pattern; by default their matches are removed."`
}

// Commented contains the flags for the comments above and behind an item.
type Commented struct {
	Comment *string `placeholder:"TEXT" help:"Put this comment directly above the block, attribute or key, instead of the comment that is there; an empty TEXT removes it."`

	LineComment *string `placeholder:"TEXT" help:"Put this comment behind the attribute, key or element, on its last line, instead of the comment that is there; an empty TEXT removes it."`
}

// Comments reports whether a flag sets a comment.
func (c *Commented) Comments() bool { return c.Comment != nil || c.LineComment != nil }

func (c *Commented) asComments() project.Comments {
	return project.Comments{Above: c.Comment, Behind: c.LineComment}
}

// A Place contains the flags for the place of a block, an attribute or a key.
type Place struct {
	After  string `xor:"place" placeholder:"ADDRESS" complete:"address" help:"Directly below this block, attribute or key; a block also into its file."`
	Before string `xor:"place" placeholder:"ADDRESS" complete:"address" help:"Directly above this block, attribute or key; a block also into its file."`
	First  bool   `xor:"place" help:"Above all other blocks of the file, attributes of the block or keys of the object."`
	Last   bool   `xor:"place" help:"Below all other blocks of the file, attributes of the block or keys of the object."`
}

func (p *Place) asBeside() project.Beside { return project.Beside(*p) }

// Optional contains the flag for edits that can be repeated.
type Optional struct {
	Optional bool `help:"If the address has no match, change nothing and exit with 0."`
}

// Set contains the flags of the command "set".
type Set struct {
	Kind
	Replaced
	Commented
	Addresses
	Optional
	Existing  bool `short:"e" help:"Set only existing attributes."`
	Block     bool `short:"b" xor:"what" help:"The last name is a nested block, of a type that the code does not have there yet."`
	Attribute bool `xor:"what" help:"The last name is an attribute, even if other blocks have nested blocks of that name."`
}

// Replaces reports whether the command "set" is to replace text inside values, so that the command
// needs no new value. It returns an error if other flags contradict --replace or --pattern.
func (s *Set) Replaces() (bool, error) {
	switch {
	case s.Replace != "" && s.Pattern != "":
		return true, errors.New("give --replace or --pattern, not both")
	case s.Replace == "" && s.Pattern == "" && s.By != "":
		return false, errors.New("--by needs --replace or --pattern")
	case s.Replace == "" && s.Pattern == "":
		return false, nil
	case s.Expression || s.Text || s.From != "":
		return true, errors.New("-x, -s and --from are for a new value; --replace and --pattern take none")
	case s.Block || s.Attribute || s.Existing || s.Comments():
		return true, errors.New("--existing, --block, --attribute, --comment and --line-comment cannot be combined with --replace and --pattern")
	}
	return true, nil
}

// OnlyComments reports whether the command "set" is only to set comments, so that the command needs
// no value.
func (s *Set) OnlyComments(value string) bool {
	return s.Comments() && value == "" && !s.Text && s.From == ""
}

// Tasks converts the flags of the command to tasks, one for each address. If the flags replace
// text, Tasks ignores the value.
func (s *Set) Tasks(first string, v project.Value) (tasks []project.Task) {
	for _, address := range s.All(first) {
		if s.Replace != "" || s.Pattern != "" {
			tasks = append(tasks, &project.Replace{Address: address, Text: s.Replace, Pattern: s.Pattern, By: s.By, Optional: s.Optional.Optional})
			continue
		}
		if s.OnlyComments(v.Code) {
			tasks = append(tasks, &project.Comment{Address: address, Comments: s.asComments(), Optional: s.Optional.Optional})
			continue
		}
		tasks = append(tasks, &project.Set{Address: address, Value: v, Existing: s.Existing, Block: s.Block, Attribute: s.Attribute, Comments: s.asComments(), Optional: s.Optional.Optional})
	}
	return tasks
}

// Add contains the flags of the command "add".
type Add struct {
	Kind
	Commented
	Place
	Block bool `short:"b" help:"The last name is a nested block, of a type that the code does not have there yet."`
}

// Task converts the flags and arguments of the command to a task.
func (a *Add) Task(address string, v project.Value) project.Task {
	return &project.Add{Address: address, Value: v, Block: a.Block, Comments: a.asComments(), Beside: a.asBeside()}
}

// Remove contains the flags of the command "rm", except --address.
type Remove struct {
	Equal   string `placeholder:"VALUE" help:"Remove the elements of a list that equal this value: JSON, with -s text, with -x an expression. The address ends in [=]."`
	Comment bool   `help:"Also remove the comment above, if it is about something else: a heading, commented-out code."`
	Kind
	Optional
}

// Naming returns the task, without an address. If equal is not nil, only the list elements with that
// value are removed.
func (r *Remove) Naming(equal *project.Value) project.Naming {
	return project.Naming{Operation: edit.Delete, Equal: equal, Comment: r.Comment, Optional: r.Optional.Optional}
}

// Elements contains the flags of "disable" and "enable", except --address.
type Elements struct {
	Equal string `placeholder:"VALUE" help:"The elements of a list that equal this value: JSON, with -s text, with -x an expression. The address ends in [=]."`
	Kind
	Optional
}

// Disable contains the flags of the command "disable", except --address.
type Disable struct{ Elements }

// Naming is like Remove.Naming, but makes comments.
func (d *Disable) Naming(equal *project.Value) project.Naming {
	return project.Naming{Operation: edit.Disable, Equal: equal, Optional: d.Optional.Optional}
}

// Enable contains the flags of the command "enable", except --address.
type Enable struct{ Elements }

// Naming is like Remove.Naming, but makes code of comments.
func (e *Enable) Naming(equal *project.Value) project.Naming {
	return project.Naming{Operation: edit.Enable, Disabled: true, Equal: equal, Optional: e.Optional.Optional}
}

// Move contains the flags of the command "mv", except --address.
type Move struct {
	File string `placeholder:"FILE" complete:"file" help:"Move into this file of the module; a missing file is created."`
	Place
}

// CheckPlace returns an error if the flags name neither a file nor a place.
func (m *Move) CheckPlace() error {
	if m.File == "" && m.After == "" && m.Before == "" && !m.First && !m.Last {
		return errors.New("give a place: --file, --after, --before, --first or --last")
	}
	return nil
}

// Tasks returns one task for each address.
func (m *Move) Tasks(addresses []string) (tasks []project.Task) {
	for _, address := range addresses {
		tasks = append(tasks, &project.Move{Address: address, File: m.File, Beside: m.asBeside()})
	}
	return tasks
}

// Rename contains the flags of the command "rename".
type Rename struct {
	Key        string `placeholder:"ADDRESS" complete:"address" help:"Rename the keys of the instances of this resource or module: OLD and NEW are the text between the brackets, \"\" for no brackets."`
	References bool   `negatable:"" default:"true" help:"Also rename the references (on)."`
	Moved      *bool  `negatable:"" help:"Add a moved block from the old address to the new one (on for modules, and for resources that keep their type)."`

	Pattern   string `placeholder:"RE" help:"Instead of a new name: replace by --by what this regular expression (RE2) matches in the last label of each block, in the names of attributes (if ADDRESS ends in .*), or in the keys of for_each (with --key)."`
	By        string `placeholder:"TEXT" help:"The new text for --pattern: $$1 is the first group, $$$$ is $$; by default the matches are removed."`
	AllLabels bool   `help:"With --pattern: in all labels of each block."`

	Callers bool   `help:"Also change the calls of the module if a variable or an output is renamed: in the enclosing repository, or below --root. By default a warning names each call."`
	Root    string `placeholder:"DIR" complete:"file" help:"The directory below which to search for calls (the repository of the module, which has .git)."`

	Value     string   `xor:"value" placeholder:"EXPR" help:"Also change the value of an attribute or key, to this expression, in which $$ is the old value: !$$."`
	Values    []string `xor:"value" placeholder:"OLD=NEW" sep:"none" help:"Also change the literal value OLD to NEW, which is JSON or text; may be repeated."`
	Reference string   `placeholder:"EXPR" help:"Also change the references, to this expression, in which $$ is the new reference: !$$."`
	Object    bool     `help:"The first name of the new path is an attribute whose value is an object."`
	KeepEmpty bool     `help:"Keep a nested block that becomes empty because something moves out of it."`
	Optional
}

// CheckPattern returns an error if flags contradict each other.
func (r *Rename) CheckPattern() error {
	switch {
	case r.Pattern == "" && (r.By != "" || r.AllLabels):
		return errors.New("--by and --all-labels need --pattern")
	case r.Pattern != "" && r.Callers:
		return errors.New("--callers is for one variable or output, and cannot be combined with --pattern")
	case r.Key != "" && r.AllLabels:
		return errors.New("--all-labels cannot be combined with --key")
	}
	return nil
}

// PatternTask returns the task of a command with the flag --pattern. The address is that of the blocks
// or attributes; with the flag --key, it is ignored.
func (r *Rename) PatternTask(address string) project.Task {
	w := &project.RenameMatching{Address: address, Pattern: r.Pattern, By: r.By, AllLabels: r.AllLabels, References: r.References, Moved: r.Moved}
	if r.Key != "" {
		w.Address, w.Keys = r.Key, true
	}
	return w
}

// KeyTask returns the task of a command with the flag --key, which renames the key of an instance.
func (r *Rename) KeyTask(from, to string) project.Task {
	return &project.RenameKey{Address: r.Key, Old: from, New: to, Moved: r.Moved}
}

// Task returns the task of a command without the flag --key.
func (r *Rename) Task(from, to string) (*project.Rename, error) {
	name := edit.NewName{Object: r.Object, Value: r.Value, Reference: r.Reference}
	for _, text := range r.Values {
		old, new, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("--values %s: write it as OLD=NEW", text)
		}
		if name.Values == nil {
			name.Values = map[string]any{}
		}
		name.Values[old] = new
		if v := json.RawMessage(new); json.Valid(v) {
			name.Values[old] = v
		}
	}
	return &project.Rename{Old: from, New: to, References: r.References, Moved: r.Moved, Attribute: name, KeepEmpty: r.KeepEmpty, Optional: r.Optional.Optional}, nil
}
