package project

import (
	"bytes"
	"unicode/utf8"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/syntax"
)

// A Listed describes a block or attribute for the command ls.
type Listed struct {
	Address string   `json:"address"`
	Type    string   `json:"type,omitempty"` // of a block
	Labels  []string `json:"labels,omitempty"`
	File    string   `json:"file"`
	First   int      `json:"first"` // the numbers of its first and last line
	Last    int      `json:"last"`

	Value string `json:"-"` // the beginning of an attribute's value
}

// describe returns the Listed of an item. a is its address, and title the title of its file.
func describe(f *syntax.File, id syntax.ItemID, a address.Address, title string) Listed {
	item := f.Item(id)
	l := Listed{Address: a.String(), File: title, First: f.Line(item.Name.From), Last: f.Line(f.Value(id).To)}
	if item.Kind == syntax.KindAttribute {
		l.Value = beginning(f.At(f.Value(id)))
		return l
	}
	l.Type, l.Labels = string(f.Name(id)), syntax.Strings(f.Labels(id))
	return l
}

// beginning returns the first line of a value, shortened if it is long.
func beginning(code []byte) string {
	const most = 40
	line, rest, more := bytes.Cut(code, []byte("\n"))
	if more = more && len(bytes.TrimSpace(rest)) > 0; len(line) > most {
		line, more = line[:most], true
		for r, n := utf8.DecodeLastRune(line); r == utf8.RuneError && n == 1; r, n = utf8.DecodeLastRune(line) {
			line = line[:len(line)-1]
		}
	}
	text := excerpt.Printable(bytes.TrimSpace(line))
	if more {
		text += "…"
	}
	return text
}
