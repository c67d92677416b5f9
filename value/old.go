package value

import (
	"strconv"
	"strings"

	"iacedit/internal/base/excerpt"
)

// A bare "$" in an interpolation of a sent value, or in a string that is an expression, means the
// old value (docs/edits.md, "The old value"). HCL has no such expression, so this file replaces
// each "$" by a name. The value can then be written and parsed like any other value, and package
// pattern replaces the name by the old value.

// Old returns a copy of the value, with a name in place of each "$" that means the old value. It
// also returns the name, which occurs nowhere else in the value. If no "$" means the old value, Old
// returns the value unchanged, and "" as the name. p is the schema of the place to which the value
// belongs. The error is a *ValueError.
func (v *Value) Old(p *Schema) (named Value, name string, err error) {
	v = orNull(v)
	if !v.mayHaveOld(p) {
		return *v, "", nil
	}
	name = v.freeName()
	r := oldNamer{name: name}
	if named, err = r.nameInValue(v, p); err != nil || !r.found {
		return *v, "", err
	}
	return named, name, nil
}

// mayHaveOld reports whether a value may contain a "$" that means the old value. It looks for a
// "$" that does not start a sequence, in strings and keys that are not literal text.
func (v *Value) mayHaveOld(p *Schema) bool {
	switch v.Kind {
	case String:
		return p.StringMode() != Literal && mayHaveOld(v.Text)
	case Array:
		for i := range v.Items {
			if v.Items[i].Value.mayHaveOld(p.Element()) {
				return true
			}
		}
	case Object:
		for i := range v.Items {
			item := &v.Items[i]
			if p.KeyMode() != Literal && mayHaveOld(item.Key) || item.Value.mayHaveOld(p.Member(item.Key)) {
				return true
			}
		}
	}
	return false
}

func mayHaveOld(text string) bool {
	for {
		i := strings.IndexByte(text, '$')
		if i < 0 {
			return false
		}
		if text = text[i+1:]; text == "" || text[0] != '{' {
			return true
		}
	}
}

// oldName is the start of the names that replace "$".
const oldName = "_old"

// freeName returns a short name that occurs in no string and no key of a value. The name is short
// because it replaces every "$" in the value, and there may be many.
func (v *Value) freeName() string {
	var taken map[string]bool // the texts that follow oldName in the value: "" or a few characters
	v.eachText(func(text string) {
		for {
			i := strings.Index(text, oldName)
			if i < 0 {
				return
			}
			if taken == nil {
				taken = map[string]bool{}
			}
			text = text[i+len(oldName):]
			const most = 9 // no value contains enough names to need more digits
			for n := 0; n <= min(most, len(text)); n++ {
				taken[text[:n]] = true
				if n < len(text) && (text[n] < '0' || text[n] > '9') {
					break
				}
			}
		}
	})
	number := ""
	for n := 1; taken[number]; n++ {
		number = strconv.Itoa(n)
	}
	return oldName + number
}

// eachText calls f with every string and key of a value.
func (v *Value) eachText(f func(text string)) {
	if v.Kind == String {
		f(v.Text)
	}
	for i := range v.Items {
		f(v.Items[i].Key)
		v.Items[i].Value.eachText(f)
	}
}

// An oldNamer copies values and replaces each "$" that means the old value by a name.
type oldNamer struct {
	name  string
	found bool
}

func (r *oldNamer) nameInValue(v *Value, p *Schema) (named Value, err error) {
	named = *v
	switch v.Kind {
	case String:
		named.Text, err = r.nameInString(v, p.StringMode())
	case Array, Object:
		named.Items = make([]Item, len(v.Items))
		for i := range v.Items {
			item := &v.Items[i]
			of := p.Element()
			if v.Kind == Object {
				if of = p.Member(item.Key); len(oldOffsets(item.Key, p.KeyMode())) > 0 {
					return named, &ValueError{At: item.Value.At, Message: `the key ` + excerpt.Quote(item.Key) + ` has a "$", and the old value cannot stand in a key`}
				}
			}
			named.Items[i].Key = item.Key
			if named.Items[i].Value, err = r.nameInValue(&item.Value, of); err != nil {
				return named, err
			}
		}
	}
	return named, err
}

// nameInString returns the text of a string that is read in the mode m, with the name in place of
// each "$" that means the old value.
func (r *oldNamer) nameInString(v *Value, m Mode) (string, error) {
	places := oldOffsets(v.Text, m)
	if len(places) == 0 {
		return v.Text, nil
	}
	if m == Reference {
		return "", &ValueError{At: v.At, Message: excerpt.Quote(v.Text) + ` has a "$", and the old value cannot stand where a reference or keyword is expected`}
	}
	var b strings.Builder
	done := 0
	for _, at := range places {
		minus := at+1 < len(v.Text) && v.Text[at+1] == '-'
		if endsInName(v.Text[:at]) || !minus && at+1 < len(v.Text) && joinsName(v.Text[at+1]) {
			return "", &ValueError{At: v.At, Message: excerpt.Quote(v.Text) + ` has a "$" beside a name; "$" alone stands for the old value`}
		}
		b.WriteString(v.Text[done:at])
		b.WriteString(r.name)
		if done = at + 1; minus {
			b.WriteByte(' ') // without the blank, the minus sign would belong to the name
		}
	}
	b.WriteString(v.Text[done:])
	r.found = true
	return b.String(), nil
}

// endsInName reports whether a name that is appended to a text becomes a part of the word at the
// end of the text. A name with a minus sign is such a word, but a number or a minus sign alone is
// not.
func endsInName(text string) bool {
	word := strings.TrimRight(text, "-")
	start := len(word)
	for start > 0 && joinsName(word[start-1]) {
		start--
	}
	switch word = word[start:]; {
	case word == "":
		return false
	case len(word)+start < len(text):
		return word[0] < '0' || word[0] > '9'
	}
	return true
}

// joinsName reports whether a byte directly beside a name would become a part of that name.
func joinsName(c byte) bool {
	return c == '$' || c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// oldOffsets returns the offset of each "$" that means the old value. The text is that of a string
// that is read in the mode m. If the string does not parse, oldOffsets returns the offsets before
// the error.
func oldOffsets(text string, m Mode) (places []int) {
	if m == Literal || !mayHaveOld(text) {
		return nil
	}
	if isBare(m) {
		_, q, _ := unwrap(text)
		return q.old
	}
	src := []byte(text)
	for i := 0; i < len(src); {
		at, n := nextSequence(src, i)
		if n == 0 {
			break
		}
		q, err := scanSequence(src, at+n)
		places = append(places, q.old...)
		if err != nil {
			break
		}
		i = q.end
	}
	return places
}

// WithOld returns a template with the old value in place of a name. The name must be alone in its
// interpolation; otherwise ok is false. If isExpression is set, the old value is an
// expression and is interpolated. Otherwise the old value is a template, whose text is joined with
// the text around the interpolation.
func WithOld(template, name, old string, isExpression bool) (text string, ok bool) {
	src := []byte(template)
	var b strings.Builder
	last := byte(0)
	write := func(text string) {
		if b.WriteString(text); text != "" {
			last = text[len(text)-1]
		}
	}
	for i := 0; i < len(src); {
		at, n := nextSequence(src, i)
		write(template[i:at])
		if n == 0 {
			break
		}
		q, err := scanSequence(src, at+n)
		switch {
		case err != nil, template[q.from:q.to] != name && strings.Contains(template[at:q.end], name):
			return "", false
		case template[q.from:q.to] != name:
			write(template[at:q.end])
		case isExpression, !mayJoin(last, old, template[q.end:]):
			if !isExpression {
				quoted, err := AppendTemplate(nil, old)
				if err != nil {
					return "", false
				}
				old = string(quoted)
			}
			write("${" + old + "}")
			isExpression = true
		default:
			write(old)
		}
		i = q.end
	}
	return b.String(), true
}

// mayJoin reports whether a text can stand directly between a byte and another text in a template.
// It returns false if they would together form a sequence or the escape of a sequence.
func mayJoin(before byte, text, after string) bool {
	sign := func(c byte) bool { return c == '$' || c == '%' }
	if text == "" {
		return !sign(before)
	}
	if sign(before) && (text[0] == '{' || text[0] == before) {
		return false
	}
	return !sign(text[len(text)-1]) || after == "" || after[0] != '{' && !sign(after[0])
}
