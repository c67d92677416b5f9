package conversion

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
