package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A Value is a value as a user wrote it.
type Value struct {
	Code       string
	Expression bool // it is an expression, as in code
	Text       bool // it is literal text; otherwise it is JSON
	File       bool // the text is what a file contains; see readLike
}

// Check returns an error if the value is not a valid expression, text or JSON.
func (v *Value) Check() error {
	text := v.Code
	switch {
	case v.Text, !v.Expression && json.Valid([]byte(text)):
		return nil
	case !v.Expression && text != "" && (text[0] == '[' || text[0] == '{'):
		_, err := parseValue(text)
		if _, no := parseExpression(text); no != nil {
			return fmt.Errorf("%s is not JSON: %w%s", text, err, unquoted(text))
		}
		return fmt.Errorf("%s is not JSON: %w%s; -x is for an expression, as in code", text, err, unquoted(text))
	case !v.Expression:
		return fmt.Errorf("%s is not JSON: %s", text, meant(text))
	}
	_, err := parseExpression(withLineEnd(withoutOld(text)))
	if bad, ok := errors.AsType[*syntax.Error](err); ok {
		message := strings.NewReplacer("the end of the file", "the end of the value", "the end of file", "the end of the value").Replace(bad.Message)
		return fmt.Errorf("-x %s is not a valid expression: column %d: %s%s", text, bad.Offset+1, message, suggestExpression(text))
	}
	return err
}

// oldName is the name that withoutOld writes in place of "$".
const oldName = "_"

// withoutOld returns an expression with oldName in place of each bare "$", which stands for the old
// value. So the expression can be parsed without the old value.
func withoutOld(text string) string {
	code := []byte(text)
	for i := range code {
		sequence := i+1 < len(code) && (text[i+1] == '{' || text[i+1] == '$') || i > 0 && text[i-1] == '$'
		if code[i] == '$' && !sequence {
			code[i] = oldName[0]
		}
	}
	return string(code)
}

// suggestExpression returns text to append to the message about an expression that does not parse.
// The text suggests the expression that was probably meant, such as the one without ${…} around it.
// If there is no suggestion, it returns "".
func suggestExpression(text string) string {
	meant := ""
	if inner, ok := strings.CutPrefix(text, "${"); ok && strings.HasSuffix(inner, "}") {
		meant = inner[:len(inner)-1]
	} else if inner, ok := strings.CutPrefix(text, "'"); ok && strings.HasSuffix(inner, "'") {
		meant = `"` + inner[:len(inner)-1] + `"`
	}
	if inner, ok := strings.CutSuffix(text, `"`); ok && meant == "" {
		if _, err := parseExpression(inner + `}"`); err == nil {
			meant = inner + `}"`
		}
	}
	for _, end := range []string{unclosed(text), ""} {
		if meant == "" {
			meant = strings.TrimRight(text+end, ".,; ")
		}
		if _, err := parseExpression(meant); err != nil || strings.Contains(meant, "'") {
			meant = ""
		}
	}
	if meant == "" {
		return ""
	}
	return "; did you mean -x '" + meant + "'?"
}

// AsJSON converts an object or a list from the syntax of code to JSON: {a = 1} becomes {"a":1}. It
// returns "" for any other text.
func AsJSON(text string) string {
	e, err := parseExpression(text)
	if err != nil {
		return ""
	}
	v, ok := value.Read(e, e.Root, nil)
	if !ok || v.Kind != value.Object && v.Kind != value.Array {
		return ""
	}
	json, err := v.MarshalJSON()
	if err != nil {
		return ""
	}
	return string(json)
}

// unclosed returns the closing brackets that are missing at the end of an expression, such as ")]".
func unclosed(text string) (end string) {
	closing := map[rune]string{'(': ")", '[': "]", '{': "}"}
	quoted := false
	for _, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case closing[r] != "":
			end = closing[r] + end
		case end != "" && string(r) == end[:1]:
			end = end[1:]
		}
	}
	return end
}

// token matches one token of JSON, or a word that lacks its quotes.
var token = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[^\s,:\[\]{}"']+`)

// unquoted returns advice about a list or an object that would be JSON if its words were in quotes:
// a shell may have removed the quotes. It returns "" for any other text, and also if one of the
// words is a reference.
func unquoted(text string) string {
	refers := false
	quoted := token.ReplaceAllStringFunc(text, func(word string) string {
		if json.Valid([]byte(word)) {
			return word
		}
		root, _, dotted := strings.Cut(word, ".")
		refers = refers || dotted && terraform.Referred(root) != nil
		return strconv.Quote(word)
	})
	if double := strings.ReplaceAll(text, "'", `"`); double != text && json.Valid([]byte(double)) {
		return "; JSON has double quotes, and the shell single ones around all of it: '" + double + "'"
	}
	if refers || quoted == text || strings.Contains(quoted, "'") || !json.Valid([]byte(quoted)) {
		return ""
	}
	return "; the shell may have removed the quotes: put single quotes around all of it, '" + quoted + "'"
}

// longestQuoted is the length of the longest text that a message suggests in quotes.
const longestQuoted = 40

// meant returns advice about a text that is not JSON: whether to give it as an expression or as
// literal text. The text is probably meant as an expression if it is a reference such as
// var.region, or an expression with several parts.
func meant(text string) string {
	lower, words := strings.ToLower(text), []string{"true", "false", "null"}
	if !slices.Contains(words, lower) {
		lower = nearest.Name(lower, slices.Values(words))
	}
	if lower != "" {
		return fmt.Sprintf("did you mean %s? -s writes the text %s", lower, text)
	}
	root, _, _ := strings.Cut(text, ".")
	if _, err := parseExpression(text); err == nil && (strings.ContainsAny(text, " ([") || terraform.Referred(root) != nil) {
		return "give -x if it is an expression, as in code, or -s if it is text"
	}
	quoted := `"text"`
	if len(text) <= longestQuoted && !strings.ContainsAny(text, "\"'\\\n") {
		quoted = strconv.Quote(text)
	}
	return fmt.Sprintf("put quotes into the value, '%s', or give -s for text, or -x for an expression", quoted)
}

// value converts v to a value in the language of edits. The conversion depends on the schema of the
// place that the value is for.
func (v *Value) value(s *value.Schema) (value.Value, error) {
	mode, text := s.StringMode(), v.Code
	if v.Expression {
		text = withLineEnd(text)
	}
	if err := v.Check(); err != nil {
		return value.Value{}, err
	}
	switch {
	case v.Text:
		return textValue(literal(text, mode)), nil
	case !v.Expression:
		return parseValue(text)
	case mode != value.Literal:
		return textValue("${" + text + "}"), nil
	case json.Valid([]byte(text)):
		return parseValue(text)
	}
	if e, err := parseExpression(text); err == nil {
		if v, ok := value.Read(e, e.Root, s); ok {
			return v, nil
		}
	}
	return value.Value{}, fmt.Errorf("%s cannot be used there: the value must be a literal, such as text, a number or a list of these, without references", excerpt.Line([]byte(text)))
}

// withLineEnd adds the missing line end after a heredoc at the end of an expression. A shell may
// have removed the line end, for example.
func withLineEnd(text string) string {
	if _, err := parseExpression(text); err == nil || !strings.Contains(text, "<<") {
		return text
	}
	if _, err := parseExpression(text + "\n"); err != nil {
		return text
	}
	return text + "\n"
}

func parseExpression(text string) (*syntax.Expr, error) {
	return syntax.ParseExpression(nil, []byte(text), syntax.Span{To: int32(len(text))})
}

func textValue(text string) value.Value { return value.Value{Kind: value.String, Text: text} }

// parseValue parses JSON text.
func parseValue(text string) (value.Value, error) {
	var r value.Reader
	r.Reset([]byte(text))
	return r.Value()
}

// literal returns the string that an edit must contain so that the value becomes the given text. If
// the mode is Template, so that strings are templates, it escapes the text: "${a}" becomes "$${a}".
func literal(text string, m value.Mode) string {
	if m != value.Template {
		return text
	}
	return value.EscapeTemplate(text)
}

// An operator is a function of package edit that returns an operation on a block, such as
// edit.Update.
type operator func(edit.BlockAddress, ...edit.Part) edit.Operation

// updating returns the operator for an edit of existing blocks. If the address has a pattern and
// selectors, it returns edit.Set, which succeeds if the selectors exclude all blocks that match the
// pattern: so the edit of all blocks that lack something can be repeated.
func updating(t *address.Target) operator {
	first := &t.Blocks[0]
	if first.Selects() && first.Patterns {
		return edit.Set
	}
	return edit.Update
}
