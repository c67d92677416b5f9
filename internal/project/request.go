package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/jsontext"
	"iacedit/syntax"
	"iacedit/value"
)

// A Value is a value that somebody wrote.
type Value struct {
	Code       string
	Expression bool // it is an expression, as in code
	Text       bool // it is text, taken literally; else it is JSON
}

// json returns a value as the edit language has it where it is read by that schema.
func (v *Value) json(s *value.Schema) ([]byte, error) {
	mode, text := s.StringMode(), v.Code
	switch {
	case v.Text:
		return quoted(literal(text, mode)), nil
	case !v.Expression && !json.Valid([]byte(text)):
		return nil, fmt.Errorf("%s is not JSON: put quotes into the value, '\"text\"', or say -s for text, or -x for an expression", text)
	case !v.Expression:
		return []byte(text), nil
	}
	if _, err := syntax.ParseExpression(nil, []byte(text), syntax.Span{To: int32(len(text))}); err != nil {
		return nil, fmt.Errorf("%s is no expression: %w", text, err)
	}
	switch {
	case mode == value.Template:
		return quoted("${" + text + "}"), nil
	case mode == value.Literal && json.Valid([]byte(text)):
		return []byte(text), nil
	case mode == value.Literal:
		return nil, errors.New("no expression can be there, only a value")
	}
	return quoted(text), nil
}

func quoted(text string) []byte { return jsontext.AppendQuote(nil, []byte(text)) }

// literal returns the string that stands for a text in a mode.
func literal(text string, m value.Mode) string {
	if m != value.Template {
		return text
	}
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(text)
}

// contents returns the members of an entry for what a block is to hold: an entry as it
// is, or an object of attributes.
func contents(text string) ([]byte, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		return nil, errors.New(`a block's contents are a JSON object: of attributes, or {"attributes": {…}, "blockTypes": {…}}`)
	}
	body := strings.TrimSpace(text)
	for _, key := range []string{"attributes", "blockTypes"} {
		if strings.HasPrefix(string(members[key]), "{") {
			return []byte(body[1 : len(body)-1]), nil
		}
	}
	return append([]byte(`"attributes":`), body...), nil
}

// A request writes the edits of one wish: an operation on the top-level block of a
// target, and in the entry for each level one that leads on: to the next level, or to
// what is meant. "" leaves that to the operation outside.
type request struct {
	outer    string
	inner    []string // for each level
	file     string   // the file that is meant; "" leaves that to the address
	existing bool     // only blocks are meant that have what is meant in them
	target   *address.Target
	language address.Language
}

// newRequest returns a request whose operations are all alike.
func newRequest(t *address.Target, l address.Language, file, outer, inner string) *request {
	r := &request{outer: outer, file: file, target: t, language: l, inner: slices.Repeat([]string{inner}, len(t.Blocks))}
	if l.IsValuesFile(t.Blocks[0].Type) {
		r.inner[0] = ""
	}
	return r
}

// edits returns the edits whose innermost member is that; none is the block itself.
func (r *request) edits(member []byte) []byte {
	text := append([]byte(`{"`), r.outer...)
	return append(r.tree(append(text, `":`...), member), '}')
}

// tree appends what the operation on the top-level block is about.
func (r *request) tree(text, member []byte) []byte {
	first := &r.target.Blocks[0]
	text = append(append(append(text, '{'), quoted(first.Type)...), ':')
	for _, label := range first.Labels {
		text = append(append(append(text, '{'), quoted(label)...), ':')
	}
	text = append(r.entry(append(text, '['), 0, member), ']')
	for range first.Labels {
		text = append(text, '}')
	}
	return append(text, '}')
}

// entry appends the entry for a level.
func (r *request) entry(text []byte, i int, member []byte) []byte {
	text = r.selectors(append(text, '{'), i)
	last := i == len(r.target.Blocks)-1
	if last && len(member) == 0 {
		return append(text, '}')
	}
	if text[len(text)-1] != '{' {
		text = append(text, ',')
	}
	end := "}"
	if r.inner[i] != "" {
		text = append(append(append(text, '"'), r.inner[i]...), `":{`...)
		end = "}}"
	}
	if last {
		return append(append(text, member...), end...)
	}
	text = append(append(append(text, `"blockTypes":{`...), quoted(r.target.Blocks[i+1].Type)...), ":["...)
	return append(append(r.entry(text, i+1, member), "]}"...), end...)
}

// selectors appends the selectors of a level.
func (r *request) selectors(text []byte, i int) []byte {
	level := &r.target.Blocks[i]
	add := func(key string, v []byte) {
		if text[len(text)-1] != '{' {
			text = append(text, ',')
		}
		text = append(append(append(text, quoted(key)...), ':'), v...)
	}
	if i == 0 && r.file != "" {
		add("file", quoted(r.file))
	}
	if i > 0 && level.HasLabels {
		add("labels", array(level.Labels))
	}
	if len(level.Where) > 0 {
		add("where", r.conditions(i, level.Where))
	}
	if len(level.Matches) > 0 {
		add("matches", r.patterns(level.Matches))
	}
	has := slices.Clone(level.Has)
	if r.existing {
		switch {
		case i < len(r.target.Blocks)-1:
			has = append(has, r.target.Blocks[i+1].Type)
		case r.target.Path.Name != "":
			has = append(has, r.target.Path.String())
		}
	}
	if len(has) > 0 {
		add("has", array(has))
	}
	if len(level.Lacks) > 0 {
		add("lacks", array(level.Lacks))
	}
	switch {
	case level.All:
		add("all", []byte("true"))
	case level.Index >= 0:
		add("index", fmt.Append(nil, level.Index))
	}
	return text
}

// conditions returns the "where" of a level.
func (r *request) conditions(i int, where []address.Condition) []byte {
	above := address.Target{Blocks: r.target.Blocks[:i+1]}
	body := above.Body(r.language)
	return object(where, func(c address.Condition) (string, []byte) {
		if c.Null {
			return c.Path, []byte("null")
		}
		path, _ := address.ParsePath(c.Path)
		return c.Path, quoted(literal(c.Value, path.Schema(body).StringMode()))
	})
}

// patterns returns the "matches" of a level.
func (r *request) patterns(matches []address.Condition) []byte {
	return object(matches, func(c address.Condition) (string, []byte) { return c.Path, quoted(c.Value) })
}

// object returns a JSON object with a member for each of some elements.
func object[E any](of []E, member func(E) (key string, value []byte)) []byte {
	text := []byte{'{'}
	for i := range of {
		if i > 0 {
			text = append(text, ',')
		}
		key, value := member(of[i])
		text = append(append(append(text, quoted(key)...), ':'), value...)
	}
	return append(text, '}')
}

// array returns a JSON array of texts.
func array(texts []string) []byte {
	text, _ := json.Marshal(texts)
	return text
}

// attribute returns the member that gives the attribute that is meant a value.
func attribute(t *address.Target, v []byte) []byte {
	text := append([]byte(`"attributes":{`), quoted(t.Path.String())...)
	return append(append(append(text, ':'), v...), '}')
}
