package main

import "errors"

// A replaced holds the flags for text that set replaces inside a value.
type replaced struct {
	Replace string `placeholder:"TEXT" help:"In place of a value: write --by in place of this text inside the strings of the value that is there."`
	Pattern string `placeholder:"RE" help:"The same for what this regular expression (RE2) matches; in --by $$1 is its first group, and $$$$ a $$."`
	By      string `placeholder:"TEXT" help:"The text for --replace and --pattern; none removes what they find."`
}

// isReplaced reports whether text is to be replaced.
func (r *replaced) isReplaced() bool { return r.Replace != "" || r.Pattern != "" }

// check refuses flags that exclude replacing, and moves the unused value argument to the
// paths.
func (r *replaced) check(c *setCommand) error {
	switch {
	case r.Replace != "" && r.Pattern != "":
		return errors.New("--replace and --pattern contradict each other")
	case c.Expression || c.Text || c.From != "":
		return errors.New("-x, -s and --from are about a value; with --replace and --pattern there is none")
	case c.Block || c.Attribute || c.Existing:
		return errors.New("--existing, --block and --attribute do not go with --replace and --pattern")
	}
	if c.Value != "" {
		c.Value, c.Paths = "", append([]string{c.Value}, c.Paths...)
	}
	return nil
}
