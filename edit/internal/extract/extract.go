// Package extract moves values into locals and variables ("extract"), and moves the values of
// locals back ("inline").
//
// For "extract", it replaces the value in the code by a reference such as local.name. It adds the
// local or variable through operations of package apply, so that the new code looks as if a person
// had written it. For "inline", it replaces the references by the value, and removes the local.
//
// # Files
//
//	extract.go   Apply: values become locals and variables
//	find.go      the value that an address leads to
//	free.go      names in a value that have a meaning only where it is, such as each
//	define.go    the definition of the local or variable that is there already
//	everywhere.go  equal values elsewhere
//	inline.go    Inline: locals are replaced by their values
//	local.go     the definitions of an inlined local
package extract

import (
	"cmp"

	"iacedit/edit/internal/declare"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/modules"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/render"
	"iacedit/internal/engine/rules"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// stepsPerExtraction is the number of steps charged for extracting a value, in addition to the
// steps for its text.
const stepsPerExtraction = 200

// Apply extracts values into locals and variables. It calls package modules to extract blocks into
// modules.
func Apply(m *draft.Module, o *report.Observer, ops []plan.Operation) error {
	var search rules.Search
	for i := range ops {
		for j := range ops[i].Extractions {
			if blocks := ops[i].Extractions[j].Module; blocks != nil {
				if err := modules.Apply(m, o, blocks); err != nil {
					return err
				}
				continue
			}
			x := extractor{m: m, o: o, search: &search, Extraction: &ops[i].Extractions[j]}
			if err := x.apply(); err != nil {
				return err
			}
		}
	}
	return nil
}

// An extractor extracts one value.
type extractor struct {
	*plan.Extraction
	m      *draft.Module
	o      *report.Observer
	search *rules.Search

	first       foundValue   // the first value
	equalValues []foundValue // the other values, which equal the first value
	text        string       // the code of the value

	clues [][][]byte // the result of cluesOf; nil until needed
}

// apply extracts the value.
func (x *extractor) apply() (err error) {
	defer budget.CatchAt(&err, x.At)
	x.m.Budget.Step(stepsPerExtraction)
	if err := x.m.Settle(); err != nil {
		return err
	}
	if err := x.findValues(); err != nil {
		return err
	}
	for f := range x.allValues() {
		if err := x.checkExtractable(f); err != nil {
			return err
		}
	}
	x.text = string(x.first.expr.Source(x.first.node))
	existing, err := x.existingDefinition()
	if err != nil {
		return err
	}
	if err := x.replaceValues(existing); err != nil {
		return err
	}
	if existing != nil {
		return nil
	}
	return x.declaration().Add()
}

// checkExtractable returns an error if a value cannot be extracted, for example because it contains
// each.key.
func (x *extractor) checkExtractable(f *foundValue) error {
	place := terraform.Ordinary
	if !x.m.Language.Dialect.AnyBlock() {
		place = rules.PlaceOf(f.file.Tree, f.item)
	}
	switch {
	case place == terraform.Validating && rules.Owner(f.file.Tree, f.item, refs.Configuration) == (refs.Address{Kind: refs.Variable, Name: x.Name}) && x.Variable:
		return x.errorAt(f, "extract: %s is in the definition of var.%s itself", x.Value, x.Name)
	case place == terraform.Ordinary, place == terraform.Checking, place == terraform.Validating && !rules.Validates(f.file.Tree, f.item, f.expr, f.node):
	default:
		return x.errorAt(f, "extract: %s stands where Terraform allows %s", x.Value, rules.Takes(place))
	}
	if isLiteralOnly(f) {
		return x.errorAt(f, "extract: %s stands where %s allows no references", x.Value, x.m.Language.Dialect.Title())
	}
	if name := boundName(f); name != "" {
		return x.errorAt(f, "extract: the value of %s contains %q, which has no meaning elsewhere; extract a part of the value without it", x.Value, name)
	}
	if x.Variable && !declare.IsLiteral(f.expr, f.node) {
		return x.errorAt(f, "extract: the value of %s is not a literal, so it cannot be the default of a variable; extract it to local.%s", x.Value, x.Name)
	}
	return nil
}

// isLiteralOnly reports whether the language allows no references at a value: in the values of
// variables, for example.
func isLiteralOnly(f *foundValue) bool {
	r := f.file.Module.Language.Dialect.References()
	if r == nil {
		return false
	}
	top := f.item
	for f.file.Tree.Item(top).Parent != syntax.Root {
		top = f.file.Tree.Item(top).Parent
	}
	place := r.Places[string(f.file.Tree.Name(top))]
	return f.file.IsValues() || place != nil && place.Literal
}

// errorAt returns an error with the position of a value in the code.
func (x *extractor) errorAt(f *foundValue, format string, args ...any) error {
	err := fault.At(x.ValueAt, fault.InvalidRequest, format, args...)
	line, column := f.file.Tree.Position(f.expr.Node(f.node).Start)
	err.Position = &fault.Position{File: f.file.Name, Line: line, Column: column}
	return err
}

// replaceValues replaces the values by the reference, such as local.name. If the request has
// "everywhere", it also replaces equal values. If the local or variable exists already, the
// argument is its definition, whose value stays. Otherwise the argument is nil.
func (x *extractor) replaceValues(existing *definition) error {
	replacements := map[*draft.File][]render.Replacement{}
	for f := range x.allValues() {
		if existing != nil && existing.file == f.file && existing.item == f.item {
			if len(x.equalValues) > 0 {
				continue
			}
			return fault.At(x.ValueAt, fault.InvalidRequest, "extract: %s is the value of %s itself", x.Value, x.reference())
		}
		x.o.RecordOutcome(x.At, f.file, f.address, f.path, report.Changed)
		at := f.expr.Node(f.node).Span()
		replacements[f.file] = append(replacements[f.file], render.Replacement{At: withoutLineEnds(f.expr.Text, at), Text: x.reference()})
	}
	if x.Everywhere {
		return x.replaceAll(existing)
	}
	for _, file := range x.m.FilesOf(x.first.file.Scope()) {
		inFile := replacements[file]
		if len(inFile) == 0 {
			continue
		}
		sequence.Sort(inFile, func(a, b render.Replacement) int { return cmp.Compare(a.At.From, b.At.From) })
		if err := file.Draft.Replace(inFile); err != nil {
			return err
		}
	}
	return nil
}

// withoutLineEnds returns the span of a value without the line ends at its end. Only the span of a
// heredoc includes such line ends.
func withoutLineEnds(text []byte, at syntax.Span) syntax.Span {
	for at.To > at.From && (text[at.To-1] == '\n' || text[at.To-1] == '\r') {
		at.To--
	}
	return at
}
