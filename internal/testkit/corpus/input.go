package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An Input is a module with an edit of it.
type Input struct {
	Name string // its origin and size: "generated/31KB", "real/31KB"
	Code []byte
	Edit Edit
}

// An Edit sets a string attribute of one top-level block to another string of
// the same length, so that no alignment around it changes.
type Edit struct {
	Block     string   // the block's type
	Labels    []string // the block's labels
	Attribute string
	Old, New  string // without the quotes; of equal length
	At        int    // the offset of Old in the code
}

// Body returns the request with the input's edit.
func (in *Input) Body() []byte { return Body(in.Code, in.Edit) }

// Want returns the expected code.
func (in *Input) Want() []byte { return Want(in.Code, in.Edit) }

// Want returns a copy of code after the edits.
func Want(code []byte, edits ...Edit) []byte {
	code = slices.Clone(code)
	for _, e := range edits {
		copy(code[e.At:], e.New)
	}
	return code
}

// Body returns the request that sets the edits' attributes in code. Each edit must have the labels
// that Terraform requires for the block. No two edits may have the same address.
func Body(code []byte, edits ...Edit) []byte {
	set := map[string]any{}
	for _, e := range edits {
		at := set
		for _, key := range append([]string{e.Block}, e.Labels[:len(e.Labels)-1]...) {
			if at[key] == nil {
				at[key] = map[string]any{}
			}
			at = at[key].(map[string]any)
		}
		entry := map[string]any{"attributes": map[string]any{e.Attribute: e.New}}
		at[e.Labels[len(e.Labels)-1]] = []any{entry}
	}
	return encode(map[string]any{"code": string(code), "edits": map[string]any{"set": set}})
}

// Answer returns the body of a successful response with the given code.
func Answer(code []byte) []byte {
	type data struct {
		EditedCode string `json:"edited_code"`
	}
	return encode(struct {
		Success bool   `json:"success"`
		Data    data   `json:"data"`
		Message string `json:"message"`
	}{true, data{string(code)}, "iac-edit: success"})
}

// encode returns JSON without HTML escapes and without a line end.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // cannot happen: maps, slices and strings can be encoded
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

var (
	blockHead  = regexp.MustCompile(`(?m)^(resource|data|module|variable|output) "([\w-]+)"(?: "([\w-]+)")? \{$`)
	stringLine = regexp.MustCompile(`(?m)^(?:  |\t)(\w+) += "([^"\\$%\n]{4,})"$`)
)

// FindEdit chooses an edit of code. The edit is in the first block, from the middle of the code on,
// that has a unique address and an attribute whose value is a plain string. If no block after the
// middle is suitable, the edit is in the first suitable block before the middle.
func FindEdit(code []byte) (Edit, error) {
	heads := blockHead.FindAllSubmatchIndex(code, -1)
	middle, _ := slices.BinarySearchFunc(heads, len(code)/2, func(h []int, at int) int { return h[0] - at })
	for _, h := range slices.Concat(heads[middle:], heads[:middle]) {
		if bytes.Count(code, code[h[0]:h[1]]) > 1 {
			continue
		}
		if e, ok := editOf(code, h); ok {
			return e, nil
		}
	}
	return Edit{}, fmt.Errorf("corpus: no block of the module has a plain string to set")
}

// editOf returns an edit of one block, or false if the block has no suitable attribute. The
// argument h has the offsets with which the regular expression blockHead matched the block's
// header.
func editOf(code []byte, h []int) (Edit, bool) {
	end := bytes.Index(code[h[1]:], []byte("\n}\n"))
	if end < 0 {
		return Edit{}, false
	}
	m := stringLine.FindSubmatchIndex(code[h[1] : h[1]+end+1])
	if m == nil {
		return Edit{}, false
	}
	e := Edit{Block: string(code[h[2]:h[3]]), Labels: []string{string(code[h[4]:h[5]])}}
	if h[6] >= 0 {
		e.Labels = append(e.Labels, string(code[h[6]:h[7]]))
	}
	e.At = h[1] + m[4]
	e.Attribute, e.Old = string(code[h[1]+m[2]:h[1]+m[3]]), string(code[e.At:h[1]+m[5]])
	e.New = sameLength(e.Old)
	return e, true
}

// sameLength returns a string of letters that differs from old and has the same length.
func sameLength(old string) string {
	s := strings.Repeat("edited-", len(old)/len("edited-")+1)[:len(old)]
	if s == old {
		return strings.ToUpper(s)
	}
	return s
}
