package convert

import (
	"time"

	"iacedit/internal/base/fault"
	"iacedit/internal/languages/schema"
	"iacedit/module"
)

// Options configure conversions. The zero value and a nil pointer have no schemas.
type Options struct {
	Schemas *Schemas // the schemas of providers; nil for none

	// Timeout limits the time of one request; 0 means no limit. Every request also has a budget of
	// steps and bytes.
	Timeout time.Duration
	// Done, if not nil, is a channel that the caller closes to cancel the request, such as
	// ctx.Done(). The request ends soon after that.
	Done <-chan struct{}
	// Unbounded removes the budget of steps and bytes, but not the Timeout. Use it only for
	// requests that you trust.
	Unbounded bool
}

// Schemas contains the schemas of providers. A Schemas is immutable; the zero value is empty. So
// far only the command iacedit can read schemas; other programs use nil.
type Schemas = schema.Schemas

// Error is the error that is returned if code cannot be converted or a request is invalid. It is
// the same type as edit.Error. Its Position is in the given code.
type Error = fault.Error

// A Syntax is one of the two syntaxes of Terraform's language.
type Syntax uint8

// The values of Syntax.
const (
	Native Syntax = iota // *.tf
	JSON                 // *.tf.json
)

// String returns the syntax's name in a request.
func (s Syntax) String() string {
	if s == JSON {
		return "json"
	}
	return "hcl"
}

// A NoteCode is the kind of a Note.
type NoteCode string

// The codes of notes.
const (
	Guessed         NoteCode = "GUESSED"           // an object is written as a nested block
	CommentsLost    NoteCode = "COMMENTS_LOST"     // JSON has no place for comments
	MetadataLeftOut NoteCode = "METADATA_LEFT_OUT" // metadata of the program that wrote the JSON was dropped
	NotInSchema     NoteCode = "NOT_IN_SCHEMA"     // neither the schema nor Terraform knows an argument, a nested block or a label
)

// A Note describes something that a conversion guessed, changed in form, or lost.
type Note struct {
	Code    NoteCode `json:"code"`
	File    string   `json:"file,omitempty"`    // the file's name, if there are several
	Address string   `json:"address,omitempty"` // resource.aws_instance.web.ebs_block_device
	Message string   `json:"message"`

	guess subject // if the note is about a guess: what was guessed
}

// ToNative appends native code that means the same as JSON text. The text is configuration, or
// variable values if no key at the top level is a block type. ToNative keeps no reference to its
// arguments. The error is an *Error, and dst is then unchanged.
func (o *Options) ToNative(dst, text []byte) ([]byte, []Note, error) {
	return o.convertOne(dst, text, Native)
}

// ToJSON appends JSON text that means the same as native code. The code is configuration, or
// variable values if it has attributes and no blocks at the top level. ToJSON keeps no reference to
// its arguments. The error is an *Error, and dst is then unchanged.
func (o *Options) ToJSON(dst, code []byte) ([]byte, []Note, error) {
	return o.convertOne(dst, code, JSON)
}

func (o *Options) convertOne(dst, text []byte, to Syntax) ([]byte, []Note, error) {
	j := newJob(o, len(text), to, nil)
	var out []byte
	err := fault.Within(func() (err error) {
		out, err = j.convertFile(dst, &source{File: module.File{Code: text}})
		if err == nil {
			j.dropConfirmed(out[len(dst):])
		}
		return err
	})
	if err != nil {
		return dst, nil, err
	}
	return out, j.notes, nil
}

// Files converts the files of a module that are not in the wanted syntax. It returns these files
// with their new names, such as main.tf.json for main.tf. To decide which members are blocks, Files
// also uses the native code of the module. The error is an *Error whose position names the file.
func (o *Options) Files(files []module.File, to Syntax) ([]module.File, []Note, error) {
	size := 0
	for i := range files {
		size += len(files[i].Code)
	}
	j := newJob(o, size, to, nil)
	var out []module.File
	err := fault.Within(func() (err error) {
		out, err = j.convertFiles(files)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return out, j.notes, nil
}
