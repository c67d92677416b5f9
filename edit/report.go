package edit

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/jsontext"
	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// A Report says what edits did (docs/edits.md, "Other answers").
type Report struct {
	Changes  []Outcome `json:"changes"`
	Warnings []Warning `json:"warnings"`
}

// An Outcome is what became of a block that was created, deleted, renamed or moved, or of
// an attribute that an edit names.
type Outcome struct {
	Pointer   string `json:"pointer"`             // RFC 6901 pointer to the edit in the request
	Address   string `json:"address"`             // of the block, as the command line has it; numbers count in the code as the edit found it
	File      string `json:"file,omitempty"`      // "" for code without a name
	Attribute string `json:"attribute,omitempty"` // the path as sent, "" where it is about the block
	Result    Effect `json:"result"`
}

// Effect is what became of something.
type Effect string

// The effects.
const (
	EffectCreated   Effect = "created"
	EffectChanged   Effect = "changed"
	EffectUnchanged Effect = "unchanged" // it was so already
	EffectDeleted   Effect = "deleted"
	EffectRenamed   Effect = "renamed"
	EffectMoved     Effect = "moved"
	EffectAbsent    Effect = "absent" // it is not there, which "optional" passes over
)

// A Warning is about what is written as asked but is likely not meant.
type Warning struct {
	Pointer string      `json:"pointer"`
	Code    WarningCode `json:"code"`
	Message string      `json:"message"`

	at int
}

// Offset returns where in the JSON text of the edits stands what the warning is about.
func (w *Warning) Offset() int { return w.at }

// A reporter notes what the edits do, while they are applied.
type reporter struct {
	outcomes []outcome
	warnings []warning
	texts    []writtenText // strings that may look like references

	path   address.Address // of the block at hand
	action plan.Action     // the operation on it
	made   bool            // the attribute at hand was not there
	merge  merged          // what its path led through
}

type outcome struct {
	at      int // in the JSON text of the edits
	doc     int // -1 for none
	address string
	name    string
	result  Effect
}

// bytesPerOutcome is what an outcome takes in the answer beside its texts.
const bytesPerOutcome = 96

// tell notes an outcome in the document at hand.
func (a *applier) tell(at int, where address.Address, name string, result Effect) {
	if a.report == nil {
		return
	}
	text := where.String()
	a.budget.Grow(bytesPerOutcome + len(text) + len(name))
	a.report.outcomes = append(a.report.outcomes, outcome{at, a.doc, text, name, result})
}

// noteBlock notes what becomes of the block at hand.
func (a *applier) noteBlock(at int, result Effect) {
	if a.report != nil {
		a.tell(at, a.report.path, "", result)
	}
}

// noteAttribute notes what becomes of an attribute of the block at hand.
func (a *applier) noteAttribute(attr *plan.Attribute, result Effect) {
	if a.report != nil {
		a.tell(attr.At, a.report.path, attr.Text, result)
	}
}

// noteAbsent notes that an entry finds no block.
func (a *applier) noteAbsent(s *site, e *plan.Entry) {
	if a.report == nil {
		return
	}
	a.tell(e.At, append(slices.Clip(a.above(s)), a.headOf(s, e)...), "", EffectAbsent)
	if !s.nested {
		a.report.outcomes[len(a.report.outcomes)-1].doc = -1
	}
}

// hand makes a block the one at hand, and returns what makes the one before it that
// again.
func (a *applier) hand(s *site, id syntax.ItemID) func() {
	outer, action := a.report.path, a.report.action
	a.report.path, a.report.action = a.addressOf(s, id), s.action
	return func() { a.report.path, a.report.action = outer, action }
}

// above returns the address that those of a site's blocks begin with.
func (a *applier) above(s *site) address.Address {
	if s.nested {
		return a.report.path
	}
	return nil
}

// headOf returns the type and the labels of the block that an entry of a site looks for.
func (a *applier) headOf(s *site, e *plan.Entry) address.Address {
	typ, labels := s.typ, s.labels
	if s.nested {
		labels = e.Labels
	} else if t := a.options.language().Block(typ); t != nil {
		typ = t.Name
	}
	head := address.Of(typ, labels...)
	for i, l := range labels {
		if s.any && l == address.AnyLabel {
			head[i+1] = address.Part{Kind: address.PartAny}
		}
	}
	return head
}

// addressOf returns the address of a block of a site. Blocks with one type and labels are
// numbered, nested ones always; those of the site by how they were before its entries, and
// one that an entry makes by where it stands then.
func (a *applier) addressOf(s *site, id syntax.ItemID) address.Address {
	l := a.options.language()
	if s.numbers == nil {
		s.numbers, s.totals = map[blockRef]int{}, map[string]int{}
		here := a.doc
		for _, b := range s.candidates {
			a.budget.Step(4)
			a.in(b.doc)
			head := l.Header(a.d.File, s.body, b.id).String()
			s.numbers[b] = s.totals[head]
			s.totals[head]++
		}
		a.in(here)
	}
	head := l.Header(a.d.File, s.body, id)
	key := head.String()
	number, known := s.numbers[blockRef{a.doc, id}]
	if !known {
		number = s.totals[key]
		for next := a.d.NextItem(id); next != syntax.NoItem; next = a.d.NextItem(next) {
			a.budget.Step(1)
			if s.nested && a.d.Kind(next) == syntax.KindBlock && l.Header(a.d.File, s.body, next).String() == key {
				number--
			}
		}
		s.numbers[blockRef{a.doc, id}] = number
		s.totals[key]++
	}
	all := append(slices.Clone(a.above(s)), head...)
	if s.nested || s.totals[key] > 1 {
		all = append(all, address.Part{Kind: address.PartIndex, Index: number})
	}
	return all
}

// atTop makes the top level of variable values what is at hand.
func (a *applier) atTop(action plan.Action) {
	if a.report != nil {
		a.report.path, a.report.action = address.Of(terraform.VariableValues), action
	}
}

// mark returns how many edits there have been, to tell whether there are more later.
func (a *applier) mark() int {
	if a.report == nil {
		return 0
	}
	a.report.made, a.report.merge = false, merged{}
	return a.d.Edits()
}

// noteMade notes that what an edit names was not there and is made.
func (a *applier) noteMade() {
	if a.report != nil {
		a.report.made = true
	}
}

// noteApplied notes what an action made of an attribute. before is what mark returned
// before it; err is nil, or says that the attribute is not there, which is fine.
func (a *applier) noteApplied(body syntax.ItemID, action plan.Action, attr *plan.Attribute, before int, err error) {
	if a.report == nil {
		return
	}
	result := EffectUnchanged
	switch {
	case err != nil:
		result = EffectAbsent
	case action.Removes():
		result = EffectDeleted
	case a.report.made:
		result = EffectCreated
		a.judgeName(body, attr)
	case a.d.Edits() != before:
		result = EffectChanged
	}
	if result == EffectCreated || result == EffectChanged {
		a.judgeMerge(attr)
	}
	a.noteAttribute(attr, result)
}

// report returns what the edits did.
func (r *request) report() *Report {
	told := r.told
	points := make(map[int]string, len(told.outcomes))
	for _, o := range told.outcomes {
		points[o.at] = ""
	}
	for _, w := range told.warnings {
		points[w.at] = ""
	}
	r.pointers(points)
	report := &Report{Changes: []Outcome{}, Warnings: []Warning{}}
	for _, o := range told.outcomes {
		r.budget.Grow(len(points[o.at]))
		file := ""
		if o.doc >= 0 {
			file = r.docs[o.doc].Name
		}
		report.Changes = append(report.Changes, Outcome{points[o.at], o.address, file, o.name, o.result})
	}
	for _, w := range told.warnings {
		r.budget.Grow(len(points[w.at]))
		report.Warnings = append(report.Warnings, Warning{points[w.at], w.code, w.message, w.at})
	}
	return report
}

// pointers fills in the pointers of places in the edits.
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
			points[at] += text
		}
	}
}

// writeReport writes the member "report" of an answer.
func (r *request) writeReport(w *jsontext.Writer) {
	quoted := func(before, text string) {
		w.Raw(before)
		w.Quote([]byte(text))
	}
	report := r.report()
	w.Raw(`"report":{"changes":[`)
	for i, c := range report.Changes {
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
	for i, warning := range report.Warnings {
		if i > 0 {
			w.Byte(',')
		}
		quoted(`{"pointer":`, warning.Pointer)
		quoted(`,"code":`, string(warning.Code))
		quoted(`,"message":`, warning.Message)
		w.Byte('}')
	}
	w.Raw("]}")
}
