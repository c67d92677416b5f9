package find

import (
	"time"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/conversion"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/engine/rules"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// Options configure searches. The zero value and a nil pointer have the defaults for
// Terraform.
type Options struct {
	Dialect       address.Dialect // the dialect, unless a request names another
	SettingsBlock string          // a name of the settings block besides "terraform" and "iac"

	// Timeout bounds the time of one request; 0 means no limit. Every request also has a budget of
	// steps and bytes.
	Timeout time.Duration
	// Done, if not nil, is a channel that the caller closes to cancel the request, such as
	// ctx.Done(). The request ends soon after that.
	Done <-chan struct{}
	// Unbounded removes the budget of steps and bytes, but not the Timeout. Use it only for
	// requests that you trust.
	Unbounded bool
}

// An Error describes why a request was refused. It is the same type as edit.Error.
type Error = fault.Error

// A Found is a match of a rule.
type Found struct {
	Rule      int      // the index of the rule, from 0
	File      string   // "" for code without a name
	Address   string   // the address of the block, such as aws_instance.web
	Attribute string   // the path of the attribute with the match, or of a part of its value, such as tags.Name
	Start     Position // the first character of the match
	End       Position // the first character after the match
	Text      string   // the matched code, as written
	Names     []Name   // the values of the metavariables, in the order of the pattern
}

// A Position is a place in code.
type Position struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // from 1, in characters
	Offset int `json:"offset"` // in bytes, from 0
}

// A Name is a metavariable and the code that it matched, as written: one text for $name, any number
// of texts for $$name.
type Name struct {
	Name  string
	Many  bool
	Texts []string
}

// A Query contains compiled rules. Several goroutines may use it at once.
type Query struct {
	options Options
	files   bool
	rules   []*rules.Rule
}

// Compile compiles rules, a JSON array such as [{"match": "lookup($m, $k)"}], for Query.Find.
// Compile keeps no reference to the JSON. The error is an *Error.
func (o *Options) Compile(rules []byte) (*Query, error) { return o.compile(rules, false) }

// CompileForFiles is like Compile, but compiles the rules for Query.FindFiles.
func (o *Options) CompileForFiles(rules []byte) (*Query, error) { return o.compile(rules, true) }

func (o *Options) compile(text []byte, files bool) (*Query, error) {
	o = o.orZero()
	q := &Query{options: *o, files: files}
	v, err := readRules(text)
	if err = envelope.Malformed(err, text, 0, text); err == nil {
		d := o.decoder(o.language(o.Dialect), files, nil)
		q.rules, err = d.Decode(&v)
	}
	if err != nil {
		return nil, fault.Locate(err, "", text)
	}
	return q, nil
}

// Find compiles rules as Compile does, and returns their matches in code. Find keeps no reference
// to its arguments. The error is an *Error.
func (o *Options) Find(code, rules []byte) ([]Found, error) {
	q, err := o.Compile(rules)
	if err != nil {
		return nil, err
	}
	return q.Find(code)
}

// FindFiles is like Find, but searches the files of a module or of a tree of modules. In a tree,
// the name of a file is a path, such as modules/net/main.tf.
func (o *Options) FindFiles(files []module.File, rules []byte) ([]Found, error) {
	q, err := o.CompileForFiles(rules)
	if err != nil {
		return nil, err
	}
	return q.FindFiles(files)
}

// Find returns the matches of q's rules in code. The error is an *Error.
func (q *Query) Find(code []byte) ([]Found, error) {
	return q.find([]document{{File: module.File{Code: code}}})
}

// FindFiles returns the matches of q's rules in files. The error is an *Error.
func (q *Query) FindFiles(files []module.File) ([]Found, error) {
	ordered, err := envelope.Ordered(files, q.options.Dialect)
	if err != nil {
		return nil, err
	}
	docs := make([]document, len(ordered))
	for i := range ordered {
		docs[i].File = ordered[i].File
	}
	return q.find(docs)
}

func (q *Query) find(docs []document) (all []Found, err error) {
	o := &q.options
	r := request{docs: docs, files: q.files, language: o.language(o.Dialect)}
	b := o.budget(r.size(), nil)
	err = fault.Within(func() error {
		return r.find(q.rules, b, func(doc *document, found []rules.Found) {
			for i := range found {
				all = append(all, doc.value(&found[i]))
			}
		})
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// orZero returns o, or the zero Options if o is nil.
func (o *Options) orZero() *Options {
	if o == nil {
		return new(Options)
	}
	return o
}

func (o *Options) decoder(l address.Language, files bool, b *budget.Budget) rules.Decoder {
	return rules.Decoder{Name: "find", Language: l, Files: files, Budget: b}
}

func (o *Options) language(d address.Dialect) address.Language {
	return address.Language{Dialect: d, SettingsBlock: o.SettingsBlock}
}

// budget returns the budget for a request of size bytes, or nil if there is no limit.
func (o *Options) budget(size int, caller *budget.Caller) *budget.Budget {
	return new(budget.Budget).Start(budget.Of(size), o.Unbounded, o.Timeout, o.Done, caller)
}

// A document is a file of a request. A request with "code" has one document, without a name.
type document struct {
	module.File
	tree *syntax.File
}

// A request is the code or files to search.
type request struct {
	docs     []document
	mirrors  *mirror.Maker // converts files in JSON syntax; nil until one is needed
	files    bool          // the documents have names
	language address.Language
	skip     bool     // ignore files that cannot be parsed
	skipped  []*Error // the ignored files
}

// readRules decodes the JSON text of rules. It returns an error if the text is not exactly one JSON
// value.
func readRules(text []byte) (v value.Value, err error) {
	var reader value.Reader
	reader.Reset(text)
	if v, err = reader.Value(); err == nil {
		err = reader.End()
	}
	return v, err
}

func (r *request) size() (size int) {
	for i := range r.docs {
		size += len(r.docs[i].Code)
	}
	return size
}

// bytesPerFile is the approximate size of the memory for one file, besides its code.
const bytesPerFile = 512

// find searches the documents for matches of the decoded rules. It calls yield for each document
// with matches.
func (r *request) find(decoded []*rules.Rule, b *budget.Budget, yield func(doc *document, found []rules.Found)) error {
	b.Hold(len(r.docs) * bytesPerFile)
	s := rules.Search{Language: r.language, Budget: b}
	for i := range r.docs {
		doc := &r.docs[i]
		if err := doc.parse(r, decoded, b); err != nil {
			if invalid, is := err.(*Error); r.skip && is && invalid.Code == fault.InvalidCode {
				r.skipped = append(r.skipped, invalid)
				continue
			}
			return err
		}
		b.Look()
		if doc.tree == nil {
			continue
		}
		s.File, s.Name = doc.tree, doc.Name
		s.Role = module.RoleIn(s.Language.Dialect, doc.Name)
		if found := s.Find(decoded); len(found) > 0 {
			yield(doc, found)
		}
		doc.tree.Release()
		doc.tree = nil
	}
	return nil
}

// parse parses the code into d.tree, or returns an error if the code is invalid. If no rule can
// match anything in native code, parse only checks the code and leaves d.tree nil, because checking
// is faster.
func (d *document) parse(r *request, decoded []*rules.Rule, b *budget.Budget) (err error) {
	if r.files && terraform.IsInJSON(d.Name) {
		return d.mirror(r, b)
	}
	if !rules.MayFind(decoded, d.Code) {
		err = syntax.CheckWithin(d.Code, b)
	} else {
		d.tree, err = syntax.ParseWithin(d.Code, syntax.Bodies, b)
	}
	if e, ok := err.(*syntax.Error); ok {
		return envelope.InvalidCode(&d.File, e)
	}
	return err
}

// mirror converts a file in JSON syntax to native code, and parses the converted code.
func (d *document) mirror(r *request, b *budget.Budget) error {
	if r.mirrors == nil {
		var files []module.File
		for i := range r.docs {
			files = append(files, r.docs[i].File)
		}
		r.mirrors = conversion.Mirrors(files)
	}
	made, err := r.mirrors.Of(d.File, b)
	if err != nil {
		return err
	}
	d.Code = made.Code
	d.tree, err = made.Parse(true, b)
	return err
}

// value converts a match to a Found.
func (d *document) value(f *rules.Found) Found {
	v := Found{
		Rule: f.Rule, File: d.Name, Address: f.Address.String(), Attribute: f.Path.String(),
		Start: d.position(f.At.From), End: d.position(f.At.To), Text: string(f.At.Of(d.Code)),
	}
	for _, h := range f.Held {
		n := Name{Name: h.Text, Many: h.Many}
		for _, at := range h.At {
			n.Texts = append(n.Texts, string(at.Of(d.Code)))
		}
		v.Names = append(v.Names, n)
	}
	return v
}

// position converts an offset in d.Code to a Position. For a file in JSON syntax, the Position is
// in the JSON.
func (d *document) position(offset int32) Position {
	line, column := d.tree.Position(offset)
	return Position{Line: line, Column: column, Offset: int(d.tree.Origin(offset))}
}
