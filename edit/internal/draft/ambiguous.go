package draft

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// ambiguousError returns the error for an entry that selects several blocks but may select only
// one.
func ambiguousError(e *plan.Entry, s *Site, blocks []Block) error {
	end := s.candidates().MeantBy(&e.Entry)
	if !s.Nested && s.Type == "provider" { // provider blocks differ by their aliases
		end += "; " + s.ListBlocks(Block{})
	}
	return fault.Choice(e.At, "%s: %d blocks match %s%s; select with %s\"where\", \"index\", \"labels\" or \"all\"%s%s", s.Action, len(blocks), s.describeSelected(e), filesOf(blocks), fileSelector(blocks), exampleWhere(blocks[0], blocks[1]), end)
}

// fileSelector returns the selector that a message suggests first for choosing one of several
// blocks: "folder" if they are in several folders, or "file" if they are in several files of a
// folder. A comma and a space follow the selector. If all blocks are in one file, the result is "".
func fileSelector(blocks []Block) string {
	if slices.ContainsFunc(blocks, func(b Block) bool { return b.Folder != blocks[0].Folder }) {
		return `"folder", `
	}
	if slices.ContainsFunc(blocks, func(b Block) bool { return b.File != blocks[0].File }) {
		return `"file", `
	}
	return ""
}

// exampleWhere returns an example of a "where" that selects only one of two blocks, for a message
// that an entry selects both. It returns "" if no attribute with a plain value differs in the two
// blocks.
func exampleWhere(a, b Block) string {
	for _, pair := range [][2]Block{{b, a}, {a, b}} {
		if text := distinctMember(pair[0], pair[1]); text != "" {
			return `, such as "where": {` + text + "}"
		}
	}
	return ""
}

// distinctMember returns a member of a "where", such as "name": "a", that selects only the first of
// two blocks. The value must be a plain string or number, and the attribute must be missing or
// different in the other block. If several attributes of b fit, distinctMember uses the first; if
// none fits, it returns "".
func distinctMember(b, other Block) string {
	for id := b.Draft.FirstItem(b.ID); id != syntax.NoItem; id = b.Draft.NextItem(id) {
		b.Budget.Step(stepsPerDistinct)
		name := string(b.Draft.Name(id))
		if !b.IsAttribute(id) || !value.IsIdentifier(name) {
			continue
		}
		text := b.Excerpt(id)
		if at := other.Index.Attribute(other.ID, name); at != syntax.NoItem && other.Excerpt(at) == text {
			continue
		}
		if isPlain(text) {
			return excerpt.Quote(name) + ": " + text
		}
	}
	return ""
}

// isPlain reports whether code is a number, or text in quotes without escapes or sequences.
func isPlain(code string) bool {
	if n := len(code) - 1; n > 0 && code[0] == '"' && code[n] == '"' {
		return !strings.ContainsAny(code[1:n], "\"\\$%")
	}
	return code != "" && strings.Trim(code, "0123456789") == "" && code[0] != '0'
}

// stepsPerDistinct is the number of steps charged for comparing one attribute in two blocks.
const stepsPerDistinct = 64

// filesOf returns the end of a message about blocks in several files, such as ` in "a.tf" and
// "b.tf"`. It names only two files. If all blocks are in one file, it returns "".
func filesOf(blocks []Block) string {
	for _, b := range blocks {
		if b.File != blocks[0].File {
			return fmt.Sprintf(" in %s and %s", excerpt.Quote(blocks[0].Name), excerpt.Quote(b.Name))
		}
	}
	return ""
}
