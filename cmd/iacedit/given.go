package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/faces/commandline"
	"iacedit/value"
)

// take handles the flag --from, which names a file with the value. With --from, the argument in the
// place of the value is a path, so take moves this argument to the paths. It reports whether a
// value was given by --from or as an argument.
func take(g *commandline.Kind, value *string, paths *[]string) (given bool, err error) {
	if g.From == "" {
		return *value != "" || g.Text, nil
	}
	if *value != "" {
		*value, *paths = "", append([]string{*value}, *paths...)
	}
	if g.From == stdin && len(*paths) > 0 && (*paths)[0] == stdin {
		return true, errors.New("the code and the value cannot both come from standard input")
	}
	g.Literal = g.Text
	g.Text = !g.Expression
	return true, nil
}

// valueOf returns the value from the command line, or from the file that --from names.
func valueOf(g *commandline.Kind, code string, std *streams) (project.Value, error) {
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
	return g.Value(code), nil
}

// equalTo returns the value of the flag --equal, or nil if there is none.
func equalTo(g *commandline.Kind, code *string, std *streams) (*project.Value, error) {
	given, err := take(g, code, new([]string))
	if err != nil || !given {
		return nil, err
	}
	v, err := valueOf(g, *code, std)
	return &v, err
}

// reference matches text such as ${var.name}, which is a reference in a template.
var reference = regexp.MustCompile(`\$\{(var|local|module|data|each|path)\.[^}]*\}`)

// warnOfText warns if a text that was given with -s contains a sequence such as ${var.name}:
// without -s, it would be a reference.
func warnOfText(g *commandline.Kind, text string, std *streams) {
	if at := reference.FindString(text); g.Text && g.From == "" && at != "" {
		warning(std, "-s writes %s as text, not as a reference; for a reference omit -s: %s", at, shellWord(strconv.Quote(text)))
	}
}

// noticeOfKind checks a text that was given with -s. If the text looks like a bool, a number, a
// list or an object, noticeOfKind returns a function for the field notice of editFlags. The function
// warns if the text replaces a value of that kind. For any other text, noticeOfKind returns nil.
func noticeOfKind(g *commandline.Kind, address, text string) func(*project.Scope, *project.Plan) string {
	if g.From != "" && g.Text && !g.Literal {
		return func(s *project.Scope, p *project.Plan) string { return noticeOfTemplate(s, p, address) }
	}
	kind := kindOf([]byte(text))
	if !g.Text || g.From != "" || kind == "" {
		return nil
	}
	return func(s *project.Scope, _ *project.Plan) string {
		values, err := s.Get(address)
		if err != nil || !slices.ContainsFunc(values, func(v project.Got) bool { return kindOf(v.JSON) == kind }) {
			return ""
		}
		return fmt.Sprintf("-s writes the text %s, but the old value is %s; to write %s omit -s: %s", strconv.Quote(text), kind, kind, shellWord(text))
	}
}

// noticeOfTemplate warns if --from changed a value with references: the text in the file was then
// read as a template, too.
func noticeOfTemplate(s *project.Scope, p *project.Plan, address string) string {
	values, err := s.Get(address)
	if err != nil || len(p.Changes) == 0 || !project.AreTemplates(values) {
		return ""
	}
	return "the old value has references, so ${…} and %{…} in the file are read as in code, as \"get -r\" prints them; with -s they are text"
}

// kindOf returns "a bool", "a number", "a list" or "an object" for a JSON text of that kind. For
// any other text it returns "".
func kindOf(text []byte) string {
	var v any
	if json.Unmarshal(text, &v) != nil {
		return ""
	}
	switch v.(type) {
	case bool:
		return "a bool"
	case float64:
		return "a number"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return ""
}

// checkText returns an error if the user gave the flag -s without a text.
func checkText(g *commandline.Kind, ctx *kong.Context) error {
	if !g.Text || g.From != "" || slices.ContainsFunc(ctx.Path, func(p *kong.Path) bool { return p.Positional != nil && p.Positional.Name == "value" }) {
		return nil
	}
	return errors.New("-s needs a text after it; the empty text is ''")
}

// checkOneWord returns an error if the user probably split an address into two arguments, as in
// "aws_instance web". In that case the second part was read as the value, and the value as a file.
func checkOneWord(g *commandline.Kind, address, name string, paths []string) error {
	first, rest, _ := strings.Cut(address, ".")
	if strings.Contains(rest, ".") || slices.Contains([]string{"iacvars", "local", "locals", "terraform"}, first) { // the address has an attribute
		return nil
	}
	if len(paths) == 0 || filepath.Ext(paths[0]) != "" || !value.IsIdentifier(name) || !g.Text && !g.Expression && json.Valid([]byte(name)) {
		return nil
	}
	if _, err := os.Lstat(paths[0]); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %s. Write the address as one argument, such as %s.%s, and one value after it", paths[0], address, name)
	}
	return nil
}
