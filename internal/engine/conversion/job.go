package conversion

import (
	"bytes"
	"fmt"

	"iacedit/internal/base/budget"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/languages/schema"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
)

// A Job is one conversion, of a file or of the files of a module.
type Job struct {
	To     Syntax
	Notes  []Note
	Budget *budget.Budget // nil for none

	schemas     *schema.Schemas
	guesses     map[guess]bool // the guesses that have a note
	headNumbers map[head]int32 // see headNumber
	metadata    bool           // there is a note about metadata
	evidence    *evidence
	inPlace     bool // the JSON is for a file of the module, which is read with the evidence

	file string // the name of the current file
	text []byte // its text
}

// NewJob returns a Job without notes. The schemas and the budget may be nil.
func NewJob(schemas *schema.Schemas, to Syntax, b *budget.Budget) *Job {
	return &Job{To: to, Budget: b, schemas: schemas, guesses: map[guess]bool{}, evidence: new(evidence)}
}

// Convert converts a text to the syntax j.To, and appends the result to dst. The error is a
// *fault.Error, or Convert panics with the error of an exceeded budget.
func (j *Job) Convert(dst, text []byte) ([]byte, error) {
	out, err := j.convertFile(dst, &source{File: module.File{Code: text}})
	if err == nil {
		j.dropConfirmed(out[len(dst):])
	}
	return out, err
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

// convertFile converts a file to the syntax j.To, and appends the result to dst.
func (j *Job) convertFile(dst []byte, s *source) ([]byte, error) {
	j.file, j.text = s.Name, s.Code
	if j.To == JSON {
		return j.toJSON(dst, s.role)
	}
	return j.toNative(dst, s.role)
}

// lineEnd returns the line end of the current file, which the result of a conversion gets, too: the
// first one of the file.
func (j *Job) lineEnd() string {
	if i := bytes.IndexByte(j.text, '\n'); i > 0 && j.text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// note adds a note about the current file. The message is fmt.Sprintf(format, args...).
func (j *Job) note(code NoteCode, address, format string, args ...any) {
	n := Note{Code: code, File: j.file, Address: address, Message: fmt.Sprintf(format, args...)}
	j.Budget.Grow(len(n.Code) + len(n.File) + len(n.Address) + len(n.Message) + 48)
	j.Notes = append(j.Notes, n)
}

// invalidCode returns an error whose position is at an offset in the current file.
func (j *Job) invalidCode(offset int, format string, args ...any) error {
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
