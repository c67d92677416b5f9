package syntax

import (
	"io"
	"sync"
	"unsafe"

	"github.com/alecthomas/participle/v2"
	plexer "github.com/alecthomas/participle/v2/lexer"
)

// grammar is participle's parser of a file. It gathers all tokens before it parses the
// first one, in records of 64 bytes: so the source is one token, and the root parses
// itself. Finer tokens would cost several times what the parse does.
var grammar = participle.MustBuild[root](participle.Lexer(sources{}))

// A root is where the grammar starts: participle makes it, and so the File. It keeps what
// came of the parse, since participle would make an error of its own of ours.
type root struct {
	file File
	err  *Error
}

// Parse implements participle.Parseable.
func (r *root) Parse(lex *plexer.PeekingLexer) error {
	text := lex.Next().Value
	r.err = r.file.parse(unsafe.Slice(unsafe.StringData(text), len(text)), false)
	return nil
}

// parse parses src by the grammar.
func parse(src []byte) (*File, *Error) {
	l := lexers.Get().(*sourceLexer)
	l.source.Value = unsafe.String(unsafe.SliceData(src), len(src))
	l.LoadCheckpoint(l.start)
	r, err := grammar.ParseFromLexer(l.PeekingLexer)
	l.source.Value = "" // holds on to src no longer
	lexers.Put(l)
	if err != nil {
		panic("syntax: participle refused a root that accepts every token: " + err.Error())
	}
	return &r.file, r.err
}

// A sourceLexer holds the tokens of a source, and gives them again and again: the
// value of the first is set to the source at hand.
type sourceLexer struct {
	*plexer.PeekingLexer
	source *plexer.Token
	start  plexer.Checkpoint
}

var lexers = sync.Pool{New: func() any {
	lex, _ := plexer.Upgrade(new(tokens))
	return &sourceLexer{PeekingLexer: lex, source: lex.Peek(), start: lex.MakeCheckpoint()}
}}

// sourceToken is the type of the token that a source is.
const sourceToken = plexer.EOF - 1

// sources is participle's lexer definition: one token, the source.
type sources struct{}

func (sources) Symbols() map[string]plexer.TokenType {
	return map[string]plexer.TokenType{"EOF": plexer.EOF, "Source": sourceToken}
}

func (sources) Lex(_ string, r io.Reader) (plexer.Lexer, error) {
	src, err := io.ReadAll(r)
	return &tokens{source: string(src)}, err
}

// tokens are those of a source: the source, then EOF.
type tokens struct {
	source string
	done   bool
}

func (t *tokens) Next() (plexer.Token, error) {
	if t.done {
		return plexer.Token{Type: plexer.EOF}, nil
	}
	t.done = true
	return plexer.Token{Type: sourceToken, Value: t.source}, nil
}
