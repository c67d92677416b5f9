package edit

import (
	"errors"
	"sync"
	"time"

	"iacedit/address"
	"iacedit/convert"
	"iacedit/edit/internal/apply"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/enable"
	"iacedit/edit/internal/extract"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/rename"
	"iacedit/edit/internal/report"
	"iacedit/edit/internal/reshape"
	"iacedit/edit/internal/rewrite"
	"iacedit/edit/internal/sorting"
	"iacedit/edit/internal/tidy"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/engine/envelope"
	"iacedit/value"
)

// A Dialect is the language of the code. Edits follow the rules of the language.
type Dialect = address.Dialect

// The dialects.
const (
	Terraform  = address.Terraform  // Terraform and OpenTofu: only known block types; the strings of some attributes are not templates
	HCL        = address.HCL        // any HCL2 language: any block type; all strings are templates; no references
	Terragrunt = address.Terragrunt // Terragrunt's units and stacks: like HCL, but with references
	Packer     = address.Packer     // Packer's templates: like HCL, but with references
	Nomad      = address.Nomad      // Nomad's jobs: like HCL, but with references
	Bake       = address.Bake       // Docker's build files: like HCL, but with references
)

// Options configure edits. The zero value and a nil pointer have the defaults for
// Terraform.
type Options struct {
	Dialect       Dialect
	SettingsBlock string // the type of a new block whose address is "iac"; "" means "terraform"
	SkipInvalid   bool   // ignore files that do not parse, and list them in the Result; otherwise the first such file is an error

	// SkipUnreachable ignores edits whose path cannot be followed, and lists them in the Result.
	// For example, the path tags.Owner cannot be followed if the code has tags = var.tags. Without
	// SkipUnreachable, the first such edit is an error.
	SkipUnreachable bool

	MaxEdits int // the largest number of entries and attributes in one request; 0 means DefaultMaxEdits, and a negative number means no limit

	// Timeout bounds the time of one request, from its decoding to its answer; 0 means no limit.
	// Every request also has a budget of steps and bytes, so Timeout matters only on slow
	// machines.
	Timeout time.Duration
	// Done, if not nil, is a channel such as ctx.Done(), which the caller closes to cancel the
	// request. The request ends soon after that.
	Done <-chan struct{}
	// Unbounded removes the budget of steps and bytes, but not the Timeout. Use it only for
	// requests that you trust.
	Unbounded bool

	// Schemas, if not nil, are the schemas of Terraform providers. Then Reshape takes a missing form
	// from them, and a report warns of new
	// attributes and blocks that the provider does not define, and of nested blocks that are
	// written as attributes.
	Schemas *convert.Schemas
}

// maxCode is the largest size of code, in bytes. Offsets are of type int32, so this limit leaves
// room for edits to double the code.
const maxCode = 1 << 30

// DefaultMaxEdits is the default of Options.MaxEdits.
const DefaultMaxEdits = 100_000

// requests is a pool of finished requests. A new request reuses the buffers of a finished request.
// A request that panicked is not put into the pool.
var requests = sync.Pool{New: func() any { return new(request) }}

// mostKept is the largest size, in bytes, of the buffers in a pooled request. Requests with larger
// buffers are not pooled, because the pool would keep the buffers through one or two garbage
// collections.
const mostKept = 16 << 20

// close removes all references from the request and puts it into the pool, unless it has very large
// buffers.
func (r *request) close() {
	for _, f := range r.files {
		if f.Tree == nil {
			continue
		}
		if f == &r.single {
			r.envelope.Code = f.Tree.Text()[:0] // edits may have moved the code to other memory
		}
		f.Tree.Release()
	}
	clear(r.files[:cap(r.files)]) // edits may have added files
	// Each struct has an assignment of its own: an assignment to several variables would copy it.
	r.single = draft.File{}
	r.writer = jsontext.Writer{}
	r.encoder = encoder{}
	r.files, r.module, r.observer, r.lines, r.skipped, r.mirrors = r.files[:0], false, nil, nil, nil, nil
	if cap(r.envelope.Code) > mostKept || cap(r.unquoted) > mostKept {
		return
	}
	r.singleDraft.Release()
	r.draft.Release()
	r.reader.Reset(nil)
	r.reader.SetBudget(nil)
	r.body = bodyReader{}
	r.editsValue[0] = value.Item{}
	r.editsSent = nil
	r.envelope.Reset()
	r.decoder.Reset()
	requests.Put(r)
}

// Do decodes a request body ({"code": …, "edits": …}), applies its edits and appends the edited
// code to dst. It keeps no reference to body or dst. If the request is refused, the error is an
// *Error and dst is unchanged. Use DoJSON or Edit for a request with files, or for a request with
// "return" or "report".
func (o *Options) Do(dst, body []byte) ([]byte, error) {
	return o.serve(dst, len(body), nil, func(r *request) error {
		err := r.decode(body)
		switch {
		case err != nil:
			return err
		case r.module:
			return fault.At(-1, fault.InvalidRequest, `the body has "files", but the answer here is the code of one file: send "code"`)
		case r.answers != ReturnCode:
			return fault.At(-1, fault.InvalidRequest, `the body asks for other answers, but the answer here is the code of one file`)
		}
		return nil
	}, (*request).appendCode)
}

// DoJSON is like Do, but appends a JSON object to dst: {"edited_code": "…"}, or the members that
// "return" and "report" in the body ask for (docs/edits.md, "Files" and "Other answers"). Unchanged
// text is already escaped in the body, so DoJSON copies it.
func (o *Options) DoJSON(dst, body []byte) ([]byte, error) { return o.ServeJSON(dst, body, nil) }

// ServeJSON is like DoJSON, but asks the budget.Caller, unless it is nil, whether the client still
// waits and whether memory is left. If the client is gone or no memory is left, the request ends
// with an error.
func (o *Options) ServeJSON(dst, body []byte, caller *budget.Caller) ([]byte, error) {
	return o.serve(dst, len(body), caller, func(r *request) error { return r.decode(body) }, (*request).appendData)
}

// Apply applies edits, a JSON object such as {"delete": {"module": {"net": {}}}}, to code and
// appends the edited code to dst. It does not modify code or edits, and keeps no reference to them.
// If the edits are refused, the error is an *Error and dst is unchanged.
func (o *Options) Apply(dst, code, edits []byte) ([]byte, error) {
	return o.serve(dst, len(code)+len(edits), nil, func(r *request) error {
		r.setCode(code)
		return r.decodeEdits(edits)
	}, (*request).appendCode)
}

// setCode copies code into the request's buffer, because the edits change the buffer.
func (r *request) setCode(code []byte) { r.envelope.Code = append(r.envelope.Code[:0], code...) }

// ApplyFiles applies edits to the files of a module, and returns the files that changed or are new,
// in the order in which Terraform loads them. ApplyFiles does not modify files or edits, and the
// returned code shares no memory with them. The error is an *Error; its Position, if not nil, has
// the file's name.
func (o *Options) ApplyFiles(files []File, edits []byte) (changed []File, err error) {
	return o.applyFiles(files, len(edits), func(r *request) error { return r.decodeEdits(edits) })
}

// applyFiles is like ApplyFiles, but calls the given function to decode the edits. size is the
// length in bytes of the edits as text.
func (o *Options) applyFiles(files []File, size int, decode func(*request) error) (changed []File, err error) {
	_, err = o.serve(nil, size+sizeOf(files), nil, func(r *request) error {
		if err := r.setFiles(files); err != nil {
			return err
		}
		return decode(r)
	}, func(r *request, dst []byte) []byte {
		changed = r.changedFiles()
		return dst
	})
	return changed, err
}

func sizeOf(files []File) (size int) {
	for i := range files {
		size += len(files[i].Code)
	}
	return size
}

// setFiles puts files into load order and adds them to the request.
func (r *request) setFiles(files []File) error {
	r.module = true
	ordered, err := envelope.Ordered(files, r.options.Dialect)
	if err != nil {
		return err
	}
	r.addFiles(ordered)
	return nil
}

// bytesPerFile is the approximate size of the memory for one file, besides its code, its tree and
// its draft.
const bytesPerFile = 1536

// serve serves a request of the given size in bytes. It decodes the request with decode, applies the
// edits, and appends the answer to dst with answer. One budget limits these three steps together.
func (o *Options) serve(dst []byte, size int, caller *budget.Caller, decode func(*request) error, answer func(*request, []byte) []byte) (out []byte, err error) {
	o = o.orZero()
	r := requests.Get().(*request)
	r.start(o, size, caller)
	n := len(dst)
	err = r.withinBudget(func() error {
		r.chargeBuffers()
		if err := o.check(); err != nil {
			return err
		}
		r.budget.Look()
		if err := decode(r); err != nil {
			return err
		}
		r.budget.Look()
		if err := r.edit(); err != nil {
			return err
		}
		dst = answer(r, dst)
		return nil
	})
	r.close()
	if err != nil {
		dst = dst[:n]
	}
	return dst, err
}

// check returns an error if an option has an invalid value.
func (o *Options) check() error {
	switch {
	case o.SettingsBlock != "" && !value.IsIdentifier(o.SettingsBlock):
		return fault.At(-1, fault.InvalidRequest, "the option SettingsBlock: %s is not an identifier", excerpt.Quote(o.SettingsBlock))
	case !o.Dialect.Valid():
		return fault.At(-1, fault.InvalidRequest, "the option Dialect: %d is not a dialect", o.Dialect)
	}
	return nil
}

// orZero returns o, or the zero Options if o is nil.
func (o *Options) orZero() *Options {
	if o == nil {
		return new(Options)
	}
	return o
}

// start prepares r for a request of the given size in bytes.
func (r *request) start(o *Options, size int, caller *budget.Caller) {
	r.options, r.answers, r.size = *o, ReturnCode, size
	r.budget = r.bounds.Start(budget.Of(size), o.Unbounded, o.Timeout, o.Done, caller)
}

// chargeBuffers charges the budget for the buffers that r has from an earlier request.
func (r *request) chargeBuffers() {
	grow.Held(r.budget, r.envelope.Code)
	grow.Held(r.budget, r.unquoted)
	r.reader.SetBudget(r.budget)
}

// withinBudget calls f and returns its error. If f panics because the budget is exceeded,
// withinBudget returns an *Error about the budget.
func (r *request) withinBudget(f func() error) (err error) {
	defer func() {
		if exceeded, ok := errors.AsType[*budget.Exceeded](err); ok {
			err = r.locate(r.exceeded(exceeded))
		}
	}()
	defer budget.Catch(&err)
	return f()
}

// exceeded returns the *Error for an exceeded budget. The Pointer of the error identifies the edit
// during which the budget was exceeded.
func (r *request) exceeded(e *budget.Exceeded) error {
	what := "this edit: "
	if e.At < 0 {
		what = "to write the result: "
	}
	switch e.Resource {
	case budget.Patience:
		return fault.At(-1, fault.Overloaded, "%s", e)
	case budget.Memory:
		return fault.At(-1, fault.Overloaded, "%s; try again later, or send less at once", e)
	case budget.Time:
		return fault.At(e.At, fault.Overloaded, "%s%s; try again later, or send fewer edits at once", what, e)
	}
	return fault.At(e.At, fault.TooExpensive, "%s%s, the limit for a request of this size", what, e)
}

// room is the minimum number of free bytes after the code in its buffer. Edits that add fewer
// bytes do not need a larger buffer.
const room = 4096

// edit parses the request's files and applies the operations to them.
func (r *request) edit() error {
	if !r.module {
		if code := r.envelope.Code; cap(code)-len(code) < room {
			r.envelope.Code = append(grow.Make[[]byte](r.budget, len(code)+2*room, cap(code)), code...)
		}
		r.single.Code, r.single.Raw, r.single.Draft = r.envelope.Code, &r.envelope.Raw, &r.singleDraft
		r.files = append(r.files[:0], &r.single)
	}
	err := r.parse()
	r.budget.Look()
	if err != nil {
		return err
	}
	r.skipInvalid()
	if err := r.decodeAddresses(); err != nil {
		return r.decoder.Explain(r.editsSent, err)
	}
	if r.answers&ReturnReport != 0 {
		r.observer = &report.Observer{Budget: r.budget}
	}
	m := &r.draft
	m.Start(r.options.language(), r.budget, r.module, draft.Searches(r.Operations, r.count))
	m.Mirrors = r.mirrors
	m.Skipped, m.SkipUnreachable, m.Schemas = r.skipped, r.options.SkipUnreachable, r.options.Schemas
	m.Files = r.files[:0]
	m.Open(r.files...)
	err = r.apply(m)
	if err == nil {
		r.observer.CheckTexts(m)
		err = r.observer.CheckDeletions(m)
	}
	if err == nil {
		err = r.observer.CheckInstances(m)
	}
	r.files = m.Files
	return r.locate(r.decoder.Explain(r.editsSent, err))
}

// stages maps each action to the function that applies its operations.
var stages = [plan.Actions]func(*draft.Module, *report.Observer, []plan.Operation) error{
	plan.Add: apply.Apply, plan.Update: apply.Apply, plan.Set: apply.Apply, plan.Delete: apply.Apply, plan.Move: apply.Apply,
	plan.Tidy: tidy.Apply, plan.Rewrite: rewrite.Apply, plan.Inline: extract.Inline, plan.Extract: extract.Apply, plan.Sort: sorting.Apply, plan.Enable: enable.Apply, plan.Disable: apply.Apply, plan.Reshape: reshape.Apply, plan.Rename: rename.Apply,
}

// apply applies the operations one by one, in order. The operations of some actions, such as
// renames, are applied together (plan.Together).
func (r *request) apply(m *draft.Module) error {
	var settled [plan.Actions]bool // the actions for which Settle has been called
	for i := 0; i < len(r.Operations); {
		action, all := r.Operations[i].Action, r.Operations[i:i+plan.Together(r.Operations[i:])]
		if action.NeedsParsed() && !settled[action] {
			settled[action] = true
			if err := m.Settle(); err != nil {
				return err
			}
		}
		i += len(all)
		m.Operation = &all[0]
		err := stages[action](m, r.observer, all)
		m.FinishEntry()
		if err != nil {
			return err
		}
		m.NoteEditedJSON()
	}
	return m.FinishJSON()
}

// decodeEdits decodes edits, the JSON text of an object such as {"set": {"locals": {…}}}.
func (r *request) decodeEdits(edits []byte) error {
	r.unquoted = append(r.unquoted[:0], edits...)
	if err := r.readUnquoted("the text of the edits"); err != nil {
		return r.locate(err)
	}
	return r.decodeOperations(r.editsValue[:])
}
