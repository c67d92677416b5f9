package read

import (
	"sync"
	"time"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/grow"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/engine/selection"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// Options configure reading. The zero value and a nil pointer have the defaults for
// Terraform.
type Options struct {
	Dialect       address.Dialect // the default for requests
	SettingsBlock string          // a name of the settings block besides "terraform" and "iac"

	// Timeout limits the time of one request; 0 means no limit. Every request also has a budget of
	// steps and bytes.
	Timeout time.Duration
	// Done, if not nil, is a channel that the caller closes to cancel the request, such as
	// ctx.Done(). The request ends soon after that.
	Done <-chan struct{}
	// Unbounded removes the budget of steps and bytes, but not the Timeout. Use it only for
	// requests that you trust.
	Unbounded bool
}

// Error is the error of a refused request, the same type as edit.Error.
type Error = fault.Error

// DoJSON decodes a request body ({"code" or "files": …, "select": …, "include": …, "dialect": …})
// and appends to dst the JSON value of the member "data" of the answer: {"content": …}. DoJSON
// keeps no reference to body or dst. If the request is refused, the error is an *Error and dst is
// unchanged.
func (o *Options) DoJSON(dst, body []byte) ([]byte, error) { return o.ServeJSON(dst, body, nil) }

// ServeJSON is like DoJSON, but also ends the request if the caller no longer waits, or has no memory
// left for the request. The argument caller may be nil.
func (o *Options) ServeJSON(dst, body []byte, caller *budget.Caller) ([]byte, error) {
	o = o.orZero()
	r := requests.Get().(*request)
	defer r.release()
	b := r.budget(o, caller)
	n := len(dst)
	out := dst
	err := fault.Within(func() (err error) {
		r.hold(b)
		if err = r.decode(body, true, o); err == nil {
			name := `{"content":`
			if r.list {
				name = `{"values":`
			}
			out, err = r.answer(append(dst, name...), o, b)
		}
		return err
	})
	if err != nil {
		return dst[:n], err
	}
	return append(out, '}'), nil
}

// Read appends the content of code to dst, as a JSON object. The argument text is the request: the
// JSON text of an object with the optional members "select", "include" and "dialect". If text is
// nil, Read appends the whole content. Read keeps no reference to its arguments. The error is an
// *Error, and dst is then unchanged.
func (o *Options) Read(dst, code, text []byte) ([]byte, error) {
	return o.read(dst, text, func(r *request) error {
		r.docs = append(r.docs, document{File: module.File{Code: code}})
		return nil
	})
}

// ReadTree is like Read, but for parsed code. No other goroutine may use the tree before ReadTree
// returns.
func (o *Options) ReadTree(dst []byte, tree *syntax.File, text []byte) ([]byte, error) {
	if tree == nil {
		tree = new(syntax.File)
	}
	return o.read(dst, text, func(r *request) error {
		r.docs = append(r.docs, document{File: module.File{Code: tree.Text()}, tree: tree, lent: true})
		return nil
	})
}

// ReadFiles is like Read, but for the files of a module: each entry of the content has the name of
// its file. The position of an error also names the file.
func (o *Options) ReadFiles(dst []byte, files []module.File, text []byte) ([]byte, error) {
	o = o.orZero()
	ordered, err := envelope.Ordered(files, o.Dialect)
	return o.read(dst, text, func(r *request) error {
		r.take(ordered, true)
		return err
	})
}

// take adds documents to the request. The argument module reports whether they are the files of a module.
func (r *request) take(files []envelope.File, module bool) {
	r.module = module
	for i := range files {
		r.docs = append(r.docs, document{File: files[i].File})
	}
}

// orZero returns o, or the zero Options if o is nil.
func (o *Options) orZero() *Options {
	if o == nil {
		return new(Options)
	}
	return o
}

// read answers a request whose code is not in the JSON text. The function open adds the documents
// to the request.
func (o *Options) read(dst, text []byte, open func(*request) error) ([]byte, error) {
	o = o.orZero()
	r := requests.Get().(*request)
	defer r.release()
	if text == nil {
		text = []byte("{}")
	}
	if err := open(r); err != nil {
		return dst, err
	}
	b, out := r.budget(o, nil), dst
	err := fault.Within(func() (err error) {
		if err = r.decode(text, false, o); err == nil {
			out, err = r.answer(dst, o, b)
		}
		return err
	})
	if err != nil {
		return dst, err
	}
	return out, nil
}

// A request contains the decoded members of a request, and the memory that is needed to answer it.
type request struct {
	envelope  envelope.Request
	language  address.Language
	docs      []document
	mirrors   *mirror.Maker // converts files in JSON syntax; nil until one is needed
	module    bool          // the documents have names
	behind    bool          // "include" asks for the comments behind items
	comments  bool          // "include" asks for comments; ranges likewise
	ranges    bool
	selects   bool               // the request has "select"
	selection value.Value        // the member "select"
	selected  []selection.Target // the decoded selection
	taken     int                // the number of entries and attributes in the selection
	addresses []address.Address  // the addresses in the selection
	list      bool               // the answer is a list of values, not the content
	found     *[]Value           // where to put the list, or nil
	deferred  bool               // the selection has addresses, and must be decoded when the documents are parsed
	skipped   []*Error           // the errors of the files that do not parse

	body     []byte // the JSON text of the request
	withCode bool   // the JSON text contains the code
	from     int    // the offset of the selection in the JSON text
	reader   value.Reader
	bounds   budget.Budget // memory for the request's budget
	chooser  chooser
	writer   writer
}

var requests = sync.Pool{New: func() any { return new(request) }}

// mostKept is the capacity of the largest code buffer that is kept for the next request.
const mostKept = 16 << 20

func (r *request) release() {
	for i := range r.docs {
		if r.docs[i].tree != nil && !r.docs[i].lent {
			r.docs[i].tree.Release()
		}
	}
	if cap(r.envelope.Code) > mostKept {
		return
	}
	r.envelope.Reset()
	r.reader.Reset(nil)
	r.reader.SetBudget(nil)
	r.chooser.reset()
	r.writer.reset()
	r.mirrors = nil
	clear(r.docs)
	r.docs, r.module, r.comments, r.ranges = r.docs[:0], false, false, false
	r.selects, r.selection, r.selected, r.taken, r.deferred, r.addresses = false, value.Value{}, nil, 0, false, nil
	r.list, r.found = false, nil
	r.body, r.withCode, r.from, r.skipped = nil, false, 0, nil
	requests.Put(r)
}

// ownMembers are the keys of a request that are specific to reading.
var ownMembers = []string{"select", "include", "return"}

// decode reads the members of a request's object, which may include the code.
func (r *request) decode(body []byte, withCode bool, o *Options) error {
	r.body, r.withCode = body, withCode
	r.envelope.Dialect = o.Dialect
	var err error
	if withCode {
		err = r.envelope.Decode(&r.reader, body, ownMembers, r)
	} else {
		err = r.envelope.DecodeOptions(&r.reader, body, ownMembers, r)
	}
	if err != nil {
		return envelope.Malformed(err, body, 0, nil)
	}
	r.language = address.Language{Dialect: r.envelope.Dialect, SettingsBlock: o.SettingsBlock}
	if withCode {
		r.open()
	}
	if r.module {
		for i := range r.docs {
			r.docs[i].role = module.RoleOf(r.docs[i].Name)
		}
	}
	return nil
}

// open creates the documents from the code in a request body.
func (r *request) open() {
	if r.envelope.Module {
		r.take(r.envelope.Files, true)
		return
	}
	r.docs = append(r.docs, document{File: module.File{Code: r.envelope.Code}})
}

// ReadMember implements envelope.Operation.
func (r *request) ReadMember(key string, _ value.Kind) error {
	from := r.reader.Offset()
	v, err := r.reader.Value()
	switch {
	case err != nil || v.Kind == value.Null:
		return err
	case key == "include":
		return r.include(&v)
	case key == "return":
		return r.returns(&v)
	}
	r.from, r.selects, r.selection = from, true, v
	return nil
}

// decodeSelection decodes the member "select". If it has addresses, the documents must be parsed,
// because they tell what the addresses mean; before, only their form is checked.
func (r *request) decodeSelection(b *budget.Budget) error {
	d := selection.Decoder{Language: r.language, Files: r.module, Budget: b, Parsed: r.addresses}
	if r.deferred {
		if d.Code = codeOf(r.docs); d.Code == nil {
			d.Code = []selection.Code{}
		}
	}
	targets, err := decodeSelect(&d, &r.selection)
	r.selected, r.taken, r.deferred, r.addresses = targets, d.Taken, d.Deferred, d.Parsed
	return err
}

// locate completes an error about the selection with a JSON Pointer to the fault.
func (r *request) locate(err error) error { return fault.Locate(err, "/select", r.body[r.from:]) }

// returns decodes the member "return", which says what the answer has.
func (r *request) returns(v *value.Value) error {
	switch {
	case v.Kind != value.String:
		return fault.At(-1, fault.InvalidRequest, `"return" must be "content" or "values", found %s`, v.Kind)
	case v.Text != "content" && v.Text != "values":
		return fault.At(-1, fault.InvalidRequest, `"return" knows "content" and "values", found %s`, excerpt.Quote(v.Text))
	}
	r.list = v.Text == "values"
	return nil
}

func (r *request) include(v *value.Value) error {
	if v.Kind != value.Array {
		return fault.At(-1, fault.InvalidRequest, `"include" must be an array of "comments", "lineComments" and "ranges", found %s`, v.Kind)
	}
	for i := range v.Items {
		switch what := &v.Items[i].Value; {
		case what.Kind == value.String && what.Text == "comments":
			r.comments = true
		case what.Kind == value.String && what.Text == "lineComments":
			r.behind = true
		case what.Kind == value.String && what.Text == "ranges":
			r.ranges = true
		case what.Kind == value.String:
			return fault.At(-1, fault.InvalidRequest, `"include" knows "comments", "lineComments" and "ranges", found %s`, excerpt.Quote(what.Text))
		default:
			return fault.At(-1, fault.InvalidRequest, `"include" must be an array of "comments", "lineComments" and "ranges", found %s in it`, what.Kind)
		}
	}
	return nil
}

// answer appends the content of the documents.
func (r *request) answer(dst []byte, o *Options, b *budget.Budget) (out []byte, err error) {
	if !o.Unbounded {
		limits := budget.Of(r.size() + len(r.body))
		if r.withCode {
			limits.Output = budget.Of(len(r.body)).Output
		}
		b.Bound(limits)
	}
	return r.answerWith(dst, b)
}

// budget returns a budget that limits time and memory. The budget's method Bound sets the other
// limits once the size of the code is known.
func (r *request) budget(o *Options, caller *budget.Caller) *budget.Budget {
	return r.bounds.Start(budget.Unlimited(), o.Unbounded, o.Timeout, o.Done, caller)
}

// hold charges the budget for the memory that r keeps from earlier requests.
func (r *request) hold(b *budget.Budget) {
	grow.Held(b, r.envelope.Code)
	r.reader.SetBudget(b)
}

// size returns the size of the documents' code.
func (r *request) size() (code int) {
	for i := range r.docs {
		code += len(r.docs[i].Code)
	}
	return code
}

// answerWith decodes the selection, parses the documents and appends their content to dst, within
// a budget.
func (r *request) answerWith(dst []byte, b *budget.Budget) (out []byte, err error) {
	c, w := &r.chooser, &r.writer
	if err := r.locate(fault.Within(func() error {
		if r.selects {
			if err := r.decodeSelection(b); err != nil {
				return err
			}
		}
		if err := r.parse(b); err != nil {
			return err
		}
		if r.deferred {
			if err := r.decodeSelection(b); err != nil {
				return err
			}
		}
		c.begin(r, b)
		if r.selects {
			choose := c.choose
			if r.list {
				choose = c.chooseEach
			}
			if err := choose(r.selected); err != nil {
				return err
			}
		} else if r.list {
			c.listAll()
		}
		w.begin(r, c, b)
		if r.found != nil {
			*r.found = w.collect(c)
			return nil
		}
		w.out.Reset(dst, b)
		w.out.Reserve(r.size())
		if r.list {
			w.list(c)
		} else {
			w.content()
		}
		if r.withCode && r.envelope.Skip {
			envelope.WriteSkipped(&w.out.Writer, r.skipped)
		}
		return nil
	})); err != nil {
		return dst, err
	}
	return w.out.Finish(), nil
}
