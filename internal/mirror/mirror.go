// Package mirror lets the engine search files in JSON syntax, and rename in them, as if they
// were native: a Mirror is the native code that such a file means. Positions count in the JSON,
// and Patch changes only the bytes of names. Package convert writes the code.
package mirror

import (
	"errors"
	"fmt"
	"sync"

	"iacedit/internal/budget"
	"iacedit/internal/fault"
	"iacedit/internal/within"
	"iacedit/module"
	"iacedit/syntax"
)

// What package convert does for this one.
var (
	// Learn returns what native files tell of what is a block.
	Learn func(native []module.File, b *budget.Budget) (evidence any)

	// Write writes the code of a mirror of a file.
	Write func(m *Mirror, file module.File, evidence any, b *budget.Budget) error
)

// A Mirror is a file in JSON syntax as native code, for those who search such files or rename
// what is in them. It knows where each part of the code stands in the JSON. The code is laid
// out for programs; package convert writes it for people, too.
type Mirror struct {
	JSON []byte // the file
	Code []byte // the native code

	name  string
	parts []part // of Code, in order
	maker *Maker
}

// A part is a stretch of a mirror's code that stands for a stretch of the JSON: byte for byte
// if they are of one length, else as a whole.
type part struct {
	at, n   int32 // in the code
	from, m int32 // in the JSON
	kind    Kind
}

// A Kind is how the code of a part stands in the JSON.
type Kind uint8

// The kinds.
const (
	APlace Kind = iota // it has a place, and nothing can be written there
	InText             // in a string: text, without the escapes of native syntax
	InCode             // in a string: code, as it is
	AQuote             // a quote
)

// bytesPerPart is how much memory a part takes.
const bytesPerPart = 24

// Add appends code that stands for m bytes of the JSON.
func (m *Mirror) Add(code string, from, n int, kind Kind, b *budget.Budget) {
	if code == "" {
		return
	}
	b.Grow(len(code))
	b.Hold(bytesPerPart)
	m.parts = append(m.parts, part{at: int32(len(m.Code)), n: int32(len(code)), from: int32(from), m: int32(n), kind: kind})
	m.Code = append(m.Code, code...)
}

// AddNew appends code that stands for nothing in the JSON.
func (m *Mirror) AddNew(code string, b *budget.Budget) {
	b.Grow(len(code))
	m.Code = append(m.Code, code...)
}

// Parse parses the code, as a whole or its top level first. The positions of the tree are places
// in the JSON, and so is that of the error.
func (m *Mirror) Parse(whole bool, b *budget.Budget) (*syntax.File, error) {
	parsed, err := within.Parse(m.Code, whole, b)
	if wrong, ok := errors.AsType[*syntax.Error](err); ok {
		return nil, Invalid(m.name, m.JSON, m.Offset(wrong.Offset), "the code that it means is refused: %s", wrong.Message)
	} else if err != nil {
		return nil, err
	}
	tree := parsed.(*syntax.File)
	syntax.Origin{Text: m.JSON, Place: m.Offset}.Set(tree)
	return tree, nil
}

// A Maker makes the mirrors of files in JSON syntax. Native files of the same folder tell what is
// a block. It may be used concurrently.
type Maker struct {
	beside []module.File

	loading  sync.Mutex
	evidence map[string]any // by folder
}

// NewMaker returns a Maker for files that stand beside others, which it keeps.
func NewMaker(beside []module.File) *Maker {
	return &Maker{beside: beside, evidence: map[string]any{}}
}

// Of returns the mirror of a file, whose name says what it is. It spends from a budget; nil for
// none. The mirror keeps the file's code. The error is a *fault.Error with a position in the
// JSON, or that of a budget that does not suffice.
func (k *Maker) Of(f module.File, b *budget.Budget) (m *Mirror, err error) {
	defer budget.Catch(&err)
	m = &Mirror{JSON: f.Code, name: f.Name, maker: k}
	return m, Write(m, f, k.evidenceFor(f.Name, b), b)
}

// evidenceFor returns what the files of the folder of a file tell.
func (k *Maker) evidenceFor(name string, b *budget.Budget) any {
	k.loading.Lock()
	defer k.loading.Unlock()
	folder, _ := module.Split(name)
	e, ok := k.evidence[folder]
	if !ok {
		var files []module.File
		for i := range k.beside {
			if in, _ := module.Split(k.beside[i].Name); in == folder {
				files = append(files, k.beside[i])
			}
		}
		e = Learn(files, b)
		k.evidence[folder] = e
	}
	return e
}

// Invalid is the error of what is at fault at an offset of a file.
func Invalid(name string, text []byte, offset int, format string, args ...any) *fault.Error {
	err := fault.At(-1, fault.InvalidCode, format, args...)
	line, column := syntax.Position(text, offset)
	err.Position = &fault.Position{File: name, Line: line, Column: column}
	what := fmt.Sprintf("line %d, column %d: ", line, column)
	if name != "" {
		what = name + ", " + what
	}
	err.Message = what + err.Message
	return err
}
