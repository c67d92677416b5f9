// Package upgrading serves upgrades: it decodes the body of a request, calls package upgrades, and
// writes the answer.
package upgrading

import (
	"bytes"
	"encoding/json"
	"strconv"

	"iacedit/edit"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/requests/operations"
	"iacedit/upgrades"
	"iacedit/value"
)

// Operation returns the operation of the service that upgrades code.
func Operation(options *edit.Options) operations.Operation {
	return operations.Operation{Name: "upgrade", Location: "iac-upgrade", Path: "/v1/iac/upgrade", Short: "/upgrade",
		Apply: func(dst, body []byte, caller *budget.Caller) ([]byte, error) {
			return DoJSON(options, dst, body, caller)
		}}
}

// An answer is the member "data" of a successful answer.
type answer struct {
	Code     *string                   `json:"edited_code,omitempty"`
	Files    *map[string]string        `json:"edited_files,omitempty"`
	From     int                       `json:"from"`
	To       int                       `json:"to"`
	Manual   []upgrades.Note           `json:"manual"`
	Defaults []upgrades.ChangedDefault `json:"defaults"`
	Unknown  []string                  `json:"unknown"`
	Locks    []string                  `json:"lock_files"`
}

// DoJSON appends the member "data" of the answer to dst. The body of the request is {"code" or
// "files": …, "upgrade": {"provider": "aws", "from"?: 4, "to"?: 6, "keepDefaults"?: true}}. DoJSON
// keeps no reference to body. The error is an *edit.Error, and dst is then unchanged. The argument
// caller may be nil.
func DoJSON(options *edit.Options, dst, body []byte, caller *budget.Caller) ([]byte, error) {
	data, err := operations.Bounded(options, body, caller, func(b *budget.Budget) ([]byte, error) { return do(options, body, b) })
	if err != nil {
		return dst, err
	}
	return append(dst, data...), nil
}

// do returns the member "data" of the answer to a body.
func do(options *edit.Options, body []byte, b *budget.Budget) (data []byte, err error) {
	var r envelope.Request
	var reader value.Reader
	reader.SetBudget(b)
	var m request
	m.reader = &reader
	if err := r.Decode(&reader, body, []string{"upgrade"}, &m); err != nil {
		return nil, envelope.Malformed(err, body, 0, nil)
	}
	if m.options.Provider == "" {
		return nil, fault.At(-1, fault.InvalidRequest, `the body has no "upgrade", an object such as {"provider": "aws", "to": 6}`)
	}
	files := []edit.File{{Code: r.Code}}
	if r.Module {
		files = nil
		for _, f := range r.Files {
			files = append(files, f.File)
		}
	}
	m.options.Edit = *options
	m.options.Edit.SkipInvalid = r.Skip
	result, err := m.options.Apply(files)
	if err != nil {
		return nil, err
	}
	return dataOf(result, files, r.Module)
}

// dataOf returns a result as the member "data" of an answer.
func dataOf(r *upgrades.Result, before []edit.File, module bool) ([]byte, error) {
	a := answer{From: r.From, To: r.To, Manual: r.Manual, Defaults: r.Defaults, Unknown: r.Unknown, Locks: r.Locks}
	if module {
		changed := map[string]string{}
		for _, f := range r.Files {
			changed[f.Name] = string(f.Code)
		}
		a.Files = &changed
	} else {
		code := string(before[0].Code)
		if len(r.Files) > 0 {
			code = string(r.Files[0].Code)
		}
		a.Code = &code
	}
	for _, list := range []*[]string{&a.Unknown, &a.Locks} {
		if *list == nil {
			*list = []string{}
		}
	}
	if a.Manual == nil {
		a.Manual = []upgrades.Note{}
	}
	if a.Defaults == nil {
		a.Defaults = []upgrades.ChangedDefault{}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(a)
	return bytes.TrimSpace(out.Bytes()), err
}

// A request decodes the value of "upgrade" in the JSON of a request.
type request struct {
	reader  *value.Reader
	options upgrades.Options
}

// members are the members of "upgrade".
var members = []string{"provider", "from", "to", "keepDefaults"}

// ReadMember reads the member "upgrade".
func (m *request) ReadMember(key string, kind value.Kind) error {
	if kind != value.Object {
		return fault.At(-1, fault.InvalidRequest, "%q must be an object, found %s", key, kind)
	}
	return m.reader.Object(m.member)
}

func (m *request) member(key string) (err error) {
	wrong := func(what string, v value.Value) error {
		return fault.At(-1, fault.InvalidRequest, "upgrade: %q must be %s, found %s", key, what, v.Kind)
	}
	v, err := m.reader.Value()
	if err != nil {
		return err
	}
	switch key {
	case "provider":
		if v.Kind != value.String {
			return wrong("a string", v)
		}
		m.options.Provider = v.Text
	case "from", "to":
		n, err := strconv.Atoi(v.Text)
		if err != nil || v.Kind != value.Number || n < 1 {
			return wrong("a major version, a whole number", v)
		}
		if key == "from" {
			m.options.From = n
		} else {
			m.options.To = n
		}
	case "keepDefaults":
		if v.Kind != value.True && v.Kind != value.False {
			return wrong("a boolean", v)
		}
		m.options.KeepDefaults = v.Kind == value.True
	default:
		return fault.At(-1, fault.InvalidRequest, "upgrade has no member %q%s", key, nearest.Or(key, members))
	}
	return nil
}
