package selection

import (
	"fmt"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/syntax"
	"iacedit/value"
)

// mostDescribed is the largest number of selectors or blocks that a message lists.
const mostDescribed = 5

// Selected returns the selectors of an entry for a message, such as ` where alias is "east"`. It
// leaves out files, labels and the index. In the message, the text follows a noun.
func (e *Entry) Selected() string {
	text := ""
	if len(e.Matches) > 0 {
		text += " in which " + Listed(e.Matches, func(p Pattern) string { return p.Text + " matches " + excerpt.Quote(p.Regexp.Text) })
	}
	if len(e.Has) > 0 {
		text += " that has " + Listed(e.Has, func(a Attribute) string { return excerpt.Quote(a.Text) })
	}
	if len(e.Lacks) > 0 {
		text += " that lacks " + Listed(e.Lacks, func(a Attribute) string { return excerpt.Quote(a.Text) })
	}
	if len(e.Where) > 0 {
		text += " where " + Listed(e.Where, describeCondition)
	}
	return text
}

// ByValue returns the names of the attributes in the selectors "where" and "matches".
func (e *Entry) ByValue() []string {
	var names []string
	for i := range e.Where {
		names = append(names, e.Where[i].Name)
	}
	for i := range e.Matches {
		names = append(names, e.Matches[i].Name)
	}
	return names
}

// describeCondition returns one condition of "where" for a message, such as `alias is "east"`.
func describeCondition(w Attribute) string {
	switch w.Value.Kind {
	case value.Array, value.Object:
		return w.Text + " has the value asked for"
	case value.String:
		return w.Text + " is " + excerpt.Quote(w.Value.Text)
	}
	text, _ := w.Value.MarshalJSON() // cannot fail for a scalar
	return w.Text + " is " + excerpt.Line(text)
}

// Listed joins the texts of the elements of a list with commas. After mostDescribed elements it
// writes only the number of remaining elements.
func Listed[T any](all []T, text func(T) string) string {
	var few []string
	for i := range all {
		if i == mostDescribed {
			few = append(few, fmt.Sprintf("%d more", len(all)-i))
			break
		}
		few = append(few, text(all[i]))
	}
	return strings.Join(few, ", ")
}

// Instead returns the end of the message about an entry that selects none of the candidates. It
// lists the candidates, each with its own values of the attributes for which the entry requires
// other values: `provider "aws" with alias = "west", provider "aws" without alias`. It returns ""
// if there are no candidates, or if the entry requires no value.
func (c *Candidates) Instead(e *Entry) string {
	asked := make([]*Attribute, 0, len(e.Where)+len(e.Matches))
	for i := range e.Where {
		asked = append(asked, &e.Where[i])
	}
	for i := range e.Matches {
		asked = append(asked, &e.Matches[i].Attribute)
	}
	if len(asked) == 0 || len(c.Blocks) == 0 {
		return ""
	}
	asked = asked[:min(len(asked), mostDescribed)]
	return grouped(c.Blocks, func(b Block) string {
		text := excerpt.Header(excerpt.Line(b.Tree.Name(b.ID)), syntax.Strings(b.Tree.Labels(b.ID)))
		for _, a := range asked {
			text += b.valueOf(a, c)
		}
		return text
	})
}

// mostCompared is the largest number of blocks that grouped compares.
const mostCompared = 100

// grouped is like Listed, but lists equal texts once, each with the number of its blocks:
// "terraform without required_version (3 of them)".
func grouped(all []Block, text func(Block) string) string {
	var texts []string
	counts := map[string]int{}
	for _, b := range all[:min(len(all), mostCompared)] {
		t := text(b)
		if counts[t]++; counts[t] == 1 {
			texts = append(texts, t)
		}
	}
	var few []string
	rest := len(all)
	for _, t := range texts[:min(len(texts), mostDescribed)] {
		rest -= counts[t]
		if n := counts[t]; n > 1 {
			t += fmt.Sprintf(" (%d of them)", n)
		}
		few = append(few, t)
	}
	if rest > 0 {
		few = append(few, fmt.Sprintf("%d more", rest))
	}
	return strings.Join(few, ", ")
}

// valueOf returns the value that a block has for an attribute. In a message, the text follows a
// noun, as in ` with alias = "west"` or ` without alias`.
func (b Block) valueOf(a *Attribute, c *Candidates) string {
	at := *a
	if a.EndsInEqual() { // the whole list
		at.Path, at.Text = a.Path[:len(a.Path)-1], strings.TrimSuffix(a.Text, "[=]")
	}
	item, _, seen := b.ValueAt(b.ID, &at, c.Special.Attribute(a.Name))
	if seen != address.There {
		return " without " + excerpt.Line(at.Text)
	}
	e, root := b.valueExpr(item)
	return " with " + excerpt.Line(at.Text) + " = " + excerpt.Line(e.Source(root))
}
