package oracle

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"iacedit/edit"
)

// TestEditsOfEveryKind makes random edits of every kind in combination: paths through
// calls, "*", selectors, files, comments, places, moving and renaming, heredocs, optional;
// and compares what hcl/v2 reads in the result with what the rules say, down to the last
// member and comment. Lines that nothing asked for stay as they are, byte for byte.
func TestEditsOfEveryKind(t *testing.T) {
	total := int64(fromEnv(t, "IACEDIT_EDITS", editsPerRun/2))
	seed := uint64(fromEnv(t, "IACEDIT_SEED", 0))
	var run everyKind
	run.kinds = map[string]int{}
	var shards sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		shards.Go(func() {
			for run.made.Load() < total && run.failed.Load() < 20 {
				run.module(t, seed<<40+uint64(next.Add(1)))
			}
		})
	}
	shards.Wait()
	t.Logf("%d edits in %d requests, %d of which were refused as they should be: %v", run.made.Load(), run.requests.Load(), run.refused.Load(), run.kinds)
	if made, refused := run.requests.Load(), run.refused.Load(); refused > made*3/4 {
		t.Errorf("%d of %d requests were refused", refused, made)
	}
}

type everyKind struct {
	made, requests, refused, failed atomic.Int64
	mu                              sync.Mutex
	kinds                           map[string]int
}

// module makes a module and some requests for it.
func (run *everyKind) module(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 10))
	maker := moduleMaker{r}
	names, codes := maker.files()
	read := readAll(codes)
	if slices.Contains(read, nil) {
		t.Errorf("seed %d: the module is none:\n%s", seed, bytes.Join(codes, []byte("----\n")))
		run.failed.Add(1)
		return
	}
	for range 6 {
		entries := run.entries(maker, newModel(names, read))
		if len(entries) == 0 {
			continue
		}
		request := requestOfEntries(entries)
		run.requests.Add(1)
		refused, err := tryEvery(names, read, entries, request)
		if refused {
			run.refused.Add(1)
		} else {
			run.made.Add(int64(len(entries)))
			run.mu.Lock()
			for _, e := range entries {
				run.kinds[e.op]++
			}
			run.mu.Unlock()
		}
		if err != nil && run.failed.Add(1) <= 8 {
			whole := err
			entries, codes, err := shrunk(names, codes, entries, err)
			request := requestOfEntries(entries)
			var files strings.Builder
			for i := range names {
				fmt.Fprintf(&files, "-- %s --\n%s", names[i], codes[i])
			}
			if err == nil {
				err = errorf("not again, and at first: %w", whole)
			}
			t.Errorf("seed %d: %v\n%s\n%s", seed, err, request, files.String())
		}
	}
}

func readAll(codes [][]byte) []*code { return mapped(codes, readCode) }

func newModel(names []string, codes []*code) *mModule {
	m := &mModule{touched: map[string][]mTouch{}}
	for i := range names {
		m.files = append(m.files, modelOf(names[i], codes[i]))
	}
	return m
}

// entries makes the entries of a request, in the order in which they apply.
func (run *everyKind) entries(maker moduleMaker, m *mModule) (entries []mEntry) {
	e := &mEditor{moduleMaker: maker, m: m}
	var blocks []*mBlock
	for _, f := range m.files {
		blocks = append(blocks, f.blocks...)
	}
	seen := map[string]bool{}
	for n := range 1 + maker.IntN(3) {
		var made mEntry
		ok := true
		switch maker.IntN(12) {
		case 0:
			made = e.added(n)
		case 1:
			made, ok = e.placed(blocks)
		case 2:
			made, ok = e.moved(blocks)
		case 3:
			made, ok = e.renamed(blocks, n)
		default:
			made, ok = e.entry(blocks)
		}
		if id := made.op + made.typ + strings.Join(made.labels, "."); ok && !seen[id] {
			seen[id] = true
			entries = append(entries, made)
		}
	}
	first := func(of func(mEntry) string, is mEntry) int {
		return slices.IndexFunc(entries, func(e mEntry) bool { return e.op == is.op && of(e) == of(is) })
	}
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b mEntry) int {
		order := []string{"add", "update", "set", "delete", "move", "rename"}
		if d := slices.Index(order, a.op) - slices.Index(order, b.op); d != 0 {
			return d
		}
		for n := range 3 {
			of := func(e mEntry) string {
				return strings.Join(append([]string{e.typ}, e.labels...)[:min(n+1, 1+len(e.labels))], ".")
			}
			if d := first(of, a) - first(of, b); d != 0 {
				return d
			}
		}
		return 0
	})
	return sorted
}

// shrunk leaves out entries and lines without which it fails all the same.
func shrunk(names []string, codes [][]byte, entries []mEntry, err error) ([]mEntry, [][]byte, error) {
	kind := func(err error) string {
		if err == nil {
			return ""
		}
		_, what, _ := strings.Cut(err.Error(), ":")
		return strings.Join(strings.FieldsFunc(err.Error()[:min(12, len(err.Error()))]+what, func(r rune) bool { return r < 'a' || 'z' < r })[:2], " ")
	}
	same := func(codes [][]byte, entries []mEntry) (is bool) {
		defer func() { is = recover() == nil && is }()
		_, again := tryEvery(names, readAll(codes), entries, requestOfEntries(entries))
		return again != nil && kind(again) == kind(err)
	}
	for i := 0; len(entries) > 1 && i < len(entries); {
		if rest := slices.Delete(slices.Clone(entries), i, i+1); same(codes, rest) {
			entries = rest
		} else {
			i++
		}
	}
	codes = slices.Clone(codes)
	for i := range codes {
		codes[i] = shrink(codes[i], func(src []byte) bool {
			with := slices.Clone(codes)
			with[i] = src
			return readCode(src) != nil && same(with, entries)
		})
	}
	_, err = tryEvery(names, readAll(codes), entries, requestOfEntries(entries))
	return entries, codes, err
}

func requestOfEntries(entries []mEntry) string {
	var root tree
	for _, e := range entries {
		at := root.child(e.op).child(e.typ)
		for _, l := range e.labels {
			at = at.child(l)
		}
		at.leaf = "[" + e.json + "]"
	}
	return root.String()
}

// tryEvery makes a request, and compares what comes of it with what the rules say.
func tryEvery(names []string, codes []*code, entries []mEntry, request string) (refused bool, _ error) {
	m := newModel(names, codes)
	for _, e := range entries {
		m.refuse(e.do(m))
	}
	var files []edit.File
	for i := range names {
		files = append(files, edit.File{Name: names[i], Code: codes[i].src})
	}
	got, err := new(edit.Options).Edit(files, []byte(request), edit.ReturnCode|edit.ReturnChanges|edit.ReturnReport)
	if fault, ok := errors.AsType[*edit.Error](err); ok {
		if slices.Contains(m.wrong, refusal(fault.Code)) {
			return true, nil
		}
		return true, errorf("it is refused: %w; expected of the rules: %v", err, m.wrong)
	}
	if len(m.wrong) > 0 {
		return true, errorf("it is done, and should be refused: %v", m.wrong)
	}
	after := map[string]*code{}
	for i, name := range names {
		after[name] = codes[i]
	}
	for _, f := range got.Files {
		if was := after[f.Name]; was != nil && bytes.Equal(was.src, f.Code) {
			return false, errorf("%s is among the changed files, and is as it was", f.Name)
		}
		if after[f.Name] = readCode(f.Code); after[f.Name] == nil {
			return false, errorf("%s is no code:\n%s", f.Name, f.Code)
		}
	}
	if err := changesGive(files, got); err != nil {
		return false, err
	}
	if err := m.judge(names, codes, after); err != nil || len(entries) > 1 {
		return false, err
	}
	return false, m.inPlaces(after)
}

// changesGive applies the text changes.
func changesGive(files []edit.File, got *edit.Result) error {
	out := map[string][]byte{}
	for _, f := range files {
		out[f.Name] = f.Code
	}
	for _, c := range slices.Backward(got.Changes) {
		src := out[c.File]
		out[c.File] = slices.Concat(src[:c.Start.Offset], []byte(c.Text), src[c.End.Offset:])
	}
	for _, f := range got.Files {
		if !bytes.Equal(out[f.Name], f.Code) {
			return errorf("the changes give %s", out[f.Name])
		}
	}
	return nil
}
