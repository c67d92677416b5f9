package find

import (
	"sync"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/engine/rules"
	"iacedit/module"
	"iacedit/value"
)

// DoJSON decodes a request body ({"code" or "files": …, "find": […], "dialect": …}), searches the
// code, and appends {"found": […]} to dst. DoJSON keeps no reference to body or dst. If the request
// is refused, the error is an *Error and dst is unchanged.
func (o *Options) DoJSON(dst, body []byte) ([]byte, error) { return o.ServeJSON(dst, body, nil) }

// ServeJSON is like DoJSON, but also ends the request if the caller no longer waits, or has no memory
// left for the request. The argument caller may be nil.
func (o *Options) ServeJSON(dst, body []byte, caller *budget.Caller) ([]byte, error) {
	o = o.orZero()
	b := members{find: -1}
	b.envelope.Dialect = o.Dialect
	limits := o.budget(len(body), caller)
	text := texts.Get().(*[]byte)
	b.envelope.Code = (*text)[:0]
	limits.Hold(cap(*text)) // counts as memory of this request
	defer func() {
		if cap(b.envelope.Code) <= mostKept {
			*text = b.envelope.Code
			texts.Put(text)
		}
	}()
	err := fault.Within(func() error {
		b.reader.SetBudget(limits)
		return envelope.Malformed(b.envelope.Decode(&b.reader, body, []string{"find"}, &b), body, 0, nil)
	})
	if err == nil && b.find < 0 {
		err = fault.At(-1, fault.InvalidRequest, `the body has no "find", an array of rules such as {"match": "lookup($m, $k)"}`)
	}
	if err != nil {
		return dst, err
	}
	r := request{language: o.language(b.envelope.Dialect), files: b.envelope.Module, skip: b.envelope.Skip}
	if !r.files {
		r.docs = []document{{File: module.File{Code: b.envelope.Code}}}
	}
	for i := range b.envelope.Files {
		r.docs = append(r.docs, document{File: b.envelope.Files[i].File})
	}
	var w jsontext.Writer
	err = fault.Within(func() error {
		d := o.decoder(r.language, r.files, limits)
		decoded, err := d.Decode(&b.rules)
		if err != nil {
			return err
		}
		w.Reset(dst, limits)
		w.Raw(`{"found":[`)
		some := false
		err = r.find(decoded, limits, func(doc *document, found []rules.Found) {
			for i := range found {
				if some {
					w.Byte(',')
				}
				some = true
				doc.write(&w, &found[i])
			}
		})
		w.Byte(']')
		if r.skip {
			envelope.WriteSkipped(&w, r.skipped)
		}
		w.Byte('}')
		return err
	})
	if err != nil {
		return dst, fault.Locate(err, "/find", body[b.find:])
	}
	return w.Finish(), nil
}

// texts is a pool of buffers for the code of requests.
var texts = sync.Pool{New: func() any { return new([]byte) }}

// mostKept is the capacity of the largest buffer that is kept for the next request.
const mostKept = 16 << 20

// members decodes a request body. It is the envelope.Operation for the member "find".
type members struct {
	envelope envelope.Request
	reader   value.Reader
	rules    value.Value
	find     int // the offset of the rules; -1 if there are no rules
}

// ReadMember reads the value of "find".
func (b *members) ReadMember(_ string, _ value.Kind) (err error) {
	b.find = b.reader.Offset()
	b.rules, err = b.reader.Value()
	return err
}
