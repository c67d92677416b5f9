package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"iacedit/internal/disk/project"
	"iacedit/internal/faces/commandline"
	"iacedit/value"
)

// addCommand adds a block or an attribute that does not exist.
type addCommand struct {
	Address assignee `arg:"" complete:"address" help:"What to add: variable.region, aws_security_group.web.ingress, module.vpc.version."`
	Value   string   `arg:"" optional:"" help:"The value of an attribute; or the contents of a block, a JSON object of attributes or {\"attributes\": {…}, \"blockTypes\": {…}}, by default empty."`
	commandline.Add
	schemas
	editFlags
}

// Help shows how the command is used.
func (addCommand) Help() string {
	return `Adds a block, or an attribute, key or element; it changes nothing that exists.

    iacedit add -w variable.region '{"type": "string", "default": "eu-west-1"}'
    iacedit add -w aws_instance.web.tags.Team -s core main.tf
    iacedit add -w aws_security_group.web.ingress '{"from_port": 80, "to_port": 80}'
    iacedit add -w --block aws_instance.web.timeouts '{"create": "10m"}'
    iacedit add -w module.vpc main.tf
    iacedit add -w aws_instance.cache --after aws_instance.web --comment 'The cache.'

With several files a new block goes into the customary file of its type (variables.tf,
outputs.tf, …), or else after the last block of its type, or else into main.tf.
With --schema, or the environment variable IACEDIT_SCHEMA, add and set know which names
are nested blocks, and warn about names that the provider does not have.`
}

// AfterApply checks the value. The value may be missing, because a block may have no contents. So,
// if the argument in the place of the value is not JSON, it is read as a path.
func (c *addCommand) AfterApply(ctx *kong.Context) error {
	if err := checkText(&c.Kind, ctx); err != nil {
		return err
	}
	if _, err := take(&c.Kind, &c.Value, &c.Paths); err != nil || c.Value == "" || c.Expression || c.Text || json.Valid([]byte(c.Value)) {
		return err
	}
	if err := c.Address.checkValue(c.Value, c.Paths); err != nil {
		return err
	}
	if strings.HasPrefix(c.Value, "{") && isCutOff(c.Value) {
		return fmt.Errorf("%s is incomplete: a bracket or quote in it is not closed", c.Value)
	}
	if meant := project.AsJSON(c.Value); meant != "" {
		return fmt.Errorf("%s is not JSON; did you mean %s?", c.Value, shellWord(meant))
	}
	if _, err := os.Stat(c.Value); err != nil && strings.ContainsAny(c.Value, "{[\"' ") {
		return fmt.Errorf("%s is neither JSON nor a file: in JSON, keys and texts have double quotes, {\"type\": \"string\"}; -x is for an expression, -s for text", c.Value)
	}
	if err := c.notContents(); err != nil {
		return err
	}
	c.Value, c.Paths = "", append([]string{c.Value}, c.Paths...)
	return nil
}

// notContents returns an error if the argument after the address is neither JSON nor a file, but
// may be meant as name=value or as a part of the address.
func (c *addCommand) notContents() error {
	if isFile(c.Value) || filepath.Ext(c.Value) != "" && !strings.Contains(c.Value, "=") {
		return nil
	}
	if name, v, ok := strings.Cut(c.Value, "="); ok && value.IsIdentifier(name) {
		contents, err := json.Marshal(map[string]any{name: likelyValue(v)})
		if err != nil {
			return err
		}
		return fmt.Errorf("%s is not a file; the contents of a block are JSON: %s", shellWord(c.Value), shellWord(string(contents)))
	}
	if lower := strings.ToLower(c.Value); json.Valid([]byte(lower)) {
		return (&project.Value{Code: c.Value}).Check()
	}
	if value.IsIdentifier(c.Value) {
		return fmt.Errorf("there is no file %s. Write the address as one argument, such as %s.%s, and one value after it", c.Value, c.Address, c.Value)
	}
	return nil
}

// likelyValue returns the value that an unquoted text probably stands for. Valid JSON stands for
// the JSON value. A reference such as var.region stands for the string "${var.region}". Any other
// text stands for the string with this text.
func likelyValue(text string) any {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	if first, _, ok := strings.Cut(text, "."); ok && value.IsIdentifier(first) && !strings.ContainsAny(text, " /:") {
		return "${" + text + "}"
	}
	return text
}

// isCutOff reports whether text is JSON whose end is missing.
func isCutOff(text string) bool {
	return errors.Is(json.NewDecoder(strings.NewReader(text)).Decode(new(any)), io.ErrUnexpectedEOF)
}

// Run adds the block or the attribute.
func (c *addCommand) Run(std *streams) (err error) {
	if c.known, err = c.loadSchemas(); err != nil {
		return err
	}
	v, err := valueOf(&c.Kind, c.Value, std)
	if err != nil {
		return err
	}
	warnOfText(&c.Kind, c.Value, std)
	if c.Expression {
		c.code, c.at = project.Expression(v.Code), string(c.Address)
	}
	return c.carryOut(std, c.Task(string(c.Address), v))
}
