// Command arguments writes the arguments of a provider's resources and data sources, a line for each
// type: names and their nesting, without text. The tests of upgrades compare code with these lists.
//
//	go run ./arguments -prefix cloudflare_ DIRECTORY > testdata/arguments/cloudflare-5.txt
//	go run ./arguments -types azurerm@5 -prefix azurerm_ website/docs/r -prefix data.azurerm_ website/docs/d > testdata/arguments/azurerm-5.txt
//
// A file may be a page of documentation (schema.go, pages.go), or declarations of the arguments in
// TypeScript, as CDK for Terraform generates them from a provider's schema (declarations.go).
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/upgrades"
)

// A node is an argument or a nested block.
type node struct {
	name   string
	isRead bool // it can only be read
	block  bool // it is a nested block, not an argument
	inside []*node
}

func main() {
	types := flag.String("types", "", "files of the catalogue, such as azurerm@4,azurerm@5: only the types about which they have facts")
	prefix := flag.String("prefix", "", "what the names of pages lack in the names of types")
	list := flag.String("list", "new", "what the next directories are: new, or of the previous version, declared or pages (correct.go)")
	flag.Parse()
	lists := map[string]map[string]*node{"new": {}, "declared": {}, "pages": {}}
	for args := flag.Args(); len(args) > 0; args = flag.Args() {
		if err := readAll(args[0], *prefix, lists[*list]); err != nil {
			log.Fatal(err)
		}
		if err := flag.CommandLine.Parse(args[1:]); err != nil {
			log.Fatal(err)
		}
	}
	all := lists["new"]
	correct(all, lists["declared"], lists["pages"])
	if *types != "" {
		if err := keep(all, *types); err != nil {
			log.Fatal(err)
		}
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(out, "%s %s\n", name, all[name].short())
	}
}

// long is the number of bytes from which on the innermost blocks of a type are left out: some blocks
// contain themselves.
const long = 8000

// short returns the names inside, without those that all types have, and without the innermost if
// there are many.
func (n *node) short() (text string) {
	n.inside = slices.DeleteFunc(slices.Clone(n.inside), func(in *node) bool { return in.name == "timeouts" || in.name == "id" })
	for depth := 12; depth > 0; depth-- {
		if text = n.names(depth); len(text) < long {
			break
		}
	}
	return text
}

// readAll reads the files in a directory.
func readAll(dir, prefix string, all map[string]*node) error {
	d := &declarations{map[string][]declared{}, map[string]string{}, map[string]string{}}
	defer d.nodes(all)
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, ext, _ := strings.Cut(filepath.Base(path), ".")
		switch ext {
		case "d.ts":
			d.read(string(text))
		case "md", "html.markdown", "markdown":
			root, ok := readSchema(string(text))
			if !ok {
				root, ok = readPage(string(text))
			}
			if ok {
				all[prefix+name] = root
			}
		}
		return nil
	})
}

// keep deletes the types about which files of the catalogue, such as azurerm@4,azurerm@5, say nothing.
func keep(all map[string]*node, files string) error {
	known := map[string]bool{}
	for _, file := range strings.Split(files, ",") {
		provider, major, err := upgrades.Target(file)
		if err != nil {
			return err
		}
		c, err := upgrades.Load(provider, major)
		if err != nil {
			return err
		}
		for _, e := range c.Entries {
			prefix := ""
			if e.Of != "resource" {
				prefix = e.Of + "."
			}
			known[prefix+e.Type] = true
			for _, f := range e.Facts {
				if f.Kind == upgrades.Retype {
					known[prefix+f.To] = true
				}
			}
		}
	}
	maps.DeleteFunc(all, func(name string, _ *node) bool { return !known[name] })
	return nil
}

// find returns the node at a path. The pages list the outer blocks first.
func (n *node) find(path []string) *node {
	for _, name := range path {
		if n = n.child(name); n == nil {
			return new(node) // an attribute that can only be read, of a list of objects
		}
	}
	return n
}

// names returns the names inside: name{…} is a nested block, and name={…} an argument with an object.
// In place of the names below the depth, there is an asterisk.
func (n *node) names(depth int) string {
	if depth == 0 && len(n.inside) > 0 {
		return "*"
	}
	var all []string
	for _, in := range n.inside {
		text := in.name
		switch {
		case in.isRead:
			continue
		case in.block:
			text += "{" + in.names(depth-1) + "}"
		case len(in.inside) > 0:
			text += "={" + in.names(depth-1) + "}"
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}
