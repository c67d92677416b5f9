package oracle

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// editsPerRun is how many edits TestEdits makes, where the environment variable
// IACEDIT_EDITS does not say.
const editsPerRun = 4000

// TestEdits makes random valid edits of every accepted file and checks the laws of
// EDITS.md section 8 and what issue and specification say of the result, with hcl/v2
// as the judge. The same number of edits is the same edits.
func TestEdits(t *testing.T) {
	total := editsPerRun
	if s := os.Getenv("IACEDIT_EDITS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal("IACEDIT_EDITS: ", err)
		}
		total = n
	}
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
				r.file(files[i], uint64(i), share)
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

// file makes some edits of one file.
func (r *editRun) file(s sample, seed uint64, edits int) {
	c := readCode(s.src)
	ch := newChooser(rand.New(rand.NewPCG(seed, uint64(edits))), c)
	for tries := 0; edits > 0 && tries < 50*edits; tries++ {
		change, ok := ch.change()
		if !ok {
			continue
		}
		f, ok := try(c, change)
		if !ok {
			continue
		}
		edits--
		r.edits.Add(1)
		if f != nil {
			r.report(s, c, change, f)
		}
	}
}

// mostReported is how many failures of each law are shrunk and shown.
const mostReported = 3

func (r *editRun) report(s sample, c *code, ch *change, f *failure) {
	r.mu.Lock()
	r.seen[f.law]++
	n := r.seen[f.law]
	r.mu.Unlock()
	if n > mostReported {
		return
	}
	src := shrink(c.src, func(src []byte) bool {
		c := readCode(src)
		if c == nil {
			return false
		}
		g, ok := try(c, ch)
		return ok && g != nil && g.law == f.law
	})
	small := readCode(src)
	f, _ = try(small, ch)
	out, _ := apply(src, requestOf(ch))
	message := fmt.Sprintf("%s: %s: %s: %v\n%s", s.name, f.law, ch.kind, f.err, tableRow(src, requestOf(ch), out))
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
