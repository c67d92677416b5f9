package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"
)

// completing is the argument with which the shells' scripts ask for completions. The arguments
// after it are the shell's name and the words up to the cursor. The last word is to be completed.
//
// The answer has a line for each candidate, with its meaning after a tab. The line ":files" asks
// the shell to complete file names, and ":nospace" asks it to add no space, because the word may
// continue. The field tag "complete" names the kind of value of an argument or flag: "file",
// "address" or "command". An argument with one of kong's types for existing files needs no such
// tag.
const completing = "__complete"

// complete prints the candidates for the last word of a command line.
func complete(parser *kong.Kong, args []string, std *streams) {
	if len(args) == 0 {
		return
	}
	l := &line{node: parser.Model.Node}
	words := args[1:]
	if len(words) == 0 {
		words = []string{""}
	}
	if args[0] == "bash" {
		words, l.split = joined(words)
	}
	for _, word := range twoDashes(words[:len(words)-1]) {
		l.read(word)
	}
	last := words[len(words)-1]
	l.last(last, std)
	for _, c := range l.found {
		if args[0] == "bash" {
			c.word = quotedOn(last, c.word)
		}
		if c.word != "" && !strings.ContainsFunc(c.word, unicode.IsControl) {
			fmt.Fprintf(std.out, "%s\t%s\n", c.word, c.meaning)
		}
	}
	if l.files {
		fmt.Fprintln(std.out, ":files")
	}
	if l.goesOn {
		fmt.Fprintln(std.out, ":nospace")
	}
}

// quotedOn escapes a word for bash, which inserts the word in place of the typed text (the argument
// begun). If the typed text starts with a double quote, characters that bash interprets inside
// double quotes, such as $, are escaped. If the word cannot be written inside the quotes that the
// user has opened, quotedOn returns "". zsh and fish need no escaping, and bash itself escapes only
// file names.
func quotedOn(begun, word string) string {
	switch {
	case strings.HasPrefix(begun, "'") && strings.Contains(word, "'"):
		return ""
	case strings.HasPrefix(begun, `"`) && strings.Contains(word, "!"):
		return ""
	case strings.HasPrefix(begun, `"`):
		return strings.NewReplacer("\\", "\\\\", `"`, `\"`, "$", `\$`, "`", "\\`").Replace(word)
	}
	return word
}

// joined joins the words that bash splits at "=", and reports whether the last word was split. If
// it was, bash completes only the part after the "=".
func joined(words []string) (all []string, split bool) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		split = false
		if word == "=" && len(all) > 0 {
			word = all[len(all)-1] + "="
			all = all[:len(all)-1]
			if i++; i < len(words) {
				word += words[i]
			}
			split = true
		}
		all = append(all, word)
	}
	return all, split
}

// last finds the candidates for the last word.
func (l *line) last(word string, std *streams) {
	word = strings.TrimLeft(word, `"'`)
	name, begun, valued := strings.Cut(word, "=")
	switch {
	case l.waiting != nil:
		l.value(l.waiting, "", word, std)
	case !l.plain && valued && strings.HasPrefix(word, "--"):
		if f := l.named(name[2:]); f != nil {
			before := name + "="
			if l.split {
				before = ""
			}
			l.value(f.Value, before, begun, std)
		}
	case !l.plain && strings.HasPrefix(word, "-") && word != stdin:
		l.flagNames(word)
	case len(l.node.Children) > 0:
		for _, child := range l.node.Children {
			if !child.Hidden {
				l.offer("", child.Name, word, child.Help)
			}
		}
	case len(l.node.Positional) > 0:
		n := min(len(l.positional), len(l.node.Positional)-1)
		if p := l.node.Positional[n]; n == len(l.positional) || p.IsCumulative() {
			l.value(p, "", word, std)
		}
	}
}

// flagNames offers the flags that the command line does not contain yet.
func (l *line) flagNames(word string) {
	if l.node.Parent == nil {
		l.offer("", "--version", word, "Tell the version.")
	}
	dashes := "--"
	if l.node.Name == "fmt" && len(word) > 1 && word[1] != '-' {
		dashes = "-" // see twoDashes
	}
	for _, f := range l.flags() {
		if slices.Contains(l.used, f) && !f.IsCumulative() {
			continue
		}
		l.offer("", dashes+f.Name, word, f.Help)
		if f.Tag.Negatable != "" {
			l.offer("", dashes+"no-"+f.Name, word, f.Help)
		}
	}
}

// value offers the values of a flag or argument that begin with the typed text. Each candidate
// starts with the text in front of the value in the same word, such as "--to=".
func (l *line) value(v *kong.Value, before, begun string, std *streams) {
	if v.Enum != "" {
		for _, word := range v.EnumSlice() {
			l.offer(before, word, begun, "")
		}
	}
	switch what := v.Tag.Get("complete"); {
	case what == "file", strings.HasPrefix(v.Tag.Type, "existing"):
		l.files = true
	case what == "command":
		for _, child := range root(l.node).Children {
			l.offer(before, child.Name, begun, child.Help)
		}
	case what == "address":
		l.addresses(before, begun, std)
	}
}

// root returns the topmost node above n, which stands for the whole program.
func root(n *kong.Node) *kong.Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}
