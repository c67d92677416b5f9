package modules

import (
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// A passedValue is an expression whose value an input or output passes across the module's
// border.
type passedValue struct {
	object        refs.Address
	path          []string // the names and keys of the path, used in the name
	text          string   // the code of the expression on its own side of the border
	name          string   // the name of the input or output
	reference     string   // the reference to the input or output on the other side of the border, computed on demand
	candidate     int      // the index of the name among the candidates for the name
	eachAttribute string   // the attribute whose values in all instances are passed, or ""
	exposed       bool     // a use depends on the exact type of the value
	partial       bool     // a use reads only a part of the value
	sensitive     bool     // only sensitive outputs use the value
	reused        bool     // a variable of an existing module has the value already
	neededType    string   // the type that all uses need: "" if not known, conflictingTypes if they need different types
	typ           string   // the type of the variable, "" if it is unknown
}

// passedValues lists the expressions whose values are passed into the module (as inputs) or out of
// it (as outputs), in the order of their first uses.
type passedValues struct {
	all []*passedValue
	by  map[passedKey]*passedValue
}

// A passedKey identifies an expression. Equal expressions have equal keys.
type passedKey struct {
	object refs.Address
	path   string // as code
}

// A use is a reference that is replaced by a reference to an input or output.
type use struct {
	file   *draft.File
	at     syntax.Span
	passed *passedValue
	root   string   // the text before the name of the input or output
	part   usedPart // how much of the object the reference uses, if the whole object is passed

	output draft.Block // the output whose value contains the reference, if any
}

// reference returns the text that replaces the reference. All uses of an expression share the text.
func (u *use) reference() string {
	if u.passed.reference == "" {
		u.passed.reference = u.root + "." + u.passed.name
	}
	return u.passed.reference
}

// add returns the passed expression that consists of the first steps of a reference. It adds the
// expression if it is new.
func (p *passedValues) add(f *draft.File, r *refs.Reference, steps int) *passedValue {
	of := r.Address(f.Tree)
	var path []string
	var code []string
	for _, step := range r.Steps[:steps] {
		text := string(f.Tree.At(step.Name))
		switch step.Kind {
		case refs.StepString:
			code = append(code, `["`, text, `"]`)
			text = string(syntax.AppendUnescaped(nil, []byte(text)))
		case refs.StepLiteral:
			code = append(code, "[", text, "]")
		default:
			code = append(code, ".", text)
		}
		path = append(path, text)
	}
	if r.Kind == refs.Other { // path.module
		of.Name = string(f.Tree.At(r.Root))
	}
	return p.get(of, path, strings.Join(code, ""), string(f.Tree.At(r.Root)) == "resource")
}

// wholeObject returns the expression that passes a whole object.
func (p *passedValues) wholeObject(of refs.Address, resource bool) *passedValue {
	return p.get(of, nil, "", resource)
}

// get returns the expression that passes the value at a path of an object, such as .id. It adds the
// expression if it is new. The argument code is the path as code, and the argument resource is true
// if the address is written with "resource.".
func (p *passedValues) get(of refs.Address, path []string, code string, resource bool) *passedValue {
	key := passedKey{of, code}
	if p.by == nil {
		p.by = map[passedKey]*passedValue{}
	}
	if p.by[key] == nil {
		one := &passedValue{object: of, path: path, text: of.String() + code}
		if resource {
			one.text = "resource." + one.text
		}
		p.by[key] = one
		p.all = append(p.all, one)
	}
	return p.by[key]
}

// passableSteps returns the number of leading steps of a reference that can be part of a passed
// expression. These are the steps before the first splat and before the first index that is not a
// literal. A passed expression is always evaluated. So for a reference that is not always
// evaluated, the number may be smaller: the instance, element or key to which it refers might not
// exist. With "tidy", the number is at most 1 for an object with at most one instance, so that all
// references to the object are passed in the same way.
func (t *extractor) passableSteps(f *draft.File, r *refs.Reference) (steps int) {
	for steps < len(r.Steps) {
		step := r.Steps[steps]
		if !step.Static || step.Kind != refs.StepAttribute && step.Kind != refs.StepString && step.Kind != refs.StepLiteral {
			break
		}
		steps++
	}
	sure := 0 // leading steps that cannot fail: 1 for an attribute of an object without count or for_each
	if of := r.Address(f.Tree); r.Kind != refs.Local && !t.repeated[of] && steps > 0 && r.Steps[0].Kind == refs.StepAttribute {
		sure = 1
	}
	if steps > sure && (t.mayNotBeEvaluated(f, r) || t.Tidy && t.single[r.Address(f.Tree)]) {
		return sure
	}
	return steps
}

// endOf returns the offset at which a reference ends if it is cut after some steps. The argument
// steps is the number of these steps. For 0 steps, the result is the end of the name.
func endOf(r *refs.Reference, steps int) int32 {
	switch {
	case steps > 0:
		return r.Steps[steps-1].End
	case r.Name.Len() > 0:
		return r.Name.To
	}
	return r.Root.To
}
