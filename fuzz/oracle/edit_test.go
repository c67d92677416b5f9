package oracle

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// editsPerRun is how many edits TestEdits makes, where the environment variable
// IACEDIT_EDITS does not say: some seconds' worth. 100000 take a minute or two, and
// IACEDIT_SEED makes other edits.
const editsPerRun = 4000

// fromEnv reads an environment variable.
func fromEnv(t *testing.T, name string, otherwise int) int {
	s := os.Getenv(name)
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// TestEdits makes random valid edits of every accepted file and checks the laws of
// docs/edits.md, "Laws" and what issue and specification say of the result, with hcl/v2
// as the judge. The same number of edits is the same edits.
func TestEdits(t *testing.T) {
	total := fromEnv(t, "IACEDIT_EDITS", editsPerRun)
	seed := uint64(fromEnv(t, "IACEDIT_SEED", 0))
	files := accepted(samples(t))
	r := editRun{seen: map[string]int{}}
	start := time.Now()
	var shards sync.WaitGroup
	next := atomic.Int64{}
	for range runtime.GOMAXPROCS(0) {
		shards.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(files); i = int(next.Add(1)) - 1 {
				share := total / len(files)
				if i < total%len(files) {
					share++
				}
				r.file(files[i], seed<<32+uint64(i), share)
			}
		})
	}
	shards.Wait()
	for law, n := range r.seen {
		t.Errorf("%d edits break a law: %s", n, law)
	}
	for _, message := range r.messages {
		t.Error(message)
	}
	t.Logf("%d edits of %d files, each by %d laws, in %s", r.edits.Load(), len(files), len(laws)+3, time.Since(start).Round(time.Second))
}

// An editRun collects what the shards find.
type editRun struct {
	edits    atomic.Int64
	mu       sync.Mutex
	seen     map[string]int // failures by law
	messages []string
}

// file tries random edits on one file in all its variants: CRLF, tabs and so on (see dressed).
func (r *editRun) file(s sample, seed uint64, edits int) {
	rnd := rand.New(rand.NewPCG(seed, uint64(edits)))
	var choosers []*chooser
	for _, c := range dressed(s.src) {
		choosers = append(choosers, newChooser(rnd, c))
	}
	for tries := 0; edits > 0 && tries < 50*edits+1000; tries++ {
		ch := choosers[rnd.IntN(len(choosers))]
		if tries%8 == 0 {
			edits -= r.several(s, ch)
		} else if r.single(s, ch) {
			edits--
		}
	}
}

// single makes one edit; it returns false where the file has nothing for it.
func (r *editRun) single(s sample, ch *chooser) bool {
	made, ok := ch.change()
	if !ok {
		return false
	}
	f, ok := try(ch.c, made)
	if !ok {
		return false
	}
	r.edits.Add(1)
	if f != nil {
		r.report(s, ch.c, []*change{made}, f, func(c *code, changes []*change) *failure {
			f, _ := try(c, changes[0])
			return f
		})
	}
	return true
}

// several makes several edits with one request, and returns how many.
func (r *editRun) several(s sample, ch *chooser) int {
	changes := ch.several()
	r.edits.Add(int64(len(changes)))
	if len(changes) == 0 {
		return 0
	}
	if f := trySeveral(ch.c, changes); f != nil {
		r.report(s, ch.c, changes, f, func(c *code, changes []*change) *failure {
			for _, ch := range changes {
				if _, ok := planFor(c, ch); !ok {
					return nil
				}
			}
			return trySeveral(c, changes)
		})
	}
	return len(changes)
}

// mostReported is how many failures of each law are shrunk and shown.
const mostReported = 3

// report shrinks a failing edit and shows it: changes go, then lines of the file.
func (r *editRun) report(s sample, c *code, changes []*change, f *failure, again func(*code, []*change) *failure) {
	r.mu.Lock()
	r.seen[f.law]++
	n := r.seen[f.law]
	r.mu.Unlock()
	if n > mostReported {
		return
	}
	same := func(c *code, changes []*change) bool {
		g := again(c, changes)
		return g != nil && g.law == f.law
	}
	for i := 0; len(changes) > 1 && i < len(changes); {
		if rest := slices.Delete(slices.Clone(changes), i, i+1); same(c, rest) {
			changes = rest
		} else {
			i++
		}
	}
	src := shrink(c.src, func(src []byte) bool {
		c := readCode(src)
		return c != nil && same(c, changes)
	})
	f = again(readCode(src), changes)
	out, _ := apply(src, requestOf(changes...))
	message := fmt.Sprintf("%s: %s: %s: %v\n%s", s.name, f.law, changes[0].kind, f.err, tableRow(src, requestOf(changes...), out))
	r.mu.Lock()
	r.messages = append(r.messages, message)
	r.mu.Unlock()
}

// tableRow writes a failing edit as a row of a table like those in edit/testdata.
func tableRow(src []byte, request string, got []byte) string {
	if bytes.ContainsAny(src, "\r\t") || !endsLine(src) || bytes.HasPrefix(src, []byte("\xEF\xBB\xBF")) {
		return fmt.Sprintf("-- name/in.json --\n%s\n-- name/edits.json --\n%s\n-- name/want.json --\n%s\n", quoteJSON(string(src)), request, quoteJSON(string(got)))
	}
	return fmt.Sprintf("-- name/in.tf --\n%s-- name/edits.json --\n%s\n-- name/want.tf --\n%s", src, request, got)
}

// shrink takes lines away as long as the rest still fails.
func shrink(src []byte, fails func([]byte) bool) []byte {
	lines := bytes.SplitAfter(src, []byte{'\n'})
	for size := len(lines) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(lines); {
			rest := append(append([][]byte(nil), lines[:at]...), lines[at+size:]...)
			if fails(bytes.Join(rest, nil)) {
				lines = rest
			} else {
				at += max(size/2, 1)
			}
		}
	}
	return bytes.Join(lines, nil)
}
