package loadgen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A Case is a request and its correct answer.
type Case struct {
	Name    string // for messages
	Request []byte // the body to send

	answer    []byte // the correct answer
	prefixLen int    // the length of the start of the answer that is always the same
}

// NewCase returns a case with a correct answer. The method IsCorrect then accepts only this answer,
// byte for byte.
func NewCase(name string, request, answer []byte) *Case {
	return &Case{name, request, answer, len(answer)}
}

// Learn returns a case whose correct answer is the result of the function trial, which must send
// the request to the service. The function check must accept the edited code in the answer, and a
// second call of trial must return the same answer. If a timestamp follows the code, only the part
// of an answer up to the end of the code is compared.
func Learn(name string, request []byte, trial func() ([]byte, error), check func(code string) error) (*Case, error) {
	first, err := trial()
	if err != nil {
		return nil, fmt.Errorf("%s: trial request: %w", name, err)
	}
	code, end, err := editedCode(first)
	if err == nil {
		err = check(code)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: trial request: %w", name, err)
	}
	second, err := trial()
	if err != nil {
		return nil, fmt.Errorf("%s: second trial request: %w", name, err)
	}
	c := NewCase(name, request, first)
	if bytes.Contains(first[end:], []byte(`"timestamp"`)) {
		c.prefixLen = end
	}
	if !c.IsCorrect(second) {
		return nil, fmt.Errorf("%s: two trial requests gave different answers", name)
	}
	return c, nil
}

// Length returns the length of the correct answer.
func (c *Case) Length() int { return len(c.answer) }

// IsCorrect reports whether body is the correct answer.
func (c *Case) IsCorrect(body []byte) bool {
	return len(body) == len(c.answer) && bytes.Equal(body[:c.prefixLen], c.answer[:c.prefixLen])
}

// editedCode returns the member data.edited_code of an answer, and the offset of the end of that
// string in the answer. It finds the string by its key, which occurs only once.
func editedCode(answer []byte) (code string, end int, err error) {
	var a struct {
		Data struct {
			EditedCode *json.RawMessage `json:"edited_code"`
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return "", 0, fmt.Errorf("the answer is no JSON: %w", err)
	}
	raw := a.Data.EditedCode
	if raw == nil {
		return "", 0, errors.New("the answer has no data.edited_code")
	}
	err = json.Unmarshal(*raw, &code)
	return code, bytes.Index(answer, *raw) + len(*raw), err
}

// CheckHoldsEdits returns a function for the parameter check of Learn. The function accepts code
// that differs from the code in the request and contains every plain value that the edits in the
// request set. Therefore it refuses the answers of a server that does not edit. Use CheckCode to
// compare all of the code.
func CheckHoldsEdits(request []byte) func(code string) error {
	return func(code string) error {
		var r struct {
			Code  string `json:"code"`
			Edits any    `json:"edits"`
		}
		if err := json.Unmarshal(request, &r); err != nil {
			return fmt.Errorf("the request is no JSON: %w", err)
		}
		if text, ok := r.Edits.(string); ok {
			if err := json.Unmarshal([]byte(text), &r.Edits); err != nil {
				return fmt.Errorf("the edits are no JSON: %w", err)
			}
		}
		if code == r.Code {
			return errors.New("the answer has the code as it was sent")
		}
		return checkHolds(code, r.Edits, "")
	}
}

// checkHolds returns an error if the code lacks a plain string that the edits set. Such strings are
// in an object "attributes", but not in "delete" or "where". The value v is a part of the edits.
// The string key is the innermost of the keys "attributes", "delete", "where" and "blockTypes" that
// enclose v, or "".
func checkHolds(code string, v any, key string) error {
	switch v := v.(type) {
	case map[string]any:
		for k, child := range v {
			below := key
			if k == "attributes" || k == "delete" || k == "where" || k == "blockTypes" {
				below = k
			}
			if below == "delete" || below == "where" {
				continue
			}
			if err := checkHolds(code, child, below); err != nil {
				return err
			}
		}
	case []any:
		for _, child := range v {
			if err := checkHolds(code, child, key); err != nil {
				return err
			}
		}
	case string:
		if key == "attributes" && !strings.ContainsAny(v, "\\\"$%\r\n\t") && !strings.Contains(code, v) {
			return fmt.Errorf("the answer does not hold the value %q that the request sets", v)
		}
	}
	return nil
}

// CheckCode returns a function for the parameter check of Learn. The function returns an error for
// any code other than the text want.
func CheckCode(want string) func(code string) error {
	return func(code string) error {
		if code == want {
			return nil
		}
		at := 0
		for at < len(code) && at < len(want) && code[at] == want[at] {
			at++
		}
		return fmt.Errorf("the answer's code is not the expected code: they part at byte %d", at)
	}
}
