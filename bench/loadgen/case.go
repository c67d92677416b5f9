package loadgen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
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

// Learn returns a case whose correct answer is the answer of the service at an address. It sends the
// request twice and calls check with the first answer. Both answers must be equal, but if a timestamp
// follows the edited code, only the part of an answer up to the end of the code is compared.
func Learn(name, address string, timeout time.Duration, request []byte, check func(answer []byte) error) (*Case, error) {
	c, err := newClient(address, timeout)
	if err != nil {
		return nil, err
	}
	defer c.close()
	first, err := c.send(request)
	if err == nil {
		err = check(first)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: trial request: %w", name, err)
	}
	learned := NewCase(name, request, bytes.Clone(first))
	if _, end, err := editedCode(first); err == nil && bytes.Contains(first[end:], []byte(`"timestamp"`)) {
		learned.prefixLen = end
	}
	second, err := c.send(request)
	if err != nil {
		return nil, fmt.Errorf("%s: second trial request: %w", name, err)
	}
	if !learned.IsCorrect(second) {
		return nil, fmt.Errorf("%s: two trial requests gave different answers", name)
	}
	return learned, nil
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

// CheckCode returns a function for the parameter check of Learn. The function returns an error for
// an answer whose edited code is not the text want.
func CheckCode(want []byte) func(answer []byte) error {
	return func(answer []byte) error {
		code, _, err := editedCode(answer)
		if err != nil || code == string(want) {
			return err
		}
		at := 0
		for at < len(code) && at < len(want) && code[at] == want[at] {
			at++
		}
		return fmt.Errorf("the answer's code is not the expected code: they part at byte %d", at)
	}
}
