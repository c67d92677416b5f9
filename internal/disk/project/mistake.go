package project

import (
	"fmt"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/base/fault"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A Mistake is an error about a place in a file, such as a syntax error.
type Mistake struct {
	File    *workspace.File
	Offset  int // -1 for none
	Message string
}

func (m *Mistake) Error() string {
	switch {
	case m.File == noFile:
		return m.Message
	case m.Offset < 0:
		return m.File.Title + ": " + m.Message
	}
	line, column := syntax.Position(m.File.Code, m.Offset)
	return fmt.Sprintf("%s:%d:%d: %s", m.File.Title, line, column, m.Message)
}

// mistakeIn returns the syntax error of a file, or nil.
func mistakeIn(file *workspace.File) error {
	if err := syntax.Check(file.Code); err != nil {
		bad := err.(*syntax.Error)
		return &Mistake{file, bad.Offset, bad.Message}
	}
	return nil
}

// A Refused is returned if edits are not applied. It says why, and where the fault is.
type Refused struct {
	Mistake
	Code      edit.Code
	Suggested string // the value that the message suggests, as fault.Template writes it, or ""

	none bool // no file has blocks of the type
}

// refusedAt returns a Refused with the message of e, and with the position of an offset in a file.
// The offset -1 means that the error has no position.
func refusedAt(file *workspace.File, offset int, e *edit.Error) *Refused {
	return &Refused{Mistake{file, offset, e.Message}, e.Code, fault.Suggested(e), fault.Has(e, fault.NoneOfType)}
}

// refusedIn returns a Refused with the message of e, about a whole directory.
func refusedIn(dir string, e *edit.Error) *Refused {
	return refusedAt(&workspace.File{Title: dir}, -1, e)
}

func (r *Refused) Unwrap() error { return &r.Mistake }

// A NotFound is the error for an address whose block or attribute is in no file. Its message
// suggests a similar name that exists.
type NotFound struct {
	Mistake
	Attribute bool // an attribute, or a value inside one, is missing; otherwise a block
	None      bool // no file has blocks of the type
}

// noFile stands for the file of an error that is not about one of several files.
var noFile = &workspace.File{Title: "."}

// Unwrap returns the Mistake, which has the position of the nearest name.
func (n *NotFound) Unwrap() error { return &n.Mistake }

// Advise appends advice to the message.
func (n *NotFound) Advise(text string) { n.Message += text }

// offset returns the offset of the target in the file. If the file lacks the target, it returns the
// offset of the most similar name. If no name is similar, it returns the offset of the block that
// should contain the target, or -1 if that block does not exist either.
func (s *subject) offset() int {
	if !s.complete {
		return s.origin(s.missing.Offset)
	}
	if len(s.target.Found) == 0 || s.target.Found[0] == syntax.Root {
		return -1
	}
	id := s.target.Found[0]
	if at := s.tree.Attribute(id, s.target.Path.Name); at != syntax.NoItem {
		id = at
	}
	return s.origin(int(s.tree.Item(id).Name.From))
}

// origin converts an offset in the parsed code to an offset in the file. The two offsets differ for
// a file in JSON syntax, which is parsed after a conversion to native code.
func (s *subject) origin(offset int) int {
	if offset < 0 || s.tree == nil {
		return offset
	}
	return int(s.tree.Origin(int32(offset)))
}

// notFound returns the *NotFound for an address that names nothing in any of the subjects.
func notFound(subjects []*subject) error {
	all := make([]address.Missing, len(subjects))
	for i, s := range subjects {
		all[i] = s.missing
	}
	best, m := selection.Absent(all)
	s := subjects[best]
	e := &NotFound{Mistake: Mistake{s.file, s.origin(m.Offset), m.Message}, Attribute: m.Attribute}
	e.None = m.Distance == 0 && len(m.There) == 0 && m.Namesake == nil && m.None != ""
	if m.Offset < 0 && len(subjects) > 1 {
		e.File = noFile
	}
	if !e.isValue(&s.target) {
		e.Advise(m.WhatIsThere())
	}
	return e
}

// isValue advises, about the address of a variable in a file of variable values, what the address of its
// value there is. It reports whether it did.
func (n *NotFound) isValue(t *address.Target) bool {
	level := &t.Blocks[0]
	is := n.None && level.Type == "variable" && isValues(n.File.Title) && len(level.Labels) == 1
	if is {
		n.Advise("; a value in " + n.File.Title + " is " + terraform.VariableValues + "." + level.Labels[0])
	}
	return is
}

// offsetAt returns the offset of a line and column.
func offsetAt(code []byte, line, column int) int {
	from := 0
	for ; line > 1 && from < len(code); from++ {
		if code[from] == '\n' {
			line--
		}
	}
	for at := from; at < len(code) && code[at] != '\n'; at++ {
		if _, c := syntax.Position(code, at); c >= column {
			return at
		}
	}
	return from
}

// isValues reports whether a file with the given name contains values of variables.
func isValues(name string) bool {
	native, _ := terraform.InNative(name)
	return terraform.IsValues(native)
}
