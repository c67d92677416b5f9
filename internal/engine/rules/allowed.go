package rules

import (
	"bytes"
	"slices"
	"strings"

	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// allowed reports whether Terraform accepts the new code of a rule at a place. Some places, such as
// depends_on, restrict expressions. new is a function that returns the code of the replacement, or
// nil if the rule replaces text.
func (s *Search) allowed(at terraform.Place, r *Rule, new func() []byte) bool {
	switch at {
	case terraform.Ordinary, terraform.Type, terraform.Validating, terraform.Checking:
		return true
	case terraform.Constant:
		return r.isConstant()
	case terraform.Destroying:
		if new == nil {
			return r.isConstant()
		}
		return r.isConstant() || s.refersToItself(new())
	}
	if new == nil {
		return r.isConstant() // the rule changes text in a reference in quotes
	}
	return s.isReference(at, new())
}

// refusal says what Terraform allows at a node of the site's value, if a rule may not replace that
// node. Otherwise it returns "". needed is the result of neededReferences. new is a function that
// returns the code of the replacement, or nil if the rule replaces text.
func (x *valueSite) refusal(r *Rule, id syntax.NodeID, needed []int32, new func() []byte) string {
	s := x.search
	at := x.expr.Node(id).Span()
	if isIn(needed, at) && new != nil {
		if e, err := s.parse(new()); err != nil || len(x.required(e)) == 0 {
			return allowedCode[x.place]
		}
	}
	if !s.allowed(x.place, r, new) && !(new != nil && id == x.expr.Unwrapped(x.expr.Root) && s.areReferences(x.place, new())) {
		return allowedCode[x.place]
	}
	if s.Circles == nil || len(r.targets()) == 0 {
		return ""
	}
	if of := Owner(s.File, x.item, s.refsRole()); s.Circles.closes(of, r) && !isIn(x.referencesTo(of), at) {
		return "no reference to what depends on it"
	}
	return ""
}

// parse parses the code that a rule writes. The result uses memory of the search, and is valid
// until the next call.
func (s *Search) parse(code []byte) (*syntax.Expr, error) {
	s.Budget.Step(len(code))
	s.writtenExpr.SetBudget(s.Budget)
	return syntax.ParseExpression(&s.writtenExpr, append(code, '\n'), syntax.Span{To: int32(len(code))}) // a heredoc needs the line end
}

// refersToItself reports whether an expression refers to nothing but self, count.index and
// each.key, which belong to the block that contains the expression.
func (s *Search) refersToItself(code []byte) bool {
	e, err := s.parse(code)
	if err != nil {
		return false
	}
	var locals refs.Locals
	locals.Find(e)
	fine := map[syntax.NodeID]bool{} // keys, and variables with an allowed attribute
	for id := range e.All() {
		switch n := e.Node(id); n.Kind {
		case syntax.NodePair:
			fine[n.First] = true
		case syntax.NodeGetAttr:
			root, name := string(e.Source(n.First)), string(e.Source(e.Node(n.First).Next))
			fine[n.First] = fine[n.First] || root == "count" && name == "index" || root == "each" && name == "key"
		}
	}
	for id := range e.All() {
		if e.Node(id).Kind == syntax.NodeVariable && !fine[id] && locals.Binder(id) == 0 && string(e.Source(id)) != "self" {
			return false
		}
	}
	return true
}

// A sample is a short piece of code, such as a resource with depends_on, into which a reference is
// inserted to see whether Terraform allows a reference at a place. The field kinds lists the kinds
// of objects that references at that place may refer to.
type sample struct {
	before, after string
	place         refs.Place
	kinds         []refs.Kind
	whole         bool // the reference must not have an attribute
}

var samples = map[terraform.Place]sample{
	terraform.Dependencies: {
		"resource \"a\" \"b\" {\ndepends_on = [", "]\n}\n", refs.InDependsOn,
		[]refs.Kind{refs.Resource, refs.Data, refs.Ephemeral, refs.Action, refs.Module, refs.Variable, refs.Local}, true,
	},
	terraform.Provider:        {"resource \"a\" \"b\" {\nprovider = ", "\n}\n", refs.InProvider, []refs.Kind{refs.Provider}, true},
	terraform.Providers:       {"module \"a\" {\nproviders = { a = ", " }\n}\n", refs.InProviders, []refs.Kind{refs.Provider}, true},
	terraform.OwnAttributes:   {"resource \"a\" \"b\" {\nlifecycle {\nignore_changes = [", "]\n}\n}\n", refs.InIgnoreChanges, []refs.Kind{refs.Own}, false},
	terraform.ReplaceTriggers: {"resource \"a\" \"b\" {\nlifecycle {\nreplace_triggered_by = [", "]\n}\n}\n", refs.InReplaceTriggeredBy, []refs.Kind{refs.Resource}, false},
	terraform.Imported:        {"import {\nto = ", "\n}\n", refs.InImportTo, []refs.Kind{refs.Resource, refs.Module}, false},
	terraform.Actions: {
		"resource \"a\" \"b\" {\nlifecycle {\naction_trigger {\nactions = [", "]\n}\n}\n}\n", refs.InActions, []refs.Kind{refs.Action}, true,
	},
}

// A referenceAnswer stores an answer of isReference, and the arguments for which it was given.
type referenceAnswer struct {
	place   terraform.Place
	code    []byte
	allowed bool
}

// isReference reports whether code is a reference that a place allows. The Search remembers the
// last answer, because most rules write the same reference for each match.
func (s *Search) isReference(at terraform.Place, code []byte) bool {
	if s.lastAnswer.place != at || !bytes.Equal(s.lastAnswer.code, code) {
		s.lastAnswer = referenceAnswer{at, code, s.isTraversal(code) && s.isAllowed(at, code)}
	}
	return s.lastAnswer.allowed
}

// areReferences reports whether code is a list of references, at a place that allows such a list.
func (s *Search) areReferences(at terraform.Place, code []byte) bool {
	if !strings.HasSuffix(samples[at].before, "[") {
		return false
	}
	e, err := s.parse(code)
	if err != nil || e.Node(e.Root).Kind != syntax.NodeTuple {
		return false
	}
	var elements [][]byte
	for c := range e.Children(e.Root) {
		elements = append(elements, e.Source(c))
	}
	return !slices.ContainsFunc(elements, func(element []byte) bool { return !s.isReference(at, element) })
}

// stepsPerSample is the number of steps charged for parsing a sample. The reference in the sample
// is charged separately.
const stepsPerSample = 300

// isAllowed reports whether a place allows a reference. It inserts the reference into the sample
// for the place, and parses the sample.
func (s *Search) isAllowed(at terraform.Place, code []byte) bool {
	sample, ok := samples[at]
	if !ok {
		return false
	}
	s.Budget.Step(stepsPerSample + len(code))
	f, err := syntax.Parse([]byte(sample.before + string(code) + sample.after))
	if err != nil {
		return false
	}
	defer f.Release()
	for r := range refs.All(f, refs.Configuration) {
		if r.Place != sample.place || int(r.Root.From) != len(sample.before) || r.Quoted || !slices.Contains(sample.kinds, r.Kind) {
			return false
		}
		if sample.whole && slices.ContainsFunc(r.Steps, func(s refs.Step) bool { return s.Kind == refs.StepAttribute || s.Kind == refs.StepSplat }) {
			return false
		}
		return true
	}
	return false
}

// isTraversal reports whether code is a name followed only by attributes and indexes, such as
// aws_vpc.main.tags["a"].
func (s *Search) isTraversal(code []byte) bool {
	e, err := s.parse(code)
	if err != nil {
		return false
	}
	id := e.Root
	for {
		switch n := e.Node(id); n.Kind {
		case syntax.NodeVariable:
			return true
		case syntax.NodeGetAttr, syntax.NodeIndex, syntax.NodeLegacyIndex:
			id = n.First
		default:
			return false
		}
	}
}
