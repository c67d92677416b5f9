package convert

import (
	"bytes"
	"fmt"

	"iacedit/internal/base/budget"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
)

// A job is one conversion, of a file or of the files of a module.
type job struct {
	options     *Options
	to          Syntax
	budget      *budget.Budget
	notes       []Note
	guesses     map[guess]bool // the guesses that have a note
	headNumbers map[head]int32 // see headNumber
	metadata    bool           // there is a note about metadata
	evidence    *evidence
	inPlace     bool // the JSON is for a file of the module, which is read with the evidence

	file string // the name of the current file
	text []byte // its text
}

func newJob(o *Options, size int, to Syntax, caller *budget.Caller) *job {
	if o == nil {
		o = new(Options)
	}
	j := &job{options: o, to: to, guesses: map[guess]bool{}, evidence: new(evidence)}
	j.budget = new(budget.Budget).Start(budget.Of(size), o.Unbounded, o.Timeout, o.Done, caller)
	return j
}

// A source is a file to be converted.
type source struct {
	module.File
	role role
}

// A role describes what a file contains: configuration, or values of variables.
type role uint8

const (
	unknownRole role = iota // determined by the contents
	configuration
	values
)

// convertFile converts a file to the syntax j.to, and appends the result to dst.
func (j *job) convertFile(dst []byte, s *source) ([]byte, error) {
	j.file, j.text = s.Name, s.Code
	if j.to == JSON {
		return j.toJSON(dst, s.role)
	}
	return j.toNative(dst, s.role)
}

// lineEnd returns the line end of the current file, which the result of a conversion gets, too: the
// first one of the file.
func (j *job) lineEnd() string {
	if i := bytes.IndexByte(j.text, '\n'); i > 0 && j.text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// note adds a note about the current file. The message is fmt.Sprintf(format, args...).
func (j *job) note(code NoteCode, address, format string, args ...any) {
	n := Note{Code: code, File: j.file, Address: address, Message: fmt.Sprintf(format, args...)}
	j.budget.Grow(len(n.Code) + len(n.File) + len(n.Address) + len(n.Message) + 48)
	j.notes = append(j.notes, n)
}

// invalidCode returns an error whose position is at an offset in the current file.
func (j *job) invalidCode(offset int, format string, args ...any) error {
	return mirror.Invalid(j.file, j.text, offset, format, args...)
}

// blockTypes yields the names of Terraform's top-level block types.
func blockTypes(yield func(string) bool) {
	for t := range terraform.Blocks {
		if !t.ValuesFile && !yield(t.Name) {
			return
		}
	}
}
