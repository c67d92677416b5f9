package convert

import (
	"time"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/conversion"
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

// A Syntax is one of the two syntaxes of Terraform's language. Its method String returns the name
// of the syntax in a request: hcl or json.
type Syntax = conversion.Syntax

// The values of Syntax.
const (
	Native = conversion.Native // *.tf
	JSON   = conversion.JSON   // *.tf.json
)

// A Note describes something that a conversion guessed, changed in form, or lost. Its fields are
// Code; File, the file's name, if there are several; Address, such as
// resource.aws_instance.web.ebs_block_device; and Message.
type Note = conversion.Note

// A NoteCode is the kind of a Note.
type NoteCode = conversion.NoteCode

// The codes of notes.
const (
	Guessed         = conversion.Guessed         // an object is written as a nested block
	CommentsLost    = conversion.CommentsLost    // JSON has no place for comments
	MetadataLeftOut = conversion.MetadataLeftOut // metadata of the program that wrote the JSON was dropped
	NotInSchema     = conversion.NotInSchema     // neither the schema nor Terraform knows an argument, a nested block or a label
)

// NameIn returns the name that a file receives when it is converted to the given syntax. For
// main.tf and JSON, the result is main.tf.json. For a file that is not in the other syntax, NameIn
// returns "" and false.
func NameIn(name string, to Syntax) (string, bool) { return conversion.NameIn(name, to) }

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
	j := o.newJob(len(text), to, nil)
	var out []byte
	err := fault.Within(func() (err error) {
		out, err = j.Convert(dst, text)
		return err
	})
	if err != nil {
		return dst, nil, err
	}
	return out, j.Notes, nil
}

// newJob returns a job for a request of the given size. The argument caller may be nil.
func (o *Options) newJob(size int, to Syntax, caller *budget.Caller) *conversion.Job {
	if o == nil {
		o = new(Options)
	}
	b := new(budget.Budget).Start(budget.Of(size), o.Unbounded, o.Timeout, o.Done, caller)
	return conversion.NewJob(o.Schemas, to, b)
}

// Files converts the files of a module that are not in the wanted syntax. It returns these files
// with their new names, such as main.tf.json for main.tf. To decide which members are blocks, Files
// also uses the native code of the module. The error is an *Error whose position names the file.
func (o *Options) Files(files []module.File, to Syntax) ([]module.File, []Note, error) {
	size := 0
	for i := range files {
		size += len(files[i].Code)
	}
	j := o.newJob(size, to, nil)
	var out []module.File
	err := fault.Within(func() (err error) {
		out, err = j.Files(files)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return out, j.Notes, nil
}
