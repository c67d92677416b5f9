package rules

import (
	"errors"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/base/regex"
	"iacedit/internal/engine/pattern"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
	"iacedit/value"
)

// maxRules is the greatest number of rules in a request.
const maxRules = 1000

// A Decoder decodes rules.
type Decoder struct {
	Name     string // the key of the rules in the request, with which messages begin
	Rewrites bool   // rules have "to" or "by"; otherwise they may have "reference"
	Language address.Language
	Files    bool // the request has files
	Budget   *budget.Budget

	selection selection.Decoder
}

// Decode decodes an array of rules. The error is a *fault.Error.
func (d *Decoder) Decode(v *value.Value) ([]*Rule, error) {
	if v.Kind != value.Array {
		return nil, fault.At(v.At, fault.InvalidRequest, "%s: expected an array of rules, as in [{\"match\": \"lookup($m, $k)\"}], found %s", d.Name, v.Kind)
	}
	if len(v.Items) == 0 || len(v.Items) > maxRules {
		return nil, fault.At(v.At, fault.InvalidRequest, "%s: expected from 1 to %d rules, found %d", d.Name, maxRules, len(v.Items))
	}
	rules := make([]*Rule, len(v.Items))
	for i := range v.Items {
		rule, err := d.rule(&v.Items[i].Value)
		if err != nil {
			return nil, err
		}
		rules[i] = rule
	}
	return rules, nil
}

// Decode decodes the rules of a rewrite from JSON text.
func Decode(text []byte, l address.Language, files bool) ([]*Rule, error) {
	var reader value.Reader
	reader.Reset(text)
	v, err := reader.Value()
	if err != nil {
		return nil, err
	}
	d := Decoder{Name: "rewrite", Rewrites: true, Language: l, Files: files}
	return d.Decode(&v)
}

// members contains the members of a rule as they are read from JSON, before they are checked and
// parsed.
type members struct {
	match, text, pattern, reference, to, by *value.Value
}

func (d *Decoder) rule(v *value.Value) (*Rule, error) {
	if v.Kind != value.Object {
		return nil, d.refuse(v.At, "a rule must be an object, found %s", v.Kind)
	}
	r := &Rule{At: v.At}
	var m members
	for i := range v.Items {
		if err := d.member(r, &m, &v.Items[i]); err != nil {
			return nil, err
		}
	}
	if err := d.check(v, r, &m); err != nil {
		return nil, err
	}
	return r, d.compile(r, &m)
}

// member stores a member of a rule.
func (d *Decoder) member(r *Rule, m *members, item *value.Item) (err error) {
	v := &item.Value
	texts := map[string]**value.Value{"match": &m.match, "text": &m.text, "pattern": &m.pattern}
	if d.Rewrites {
		texts["to"], texts["by"] = &m.to, &m.by
	} else {
		texts["reference"] = &m.reference
	}
	if to, ok := texts[item.Key]; ok {
		if v.Kind != value.String {
			return d.refuse(v.At, "%q must be a string, found %s", item.Key, v.Kind)
		}
		*to = v
		return nil
	}
	switch {
	case item.Key == "in":
		err = d.scope(r, v)
	case item.Key == "types":
		r.Types, err = d.flag(item)
	case item.Key == "words":
		r.Words, err = d.flag(item)
	case item.Key == "required" && d.Rewrites:
		r.Required, err = d.flag(item)
	default:
		known := []string{"match", "text", "pattern", "in", "types", "words"}
		if d.Rewrites {
			known = append(known, "to", "by", "required")
		} else {
			known = append(known, "reference")
		}
		err = d.refuse(v.At, "a rule has no key %s%s", excerpt.Quote(item.Key), nearest.Or(item.Key, known))
	}
	return err
}

func (d *Decoder) flag(item *value.Item) (bool, error) {
	if k := item.Value.Kind; k != value.True && k != value.False {
		return false, d.refuse(item.Value.At, "%q must be true or false, found %s", item.Key, k)
	}
	return item.Value.Kind == value.True, nil
}

// check returns an error if the rule has members that exclude each other, or lacks a necessary
// member.
func (d *Decoder) check(v *value.Value, r *Rule, m *members) error {
	looks := 0
	for _, one := range []*value.Value{m.match, m.text, m.pattern, m.reference} {
		if one != nil {
			looks++
		}
	}
	which := `"match", "text" or "pattern"`
	if !d.Rewrites {
		which = `"match", "text", "pattern" or "reference"`
	}
	switch {
	case r.Words && m.text == nil && looks == 1:
		return d.refuse(v.At, `"words" goes with "text"`)
	case looks != 1:
		return d.refuse(v.At, "a rule has one of %s; this one has %d of them", which, looks)
	case !d.Rewrites:
	case m.match != nil && m.to == nil:
		return d.refuse(v.At, `"match" goes with "to", which is missing`)
	case m.match != nil && m.by != nil:
		return d.refuse(m.by.At, `"match" goes with "to", not with "by"`)
	case m.match == nil && m.by == nil:
		return d.refuse(v.At, `"text" and "pattern" go with "by", which is missing`)
	case m.match == nil && m.to != nil:
		return d.refuse(m.to.At, `"text" and "pattern" go with "by", not with "to"`)
	}
	return nil
}

// compile parses the expressions, patterns and references that the members of a rule contain as
// text.
func (d *Decoder) compile(r *Rule, m *members) (err error) {
	switch {
	case m.match != nil:
		r.What = m.match.Text
		d.Budget.Step(len(r.What))
		if r.pattern, err = pattern.Parse(r.What); err != nil {
			return d.unparsed("match", m.match, err)
		}
		r.clues = r.pattern.Clues()
		if m.to != nil {
			d.Budget.Step(len(m.to.Text))
			if r.to, err = r.pattern.Replacement(m.to.Text); err != nil {
				return d.unparsed("to", m.to, err)
			}
		}
		return nil
	case m.reference != nil:
		r.What = m.reference.Text
		if r.reference, err = d.referenceOf(m.reference); err == nil {
			r.clues = [][]byte{r.reference.word}
		}
		return err
	case m.text != nil:
		if r.What = m.text.Text; r.What == "" {
			return d.refuse(m.text.At, `"text" is empty`)
		}
		r.text = []byte(r.What)
		r.clues = pattern.TextClues(pattern.LongestRun(r.text))
	default:
		r.What = m.pattern.Text
		if r.regexp, err = regex.Compile(d.Name+": pattern", m.pattern.At, r.What, d.Budget); err != nil {
			return err
		}
		r.clues = [][]byte{{'"'}, []byte("<<")}
	}
	if m.by == nil {
		return nil
	}
	groups := 0
	if r.regexp != nil {
		groups = r.regexp.Groups()
	}
	if r.by, err = pattern.NewText(m.by.Text, groups, r.regexp != nil); err != nil {
		return d.unparsed("by", m.by, err)
	}
	if r.regexp != nil {
		r.regexp.Record(r.by.Groups())
	}
	r.written = m.by
	return nil
}

// unparsed returns an error that names the member of a rule whose code does not parse.
func (d *Decoder) unparsed(key string, v *value.Value, err error) error {
	if parse, ok := errors.AsType[*syntax.Error](err); ok {
		line, column := syntax.Position([]byte(v.Text), parse.Offset)
		where := ""
		if line > 1 {
			where = "line " + itoa(line) + ", "
		}
		return d.refuse(v.At, "%s: %s is refused at %scolumn %d: %s", key, excerpt.Quote(v.Text), where, column, strings.ReplaceAll(parse.Message, "the end of the file", "its end"))
	}
	return d.refuse(v.At, "%s: %s %s", key, excerpt.Quote(v.Text), err)
}

func (d *Decoder) refuse(at int, format string, args ...any) error {
	return fault.At(at, fault.InvalidRequest, "%s: "+format, append([]any{d.Name}, args...)...)
}
