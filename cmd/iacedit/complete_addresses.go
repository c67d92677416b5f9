package main

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/schema"
)

// mostSearched is the greatest number of files that are searched for addresses. With more files,
// the user would wait too long at the prompt.
const mostSearched = 500

// addresses offers the addresses of the blocks in the working directory. If the typed text begins
// with the address of a block, it also offers the attributes and nested blocks in that block.
func (l *line) addresses(before, begun string, std *streams) {
	var w workspace.Workspace
	defer w.Close()
	sources := w.Sources([]string{"."}, slices.ContainsFunc(l.used, func(f *kong.Flag) bool { return f.Name == "recursive" }))
	s := scope(&w, sources[:min(len(sources), mostSearched)], edit.Options{}, std)
	switch {
	case l.node.Name == "enable":
		l.offerDisabled(s, before, begun)
		return
	case strings.Contains(begun, "*"):
		l.offerMatching(s, before, begun)
		return
	}
	all, err := s.List(nil, project.Contents)
	if err != nil {
		return
	}
	seen := map[string]bool{}
	defer func() { l.offerPossible(s, before, begun, seen) }()
	for listing := range all {
		block := ""
		for _, listed := range listing.All {
			address := spelled(listed.Address, begun)
			if inside := block != "" && (strings.HasPrefix(address, block+".") || strings.HasPrefix(address, block+"[")); !inside {
				block = address
			} else if !strings.HasPrefix(begun, block) {
				continue // offer the block first
			}
			if !seen[address] && strings.HasPrefix(address, begun) {
				seen[address] = true
				l.offer(before, address, begun, listed.Value)
				l.goesOn = l.goesOn || listed.Type != "" // the contents of the block may follow
			}
		}
	}
}

// offerDisabled offers the addresses of the code that is commented out.
func (l *line) offerDisabled(s *project.Scope, before, begun string) {
	all, err := s.List(nil, project.OldCode)
	if err != nil {
		return
	}
	for listing := range all {
		for _, listed := range listing.All {
			l.offer(before, spelled(listed.Address, begun), begun, listed.Value)
		}
	}
}

// offerPossible offers, for "set" and "add", names that the typed block may contain but does not
// contain yet: names of Terraform's own language and, with --schema or IACEDIT_SCHEMA, names in the
// schemas of providers. For "add" it also offers the types of resources.
func (l *line) offerPossible(s *project.Scope, before, begun string, seen map[string]bool) {
	if l.node.Name != "set" && l.node.Name != "add" {
		return
	}
	given := schemas{Schema: l.schemas}
	if text := os.Getenv("IACEDIT_SCHEMA"); text != "" && len(l.schemas) == 0 {
		given.Schema = strings.Split(text, ",")
	}
	known, err := given.loadSchemas()
	if err != nil {
		known = nil // running the command reports the error
	}
	s.Options.Schemas = known
	parts := project.Segments(begun)
	if len(parts) < 2 {
		if l.node.Name == "add" && begun != "" {
			l.types(known, before, begun)
		}
		return
	}
	stem := strings.Join(parts[:len(parts)-1], ".") + "."
	for name, what := range project.Possible(stem[:len(stem)-1], s) {
		if word := stem + name; !seen[word] && strings.HasPrefix(word, begun) {
			seen[word] = true
			l.offer(before, word, begun, what)
			l.goesOn = l.goesOn || strings.HasPrefix(what, "nested")
		}
	}
}

// types offers the beginnings of addresses of new resources, such as aws_instance.
func (l *line) types(known *schema.Schemas, before, begun string) {
	for _, p := range all(known) {
		for _, name := range slices.Sorted(maps.Keys(p.Bodies[schema.Resource])) {
			if strings.HasPrefix(name, begun) {
				l.offer(before, name+".", begun, "resource of "+p.Name())
				l.goesOn = true
			}
		}
	}
}

// spellings has the beginnings of addresses that differ between iacedit (ours) and Terraform
// (theirs).
var spellings = []struct{ ours, theirs string }{{"variable.", "var."}, {"locals.", "local."}, {"resource.", ""}}

// spelled converts an address from iacedit's spelling to the spelling that the user has begun to
// type: iacedit's or, if the typed text does not fit that, Terraform's.
func spelled(address, begun string) string {
	for _, s := range spellings {
		if rest, ok := strings.CutPrefix(address, s.ours); ok && !strings.HasPrefix(address, begun) && !strings.HasPrefix(begun, s.ours) {
			return s.theirs + rest
		}
	}
	return address
}

// offerMatching completes a typed address that has patterns, such as aws_instance.*.am. It offers
// the contents of the blocks that match the part before the last dot.
func (l *line) offerMatching(s *project.Scope, before, begun string) {
	begins := project.Segments(begun)
	stem := strings.Join(begins[:len(begins)-1], ".")
	if !strings.Contains(stem, "*") {
		return // the pattern is not complete before a dot
	}
	all, err := s.List([]string{stem}, project.Contents)
	if err != nil {
		return
	}
	seen := map[string]bool{}
	for listing := range all {
		for _, listed := range listing.All {
			have := project.Segments(spelled(listed.Address, begun))
			if len(have) < len(begins) {
				continue
			}
			word := stem + "." + have[len(begins)-1]
			if seen[word] || !strings.HasPrefix(word, begun) {
				continue
			}
			seen[word] = true
			l.offer(before, word, begun, "")
			l.goesOn = l.goesOn || listed.Type != "" || len(have) > len(begins)
		}
	}
}
