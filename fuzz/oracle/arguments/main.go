// Command arguments reads the documentation of a provider and writes the arguments of its resources,
// a line for each type: names and their nesting, without text. The tests of upgrades compare code
// with these lists.
//
//	go run ./arguments -prefix cloudflare_ DIRECTORY > testdata/arguments/cloudflare-5.txt
//
// The pages must have the form of tfplugindocs: a heading Schema, then lists of arguments.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A node is an argument or a nested block.
type node struct {
	name   string
	isRead bool // it can only be read
	block  bool // it is a nested block, not an argument
	inside []*node
}

var (
	heading  = regexp.MustCompile("^### Nested Schema for `([^`]+)`")
	mode     = regexp.MustCompile(`^(?:### )?(Required|Optional|Read-Only):?\s*$`)
	argument = regexp.MustCompile("^- `([^`]+)` \\(([^)]*)\\)")
)

func main() {
	prefix := flag.String("prefix", "", "what the names of pages lack in the names of types")
	flag.Parse()
	pages, err := filepath.Glob(filepath.Join(flag.Arg(0), "*.md"))
	if err != nil || len(pages) == 0 {
		log.Fatal("no pages in ", flag.Arg(0), err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			log.Fatal(err)
		}
		if root, ok := read(string(text)); ok {
			fmt.Fprintf(out, "%s%s %s\n", *prefix, strings.TrimSuffix(filepath.Base(page), ".md"), root)
		}
	}
}

// read reads a page. It returns false if the page has no schema.
func read(page string) (*node, bool) {
	_, schema, ok := strings.Cut(page, "\n## Schema\n")
	if !ok {
		return nil, false
	}
	root := &node{block: true}
	at, isRead := root, false
	for line := range strings.Lines(schema) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "## "):
			return root, true
		case heading.MatchString(line):
			at, isRead = root.find(strings.Split(heading.FindStringSubmatch(line)[1], ".")), false
		case mode.MatchString(line):
			isRead = mode.FindStringSubmatch(line)[1] == "Read-Only"
		case argument.MatchString(line):
			m := argument.FindStringSubmatch(line)
			at.inside = append(at.inside, &node{name: m[1], isRead: isRead, block: strings.HasPrefix(m[2], "Block")})
		}
	}
	return root, true
}

// find returns the node at a path. The pages list the outer blocks first.
func (n *node) find(path []string) *node {
	for _, name := range path {
		i := slices.IndexFunc(n.inside, func(in *node) bool { return in.name == name })
		if i < 0 {
			return new(node) // an attribute that can only be read, of a list of objects
		}
		n = n.inside[i]
	}
	return n
}

// String returns the names inside: name{…} is a nested block, and name={…} an argument with an object.
func (n *node) String() string {
	var all []string
	for _, in := range n.inside {
		text := in.name
		switch {
		case in.isRead:
			continue
		case in.block:
			text += "{" + in.String() + "}"
		case len(in.inside) > 0:
			text += "={" + in.String() + "}"
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}
