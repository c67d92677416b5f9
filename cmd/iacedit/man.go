package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"
)

// manCommand prints manual pages, or writes them all to a directory.
type manCommand struct {
	Command string `arg:"" optional:"" complete:"command" help:"The command whose page to print (the page of the program)."`
	Out     string `type:"path" placeholder:"DIR" complete:"file" help:"Write the pages of the program and of all commands to this directory, instead of printing one."`
}

// Help shows how the command is used.
func (manCommand) Help() string {
	return `Prints a manual page, for man. The system packages install all pages.

    iacedit man set > iacedit-set.1       then: man -l iacedit-set.1
    iacedit man --out pages               iacedit.1, iacedit-set.1 and the others`
}

// Run prints or writes the pages.
func (c *manCommand) Run(std *streams) error {
	parser := parserOf(new(commands), std)
	if c.Out != "" {
		return writePages(parser.Model.Node, c.Out)
	}
	node := parser.Model.Node
	if c.Command != "" {
		if node = commandNamed(node, c.Command); node == nil {
			return fmt.Errorf("no command %q; \"iacedit help\" lists them", c.Command)
		}
	}
	_, err := std.out.Write(manPage(node))
	return err
}

func commandNamed(program *kong.Node, name string) *kong.Node {
	for _, n := range program.Children {
		if n.Name == name && !n.Hidden {
			return n
		}
	}
	return nil
}

// writePages writes all pages to a directory, and creates the directory if necessary.
func writePages(program *kong.Node, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, n := range append([]*kong.Node{program}, program.Children...) {
		if n.Hidden {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, pageName(n)+".1"), manPage(n), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pageName returns the name of a manual page, such as iacedit-get for the command get.
func pageName(n *kong.Node) string {
	if n.Parent == nil {
		return n.Name
	}
	return n.Parent.Name + "-" + n.Name
}

// manPage returns the page of the program or of a command, in man's language (groff_man(7)).
func manPage(n *kong.Node) []byte {
	var p page
	p.macro("TH", strings.ToUpper(pageName(n)), "1", "", "iacedit "+version(), "iacedit")
	p.macro("SH", "NAME")
	summary, detail := n.Help, n.Detail
	if n.Parent == nil {
		summary, detail, _ = strings.Cut(n.Help, "\n\n")
	}
	p.line(pageName(n) + " - " + strings.TrimSuffix(summary, "."))
	p.macro("SH", "SYNOPSIS")
	p.macro("B", strings.ReplaceAll(pageName(n), "-", " "))
	_, arguments, _ := strings.Cut(n.Summary(), " ")
	p.line(arguments)
	p.macro("SH", "DESCRIPTION")
	p.text(detail)
	p.children(n)
	p.arguments(n)
	p.flags(n)
	if n.Parent != nil {
		p.macro("SH", "SEE ALSO")
		p.macro("BR", n.Parent.Name, "(1)")
	}
	return p.Bytes()
}

// A page is a manual page that is being written.
type page struct{ bytes.Buffer }

// manEscapes escapes text so that man prints it unchanged.
var manEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// macro writes a line of groff with a macro such as .SH, and its arguments.
func (p *page) macro(name string, args ...string) {
	p.WriteString("." + name)
	for _, arg := range args {
		fmt.Fprintf(p, ` "%s"`, strings.ReplaceAll(manEscapes.Replace(arg), `"`, `\(dq`))
	}
	p.WriteByte('\n')
}

// line writes a line of text.
func (p *page) line(text string) {
	if text == "" {
		return
	}
	if text[0] == '.' {
		p.WriteString(`\&`)
	}
	p.WriteString(manEscapes.Replace(text) + "\n")
}

// text writes paragraphs, separated by empty lines; indented lines are examples.
func (p *page) text(text string) {
	const indent = "    "
	example := false
	end := func() {
		if example {
			p.macro("EE")
			p.macro("RE")
		}
		example = false
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		code, isCode := strings.CutPrefix(line, indent)
		switch {
		case isCode && !example:
			p.macro("RS", "4")
			p.macro("EX")
			p.line(code)
			example = true
		case isCode:
			p.line(code)
		case line == "":
			end()
			p.macro("PP")
		default:
			end()
			p.line(line)
		}
	}
	end()
}

// children writes the section that lists the commands.
func (p *page) children(n *kong.Node) {
	if len(n.Children) == 0 {
		return
	}
	p.macro("SH", "COMMANDS")
	for _, c := range n.Children {
		if !c.Hidden {
			p.macro("TP")
			p.macro("BR", pageName(c), "(1)")
			p.line(c.Help)
		}
	}
}

// arguments writes the section about a command's arguments.
func (p *page) arguments(n *kong.Node) {
	if len(n.Positional) == 0 {
		return
	}
	p.macro("SH", "ARGUMENTS")
	for _, a := range n.Positional {
		p.macro("TP")
		p.macro("I", a.Summary())
		p.line(kong.DefaultHelpValueFormatter(a))
	}
}

// flags writes the section about a command's flags.
func (p *page) flags(n *kong.Node) {
	p.macro("SH", "OPTIONS")
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			name := "--" + f.Name
			if f.Short != 0 {
				name = "-" + string(f.Short) + ", " + name
			}
			if f.Tag.Negatable != "" {
				name += ", --no-" + f.Name
			}
			if !f.IsBool() && !f.IsCounter() {
				name += "=" + f.FormatPlaceHolder()
			}
			p.macro("TP")
			p.macro("B", name)
			p.line(kong.DefaultHelpValueFormatter(f.Value))
		}
	}
}
