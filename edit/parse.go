package edit

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/conversion"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/engine/tree"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// parse parses the request's files, in parallel if their total size is large.
func (r *request) parse() error {
	const least = 1 << 17 // the smallest size, in bytes, for which parallel parsing is faster
	size := 0
	for _, f := range r.files {
		if size += len(f.Code); size > maxCode {
			return fault.At(-1, fault.TooExpensive, "the code has more than %d bytes, which are the most", maxCode)
		}
	}
	r.mirrors = r.makeMirrors()
	if size < least || len(r.files) == 1 {
		for _, f := range r.files {
			if err := r.parseFile(f, r.budget); err != nil {
				if err := r.parseFailed(f, err); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return r.parseInParallel()
}

// makeMirrors returns the Maker that converts files such as main.tf.json to native code, or nil if
// the request has no files in JSON syntax.
func (r *request) makeMirrors() *mirror.Maker {
	inJSON := func(f *draft.File) bool { return terraform.IsInJSON(f.Name) }
	if !r.module || !slices.ContainsFunc(r.files, inJSON) {
		return nil
	}
	var beside []File
	for _, f := range r.files {
		if !inJSON(f) {
			beside = append(beside, f.File)
		}
	}
	return conversion.Mirrors(beside)
}

// parseInParallel parses the files in parallel. The calling goroutine also parses files: its stack
// has already grown, while a new goroutine starts with a small stack.
func (r *request) parseInParallel() error {
	faults := make([]error, len(r.files))
	var next atomic.Int32 // the next file to parse
	work := func(fork *budget.Budget) {
		for !fork.Over() { // over, for example, because the time is up: r.edit then ends the request
			i := int(next.Add(1)) - 1
			if i >= len(r.files) {
				return
			}
			func() {
				defer budget.Catch(&faults[i])
				faults[i] = r.parseFile(r.files[i], fork)
			}()
		}
	}
	forks := make([]*budget.Budget, min(runtime.GOMAXPROCS(0), len(r.files)))
	var others sync.WaitGroup
	defer others.Wait() // even if this worker panics
	for i := range forks {
		forks[i] = r.budget.Fork()
		if i > 0 {
			others.Go(func() { work(forks[i]) })
		}
	}
	work(forks[0])
	others.Wait()
	for _, fork := range forks {
		r.budget.Join(fork)
	}
	for i, err := range faults {
		if err != nil {
			if err := r.parseFailed(r.files[i], err); err != nil {
				return err
			}
		}
		if t := r.files[i].Tree; t != nil {
			tree.Of(t).Bound(r.budget)
		}
	}
	return nil
}

// parseFile parses a file and sets f.Tree. For a file in JSON syntax, the tree is that of the
// equivalent native code.
func (r *request) parseFile(f *draft.File, b *budget.Budget) error {
	if r.module && terraform.IsInJSON(f.Name) {
		return r.mirror(f, b)
	}
	depth := syntax.Top
	if plan.ReadsMost(r.Operations, r.count, f.Code) {
		depth = syntax.Bodies
	}
	parsed, err := syntax.ParseWithin(f.Code, depth, b)
	if err != nil {
		return err
	}
	f.Tree = parsed
	tree.Of(f.Tree).Own(f.Code)
	return nil
}

// mirror converts a file in JSON syntax to native code, and parses the native code.
func (r *request) mirror(f *draft.File, b *budget.Budget) (err error) {
	if f.JSON, err = r.mirrors.Of(f.File, b); err != nil {
		return err
	}
	f.Sent = f.JSON.JSON
	f.Code, f.Raw = f.JSON.Code, nil
	if f.Tree, err = f.JSON.Parse(false, b); err == nil {
		tree.Of(f.Tree).Own(f.Code)
	}
	return err
}

// parseFailed is called with a file that does not parse, and with the error of parseFile. If the
// request skips such files, the error is added to r.skipped, and the result is nil. Otherwise
// parseFailed returns the error.
func (r *request) parseFailed(f *draft.File, fault error) error {
	err, ok := fault.(*Error)
	if wrong, native := fault.(*syntax.Error); native {
		err = envelope.InvalidCode(&f.File, wrong)
	} else if !ok {
		return fault
	}
	if !r.options.SkipInvalid || !r.module {
		return err
	}
	r.skipped = append(r.skipped, err)
	return nil
}

// skipInvalid removes the files that do not parse from r.files.
func (r *request) skipInvalid() {
	if len(r.skipped) > 0 {
		r.files = slices.DeleteFunc(r.files, func(f *draft.File) bool { return f.Tree == nil })
	}
}
