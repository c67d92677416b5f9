package syntax

import (
	"io"
	"sync"
	"unsafe"

	"github.com/alecthomas/participle/v2"
	plexer "github.com/alecthomas/participle/v2/lexer"

	"iacedit/internal/budget"
	"iacedit/internal/within"
)

// grammar is participle's parser of a file. Before it parses the first token, participle collects
// all tokens, in records of 64 bytes. Collecting the tokens of HCL would take several times as long
// as our whole parser takes. So the whole source is one token, and the root parses it.
var grammar = participle.MustBuild[root](participle.Lexer(sources{}))

// A root is the start of the grammar. Participle allocates the root, and with it the File. The
// root keeps our error, because participle would wrap it.
type root struct {
	file File
	err  *Error
}

// Parse implements participle.Parseable.
func (r *root) Parse(lex *plexer.PeekingLexer) error {
	var j job
	switch t := lex.Next(); t.Type {
	case jobToken:
		j = *(*job)(unsafe.Pointer(unsafe.StringData(t.Value)))
	default:
		j.source = unsafe.Slice(unsafe.StringData(t.Value), len(t.Value))
	}
	r.err = r.file.parse(memories.Get().(*memory), j.source, within.Top, j.budget)
	return nil
}

// A job is a source and the budget of its parse.
type job struct {
	source []byte
	budget *budget.Budget
}

// parse parses src with the grammar.
func parse(src []byte, b *budget.Budget) (*File, *Error) {
	l := lexers.Get().(*sourceLexer)
	l.job = job{src, b}
	l.LoadCheckpoint(l.start)
	r, err := grammar.ParseFromLexer(l.PeekingLexer)
	l.job = job{} // drop the reference to src
	lexers.Put(l)
	if err != nil {
		panic("syntax: participle refused a root that accepts every token: " + err.Error())
	}
	return &r.file, r.err
}

// A sourceLexer is a lexer that is reused for one source after another. Its first token is a
// jobToken that refers to the field job, so the token always stands for the current job.
type sourceLexer struct {
	*plexer.PeekingLexer
	job   job
	start plexer.Checkpoint
}

var lexers = sync.Pool{New: func() any {
	lex, _ := plexer.Upgrade(new(tokens))
	l := &sourceLexer{PeekingLexer: lex, start: lex.MakeCheckpoint()}
	source := lex.Peek()
	source.Type, source.Value = jobToken, unsafe.String((*byte)(unsafe.Pointer(&l.job)), unsafe.Sizeof(l.job))
	return l
}}

// The types of tokens. participle receives a source as a single token. The value of a sourceToken
// is the text of the source. The value of a jobToken is a string that shares the memory of a job.
const (
	sourceToken = plexer.EOF - 1
	jobToken    = plexer.EOF - 2
)

// sources is the definition of a lexer for participle. Its lexers return the whole source as one
// token.
type sources struct{}

func (sources) Symbols() map[string]plexer.TokenType {
	return map[string]plexer.TokenType{"EOF": plexer.EOF, "Source": sourceToken, "Job": jobToken}
}

func (sources) Lex(_ string, r io.Reader) (plexer.Lexer, error) {
	src, err := io.ReadAll(r)
	return &tokens{source: string(src)}, err
}

// tokens yields the two tokens of a source: the source and EOF.
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
