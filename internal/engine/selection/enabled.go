package selection

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
)

// oldCode is what is commented out in a file.
type oldCode struct {
	all   []Disabled
	named map[string][]int // by the names of its address, its indexes in all
}

// oldCodeOf returns what is commented out in the file, and searches the file if necessary.
func (c *Code) oldCodeOf(d *Decoder) *oldCode {
	if c.old == nil {
		c.old = &oldCode{named: map[string][]int{}}
		if c.Tree != nil {
			c.old.all = DisabledIn(c.Tree, d.Language, d.Budget)
		}
		for i := range c.old.all {
			key := string(appendNames(nil, c.old.all[i].Address))
			c.old.named[key] = append(c.old.named[key], i)
		}
	}
	return c.old
}

// appendNames appends the names of an address to a key, which is equal for two addresses with the same names.
func appendNames(key []byte, a address.Address) []byte {
	for _, p := range a {
		if isName(p) {
			key = AppendLabel(key, p.Text)
		}
	}
	return key
}

// at returns what is commented out at an address, without regard to the numbers in it.
func (o *oldCode) at(a address.Address, d *Decoder) (found []*Disabled) {
	d.Budget.Step(stepsPerPart * len(a))
	if !slices.ContainsFunc(a, func(p address.Part) bool { return p.Kind == address.PartAny || address.IsPattern(p.Text) }) {
		var few [128]byte
		for _, i := range o.named[string(appendNames(few[:0], a))] {
			d.Budget.Step(stepsPerAddressed)
			found = append(found, &o.all[i])
		}
		return found
	}
	for i := range o.all {
		d.Budget.Step(stepsPerAddressed + stepsPerPart*len(o.all[i].Address))
		if o.all[i].IsAt(a, false) {
			found = append(found, &o.all[i])
		}
	}
	return found
}

// resolveOld is like resolve, for the address of code that is commented out, and returns these comments. The
// target then leads to them: a name becomes a nested block if such a block is commented out, and the number of a
// block in which an item is commented out becomes the number of the comment.
func (c *Code) resolveOld(a address.Address, d *Decoder) (address.Target, []*Disabled, error) {
	t, err := c.resolve(a, d)
	if err == nil {
		return t, c.leadToOld(&t, a, d), nil
	}
	if _, none := errors.AsType[*address.NoBlockError](err); !none || a[len(a)-1].Kind != address.PartAll {
		return t, nil, err
	}
	a = a[:len(a)-1] // [*] means nested blocks, none of which is code
	t, failed := c.resolve(a, d)
	if failed != nil {
		return t, nil, err
	}
	found := c.leadToOld(&t, a, d)
	if len(found) == 0 {
		return t, nil, err
	}
	t.Blocks[len(t.Blocks)-1].All = t.Path.Name == ""
	return t, found, nil
}

// leadToOld makes the target of an address lead to what is commented out, and returns that.
func (c *Code) leadToOld(t *address.Target, a address.Address, d *Decoder) []*Disabled {
	last := &t.Blocks[len(t.Blocks)-1]
	if IsLocal(t) && (len(a) < 2 || a[1].Kind != address.PartIndex) {
		last.Index = -1 // the address does not say which block of locals
	}
	old := c.oldCodeOf(d)
	if len(old.all) == 0 || t.Path.Name != "" && t.Depth() < len(t.Blocks) && !d.Language.Dialect.AnyBlock() {
		return nil
	}
	d.Budget.Hold(bytesPerDisabledPart * len(a))
	meant := t.Address()
	found := old.at(meant, d)
	block := slices.ContainsFunc(found, (*Disabled).isBlock)
	switch {
	case block && t.Path.Name != "":
		c.nestOld(t, a, d)
	case !block && last.Index >= 0:
		found = slices.DeleteFunc(found, func(o *Disabled) bool { return o.Address.String() != meant.String() })
		if len(found) == 1 {
			last.Index = found[0].Number
		} else if len(found) > 1 { // the numbers of the comments differ
			last.Index = -1
		}
	}
	return found
}

// nestOld makes a block of the attribute that a target names.
func (c *Code) nestOld(t *address.Target, a address.Address, d *Decoder) {
	if len(t.Blocks) == 1 && t.Label(c.Tree) {
		return
	}
	index := -1
	if i := slices.IndexFunc(t.Path.Steps, func(s address.Step) bool { return s.Kind == address.StepIndex }); i >= 0 {
		index, a, t.Path.Steps = t.Path.Steps[i].Index, a[:len(a)-len(t.Path.Steps)+i], t.Path.Steps[:i]
	}
	if nest(t, a, true, d.Language) {
		t.Blocks[len(t.Blocks)-1].Index = index
	}
}

// IsLocal reports whether a target is a local, or a value inside a local.
func IsLocal(t *address.Target) bool {
	return len(t.Blocks) == 1 && t.Blocks[0].Type == "locals" && t.Path.Name != "" && !t.Several()
}

func (o *Disabled) isBlock() bool { return o.Tree.Kind(o.ID) == syntax.KindBlock }

// mayHold reports whether the address of a target may lead into a file with the given name.
func (d *Decoder) mayHold(t *address.Target, name string) bool {
	switch {
	case !d.Files:
		return true
	case d.Language.IsValuesFile(t.Blocks[0].Type):
		return d.holdsValues(name)
	}
	return d.isSearched(name)
}

// ExplainOld is like Explain, for the address of code that is commented out. The error then tells what is
// commented out, unless the code lacks what is around it.
func (d *Decoder) ExplainOld(e *fault.Error, text string) {
	a, err := ParseAddress(text, d.Budget)
	if err != nil || e.Code != fault.BlockNotFound && e.Code != fault.AttributeNotFound && !fault.IsChoice(e) {
		return
	}
	var in []*Code
	var targets []address.Target
	var found [][]*Disabled
	lacking := true // what is around it
	for i := range d.Code {
		c := &d.Code[i]
		d.Budget.Step(stepsPerAddress + stepsPerPart*len(a))
		t, old, failed := c.resolveOld(a, d)
		if failed != nil || !d.mayHold(&t, c.Name) {
			continue
		}
		around := len(t.Blocks)
		if t.Path.Name == "" {
			around--
		}
		lacking = lacking && t.Depth() < around
		if len(old) > 0 {
			in, targets, found = append(in, c), append(targets, t), append(found, old)
		}
	}
	switch {
	case !fault.IsChoice(e):
		if !lacking || !d.explainAbsent(e, a, true) {
			d.placeTarget(e, a)
		}
	case len(in) > 1:
		d.severalOld(e, in, targets)
	case len(in) == 1:
		if text := choicesOfOld(in[0], targets[0].Address(), found[0]); text != "" {
			e.Message = text
			in[0].place(e, found[0][0].Lines.From)
		}
	}
}

// severalOld changes an error to one about several files that have comments with an address.
func (d *Decoder) severalOld(e *fault.Error, in []*Code, targets []address.Target) {
	var names []string
	var trees []*syntax.File
	for _, c := range in {
		names, trees = append(names, c.Name), append(trees, c.Tree)
	}
	several := SeveralFiles(names, trees, targets, true, d.Budget)
	if t := &targets[0]; len(t.Blocks) > 1 || t.Path.Name != "" {
		several.All = "" // an address that means all would select blocks by what is code in them
	}
	fault.InSeveral(e, several)
}

// choicesOfOld returns a message with the addresses of comments that are alike, or "" if no address means
// only one of them.
func choicesOfOld(c *Code, whole address.Address, found []*Disabled) string {
	var choices []string
	seen := map[string]bool{}
	for i, o := range found {
		choice := o.Address.String()
		if o.isBlock() {
			choice += indexed(i)
		}
		if seen[choice] {
			return ""
		}
		seen[choice] = true
		if i < mostChoices {
			choices = append(choices, fmt.Sprintf("%s (line %d)", choice, c.Tree.Line(o.Lines.From)))
		}
	}
	if len(found) > mostChoices {
		choices = append(choices, "…")
	}
	text := fmt.Sprintf("%d comments are %s; write %s", len(found), whole, strings.Join(choices, ", "))
	if found[0].isBlock() {
		text += fmt.Sprintf(", or %s[*] for all", whole)
	}
	return text
}
