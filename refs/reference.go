package refs

import "iacedit/syntax"

// Kind is the kind of the object to which a reference refers.
type Kind uint8

// The values of Kind.
const (
	Other      Kind = iota // each, count, path, terraform; an incomplete reference; any reference in a Generic file
	Resource               // t.n, resource.t.n
	Data                   // data.t.n
	Ephemeral              // ephemeral.t.n
	Action                 // action.t.n
	Module                 // module.n
	Variable               // var.n; a name at the top level of a variable file
	Local                  // local.n
	Provider               // aws, aws.east, where Terraform expects a provider configuration
	Self                   // self
	Own                    // an attribute of the owner, in ignore_changes
	Source                 // source.t.n in Packer
	Dependency             // dependency.n in Terragrunt
	Include                // include.n in Terragrunt
	Feature                // feature.n in Terragrunt
	Unit                   // unit.n in Terragrunt
	Stack                  // stack.n in Terragrunt
	Target                 // target.n in Bake
	Group                  // a group of targets in Bake
	Function               // a function in Bake
	Config                 // the result of a call that reads another file: read_terragrunt_config(…) in Terragrunt
	Values                 // values in a unit of Terragrunt
)

var kindNames = [...]string{"other", "resource", "data", "ephemeral", "action", "module", "variable", "local", "provider", "self", "own",
	"source", "dependency", "include", "feature", "unit", "stack", "target", "group", "function", "config", "values"}

// String returns the block type that declares objects of the kind, or a similar word if there is no
// such block type.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return "no kind of reference"
	}
	return kindNames[k]
}

// Place is the kind of place in which a reference is.
type Place uint8

// The values of Place.
const (
	InExpression Place = iota
	InDependsOn
	InIgnoreChanges
	InReplaceTriggeredBy
	InActions   // the actions of an action_trigger block
	InProvider  // the provider argument
	InProviders // a value in the providers argument of a module
	InAliases   // configuration_aliases, which declares the aliases
	InImportTo  // the to argument of an import block
	InMoved     // an address in a moved block, which records history
	InRemoved   // the address in a removed block, which records history
	InVariables // a name at the top level of a variable file
	InTargets   // an address in a test: of an override, of plan_options, or in expect_failures
	InNames     // a string, or the label of a nested block, that is the name of an object
	InKeys      // the key of an object that is the name of an object; Type is in another place of the code
	InAnyKeys   // like InKeys, but the key may be the name of another object too
)

var placeNames = [...]string{"expression", "depends_on", "ignore_changes", "replace_triggered_by", "actions", "provider",
	"providers", "configuration_aliases", "import.to", "moved", "removed", "tfvars", "target", "name", "key", "key"}

// String returns a short name of the place for messages: the argument or block that contains the
// reference, such as "depends_on" or "moved", or else "expression", "tfvars" or "target".
func (p Place) String() string {
	if int(p) >= len(placeNames) {
		return "no place"
	}
	return placeNames[p]
}

// A Reference is a place where code refers to an object. Spans are in the file's text; a span
// is empty if the reference has no such part.
//
//	Kind                              Root              Type                 Name
//	Resource                          type, "resource"  the type             the name
//	Data Ephemeral Action             the keyword       the type             the name
//	Module Variable Local             the keyword       –                    the name
//	Source                            the keyword       the type             the name
//	Dependency Include Feature Unit
//	Stack Target                      the keyword       –                    the name
//	Variable Function, in Bake        the name          –                    the same
//	Config                            the function      –                    the call
//	Values                            the keyword       –                    the keyword
//	Provider                          the local name    the same             the alias, if any
//	Self Other                        the first name    –                    –
//	Own                               the attribute     –                    the same
//	Variable InVariables              the name          –                    the same
//	InNames InKeys InAnyKeys          the string        the type             the name
type Reference struct {
	Kind   Kind
	Place  Place
	Quoted bool        // the reference is a string, in the old form or InNames; the spans are inside the quotes
	At     syntax.Span // the address, and the Static steps after it
	Root   syntax.Span
	Type   syntax.Span
	Name   syntax.Span
	Steps  []Step       // the accesses after the address, in order
	In     syntax.Span  // the name of the attribute that contains the reference
	Owner  *Declaration // the top-level block that contains the reference; its Kind is Other if nothing can refer to the block

	scope *scope // the local names in scope
}

// Hides reports whether a name is a local name at the reference, such as the variable of a "for"
// expression. A reference there that begins with this name does not refer to an object. Call Hides
// only while the reference is valid.
func (r *Reference) Hides(name string) bool {
	return r.scope != nil && r.scope.find([]byte(name)) >= 0
}

// An Address identifies an object to which references refer. Type is empty for a Module, Variable
// or Local. A Provider's Name is its alias, empty for the default configuration.
type Address struct {
	Kind Kind
	Type string
	Name string
}

// String returns the address as references write it, such as "data.aws_ami.web" or "aws.east".
func (a Address) String() string {
	root := a.Kind.String()
	switch a.Kind {
	case Resource:
		return a.Type + "." + a.Name
	case Provider:
		if a.Name == "" {
			return a.Type
		}
		return a.Type + "." + a.Name
	case Variable:
		root = "var"
	}
	switch {
	case hasType(a.Kind):
		return root + "." + a.Type + "." + a.Name
	case hasName(a.Kind):
		return root + "." + a.Name
	}
	return a.Name
}

// OwnerAddress returns the address of the Owner, given the file that contains the reference. All
// references of one Owner share its text. The address of a Reference that the functions of this
// package have not returned is empty.
func (r *Reference) OwnerAddress(f *syntax.File) Address {
	s := r.scope
	if s == nil { // no search has found it
		return Address{}
	}
	if s.ownerOf != r.Owner.Item {
		s.owner, s.ownerOf = r.Owner.Address(f), r.Owner.Item
	}
	return s.owner
}

// Address returns the address of the object to which a reference in a file refers. If the Kind is
// Self or Own, that object is the Owner.
func (r *Reference) Address(f *syntax.File) Address {
	if r.Kind == Self || r.Kind == Own {
		return r.OwnerAddress(f)
	}
	f = orEmpty(f)
	return Address{r.Kind, string(f.At(r.Type)), string(f.At(r.Name))}
}

// A Step is one access to the value before the step: an attribute, an index or a splat.
type Step struct {
	Kind StepKind
	// Static: this step, and each step before it, is a name or a literal index, without parentheses
	// in between. HCL calls the root and its static steps a traversal.
	Static bool
	// Joined: the step accesses the list that a splat made, not its elements.
	Joined bool
	Name   syntax.Span // see StepKind
	End    int32       // the end of the step, after the bracket of an index
}

// StepKind is the kind of a Step.
type StepKind uint8

// The kinds of steps. Each comment shows the code of such a step and, after the colon, the part of
// this code to which Step.Name points.
const (
	StepAttribute StepKind = iota // ".x": the name
	StepString                    // `["x"]`: the text between the quotes, escapes as written
	StepLiteral                   // "[0]", ".0", "[true]": the literal
	StepDynamic                   // "[expression]": the expression
	StepSplat                     // ".*", "[*]": nothing
)

// Names returns the names of the steps after the address, up to the first step that is no name.
func (r *Reference) Names(f *syntax.File) (names []string) {
	for i := range r.Steps {
		s := &r.Steps[i]
		switch {
		case s.Kind == StepString && !s.Joined:
			names = append(names, string(syntax.AppendUnescaped(nil, orEmpty(f).At(s.Name))))
		case s.Kind == StepAttribute && !s.Joined:
			names = append(names, string(orEmpty(f).At(s.Name)))
		default:
			return names
		}
	}
	return names
}

// attributeStep returns the index of the step that accesses an attribute of an object, given the
// steps after the object's address. If repeated is set, the object has several instances, and the
// attribute must come after an index or a splat. The result ok is false if no step accesses an
// attribute of the object.
func attributeStep(steps []Step, repeated bool) (i int, ok bool) {
	instance := !repeated // the current value is an instance, or a list of instances
	for i, s := range steps {
		switch {
		case s.Kind == StepAttribute:
			return i, !s.Joined
		case s.Kind == StepSplat, s.Joined && s.Kind != StepString:
			instance = true
		case !instance:
			instance = true
		default:
			return i, s.Kind == StepString && !s.Joined
		}
	}
	return 0, false
}

// Attribute returns the name of the attribute that a reference in a file accesses, or "" and
// false if IsOfAttribute reports false.
func (r *Reference) Attribute(f *syntax.File, repeated bool) (name string, ok bool) {
	i, ok := attributeStep(r.Steps, repeated)
	if !ok {
		return "", false
	}
	return string(orEmpty(f).At(r.Steps[i].Name)), true
}

// IsOfAttribute reports whether a reference accesses an attribute of its object, or an output of a
// module. Set repeated if the object has several instances.
func (r *Reference) IsOfAttribute(repeated bool) bool {
	_, ok := attributeStep(r.Steps, repeated)
	return ok
}
