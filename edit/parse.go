package edit

import (
	"runtime"
	"slices"
	"sync"

	"iacedit/edit/internal/draft"
	"iacedit/internal/budget"
	"iacedit/internal/envelope"
	"iacedit/internal/fault"
	"iacedit/internal/tree"
	"iacedit/internal/within"
	"iacedit/syntax"
)

// parse parses the files, in parallel if several files have much code.
func (r *request) parse() error {
	const least = 1 << 17 // bytes for which it pays
	size := 0
	for _, f := range r.files {
		if size += len(f.Code); size > maxCode {
			return fault.At(-1, fault.TooExpensive, "the code has more than %d bytes, which are the most", maxCode)
		}
	}
	if size < least || len(r.files) == 1 {
		for _, f := range r.files {
			if err := parse(f, r.budget); err != nil {
				if err := r.invalid(f, err.(*syntax.Error)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return r.parseAtOnce()
}

// parseAtOnce parses the files in parallel.
func (r *request) parseAtOnce() error {
	faults := make([]error, len(r.files))
	var workers sync.WaitGroup
	free := make(chan *budget.Budget, runtime.GOMAXPROCS(0))
	for range cap(free) {
		free <- r.budget.Fork()
	}
	for i, f := range r.files {
		fork := <-free
		if r.budget.Over() {
			break // and whoever called ends the request
		}
		workers.Go(func() {
			defer func() { free <- fork }()
			defer budget.Catch(&faults[i])
			faults[i] = parse(f, fork)
		})
	}
	workers.Wait()
	close(free)
	for fork := range free {
		r.budget.Join(fork)
	}
	for i, err := range faults {
		if wrong, ok := err.(*syntax.Error); ok {
			if err := r.invalid(r.files[i], wrong); err != nil {
				return err
			}
		} else if err != nil {
			return err
		}
		if t := r.files[i].Tree; t != nil {
			tree.Of(t).Bound(r.budget)
		}
	}
	return nil
}

func parse(f *draft.File, b *budget.Budget) error {
	parsed, err := within.Parse(f.Code, false, b)
	if err != nil {
		return err
	}
	f.Tree = parsed.(*syntax.File)
	tree.Of(f.Tree).Own(f.Code)
	return nil
}

// invalid says where a file's code is at fault: as an error, unless such files are skipped.
func (r *request) invalid(f *draft.File, wrong *syntax.Error) error {
	err := envelope.InvalidCode(&f.File, wrong)
	if !r.options.SkipInvalid || !r.module {
		return err
	}
	r.skipped = append(r.skipped, err)
	return nil
}

// skipInvalid takes away the files that do not parse.
func (r *request) skipInvalid() {
	if len(r.skipped) > 0 {
		r.files = slices.DeleteFunc(r.files, func(f *draft.File) bool { return f.Tree == nil })
	}
}
