package convert

import (
	"time"

	"iacedit/internal/fault"
	"iacedit/internal/schema"
	"iacedit/module"
)

// Options are the choices of a deployment. The zero value knows no schemas.
type Options struct {
	Schemas *Schemas // what providers say of their blocks; nil for none

	// Timeout is how long one request may take; 0 is for ever. It stands behind the
	// budget of steps and bytes that every request has.
	Timeout time.Duration
	// Done is closed when nobody waits for the answer any longer, as that of a context is;
	// the request ends soon after. It may be nil.
	Done <-chan struct{}
	// Unbounded takes the budget away, for those who send requests to themselves.
	Unbounded bool
}

// Schemas are schemas of providers.
type Schemas = schema.Schemas

// Error is why code was refused. Its Position is in the code that was given.
type Error = fault.Error

// A Syntax is one in which Terraform reads its language.
type Syntax uint8

// The syntaxes.
const (
	Native Syntax = iota // *.tf
	JSON                 // *.tf.json
)

// String returns what a request calls the syntax.
func (s Syntax) String() string {
	if s == JSON {
		return "json"
	}
	return "hcl"
}

// A NoteCode says what a Note is about.
type NoteCode string

// The codes of notes.
const (
	Guessed         NoteCode = "GUESSED"           // that an object is written as a nested block
	CommentsLost    NoteCode = "COMMENTS_LOST"     // JSON has no place for them
	MetadataLeftOut NoteCode = "METADATA_LEFT_OUT" // that of a program that wrote the JSON
	NotInSchema     NoteCode = "NOT_IN_SCHEMA"     // a name that a body should not have
)

// A Note tells what a conversion guessed, changed in form, or lost.
type Note struct {
	Code    NoteCode `json:"code"`
	File    string   `json:"file,omitempty"`    // its name, where there are several
	Address string   `json:"address,omitempty"` // resource.aws_instance.web.ebs_block_device
	Message string   `json:"message"`

	about subject // of a guess
}

// ToNative appends the native code that means the same as JSON text: configuration, or
// values of variables if no key at its top level is a block type. It keeps no reference to
// its arguments. The error is an *Error, and dst then comes back as it was.
func (o *Options) ToNative(dst, text []byte) ([]byte, []Note, error) {
	return o.one(dst, text, Native)
}

// ToJSON appends the JSON text that means the same as native code: configuration, or values
// of variables if the code has attributes at its top level. It keeps no reference to its
// arguments. The error is an *Error, and dst then comes back as it was.
func (o *Options) ToJSON(dst, code []byte) ([]byte, []Note, error) {
	return o.one(dst, code, JSON)
}

func (o *Options) one(dst, text []byte, to Syntax) ([]byte, []Note, error) {
	j := newJob(o, len(text), to, nil)
	var out []byte
	err := j.run(func() (err error) {
		out, err = j.convert(dst, &source{File: module.File{Code: text}})
		if err == nil {
			j.confirm(out[len(dst):])
		}
		return err
	})
	if err != nil {
		return dst, nil, err
	}
	return out, j.notes, nil
}

// Files returns those files of a module that are in the other syntax, converted, with their
// new names: main.tf.json for main.tf. Files in that syntax already are evidence of what is a
// block. The error is an *Error; its position names the file.
func (o *Options) Files(files []module.File, to Syntax) ([]module.File, []Note, error) {
	size := 0
	for i := range files {
		size += len(files[i].Code)
	}
	j := newJob(o, size, to, nil)
	var out []module.File
	err := j.run(func() (err error) {
		out, err = j.files(files)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return out, j.notes, nil
}
