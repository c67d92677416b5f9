package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"iacedit/address"
	"iacedit/internal/fault"
	"iacedit/internal/workspace"
	"iacedit/syntax"
	"iacedit/value"
)

// getCommand prints what is in the code at an address.
type getCommand struct {
	Address string `arg:"" help:"What to print: module.vpc.version, resource.aws_instance.web.tags, variable.*.default."`
	files
	language

	Raw    bool `short:"r" xor:"form" help:"Print text as it is, without quotes and escapes."`
	Source bool `xor:"form" help:"Print the code, as it is written."`
}

// Help shows how the command is used.
func (getCommand) Help() string {
	return `Prints a value as JSON, as the edits take it: an expression is "${…}", a block what it
holds. Where there are several, each has a line, with its address before a tab, and its
file before that where they are in several files.

    iacedit get module.vpc.version                 "5.0.0"
    iacedit get -r module.vpc.version              5.0.0
    iacedit get --source aws_instance.web.ami      data.aws_ami.x.id
    iacedit get 'variable.*.default'               variable.region.default	"eu-west-1"
    iacedit get resource.aws_instance.web | jq .attributes.tags
    iacedit get -R 'module.*.version' .

The exit status is 1 where nothing is there.`
}

// A got is one value, and where it is.
type got struct {
	address address.Address
	file    *workspace.File
	tree    *syntax.File
	json    []byte

	language address.Language
}

// Run prints the values.
func (c *getCommand) Run(std *streams) error {
	return told(c.run(std), std)
}

func (c *getCommand) run(std *streams) error {
	a, err := address.Parse(c.Address)
	if err != nil {
		return fmt.Errorf("the address %q: %w", c.Address, err)
	}
	var space workspace.Workspace
	defer space.Close()
	sources := c.sources(&space)
	if len(sources) == 0 {
		return errNoFiles
	}
	language := c.known()
	groups, err := lookUp(sources, a, &action{any: true}, language, std)
	if err != nil {
		return err
	}
	var subjects []*subject
	for _, g := range groups {
		subjects = append(subjects, g.thatMatter()...)
	}
	var values []got
	several := false
	for s := range inOrder(subjects, func(s *subject) *subject { c.get(s, language); return s }) {
		if s.err != nil && err == nil {
			err = s.err
		}
		if len(values) > 0 && len(s.got) > 0 {
			several = true
		}
		values = append(values, s.got...)
	}
	switch {
	case err != nil:
		return err
	case len(values) == 0:
		return notFound(subjects)
	}
	return c.print(values, several, std.out)
}

// thatMatter returns the files that an address is looked up in, but for variable values
// that others override.
func (g *group) thatMatter() []*subject {
	complete, _ := g.having()
	if len(complete) > 0 && complete[0].target.Path.Name != "" && g.module {
		if one := g.thatCount(complete); len(one) < len(complete) {
			return one
		}
	}
	return g.asked
}

// get reads what the address means in a file.
func (c *getCommand) get(s *subject, l address.Language) {
	if !s.complete || s.getOne(l) {
		return
	}
	var member []byte
	switch {
	case s.target.Any:
		member = []byte(`"attributes":["*"]`)
	case s.target.Path.Name != "":
		member = append(append([]byte(`"attributes":[`), quoted(s.target.Path.String())...), ']')
	}
	text := newRequest(&s.target, l, "", "", "").tree([]byte(`{"select":`), member)
	content, err := c.reader().Read(nil, s.file.Code, append(text, '}'))
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		if refused.Code != fault.BlockNotFound && refused.Code != fault.AttributeNotFound {
			s.err = &mistake{s.file, s.offset(), refused.Message}
		} else {
			s.missing = address.Missing{Message: refused.Message, Offset: s.offset()}
		}
		return
	}
	if s.err = err; err == nil {
		s.err = s.collect(content, l)
	}
}

// getOne reads the attribute that is meant, or what is in its value, where the tree has it
// at hand: no block is chosen by a value.
func (s *subject) getOne(l address.Language) bool {
	t := &s.target
	if len(t.Found) != 1 || t.Path.Name == "" || t.Several() || slices.ContainsFunc(t.Blocks, func(l address.Level) bool { return len(l.Where) > 0 }) {
		return false
	}
	e, node := t.Path.Value(s.tree, s.tree.Attribute(t.Found[0], t.Path.Name))
	if node == 0 {
		return false
	}
	text, ok := value.AppendJSON(nil, e, node, t.Schema(l))
	if ok {
		s.got = []got{{address: t.Address(), file: s.file, tree: s.tree, json: text, language: l}}
	}
	return ok
}

// print prints the values.
func (c *getCommand) print(values []got, several bool, out io.Writer) error {
	var text bytes.Buffer
	for _, v := range values {
		if several {
			text.WriteString(v.file.Title + "\t")
		}
		if len(values) > 1 {
			text.WriteString(v.address.String() + "\t")
		}
		if err := c.form(&text, &v, len(values) == 1); err != nil {
			return err
		}
		text.WriteByte('\n')
	}
	_, err := out.Write(text.Bytes())
	return err
}

// form writes a value in the form that the flags say; alone it may take several lines.
func (c *getCommand) form(text *bytes.Buffer, v *got, alone bool) error {
	switch {
	case c.Source:
		code, err := v.source()
		text.Write(code)
		return err
	case c.Raw && v.json[0] == '"':
		var s string
		err := json.Unmarshal(v.json, &s)
		text.WriteString(s)
		return err
	case alone:
		return json.Indent(text, v.json, "", "  ")
	}
	text.Write(v.json)
	return nil
}

// source returns the code of a value.
func (v *got) source() ([]byte, error) {
	target, err := v.address.Resolve(v.tree, v.language)
	if err != nil {
		return nil, err
	}
	items := target.Items(v.tree)
	if len(items) != 1 {
		return nil, fmt.Errorf("%s: it is not known where that is", v.address)
	}
	id := items[0]
	if v.tree.Item(id).Kind == syntax.KindBlock {
		return v.tree.At(syntax.Span{From: v.tree.Item(id).Name.From, To: v.tree.Value(id).To}), nil
	}
	e, node := target.Path.Value(v.tree, id)
	if node == 0 {
		return nil, fmt.Errorf("%s: it is not known where that is", v.address)
	}
	return e.Source(node), nil
}
