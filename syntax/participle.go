package syntax

import (
	"github.com/alecthomas/participle/v2"
	plexer "github.com/alecthomas/participle/v2/lexer"
)

// grammar is participle's parser of a file. Before it parses the first token, participle collects
// all tokens, in records of 64 bytes. Collecting the tokens of HCL would take several times as long
// as our whole parser takes. So a single token stands for the whole source.
var grammar = participle.MustBuild[root]()

// A root is the start of the grammar. Participle allocates the root, and with it the File.
type root struct{ file File }

// Parse implements participle.Parseable. It accepts the token of the source. The function parse
// fills the File, because the token cannot refer to the source's bytes and to the budget.
func (r *root) Parse(lex *plexer.PeekingLexer) error {
	lex.Next()
	return nil
}

// oneToken is the token of a source, and EOF. It must not change: each parse reads a copy.
var oneToken = func() plexer.PeekingLexer {
	lex, err := plexer.Upgrade(plexer.LexString("", "source"))
	if err != nil {
		panic("syntax: participle cannot read a name: " + err.Error())
	}
	return *lex
}()

// newFile returns an empty File, which is in a root of the grammar. Its method parse fills it, so
// that the error is ours: participle would wrap it.
func newFile() *File {
	tokens := oneToken
	r, err := grammar.ParseFromLexer(&tokens)
	if err != nil {
		panic("syntax: participle refused a root that accepts every token: " + err.Error())
	}
	return &r.file
}
