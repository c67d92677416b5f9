package report

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/rules"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
	"iacedit/value"
)

// Code is the subject of a warning.
type Code string

// The warnings (docs/edits.md, "Other answers").
const (
	LooksLikeAReference Code = "LOOKS_LIKE_A_REFERENCE" // an edit wrote a string such as "var.name", which would be a reference without its quotes
	NewAttributeNearly  Code = "NEW_ATTRIBUTE_NEARLY"   // a new attribute or nested block has a name similar to another name
	UsuallyABlock       Code = "USUALLY_A_BLOCK"        // an attribute was set to an object, but other blocks have nested blocks with its name
	ProbablyABlock      Code = "PROBABLY_A_BLOCK"       // an attribute was set to an object, but should probably be a nested block of a provider
	NotInSchema         Code = "NOT_IN_SCHEMA"          // a new attribute or nested block is not in the schema of the provider
	MadeByDynamic       Code = "MADE_BY_DYNAMIC"        // a nested block was added beside a dynamic block of its type
	ComputedElsewhere   Code = "COMPUTED_ELSEWHERE"     // a key was set in an argument of merge, but another, computed argument may set it, too
	StillReferenced     Code = "STILL_REFERENCED"       // the edited code still refers to a deleted object
	NotSearched         Code = "NOT_SEARCHED"           // code that may refer to the object that the edit changes was not searched, or was left unchanged
	NotAllowedHere      Code = "NOT_ALLOWED_HERE"       // an expression was not rewritten, because Terraform allows no references or calls in its place
	TextLeft            Code = "TEXT_LEFT"              // a text that a rule replaces stays in keys, labels or names
	NotSorted           Code = "NOT_SORTED"             // an object or list was not sorted, or blocks were sorted in separate groups
	KeyNotLiteral       Code = "KEY_NOT_LITERAL"        // a reference is unchanged, because its key is not literal or because it refers to all instances
	NoCount             Code = "NO_COUNT"               // count.index is used in a block without count
	NoForEach           Code = "NO_FOR_EACH"            // a dynamic block was made without for_each
	CountAndForEach     Code = "COUNT_AND_FOR_EACH"     // a block has count and for_each, of which Terraform allows only one
	NotAType            Code = "NOT_A_TYPE"             // the type of a variable was set to an expression that is no type
	NoDescription       Code = "NO_DESCRIPTION"         // new variables or outputs have no description, although most others of the folder have one
	WholeModuleWaits    Code = "WHOLE_MODULE_WAITS"     // the depends_on of an extracted block now applies to all blocks of the new module
	ModuleNeedsItself   Code = "MODULE_NEEDS_ITSELF"    // a new module uses an object that itself uses an output of the module
	ValueChanged        Code = "VALUE_CHANGED"          // a reference follows a renamed attribute whose value has changed
	ValueNotMapped      Code = "VALUE_NOT_MAPPED"       // the value of a renamed attribute is not among the values that the edit maps
	CommentKept         Code = "COMMENT_KEPT"           // a comment above a deleted or moved item stayed, because it is about something else
	ShapeChanged        Code = "SHAPE_CHANGED"          // a reference is unchanged, but what it refers to has another shape: a list became an object, for example
	IDNotUnique         Code = "ID_NOT_UNIQUE"          // an ID stays, because several blocks have it
	Circle              Code = "CIRCLE"                 // an ID stays, because a reference to its block would make a circle
	VersionTooLow       Code = "VERSION_TOO_LOW"        // required_version allows versions of Terraform that do not support the added moved, removed or import blocks
)

// A Warning is about an edit that was applied as requested but is probably a mistake.
type Warning struct {
	At      int // the offset in the JSON text of the edits
	Code    Code
	Message string

	File string // the file that the warning is about; "" for none

	// Set if the edit affects several places and the warning is about one of them:
	Address string
	Line    int // the line in the code as sent; 0 if the place is not in that code
	Column  int

	TakenBack bool // a later edit of the request has made the warning pointless
}

// Warn records a warning about the edit at an offset in the JSON text of the edits.
func (o *Observer) Warn(at int, code Code, message string) {
	if o == nil {
		return
	}
	o.Budget.Grow(bytesPerOutcome + len(message))
	o.Warnings = append(o.Warnings, Warning{At: at, Code: code, Message: message})
}

// WarnAbout is like Warn, for a warning that is about a file. The message does not contain the name
// of the file.
func (o *Observer) WarnAbout(at int, code Code, file, message string) {
	if o == nil {
		return
	}
	o.Budget.Grow(bytesPerOutcome + len(message) + len(file))
	o.Warnings = append(o.Warnings, Warning{At: at, Code: code, Message: message, File: file})
}

// WarnPlace is like Warn, for an edit that affects several places. The warning is about one of
// these places. offset is the offset of the place in the code as sent, or -1 if the place is not in
// that code.
func (o *Observer) WarnPlace(at int, code Code, message string, f *draft.File, where address.Address, offset int32) {
	if o == nil {
		return
	}
	text := where.String()
	o.Budget.Grow(bytesPerOutcome + len(message) + len(text))
	w := Warning{At: at, Code: code, Message: message, File: f.Name, Address: text}
	o.Budget.Step(256) // for the column, which needs the line's text
	if !f.Settled && offset >= 0 {
		w.Line, w.Column = f.Tree.Position(offset)
	}
	o.Warnings = append(o.Warnings, w)
}

// WarnLeft warns that an expression was left unchanged, because Terraform does not allow the new
// code in its place. The message begins with the given text, such as "inline: local.ami stays".
func (o *Observer) WarnLeft(at int, f *draft.File, said string, left *rules.Left) {
	o.WarnPlace(at, NotAllowedHere, said+": Terraform allows "+left.Takes+" there", f, left.Address, left.At.From)
}

// A writtenText is a string that an edit wrote as text, but may have meant as a reference.
type writtenText struct {
	at      int
	text    string
	literal bool // Terraform allows only literal text where the string is
	spot    Spot
}

// referencePrefixes are the beginnings of strings that are probably meant as references.
var referencePrefixes = []string{"var.", "local.", "module.", "data.", "each."}

// RecordTexts records strings in a new value that may have been meant as references: names with a
// dot, such as "var.name", and strings with "${" where Terraform allows only literal text.
func (o *Observer) RecordTexts(v *value.Value, p *value.Schema, s Spot) {
	if o != nil {
		o.recordTexts(v, p, s)
	}
}

func (o *Observer) recordTexts(v *value.Value, p *value.Schema, s Spot) {
	o.Budget.Step(1)
	switch v.Kind {
	case value.Array:
		for i := range v.Items {
			o.recordTexts(&v.Items[i].Value, p.Element(), s)
		}
	case value.Object:
		for i := range v.Items {
			o.recordTexts(&v.Items[i].Value, p.Member(v.Items[i].Key), s)
		}
	case value.String:
		switch mode := p.StringMode(); {
		case mode == value.Template && isDotted(v.Text), mode == value.Literal && strings.Contains(v.Text, "${"):
			o.texts = append(o.texts, writtenText{v.At, v.Text, mode == value.Literal, s})
		}
	}
}

// isDotted reports whether a string is a name, a dot and more text, as in "var.name".
func isDotted(text string) bool {
	root, rest, ok := strings.Cut(text, ".")
	return ok && rest != "" && len(root) <= longestName && value.IsIdentifier(root)
}

// longestName is the largest length of a name that isDotted accepts.
const longestName = 256

// CheckTexts warns of the strings that RecordTexts recorded, if they begin with var., local. or a
// similar prefix, or name an object that the edited code declares. It also warns of strings with
// "${" where only literal text is allowed.
func (o *Observer) CheckTexts(m *draft.Module) {
	if o == nil || len(o.texts) == 0 {
		return
	}
	declared := declared(m)
	for _, t := range o.texts {
		o.Budget.Step(4 + len(t.text)>>4)
		if t.literal {
			o.warnAt(t.at, LooksLikeAReference, fmt.Sprintf("%s is written as text, because only a literal value is allowed there, not a reference", excerpt.Quote(t.text)), t.spot)
			continue
		}
		prefixed := slices.ContainsFunc(referencePrefixes, func(p string) bool { return strings.HasPrefix(t.text, p) })
		if prefixed || declared[addressPrefix(t.text)] && isTraversal(t.text) {
			o.warnAt(t.at, LooksLikeAReference, fmt.Sprintf("%s is written as text; send %s for the reference", excerpt.Quote(t.text), excerpt.Quote("${"+t.text+"}")), t.spot)
		}
	}
}

// WarnOfText warns if a text that an edit wrote into strings would be a reference outside of
// quotes. An example is var.name.
func (o *Observer) WarnOfText(at int, text string) {
	if o == nil || !isDotted(text) || !isTraversal(text) {
		return
	}
	o.Budget.Step(len(text))
	if slices.ContainsFunc(referencePrefixes, func(p string) bool { return strings.HasPrefix(text, p) }) {
		o.Warn(at, LooksLikeAReference, fmt.Sprintf("%s is written as text; %s writes the reference", excerpt.Quote(text), excerpt.Quote("${"+text+"}")))
	}
}

// declared returns the addresses of all resources, ephemeral resources and actions in the code,
// such as aws_vpc.main.
func declared(m *draft.Module) map[string]bool {
	declared := map[string]bool{}
	for _, f := range m.Files {
		if !f.Searched() {
			continue
		}
		for _, typ := range [...]string{"resource", "ephemeral", "action"} {
			for _, id := range f.Index.Blocks(nil, syntax.Root, []string{typ}) {
				parts := []string{typ}
				for label := range f.Draft.Labels(id) {
					f.Budget.Step(1 + len(label)>>3)
					parts = append(parts, string(label))
				}
				address := strings.Join(parts, ".")
				declared[address] = true
				if typ == "resource" {
					declared[strings.TrimPrefix(address, "resource.")] = true
				}
			}
		}
	}
	return declared
}

// addressPrefix returns the beginning of a dotted string that may be an address: aws_vpc.main for
// "aws_vpc.main.id". The result has one more name if the string begins with a block type, as in
// "ephemeral.random_password.db".
func addressPrefix(text string) string {
	n := 2
	switch first, _, _ := strings.Cut(text, "."); first {
	case "resource", "ephemeral", "action":
		n = 3
	}
	for i, c := range text {
		switch c {
		case '.':
			n--
		case '[':
			n = 0
		}
		if n == 0 {
			return text[:i]
		}
	}
	return text
}

// isTraversal reports whether a string is the code of a reference and nothing else.
func isTraversal(text string) bool {
	e, err := syntax.ParseCode([]byte(text))
	if err != nil {
		return false
	}
	for n := e.Node(e.Root); ; n = e.Node(n.First) {
		switch n.Kind {
		case syntax.NodeVariable:
			return true
		case syntax.NodeGetAttr, syntax.NodeLegacyIndex, syntax.NodeIndex, syntax.NodeAttrSplat, syntax.NodeFullSplat:
		default:
			return false
		}
	}
}

// merged is the first call of "merge" through which an attribute path leads, and the object in this
// call that the path enters.
type merged struct{ call, object syntax.ItemID }

// Merges records that the attribute path leads through a call of "merge" into an object.
func (m *Mark) Merges(call, object syntax.ItemID) {
	if m != nil && m.merge.call == syntax.NoItem {
		m.merge = merged{call, object}
	}
}

// checkMerge warns if the edit sets a key in one argument of "merge", and another argument may set
// the same key. There is no warning for an argument that is an object literal, because its keys are
// known.
func (m *Mark) checkMerge(s Spot, attr *plan.Attribute) {
	call, d := m.merge.call, m.f.Draft
	if call == syntax.NoItem || !d.InFile(call) {
		return
	}
	behind, before, after := false, "", ""
	for c := d.FirstItem(call); c != syntax.NoItem; c = d.NextItem(c) {
		switch object := address.Literal(selection.Items{View: &m.f.View}, call, c, syntax.InsideObject); {
		case object != syntax.NoItem:
			behind = behind || object == m.merge.object
		case behind:
			after = m.f.Excerpt(c)
		default:
			before = m.f.Excerpt(c)
		}
	}
	switch {
	case after != "":
		m.o.warnAt(attr.At, ComputedElsewhere, fmt.Sprintf("%s may be set by %s, too, which comes later in merge and wins", attr.Text, after), s)
	case before != "":
		m.o.warnAt(attr.At, ComputedElsewhere, fmt.Sprintf("%s may be set by %s, too, which comes earlier in merge and loses", attr.Text, before), s)
	}
}

// checkType warns if an edit in the dialect HCL sets the type of a variable to a string such as
// "string". The code then contains the type in quotes, but tools such as Packer need it without
// quotes. In the dialect Terraform there is no such warning, because the edit itself converts the
// string to an expression.
func (m *Mark) checkType(s Spot, attr *plan.Attribute) {
	v := &attr.Value
	if attr.Name != "type" || len(attr.Path) > 0 || v.Kind != value.String || s.Item == syntax.Root {
		return
	}
	root, _, _ := strings.Cut(v.Text, "(")
	if it := m.f.Draft.Item(s.Item); it.Parent != syntax.Root || string(m.f.Draft.Name(s.Item)) != "variable" || !isTypeName(root) {
		return
	}
	m.o.warnAt(attr.At, LooksLikeAReference, fmt.Sprintf("%s is written as text, but the type of a variable is not text; send %s for the type", excerpt.Quote(v.Text), excerpt.Quote("${"+v.Text+"}")), s)
}

func isTypeName(name string) bool { return slices.Contains(typeNames, name) }

// warnOfBlock warns that an attribute was probably meant as a nested block. meaning describes what
// the name stands for, such as "a nested block in Terraform's language".
func (m *Mark) warnOfBlock(s Spot, attr *plan.Attribute, code Code, meaning string) {
	m.o.warnAt(attr.At, code, fmt.Sprintf(`%s is written as an attribute, but is %s; "blockTypes" (of the command: --block) writes a block`, excerpt.Quote(attr.Name), meaning), s)
}

func (o *Observer) warnAt(at int, code Code, message string, s Spot) {
	if s.File == nil {
		o.Warn(at, code, message)
		return
	}
	offset := int32(-1)
	if it := s.File.Draft.Item(s.Item); s.Item != syntax.Root && s.File.Draft.InSource(it.Name) {
		offset = it.Name.From
	}
	o.WarnPlace(at, code, message, s.File, s.Address, offset)
}

// EffectOf returns the effect of an action that deletes an item, or makes a comment of it.
func EffectOf(action plan.Action) Effect {
	if action.Disables() {
		return Disabled
	}
	return Deleted
}
