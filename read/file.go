package read

import (
	"iter"

	"iacedit/address"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// A File gives a Go program the blocks and attributes of some code as Go values. Several goroutines
// must not use it at once.
type File struct {
	Tree *syntax.File // the parsed code

	language address.Language
	values   value.Encoder
}

// Open parses code in a language; the zero Language is Terraform's. The code must not change while
// the File is in use. The error is an *Error with the position of the syntax error.
func Open(code []byte, l address.Language) (*File, error) {
	tree, err := syntax.Parse(code)
	if err != nil {
		return nil, envelope.InvalidCode(&module.File{Code: code}, err.(*syntax.Error))
	}
	return FileOf(tree, l), nil
}

// FileOf returns a File for parsed code. The File keeps the tree; nil means an empty file.
func FileOf(tree *syntax.File, l address.Language) *File { return &File{Tree: tree, language: l} }

// tree returns the file's tree, or an empty tree if the file has none.
func (f *File) tree() *syntax.File {
	if f == nil || f.Tree == nil {
		return new(syntax.File)
	}
	return f.Tree
}

// A Block is a block of a File.
type Block struct {
	ID   syntax.ItemID // its item in the tree
	file *File
	body *terraform.Body
}

// An Attribute is an attribute of a Block, or of the top level of a File.
type Attribute struct {
	ID     syntax.ItemID // its item in the tree
	Name   string
	file   *File
	schema *value.Schema
}

// Blocks iterates over the top-level blocks, in code order.
func (f *File) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for id := range f.tree().Blocks(syntax.Root, "") {
			if !yield(f.block(id)) {
				return
			}
		}
	}
}

// block returns a top-level block.
func (f *File) block(id syntax.ItemID) Block {
	return Block{ID: id, file: f, body: bodyOf(f.tree(), id, f.language, f.language.Spellings(terraform.Settings))}
}

// Attributes iterates over the attributes at the top level, such as the values in a file of
// variable values.
func (f *File) Attributes() iter.Seq[Attribute] {
	return f.attributes(syntax.Root, language.Body(f.language, terraform.VariableValues))
}

func (f *File) attributes(body syntax.ItemID, b *terraform.Body) iter.Seq[Attribute] {
	return func(yield func(Attribute) bool) {
		for id := range f.tree().Attributes(body) {
			name := string(f.tree().Name(id))
			if !yield(Attribute{ID: id, Name: name, file: f, schema: b.Attribute(name)}) {
				return
			}
		}
	}
}

// Type returns the block's type.
func (b Block) Type() string { return string(b.file.tree().Name(b.ID)) }

// Labels returns the block's labels.
func (b Block) Labels() []string { return syntax.Strings(b.file.tree().Labels(b.ID)) }

// Line returns the line on which the block starts, counted from 1.
func (b Block) Line() int { return b.file.tree().Line(b.file.tree().Item(b.ID).Name.From) }

// Comment returns the text of the block's lead comment, or "" if the block has none.
func (b Block) Comment() string { return b.file.comment(b.ID) }

func (f *File) comment(id syntax.ItemID) string {
	return string(syntax.AppendComment(nil, f.tree().At(f.tree().Comments(id))))
}

// Attributes iterates over the block's attributes.
func (b Block) Attributes() iter.Seq[Attribute] { return b.file.attributes(b.ID, b.body) }

// Attribute returns the block's attribute with the given name, and reports whether the block has
// it.
func (b Block) Attribute(name string) (Attribute, bool) {
	id := b.file.tree().Attribute(b.ID, name)
	return Attribute{ID: id, Name: name, file: b.file, schema: b.body.Attribute(name)}, id != syntax.NoItem
}

// Blocks iterates over the nested blocks of a type; "" means all types.
func (b Block) Blocks(typ string) iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for id := range b.file.tree().Blocks(b.ID, typ) {
			if !yield(Block{ID: id, file: b.file, body: b.body.Block(string(b.file.tree().Name(id)))}) {
				return
			}
		}
	}
}

// Line returns the line on which the attribute starts, counted from 1.
func (a Attribute) Line() int { return a.file.tree().Line(a.file.tree().Item(a.ID).Name.From) }

// Comment returns the text of the attribute's lead comment, or "" if the attribute has none.
func (a Attribute) Comment() string { return a.file.comment(a.ID) }

// Source returns the attribute's value as written, a slice of the code.
func (a Attribute) Source() []byte { return a.file.tree().At(a.file.tree().Value(a.ID)) }

// AppendJSON appends the attribute's value in the JSON form of edits. It returns false, and dst
// unchanged, for a value that JSON cannot represent.
func (a Attribute) AppendJSON(dst []byte) ([]byte, bool) {
	e := a.file.tree().Expr(a.file.tree().Value(a.ID))
	if a.file == nil {
		return dst, false
	}
	return a.file.values.Append(dst, e, e.Root, a.schema)
}

// Value returns the attribute's value in the form of edits: strings are templates if the
// attribute allows templates. It returns false for a value that JSON cannot represent.
func (a Attribute) Value() (value.Value, bool) {
	e := a.file.tree().Expr(a.file.tree().Value(a.ID))
	return value.Read(e, e.Root, a.schema)
}
