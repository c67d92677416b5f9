package edit

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/nearest"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// WarningCode is what a warning is about.
type WarningCode string

// The warnings (docs/edits.md, "Other answers").
const (
	LooksLikeAReference WarningCode = "LOOKS_LIKE_A_REFERENCE" // a string is text, and would be a reference as an expression
	NewAttributeNearly  WarningCode = "NEW_ATTRIBUTE_NEARLY"   // an update added an attribute whose name is nearly that of another
	ComputedElsewhere   WarningCode = "COMPUTED_ELSEWHERE"     // a key of merge was set that a variable argument may set, too
	NotSearched         WarningCode = "NOT_SEARCHED"           // what may refer to what was renamed was not looked into
)

type warning struct {
	at      int // in the JSON text of the edits
	code    WarningCode
	message string
}

// warn notes a warning about the edit at an offset in the JSON text of the edits. Without
// a report it does nothing; who goes to some length for a message asks for a.report first.
func (a *applier) warn(at int, code WarningCode, message string) {
	if a.report == nil {
		return
	}
	a.budget.Grow(bytesPerOutcome + len(message))
	a.report.warnings = append(a.report.warnings, warning{at, code, message})
}

// A writtenText is a string that was written as text.
type writtenText struct {
	at   int
	text string
}

// referencePrefixes begin the strings that are taken for references, whatever the code has.
var referencePrefixes = []string{"var.", "local.", "module.", "data.", "each."}

// noteTexts notes the strings in a value that is being written which may look like
// references: those that are text where a template could stand.
func (a *applier) noteTexts(v *value.Value, p *value.Schema) {
	a.budget.Step(1)
	switch v.Kind {
	case value.Array:
		for i := range v.Items {
			a.noteTexts(&v.Items[i].Value, p.Element())
		}
	case value.Object:
		for i := range v.Items {
			a.noteTexts(&v.Items[i].Value, p.Member(v.Items[i].Key))
		}
	case value.String:
		if p.StringMode() == value.Template && isDotted(v.Text) {
			a.report.texts = append(a.report.texts, writtenText{v.At, v.Text})
		}
	}
}

// isDotted reports whether a string begins with two names and a dot between, as
// references do.
func isDotted(text string) bool {
	root, rest, ok := strings.Cut(text, ".")
	return ok && rest != "" && len(root) <= longestName && value.IsIdentifier(root)
}

// longestName is how long a name may be that is taken for one.
const longestName = 256

// judgeTexts warns of the strings that look like references to what the code, as edited,
// has.
func (a *applier) judgeTexts() {
	if a.report == nil || len(a.report.texts) == 0 {
		return
	}
	declared := a.declared()
	for _, t := range a.report.texts {
		a.budget.Step(4 + len(t.text)>>4)
		prefixed := slices.ContainsFunc(referencePrefixes, func(p string) bool { return strings.HasPrefix(t.text, p) })
		if prefixed || declared[root(t.text)] && a.isTraversal(t.text) {
			a.warn(t.at, LooksLikeAReference, fmt.Sprintf("%s is written as text; send %s for the reference", excerpt.Quote(t.text), excerpt.Quote("${"+t.text+"}")))
		}
	}
}

// declared returns what the expressions begin with that refer to resources and the like.
func (a *applier) declared() map[string]bool {
	declared := map[string]bool{}
	for doc := range a.docs {
		if !a.searched(doc) {
			continue
		}
		a.in(doc)
		for _, typ := range [...]string{"resource", "ephemeral", "action"} {
			for _, id := range a.index.blocks(nil, syntax.Root, []string{typ}) {
				address := typ
				for label := range a.d.Labels(id) {
					a.budget.Step(1 + len(label)>>3)
					address += "." + string(label)
				}
				declared[address] = true
				if typ == "resource" {
					declared[strings.TrimPrefix(address, "resource.")] = true
				}
			}
		}
	}
	return declared
}

// root returns what a dotted string refers to if it is a reference: its first two names,
// or three where the first is that of a block type.
func root(text string) string {
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

// isTraversal reports whether a string is, as an expression, a reference and nothing else.
func (a *applier) isTraversal(text string) bool {
	e, err := syntax.ParseExpression(nil, []byte(text), syntax.Span{To: int32(len(text))})
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

// judgeName warns where an attribute that an update added has nearly the name of one that
// the code had.
func (a *applier) judgeName(body syntax.ItemID, attr *plan.Attribute) {
	if !a.report.action.Needs() || a.report.action.Removes() || len(attr.Path) > 0 {
		return
	}
	near := nearest.Name(attr.Name, a.namesIn(body, func(id syntax.ItemID) bool {
		it := a.d.Item(id)
		return it.Kind == syntax.KindAttribute && a.d.InSource(it.Name)
	}))
	if near != "" {
		a.warn(attr.At, NewAttributeNearly, fmt.Sprintf("the attribute %s is new; did you mean %q, which was there?", excerpt.Quote(attr.Name), near))
	}
}

// warnNotSearched warns that references to something renamed may stand where nobody
// looked.
func (n *renamer) warnNotSearched(at int, typ, what string) {
	if n.report == nil {
		return
	}
	if n.options.Dialect == HCL {
		n.warn(at, NotSearched, fmt.Sprintf("what refers to what is not known in the dialect hcl: no references to %s were searched for", what))
		return
	}
	if !n.module {
		n.warn(at, NotSearched, fmt.Sprintf("only this code was searched for references to %s: not the module's other files, its tests, nor what calls it", what))
		return
	}
	if typ == "variable" || typ == "output" {
		n.warn(at, NotSearched, fmt.Sprintf("what calls the module was not searched for references to %s", what))
	}
	for _, doc := range n.docs {
		if doc.role == module.None {
			n.warn(at, NotSearched, fmt.Sprintf("%s was not searched for references to %s", doc.Name, what))
		}
	}
}

// merged is the first call of "merge" that a path leads through, and the object literal
// among its arguments that it leads into.
type merged struct{ call, object syntax.ItemID }

// noteMerge notes that a path leads through a call of "merge".
func (a *applier) noteMerge(call, object syntax.ItemID) {
	if a.report != nil && a.report.merge.call == syntax.NoItem {
		a.report.merge = merged{call, object}
	}
}

// judgeMerge warns where what a path has set may be set by another argument of the same
// "merge", too, whose keys nobody knows here.
func (a *applier) judgeMerge(attr *plan.Attribute) {
	m := a.report.merge
	if m.call == syntax.NoItem || !a.d.InFile(m.call) {
		return
	}
	behind, before, after := false, "", ""
	for c := a.d.FirstItem(m.call); c != syntax.NoItem; c = a.d.NextItem(c) {
		switch object := address.Literal(items{a}, m.call, c, syntax.InsideObject); {
		case object != syntax.NoItem:
			behind = behind || object == m.object
		case behind:
			after = a.excerptOf(c)
		default:
			before = a.excerptOf(c)
		}
	}
	switch {
	case after != "":
		a.warn(attr.At, ComputedElsewhere, fmt.Sprintf("%s may be set by %s, too, which comes later in merge and wins", attr.Text, after))
	case before != "":
		a.warn(attr.At, ComputedElsewhere, fmt.Sprintf("%s may be set by %s, too, which comes earlier in merge and loses", attr.Text, before))
	}
}
