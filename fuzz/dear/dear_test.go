package dear

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"iacedit/internal/base/budget"
	"iacedit/internal/testkit/measure"
)

// TestNothingIsTooDear looks for requests that cost too much. IACEDIT_DEAR says how long it
// looks ("1m"), at other requests each time, or at how many ("2000"), which are always the same;
// without it, these are few. IACEDIT_SEED gives the requests of another run again.
func TestNothingIsTooDear(t *testing.T) {
	skipRaced(t)
	in := scope{seed: 1, tried: 400, largest: 32 << 10, enough: 20}
	if d, err := time.ParseDuration(os.Getenv("IACEDIT_DEAR")); err == nil {
		in = scope{seed: rand.Uint64(), tried: 1 << 30, long: d, largest: largestSize, enough: 100}
	} else if n, err := strconv.Atoi(os.Getenv("IACEDIT_DEAR")); err == nil {
		in.tried, in.largest, in.enough = n, largestSize, 100
	}
	if s, err := strconv.ParseUint(os.Getenv("IACEDIT_SEED"), 10, 64); err == nil {
		in.seed = s
	}
	s := engine(ours).find(in)
	t.Logf("seed %d: of %d requests, each in several sizes, %d are done and %d are too expensive when small", in.seed, s.tried, s.done, s.refused)
	if s.tried == 0 || s.done*4 < s.tried {
		t.Errorf("only %d of %d requests are done: the others find little", s.done, s.tried)
	}
	for _, f := range s.findings {
		t.Error(f)
	}
}

// skipRaced skips a test that counts allocated bytes in short runs. Runs with the race detector,
// which allocates more, are short.
func skipRaced(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector, whose runs are short, drops pooled memory, and allocates")
	}
}

var kept []byte

var empty = []byte("{}")

// text returns a string in JSON that repeats some text.
func text(of []byte, times int) []byte {
	return []byte(`"` + strings.Repeat(string(of), times) + `"`)
}

// wasters are engines that cost too much for some requests.
var wasters = map[string]engine{
	"memory for each line, as much as the first line": func(_ way, body []byte) ([]byte, error) {
		first := bytes.Index(body, []byte(`\n`))
		for range bytes.Count(body, []byte(`\n`)) {
			kept = make([]byte, max(1, first))
		}
		return empty, nil
	},
	"an answer that repeats a file's name": func(_ way, body []byte) ([]byte, error) {
		_, files, ok := bytes.Cut(body, []byte(`"files":{"`))
		if !ok {
			return body, nil
		}
		return text(files[:bytes.IndexByte(files, '"')], bytes.Count(body, []byte(`\n`))), nil
	},
	"an answer with the indentation on each line of a comment": func(_ way, body []byte) ([]byte, error) {
		_, comment, ok := bytes.Cut(body, []byte(`"comment":"`))
		if !ok {
			return empty, nil
		}
		lines := bytes.Count(comment, []byte(`\n`))
		return text([]byte(" "), lines*strings.Count(longestRun(string(body)), " ")), nil
	},
}

// slowWasters are engines that take too long, which only a measurement of time finds.
var slowWasters = map[string]engine{
	"each entry looks at all blocks": func(_ way, body []byte) ([]byte, error) {
		sum := 0
		for range bytes.Count(body, []byte(`"where"`)) {
			for range bytes.Count(body, []byte(`resource`)) {
				for i := range 100 {
					sum = (sum*31 + i) % 1_000_003
				}
			}
		}
		return strconv.AppendInt(nil, int64(sum), 10), nil
	},
	"steps that take too long": func(_ way, body []byte) ([]byte, error) {
		b := budget.New(budget.Of(len(body)))
		sum := 0
		for i := range len(body) * 200 {
			if sum = (sum*31 + i) % 1_000_003; i%200 == 0 {
				b.Step(1)
			}
		}
		return strconv.AppendInt(nil, int64(sum), 10), nil
	},
}

// longestRun returns the longest run of blanks in a text.
func longestRun(text string) (longest string) {
	for from := 0; from < len(text); from++ {
		to := from
		for to < len(text) && text[to] == ' ' {
			to++
		}
		if to-from > len(longest) {
			longest = text[from:to]
		}
		from = to
	}
	return longest
}

// TestWasteIsFound: an engine that wastes is found out, so that a search that finds nothing
// says something.
func TestWasteIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long; make test-all runs it")
	}
	engines := map[string]engine{}
	for name, e := range wasters {
		engines[name] = e
	}
	if measure.Timed() {
		for name, e := range slowWasters {
			engines[name] = e
		}
	}
	for name, wasteful := range engines {
		t.Run(name, func(t *testing.T) {
			s := wasteful.find(scope{seed: 1, tried: 20000, largest: largestSize, enough: 1})
			if len(s.findings) == 0 {
				t.Fatalf("it is not found among %d requests", s.tried)
			}
			t.Log(s.findings[0])
		})
	}
}
