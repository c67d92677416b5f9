package project

import (
	"fmt"
	"path/filepath"
	"strings"

	"iacedit/edit"
)

// An Effect is the outcome of an edit for one block or attribute.
type Effect struct {
	Pointer   string      `json:"pointer,omitempty"` // JSON pointer to the edit, if the user sent edits
	Address   string      `json:"address"`
	File      string      `json:"file,omitempty"`
	Attribute string      `json:"attribute,omitempty"`
	Result    edit.Effect `json:"result"`
}

// A Warning is about an edit that was made as requested but is probably a mistake.
type Warning struct {
	Code    edit.WarningCode `json:"code,omitempty"`
	Message string           `json:"message"`
	Pointer string           `json:"pointer,omitempty"` // JSON pointer to the edit, if the user sent edits
	Address string           `json:"address,omitempty"` // of the block
	File    string           `json:"file,omitempty"`
	Line    int              `json:"line,omitempty"`
	Column  int              `json:"column,omitempty"`

	Offset int    `json:"-"` // in the edits that the user sent; -1 for none
	Before string `json:"-"` // a prefix for String: the place of the edit in the user's edits, or ""
}

// String returns the warning as a line.
func (w *Warning) String() string {
	text := w.Message
	if w.Code != "" {
		text = fmt.Sprintf("%s (%s)", text, w.Code)
	}
	return w.Before + w.Place() + withAddress(w.Address, text)
}

// withAddress prepends an address to a message, unless the message already begins with the address.
func withAddress(address, message string) string {
	if rest, ok := strings.CutPrefix(message, address); address == "" || ok && !strings.HasPrefix(rest, ".") {
		return message
	}
	return address + ": " + message
}

// Place returns the file and position of the warning as the start of a line, such as "main.tf:3:5:
// ". If the warning does not concern a file, it returns "".
func (w *Warning) Place() string {
	switch {
	case w.Line > 0:
		return fmt.Sprintf("%s:%d:%d: ", w.File, w.Line, w.Column)
	case w.File != "":
		return w.File + ": "
	}
	return ""
}

// note adds the effects and warnings of a report to the group. If a warning has no address, and its
// edit changed only one block, note adds the address of that block to the warning.
func (g *group) note(r *edit.Report, o *edit.Options) {
	type place struct{ address, file string }
	changed := map[string]place{}
	for _, c := range r.Changes {
		file := g.titleOf(c.File)
		g.effects = append(g.effects, Effect{c.Pointer, c.Address, file, c.Attribute, c.Result})
		at := place{c.Address, file}
		if other, ok := changed[c.Pointer]; ok && other != at {
			at = place{}
		}
		changed[c.Pointer] = at
	}
	for i := range r.Warnings {
		from := &r.Warnings[i]
		if g.sure && from.Code == edit.ProbablyABlock {
			continue
		}
		w := warningOf(from)
		w.Pointer, w.Offset = from.Pointer, from.Offset()
		g.addLine(&w, r.Changes, o)
		switch {
		case from.File != "" || from.Address != "":
			w.File = g.titleOf(from.File)
		case from.Code != edit.NotSearched:
			w.Address, w.File = changed[from.Pointer].address, changed[from.Pointer].file
		}
		if at := from.Position; at != nil {
			w.File = g.titleOf(at.File)
		}
		g.warnings = append(g.warnings, w)
	}
}

// warningOf converts a warning of package edit. The caller sets the file, and the position in the
// user's edits.
func warningOf(w *edit.Warning) Warning {
	told := Warning{Code: w.Code, Message: w.Message, Address: w.Address}
	if at := w.Position; at != nil {
		told.Line, told.Column = at.Line, at.Column
	}
	return told
}

// titleOf returns the title of the file with the given name in a module. If the name is "", it
// returns the title of the module's directory. If the group is a single file instead of a module,
// it returns the title of this file.
func (g *group) titleOf(name string) string {
	if !g.module && len(g.all) > 0 {
		return g.all[0].file.Title
	}
	if name == "" {
		return g.dir
	}
	return filepath.Join(g.dir, filepath.FromSlash(name))
}
