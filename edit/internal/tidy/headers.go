package tidy

import (
	"bytes"
	"strconv"

	"iacedit/edit/internal/draft"
	"iacedit/syntax"
)

// The beginnings of the comments of generators.
var generated, review = []byte("__generated__ by "), []byte("Please review these resources")

// isHeader reports whether a comment line is one of a generator.
func isHeader(line []byte) bool {
	text := commentText(line)
	return bytes.HasPrefix(text, generated) || bytes.HasPrefix(text, review)
}

// commentText returns a comment line without its sign.
func commentText(line []byte) []byte { return bytes.TrimSpace(syntax.AppendComment(nil, line)) }

// headerID returns the ID that a comment above a block says the block was generated from, or "".
func headerID(b draft.Block) string {
	comments := b.Draft.At(b.Draft.Comments(b.ID))
	b.Budget.Step(len(comments) / 8)
	for line := range bytes.Lines(comments) {
		if text := commentText(line); bytes.HasPrefix(text, generated) {
			_, id, _ := bytes.Cut(text, []byte(" from "))
			if id, err := strconv.Unquote(string(id)); err == nil {
				return id
			}
		}
	}
	return ""
}
