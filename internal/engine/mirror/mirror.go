package mirror

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/grow"
	"iacedit/module"
	"iacedit/syntax"
)

// A Converter converts files between native and JSON syntax.
type Converter interface {
	// ToNative converts a file in JSON syntax to native code, and adds the code to the Mirror.
	ToNative(m *Mirror, file module.File, b *budget.Budget) error

	// ToJSON converts native code, which is equivalent to a file in JSON syntax, to JSON. The caller
	// releases the tree.
	ToJSON(file module.File, b *budget.Budget) (*Encoded, error)

	// Learn returns the Converters for a file before and after an edit, given both versions of the native
	// code. They know whether the names that the edit has changed are those of attributes or of nested
	// blocks. The result turned reports whether the edit has turned one into the other.
	Learn(old, new *syntax.File, b *budget.Budget) (before, after Converter, turned bool)
}

// A Learner returns the Converter for the folder of the given native files. It finds out from the
// files which names are names of blocks, not of attributes. In JSON syntax, a block and an attribute
// with an object as its value look the same.
type Learner func(native []module.File, b *budget.Budget) Converter

// A Mirror is native code that is equivalent to a file in JSON syntax. It is searched and edited in
// place of the file, and maps each part of the code to its position in the JSON. The layout of the
// code does not matter, because no user sees it.
type Mirror struct {
	JSON []byte // the file
	Code []byte // the native code

	name      string
	parts     []part // of Code, in order
	converter Converter

	base   *Mirror // the mirror before the edits that the JSON does not have yet; nil if it has all
	pieces []piece // of Code, in order, if base is not nil
}

// A part pairs a range of a mirror's code with the range of the JSON from which it comes. Ranges of
// the same length correspond byte by byte, others only as a whole.
type part struct {
	codeAt, codeLen int32 // in the code
	jsonAt, jsonLen int32 // in the JSON
}

// stepsPerPart is the number of steps charged for a part.
const stepsPerPart = 12

// Add appends code that corresponds to the n bytes of the JSON at the given offset.
func (m *Mirror) Add(code string, from, n int, b *budget.Budget) {
	if code == "" {
		return
	}
	b.Grow(len(code))
	b.Step(stepsPerPart)
	if n := len(m.parts); n == cap(m.parts) {
		read := from
		if n > 0 {
			read = max(read, int(m.parts[n-1].jsonAt))
		}
		m.parts = grow.Foresee(b, m.parts, 0, read, len(m.JSON))
	}
	m.parts = append(m.parts, part{codeAt: int32(len(m.Code)), codeLen: int32(len(code)), jsonAt: int32(from), jsonLen: int32(n)})
	m.Code = append(m.Code, code...)
}

// AddNew appends code without a counterpart in the JSON.
func (m *Mirror) AddNew(code string, b *budget.Budget) {
	b.Grow(len(code))
	m.Code = append(m.Code, code...)
}

// Parse parses the code, as a whole or only its top level. The tree and the error have positions in
// the JSON, not in the code.
func (m *Mirror) Parse(whole bool, b *budget.Budget) (*syntax.File, error) {
	depth := syntax.Top
	if whole {
		depth = syntax.Whole
	}
	tree, err := syntax.ParseWithin(m.Code, depth, b)
	if wrong, ok := errors.AsType[*syntax.Error](err); ok {
		return nil, Invalid(m.name, m.JSON, m.Offset(wrong.Offset), "the same code in native syntax is not valid: %s", wrong.Message)
	} else if err != nil {
		return nil, err
	}
	syntax.Origin{Text: m.JSON, Place: m.Offset}.Set(tree)
	return tree, nil
}

// partAt returns the index of the last part that starts at or before an offset of the code.
func (m *Mirror) partAt(offset int) int {
	i, ok := slices.BinarySearchFunc(m.parts, offset, func(p part, offset int) int { return cmp.Compare(int(p.codeAt), offset) })
	if ok {
		return i
	}
	return i - 1
}

// Offset converts an offset of the code to an offset in the JSON. An item must start or end at the
// offset.
func (m *Mirror) Offset(offset int) int {
	switch {
	case m == nil:
		return 0
	case m.base != nil:
		return m.base.Offset(m.inBase(offset))
	}
	i := m.partAt(offset)
	if i < 0 {
		return 0
	}
	p := m.parts[i]
	switch {
	case offset > int(p.codeAt+p.codeLen) && i+1 < len(m.parts):
		return int(m.parts[i+1].jsonAt)
	case p.codeLen == p.jsonLen:
		return int(p.jsonAt) + min(offset-int(p.codeAt), int(p.jsonLen))
	case offset >= int(p.codeAt+p.codeLen):
		return int(p.jsonAt + p.jsonLen)
	}
	return int(p.jsonAt)
}

// Position converts an offset of the code to a line and column in the JSON.
func (m *Mirror) Position(offset int) (line, column int) {
	if m == nil {
		return 1, 1
	}
	return syntax.Position(m.JSON, m.Offset(offset))
}

// A Maker creates the mirrors of files in JSON syntax. It uses native files of the same folder to
// decide which members are blocks. A Maker is safe for concurrent use.
type Maker struct {
	learn       Learner
	nativeFiles map[string][]module.File // the native files by folder

	loading    sync.Mutex
	converters map[string]Converter // by folder
}

// NewMaker returns a Maker for files in JSON syntax. The argument beside has the native files in the
// same folders. The Maker keeps the code of the native files.
func NewMaker(learn Learner, beside []module.File) *Maker {
	k := &Maker{learn: learn, nativeFiles: map[string][]module.File{}, converters: map[string]Converter{}}
	for _, f := range beside {
		folder, _ := module.Split(f.Name)
		k.nativeFiles[folder] = append(k.nativeFiles[folder], f)
	}
	return k
}

// Of converts a file in JSON syntax to a mirror. The file's name determines the kind of the file.
// The mirror refers to the file's code, which must not change. The budget may be nil. The error is
// a *fault.Error with a position in the JSON, or the error of an exceeded budget.
func (k *Maker) Of(f module.File, b *budget.Budget) (m *Mirror, err error) {
	defer budget.Catch(&err)
	return newMirror(f, k.converterFor(f.Name, b), b)
}

func newMirror(f module.File, c Converter, b *budget.Budget) (*Mirror, error) {
	m := &Mirror{JSON: f.Code, name: f.Name, converter: c}
	return m, c.ToNative(m, f, b)
}

// converterFor returns the Converter for the folder of the file with the given name.
func (k *Maker) converterFor(name string, b *budget.Budget) Converter {
	k.loading.Lock()
	defer k.loading.Unlock()
	folder, _ := module.Split(name)
	c, ok := k.converters[folder]
	if !ok {
		c = k.learn(k.nativeFiles[folder], b)
		k.converters[folder] = c
	}
	return c
}

// Invalid returns the error for a file that is invalid at an offset of its text. The message is
// formatted as by fmt.Sprintf.
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
