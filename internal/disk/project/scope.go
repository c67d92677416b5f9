package project

import (
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/read"
	"iacedit/refs"
	"iacedit/syntax"
)

// Stdin is the title of a Source that is standard input.
const Stdin = "-"

// A Space finds files by their paths, and creates new files.
type Space interface {
	// Sources returns the files at the given paths.
	Sources(paths []string, recursive bool) []workspace.Source
	// SourcesIn is like Sources, but returns the files of directories that are in a language.
	SourcesIn(w workspace.Wanted, paths []string, recursive bool) []workspace.Source
	// New returns a new file.
	New(dir, name string) (*workspace.File, error)
	// Names returns the names of the files in a directory, or none if the directory cannot be read.
	Names(dir string) []string
}

// A Scope has the files on which a command works, and the language of their code.
type Scope struct {
	Space   Space
	Sources []workspace.Source
	Load    func(workspace.Source) (*workspace.File, error) // reads a file; it is called concurrently
	Options edit.Options

	// If KeepGoing is set, files that do not parse are ignored, and so are addresses without a
	// target, such as tags.Owner in a block with tags = var.tags. Otherwise the first such file or
	// address is an error.
	KeepGoing bool

	// If BySource is set, Get also returns the values that cannot be written as JSON. For these
	// values, it returns the code.
	BySource bool

	// Around returns a tree of further files, such as the repository. Calls of the edited modules
	// are looked for both in this tree and in Sources. Around may be nil.
	Around func() *Tree

	// If Tree is set, the files are a tree of modules, even if they are in one directory.
	Tree bool

	parsed *sync.Map // the results of parse, by the title of the file; nil for no cache

	making  sync.Mutex
	mirrors map[string]*mirror.Maker // the makers of native code for files in JSON syntax, by directory
}

// remembering returns a Scope that reads and parses each file once.
func (s *Scope) remembering() *Scope {
	one := withSources(s.Sources, s)
	one.parsed = new(sync.Map)
	return one
}

// withSources returns a copy of the Scope s that has the given files.
func withSources(sources []workspace.Source, s *Scope) *Scope {
	return &Scope{
		Space: s.Space, Sources: sources, Load: s.Load, Options: s.Options, KeepGoing: s.KeepGoing, BySource: s.BySource, Tree: s.Tree, Around: s.Around,
		parsed: s.parsed,
	}
}

type parsed struct {
	file *workspace.File
	tree *syntax.File
	err  error
}

// OtherLanguage is the error for an address whose first name is unknown in Terraform, although the
// code has a block with that name. The code may be for another tool.
type OtherLanguage struct{ error }

// Unwrap returns the error that parsing the address returned.
func (o *OtherLanguage) Unwrap() error { return o.error }

// ErrNoFiles says that no files were found at the paths of a command.
var ErrNoFiles = errors.New("no .tf, .tofu or .tfvars files")

// LeaveOutside drops symbolic links to files outside of the root, unless the user named them. It
// returns an error for each dropped link.
func (s *Scope) LeaveOutside() (why []error) {
	s.Sources = slices.DeleteFunc(s.Sources, func(source workspace.Source) bool {
		outside := !source.Named && errors.Is(source.Err, workspace.ErrOutside)
		if outside {
			why = append(why, source.Err)
		}
		return outside
	})
	return why
}

// DialectOf returns the language of the files of a command: that of the first, or Terraform's if
// there are no files.
func DialectOf(sources []workspace.Source) edit.Dialect {
	if len(sources) == 0 {
		return edit.Terraform
	}
	return sources[0].Dialect
}

// LeftOut returns the message that files of another language than the others are left out, given the
// first of them and their number.
func LeftOut(first workspace.Source, n int) string {
	return fmt.Sprintf("%s of %s left out, such as %s", excerpt.Count(n, "file"), first.Dialect.Title(), first.Title)
}

// roleOf returns the role of a file by its name: whether it has code, or the values of variables.
func (s *Scope) roleOf(title string) refs.Role {
	role := module.RoleIn(s.Options.Dialect, filepath.Base(title))
	return refs.RoleIn(s.Options.Dialect, role == module.Values || role == module.NamedValues)
}

// language returns the address.Language with the options of the Scope.
func (s *Scope) language() address.Language {
	return address.Language{Dialect: s.Options.Dialect, SettingsBlock: s.Options.SettingsBlock}
}

// editor returns the edit.Options with the options of the Scope.
func (s *Scope) editor() *edit.Options {
	o := s.Options
	o.SkipInvalid, o.SkipUnreachable = s.KeepGoing, s.KeepGoing
	return &o
}

// reader returns the read.Options with the options of the Scope.
func (s *Scope) reader() *read.Options {
	o := &s.Options
	return &read.Options{Dialect: o.Dialect, SettingsBlock: o.SettingsBlock, Timeout: o.Timeout, Unbounded: o.Unbounded}
}

// parse reads and parses a file. If the Scope remembers the file, it returns the earlier result.
func (s *Scope) parse(source workspace.Source) (*workspace.File, *syntax.File, error) {
	if s.parsed == nil {
		return s.Parse(source)
	}
	known, ok := s.parsed.Load(source.Title)
	if !ok {
		var p parsed
		p.file, p.tree, p.err = s.Parse(source)
		known, _ = s.parsed.LoadOrStore(source.Title, p)
	}
	p := known.(parsed)
	return p.file, p.tree, p.err
}

// Parse reads and parses a file. A file in JSON syntax becomes native code, whose positions are those
// in the JSON.
func (s *Scope) Parse(source workspace.Source) (*workspace.File, *syntax.File, error) {
	file, err := s.Load(source)
	if err != nil {
		return nil, nil, err
	}
	if terraform.IsInJSON(source.Title) {
		tree, err := mirrored(source, file, s)
		return file, tree, err
	}
	tree, err := parseNative(file)
	return file, tree, err
}

// parseNative parses a file in native syntax. The error is a *Mistake.
func parseNative(file *workspace.File) (*syntax.File, error) {
	tree, err := syntax.Parse(file.Code)
	if bad, ok := errors.AsType[*syntax.Error](err); ok {
		return nil, &Mistake{file, bad.Offset, bad.Message}
	}
	return tree, err
}

// parseAddress parses an address that a user wrote.
func parseAddress(text string) (address.Address, error) {
	a, err := address.Parse(text)
	if err == nil {
		return a, nil
	}
	if only, value, ok := CutValue(text); ok {
		return nil, fmt.Errorf("the address %s contains the value %s; the address alone is %s", excerpt.Quote(text), value, only)
	}
	if meant := "resource." + text; strings.HasPrefix(text, "*.") {
		if _, no := address.Parse(meant); no == nil {
			return nil, fmt.Errorf("the address %s: * cannot stand for the block type; did you mean %s?", text, meant)
		}
	}
	if meant := withDots(text); meant != "" {
		return nil, fmt.Errorf("the address %s: names are separated by dots; did you mean %s?", text, meant)
	}
	return nil, fmt.Errorf("the address %s: %w", text, err)
}

// withDots returns the address that a text probably means if its names are separated by slashes,
// spaces or quotes: aws_instance.web for aws_instance/web. It returns "" for any other text.
func withDots(text string) string {
	if strings.ContainsAny(text, ".[") {
		return ""
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(`/ "`, r) })
	meant := strings.Join(words, ".")
	if _, err := address.Parse(meant); err != nil || len(words) < 2 {
		return ""
	}
	return meant
}

// CutValue splits a text at the "=" between an address and a value. For variable.region.default=5,
// it returns the address variable.region.default and the value 5. The result ok is false if there
// is no "=", or no valid address before it.
func CutValue(text string) (only, value string, ok bool) {
	for i := range unquotedOffsets(text) {
		if text[i] == '=' {
			only = strings.TrimSpace(text[:i])
			_, err := address.Parse(only)
			return only, text[i+1:], err == nil
		}
	}
	return "", "", false
}

// Segments splits an address at its dots, but not at those in brackets or quotes.
func Segments(text string) (all []string) {
	from := 0
	for i := range unquotedOffsets(text) {
		if text[i] == '.' {
			all = append(all, text[from:i])
			from = i + 1
		}
	}
	return append(all, text[from:])
}

// unquotedOffsets yields the offsets of those bytes of an address that are outside of brackets and
// quotes.
func unquotedOffsets(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		depth, quoted := 0, false
		for i := 0; i < len(text); i++ {
			switch c := text[i]; {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == '[':
				depth++
			case c == ']':
				depth--
			case depth <= 0 && !yield(i):
				return
			}
		}
	}
}

// InOrder calls f for each element, in parallel, and yields the results in the order of the
// elements.
func InOrder[E, R any](elements []E, f func(E) R) func(yield func(R) bool) {
	return func(yield func(R) bool) {
		results := make([]chan R, len(elements))
		for i := range results {
			results[i] = make(chan R, 1)
		}
		var taken atomic.Int64
		for range min(runtime.GOMAXPROCS(0), len(elements)) {
			go func() {
				for i := taken.Add(1) - 1; i < int64(len(elements)); i = taken.Add(1) - 1 {
					results[i] <- f(elements[i])
				}
			}()
		}
		for _, result := range results {
			if !yield(<-result) {
				return
			}
		}
	}
}

// isAll reports whether a file belongs to a module and is its only file.
func (s *Scope) isAll(file workspace.Source) bool {
	alone := filepath.Base(file.Title)
	d := s.Options.Dialect
	return module.RoleIn(d, alone) >= module.Configuration && !slices.ContainsFunc(s.Space.Names(file.Dir()), func(name string) bool {
		return name != alone && d.ReadsTogether(alone, name)
	})
}
