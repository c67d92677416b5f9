package read

import (
	"errors"
	"slices"
	"sync"
	"time"

	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/fault"
	"iacedit/internal/jsontext"
	"iacedit/syntax"
	"iacedit/value"
)

// Options are the choices of a deployment. The zero value is Terraform's.
type Options struct {
	Dialect       address.Dialect // where the request chooses none
	SettingsBlock string          // a name of the settings block beside "terraform" and "iac"

	// Timeout is how long one request may take; 0 is for ever. It stands behind the
	// budget of steps and bytes that every request has.
	Timeout time.Duration
	// Unbounded takes the budget away, for those who send requests to themselves.
	Unbounded bool
}

// Error is why a request was refused.
type Error = fault.Error

// Do decodes a request body ({"code": …, "select": …, "include": …, "dialect": …}) and
// appends the content, a JSON object, to dst. It keeps no reference to body or dst. Where
// the request is refused the error is an *Error, and dst comes back as it was.
func (o *Options) Do(dst, body []byte) ([]byte, error) {
	r := requests.Get().(*request)
	defer r.release()
	if err := r.decode(body, true, o); err != nil {
		return dst, err
	}
	return r.answer(dst, o)
}

// Read appends the content of code, a JSON object, to dst. The request is the JSON text of
// an object with the members "select", "include" and "dialect", of which each may be left
// out; nil asks for everything. It keeps no reference to its arguments. The error is an
// *Error, and dst then comes back as it was.
func (o *Options) Read(dst, code, text []byte) ([]byte, error) {
	r := requests.Get().(*request)
	defer r.release()
	if text == nil {
		text = []byte("{}")
	}
	if err := r.decode(text, false, o); err != nil {
		return dst, err
	}
	r.source = code
	return r.answer(dst, o)
}

// A request is a decoded request, with memory for answering it.
type request struct {
	language address.Language
	source   []byte
	code     []byte // memory for source
	comments bool   // what to include
	ranges   bool
	selected []target // nil for everything
	selects  bool

	body   []byte // the JSON text, to which every "at" is an offset
	from   int    // where the selection starts in it
	reader value.Reader
	writer writer
	saw    map[string]bool
}

var requests = sync.Pool{New: func() any { return new(request) }}

// mostKept is the size of the largest code whose memory is kept for the next request.
const mostKept = 16 << 20

func (r *request) release() {
	if cap(r.code) > mostKept {
		return
	}
	r.reader.Reset(nil)
	r.writer.reset()
	*r = request{code: r.code[:0], reader: r.reader, writer: r.writer, saw: r.saw}
	requests.Put(r)
}

// decode reads the members of a request's object.
func (r *request) decode(body []byte, withCode bool, o *Options) error {
	r.language = address.Language{Dialect: o.Dialect, SettingsBlock: o.SettingsBlock}
	r.body = body
	r.reader.Reset(body)
	if r.saw == nil {
		r.saw = map[string]bool{}
	}
	clear(r.saw)
	var selected *value.Value
	hasCode := false
	err := r.reader.Object(func(key string) (err error) {
		kind := value.KindOf(r.reader.Peek())
		known := key == "select" || key == "include" || key == "dialect" || key == "code" && withCode
		if known && r.saw[key] {
			return fault.At(-1, fault.InvalidRequest, "%q is given twice", key)
		}
		switch {
		case !known:
			return r.reader.Skip()
		case key == "code":
			r.saw[key] = true
			if kind != value.String {
				if err = r.reader.Skip(); err == nil && kind != value.Null {
					err = fault.At(-1, fault.InvalidRequest, `"code" must be a string, found %s`, kind)
				}
				return err
			}
			hasCode = true
			r.code, err = r.reader.AppendUnquoted(r.code[:0], nil)
			r.source = r.code
			return err
		}
		r.saw[key] = true
		from := r.reader.Offset()
		v, err := r.reader.Value()
		switch {
		case err != nil || v.Kind == value.Null:
			return err
		case key == "select":
			r.from, selected = from, &v
			return nil
		case key == "include":
			return r.include(&v)
		}
		return r.dialect(&v)
	})
	if err == nil {
		err = r.reader.End()
	}
	var malformed *jsontext.Error
	switch {
	case errors.As(err, &malformed):
		return fault.At(-1, fault.InvalidRequest, "the body is refused: %s", malformed)
	case err != nil:
		return err
	case withCode && !hasCode:
		return fault.At(-1, fault.MissingCode, `the body has no "code"`)
	case selected == nil:
		return nil
	}
	d := decoder{language: r.language}
	r.selects = true
	err = d.types(selected)
	r.selected = d.targets
	return r.locate(err)
}

// locate gives an error about the selection its pointer.
func (r *request) locate(err error) error { return fault.Locate(err, "/select", r.body[r.from:]) }

func (r *request) include(v *value.Value) error {
	if v.Kind != value.Array {
		return fault.At(-1, fault.InvalidRequest, `"include" must be an array of "comments" and "ranges", found %s`, v.Kind)
	}
	for i := range v.Items {
		switch what := &v.Items[i].Value; {
		case what.Kind == value.String && what.Text == "comments":
			r.comments = true
		case what.Kind == value.String && what.Text == "ranges":
			r.ranges = true
		case what.Kind == value.String:
			return fault.At(-1, fault.InvalidRequest, `"include" knows "comments" and "ranges", found %s`, value.Excerpt(what.Text))
		default:
			return fault.At(-1, fault.InvalidRequest, `"include" must be an array of "comments" and "ranges", found %s in it`, what.Kind)
		}
	}
	return nil
}

func (r *request) dialect(v *value.Value) error {
	switch {
	case v.Kind == value.String && v.Text == "terraform":
		r.language.Dialect = address.Terraform
	case v.Kind == value.String && v.Text == "hcl":
		r.language.Dialect = address.HCL
	default:
		return fault.At(-1, fault.InvalidRequest, `"dialect" must be "terraform" or "hcl"`)
	}
	return nil
}

// answer appends the content of the code.
func (r *request) answer(dst []byte, o *Options) (out []byte, err error) {
	file, err := syntax.Parse(r.source)
	if err != nil {
		return dst, invalidCode(r.source, err.(*syntax.Error))
	}
	defer file.Release()
	w := &r.writer
	w.begin(file, r)
	if !o.Unbounded {
		steps, bytes := budget.Of(len(r.source) + len(r.body))
		w.budget = budget.New(steps, bytes, o.Timeout)
	}
	w.dst = slices.Grow(dst, len(r.source))
	if err := r.locate(w.run(r.selects, r.selected)); err != nil {
		return dst, err
	}
	return w.dst, nil
}

// run writes the content within the budget.
func (w *writer) run(selects bool, selected []target) (err error) {
	defer func() {
		if e, ok := errors.AsType[*budget.Exceeded](err); ok {
			err = exceeded(e)
		}
	}()
	defer budget.Catch(&err)
	if selects {
		if err := w.choose(selected); err != nil {
			return err
		}
	}
	w.content()
	return nil
}

func exceeded(e *budget.Exceeded) error {
	if e.Resource == budget.Time {
		return fault.At(-1, fault.Overloaded, "%s; try again later, or ask for less at once", e)
	}
	return fault.At(-1, fault.TooExpensive, "%s, which is what the size of the request allows", e)
}

// invalidCode says where code is at fault.
func invalidCode(code []byte, e *syntax.Error) error {
	line, column := syntax.Position(code, e.Offset)
	err := fault.At(-1, fault.InvalidCode, "the code does not parse: line %d, column %d: %s", line, column, e.Message)
	err.Position = &fault.Position{Line: line, Column: column}
	return err
}
