package main

import (
	"errors"

	"iacedit/internal/project"
	"iacedit/internal/workspace"
)

// A given holds the flags that say what kind of value an argument is, and where it is.
type given struct {
	Expression bool   `short:"x" xor:"kind" help:"VALUE is an expression, as in code: var.region, merge(local.tags, {a = 1})."`
	Text       bool   `short:"s" xor:"kind" help:"VALUE is text, taken literally."`
	From       string `placeholder:"FILE" complete:"file" help:"Take the value from this file (-: standard input), as text, or with -x as an expression."`
}

// take moves an argument to the paths if a file has the value, and reports whether there is a
// value.
func (g *given) take(value *string, paths *[]string) (given bool, err error) {
	if g.From == "" {
		return *value != "" || g.Text, nil
	}
	if *value != "" {
		*value, *paths = "", append([]string{*value}, *paths...)
	}
	if g.From == stdin && len(*paths) > 0 && (*paths)[0] == stdin {
		return true, errors.New("the code and the value cannot both come from standard input")
	}
	g.Text = !g.Expression
	return true, nil
}

// value returns a value from the command line, or from the file that holds it.
func (g *given) value(code string, std *streams) (project.Value, error) {
	if g.From != "" {
		w := std.workspace()
		defer w.Close()
		source := w.Source(g.From)
		if g.From == stdin {
			source = workspace.Source{Title: stdin}
		}
		file, err := load(source, std)
		if err != nil {
			return project.Value{}, err
		}
		code = string(file.Code)
	}
	return project.Value{Code: code, Expression: g.Expression, Text: g.Text}, nil
}
