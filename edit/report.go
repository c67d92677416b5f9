package edit

import (
	"slices"

	"iacedit/edit/internal/report"
	"iacedit/internal/jsontext"
)

// A Report contains the outcomes of edits, and warnings (docs/edits.md, "Other answers").
type Report struct {
	Changes  []Outcome `json:"changes"`
	Warnings []Warning `json:"warnings"`
}

// An Outcome is the result of an edit for a block or an attribute.
type Outcome struct {
	Pointer   string `json:"pointer"`             // RFC 6901 pointer to the edit in the request
	Address   string `json:"address"`             // the address of the block, as the command line writes it; its indexes count the blocks before the edit
	File      string `json:"file,omitempty"`      // "" for code without a name
	Attribute string `json:"attribute,omitempty"` // the path as sent, "" if the outcome is about the block
	Result    Effect `json:"result"`
}

// A Warning is about an edit that was made as requested but is probably a mistake.
type Warning struct {
	Pointer string      `json:"pointer"`
	Code    WarningCode `json:"code"`
	Message string      `json:"message"`

	// Set if the edit affects several places and the warning is about one of them:
	Address  string    `json:"address,omitempty"`  // the address of the block
	File     string    `json:"file,omitempty"`     // "" for code without a name
	Position *Position `json:"position,omitempty"` // the place in the code as sent; nil if an earlier edit made the code

	at int
}

// Offset returns the offset, in the JSON text of the edits, of the edit that the warning is about.
func (w *Warning) Offset() int { return w.at }

// Effect is the outcome of an edit.
type Effect = report.Effect

// The effects.
const (
	EffectCreated     = report.Created
	EffectChanged     = report.Changed
	EffectUnchanged   = report.Unchanged // the code had the value already
	EffectDeleted     = report.Deleted
	EffectRenamed     = report.Renamed
	EffectMoved       = report.Moved
	EffectAbsent      = report.Absent      // the block or attribute does not exist, which "optional" allows
	EffectUnreachable = report.Unreachable // the path leads into a computed value, which "optional" allows
)

// WarningCode says what a warning is about.
type WarningCode = report.Code

// The warnings (docs/edits.md, "Other answers").
const (
	LooksLikeAReference = report.LooksLikeAReference // a string is text that would be a reference as an expression
	NewAttributeNearly  = report.NewAttributeNearly  // a new attribute or nested block has a name similar to another name
	NotInSchema         = report.NotInSchema         // the schema of the provider does not have a new attribute or nested block
	UsuallyABlock       = report.UsuallyABlock       // an attribute was set to an object, but other blocks have nested blocks with its name
	ProbablyABlock      = report.ProbablyABlock      // an attribute was set to an object, but should probably be a nested block of a provider
	MadeByDynamic       = report.MadeByDynamic       // a nested block was added beside a dynamic block of its type
	ComputedElsewhere   = report.ComputedElsewhere   // a key was set in an argument of merge, but another, computed argument may set it, too
	WholeModuleWaits    = report.WholeModuleWaits    // a depends_on of some extracted blocks now applies to the whole module
	ModuleNeedsItself   = report.ModuleNeedsItself   // a new module uses values of objects that use values of the module
	NotAllowedHere      = report.NotAllowedHere      // a place was not rewritten, because Terraform allows no references or calls there
	NotSearched         = report.NotSearched         // some code that may refer to the object was not searched, or is left unchanged
	KeyNotLiteral       = report.KeyNotLiteral       // a reference to instances is unchanged, because its key is not literal or it refers to all instances
	NoCount             = report.NoCount             // count.index is used in a block without count
	StillReferenced     = report.StillReferenced     // the edited code still refers to a deleted object
	VersionTooLow       = report.VersionTooLow       // required_version allows versions of Terraform that do not support the added moved blocks
	NotSorted           = report.NotSorted           // an object or list was left as it is, or blocks were sorted in parts
)

// report returns the report of the edits.
func (r *request) report() *Report {
	told := r.told
	points := make(map[int]string, len(told.Outcomes))
	for _, o := range told.Outcomes {
		points[o.At] = ""
	}
	for _, w := range told.Warnings {
		points[w.At] = ""
	}
	r.pointers(points)
	all := &Report{Changes: []Outcome{}, Warnings: []Warning{}}
	for _, o := range told.Outcomes {
		r.budget.Grow(len(points[o.At]))
		file := ""
		if o.File != nil {
			file = o.File.Name
		}
		all.Changes = append(all.Changes, Outcome{points[o.At], o.Address, file, o.Name, o.Result})
	}
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

// pointers sets the JSON pointer of each offset in points. The offsets are in the JSON of the
// edits.
func (r *request) pointers(points map[int]string) {
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
