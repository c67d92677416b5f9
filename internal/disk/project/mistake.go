package project

import (
	"fmt"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/base/fault"
	"iacedit/internal/disk/workspace"
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
