package edit

import (
	"slices"

	"iacedit/edit/internal/report"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/sequence"
)

// A Report contains the outcomes of edits, and warnings (docs/edits.md, "Other answers").
type Report struct {
	Changes  []Outcome `json:"changes"`
	Warnings []Warning `json:"warnings"`
}

// An Outcome describes what an edit did to a block or an attribute.
type Outcome struct {
	Pointer   string `json:"pointer"`             // RFC 6901 pointer to the edit in the request
	Address   string `json:"address"`             // the address of the block, such as aws_instance.web; an index counts blocks as they were before the edit
	File      string `json:"file,omitempty"`      // "" for code without a name
	Attribute string `json:"attribute,omitempty"` // the path in the edit; "" if the outcome is about the block
	Result    Effect `json:"result"`
}

// A Warning is about an edit that was applied as requested but is probably a mistake.
type Warning struct {
	Pointer string      `json:"pointer"`
	Code    WarningCode `json:"code"`
	Message string      `json:"message"`

	// Set if the edit affects several places and the warning is about one of them:
	Address  string    `json:"address,omitempty"`  // the address of the block
	File     string    `json:"file,omitempty"`     // "" for code without a name
	Position *Position `json:"position,omitempty"` // the position in the original code; nil if an earlier edit added the code

	at int
}

// Offset returns the byte offset, in the JSON text of the edits, of the edit that caused the
// warning.
func (w *Warning) Offset() int { return w.at }

// An Effect is what an edit did, such as EffectCreated.
type Effect = report.Effect

// The effects.
const (
	EffectCreated     = report.Created
	EffectChanged     = report.Changed
	EffectUnchanged   = report.Unchanged // the code had the value already
	EffectDeleted     = report.Deleted
	EffectDisabled    = report.Disabled // the code is a comment now
	EffectEnabled     = report.Enabled  // the comment is code now
	EffectRenamed     = report.Renamed
	EffectMoved       = report.Moved
	EffectAbsent      = report.Absent      // the block or attribute does not exist, which "optional" allows
	EffectUnreachable = report.Unreachable // the path leads into a computed value, which "optional" allows
)

// A WarningCode is the subject of a warning, such as NotInSchema.
type WarningCode = report.Code

// The warnings (docs/edits.md, "Other answers").
const (
	LooksLikeAReference = report.LooksLikeAReference // a string such as "var.x" was set as text, but looks like a reference
	NewAttributeNearly  = report.NewAttributeNearly  // the name of a new attribute or nested block is similar to a known name
	NotInSchema         = report.NotInSchema         // the schema of the provider does not have a new attribute or nested block
	UsuallyABlock       = report.UsuallyABlock       // an attribute was set to an object, but other blocks have nested blocks of the same name
	ProbablyABlock      = report.ProbablyABlock      // an attribute was set to an object, but the provider probably expects a nested block
	NoDescription       = report.NoDescription       // new variables or outputs have no description, although most others of the folder have one
	MadeByDynamic       = report.MadeByDynamic       // a nested block was added beside a dynamic block of its type
	ComputedElsewhere   = report.ComputedElsewhere   // a key was set in an argument of merge, but another, computed argument may set it, too
	WholeModuleWaits    = report.WholeModuleWaits    // a depends_on of some extracted blocks now applies to the whole module
	ModuleNeedsItself   = report.ModuleNeedsItself   // a new module and objects outside it use values of each other
	NotAllowedHere      = report.NotAllowedHere      // code was not rewritten, because Terraform allows no references or calls in it
	NotSearched         = report.NotSearched         // some code that may refer to the object that the edit changes was not searched, or is left unchanged
	TextLeft            = report.TextLeft            // a text that a rule replaces stays in keys, labels or names
	IDNotUnique         = report.IDNotUnique         // an ID stays, because several blocks have it
	Circle              = report.Circle              // an ID stays, because a reference to its block would make a circle
	ValueChanged        = report.ValueChanged        // a reference follows a renamed attribute whose value has changed
	ValueNotMapped      = report.ValueNotMapped      // the value of a renamed attribute is not among the values that the edit maps
	ShapeChanged        = report.ShapeChanged        // a reference is unchanged, but what it refers to has another shape
	KeyNotLiteral       = report.KeyNotLiteral       // a reference to instances is unchanged, because its key is not literal or it refers to all instances
	NoCount             = report.NoCount             // count.index is used in a block without count
	NoForEach           = report.NoForEach           // a dynamic block was made without for_each
	CountAndForEach     = report.CountAndForEach     // a block has count and for_each, of which Terraform allows only one
	NotAType            = report.NotAType            // the type of a variable was set to an expression that is no type
	StillReferenced     = report.StillReferenced     // the edited code still refers to a deleted object
	CommentKept         = report.CommentKept         // a comment above a deleted or moved item stayed, because it is about something else
	VersionTooLow       = report.VersionTooLow       // required_version allows versions of Terraform that do not support the added moved, removed or import blocks
	NotSorted           = report.NotSorted           // an object or list was left as it is, or blocks were sorted in separate groups
)

// report converts the outcomes and warnings in r.observer to a Report. The Report identifies each
// edit by a JSON pointer instead of an offset. Warnings about code that was not searched come last,
// because there may be many of them.
func (r *request) report() *Report {
	told := r.observer
	points := make(map[int]string, len(told.Outcomes))
	for _, o := range told.Outcomes {
		points[o.At] = ""
	}
	for _, w := range told.Warnings {
		points[w.At] = ""
	}
	r.setPointers(points)
	all := &Report{Changes: []Outcome{}, Warnings: []Warning{}}
	for _, o := range told.Outcomes {
		r.budget.Grow(len(points[o.At]))
		file := ""
		if o.File != nil {
			file = o.File.Name
		}
		all.Changes = append(all.Changes, Outcome{points[o.At], o.Address, file, o.Name, o.Result})
	}
	told.Warnings = slices.DeleteFunc(told.Warnings, func(w report.Warning) bool { return w.TakenBack })
	notSearched := func(w report.Warning) int {
		if w.Code == NotSearched {
			return 1
		}
		return 0
	}
	sequence.SortStable(told.Warnings, func(a, b report.Warning) int { return notSearched(a) - notSearched(b) })
	for _, w := range told.Warnings {
		r.budget.Grow(len(points[w.At]))
		warning := Warning{Pointer: points[w.At], Code: w.Code, Message: w.Message, Address: w.Address, File: w.File, at: w.At}
		if w.Line > 0 {
			warning.Position = &Position{File: warning.File, Line: w.Line, Column: w.Column}
		}
		all.Warnings = append(all.Warnings, warning)
	}
	return all
}

// setPointers sets the values of a map from offsets to JSON pointers. Each key is the offset of an
// edit in r.edits, and its value becomes the pointer to the edit, such as "/edits/set/locals". For
// the key -1 the pointer is "/edits".
func (r *request) setPointers(points map[int]string) {
	ats := make([]int, 0, len(points))
	for at := range points {
		ats = append(ats, at)
	}
	slices.Sort(ats)
	r.budget.Step(8*len(ats) + len(r.edits)>>3)
	p := jsontext.NewPointers(r.edits)
	for _, at := range ats {
		points[at] = "/edits"
		if at >= 0 {
			text := p.At(at)
			r.budget.Grow(len(text))
			points[at] = "/edits" + text
		}
	}
}

// writeReport writes the member "report" of an answer.
func (r *request) writeReport(w *jsontext.Writer) {
	quoted := func(before, text string) {
		w.Raw(before)
		w.Quote([]byte(text))
	}
	all := r.report()
	w.Raw(`"report":{"changes":[`)
	for i, c := range all.Changes {
		if i > 0 {
			w.Byte(',')
		}
		quoted(`{"pointer":`, c.Pointer)
		quoted(`,"address":`, c.Address)
		if c.File != "" {
			quoted(`,"file":`, c.File)
		}
		if c.Attribute != "" {
			quoted(`,"attribute":`, c.Attribute)
		}
		quoted(`,"result":`, string(c.Result))
		w.Byte('}')
	}
	w.Raw(`],"warnings":[`)
	for i, warning := range all.Warnings {
		if i > 0 {
			w.Byte(',')
		}
		quoted(`{"pointer":`, warning.Pointer)
		quoted(`,"code":`, string(warning.Code))
		quoted(`,"message":`, warning.Message)
		if warning.Address != "" {
			quoted(`,"address":`, warning.Address)
		}
		if warning.File != "" {
			quoted(`,"file":`, warning.File)
		}
		if p := warning.Position; p != nil {
			w.Raw(`,"position":{`)
			if p.File != "" {
				quoted(`"file":`, p.File)
				w.Byte(',')
			}
			w.Raw(`"line":`)
			w.Int(p.Line)
			w.Raw(`,"column":`)
			w.Int(p.Column)
			w.Byte('}')
		}
		w.Byte('}')
	}
	w.Raw("]}")
}
