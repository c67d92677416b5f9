package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"unicode/utf8"

	"iacedit/edit"
	"iacedit/internal/base/budget"
	"iacedit/internal/testkit/measure"
)

// A shape is a request that somebody would make to be dear: it comes in any size, and
// what it costs must grow as its size does, or it is refused.
type shape struct {
	name    string
	dear    string // what a naive engine would do for it, in a sentence
	request func(n int) (code, edits string)
	body    func(n int) string // the whole body, for shapes that are about it; then request is nil
	refused edit.Code          // the code that it has to be refused with, at any size; "" where it is to be done
	squared bool               // what is asked for is itself longer, or more work, by any factor: it is refused before it goes beyond the bounds
	hcl     bool               // in dialect HCL
}

// shapes are all that are known, by what is attacked.
var shapes = slices.Concat(textShapes, selectorShapes, pathShapes, addressShapes, valueShapes, parseShapes, jsonShapes, messageShapes, reshapeShapes, generatedShapes)

// tooExpensive is what a request is refused with that would cost more than its size
// allows (docs/edits.md, "Answers and errors").
const tooExpensive edit.Code = "TOO_EXPENSIVE"

// many repeats a format until it is n bytes long, with the number of the repetition for
// every "#", in as many digits as all others for every "¤", and a separator between.
func many(n int, separator, format string) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteString(separator)
		}
		from := 0
		for at, c := range format {
			if c == '#' || c == '¤' {
				b.WriteString(format[from:at])
				from = at + utf8.RuneLen(c)
			}
			switch c {
			case '#':
				b.WriteString(strconv.Itoa(i))
			case '¤':
				fmt.Fprintf(&b, "%07d", i)
			}
		}
		b.WriteString(format[from:])
	}
	return b.String()
}

// long repeats a text until it is n bytes long.
func long(n int, text string) string { return strings.Repeat(text, max(1, n/len(text))) }

// A cost is what one request of a size took.
type cost struct {
	size   int       // of the body
	time   float64   // units of measure.Time, the best of several runs
	steps  int       // spent from the budget
	memory int       // bytes allocated, in all, with no memory kept from before
	output int       // bytes
	code   edit.Code // what it was refused with, or ""
	err    error
}

// bodyOf returns the body of a request in the size n.
func (s *shape) bodyOf(n int) []byte {
	if s.body != nil {
		return []byte(s.body(n))
	}
	code, edits := s.request(n)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	b.WriteString(`{"code": `)
	if err := e.Encode(code); err != nil {
		panic(err)
	}
	b.WriteString(`, "edits": ` + edits + `}`)
	return b.Bytes()
}

// measure makes the request of a shape in one size, as a server would.
func (s *shape) measure(n int) cost { return measureBody(s.options(), s.bodyOf(n)) }

func (s *shape) options() *edit.Options {
	if s.hcl {
		return &edit.Options{Dialect: edit.HCL}
	}
	return &edit.Options{}
}

func measureBody(o *edit.Options, body []byte) cost { return measureRuns(doing(o), body, 3, true) }

// measureOnce measures one run, with memory of requests before it in the pools.
func measureOnce(o *edit.Options, body []byte) cost { return measureRuns(doing(o), body, 1, false) }

func doing(o *edit.Options) func(body []byte) ([]byte, error) {
	return func(body []byte) ([]byte, error) { return o.DoJSON(nil, body) }
}

// measureRuns measures a request. Of several runs, the time is the least, and the other costs are
// those of the first. With fresh, no memory is in pools before the first run.
func measureRuns(do func(body []byte) ([]byte, error), body []byte, runs int, fresh bool) cost {
	c := cost{size: len(body)}
	if fresh { // pools hold memory over one collection
		runtime.GC()
		runtime.GC()
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var out []byte
	c.steps = int(measure.Steps(func() {
		c.time = measure.Time(func() { out, c.err = do(body) })
	}))
	runtime.ReadMemStats(&after)
	c.memory, c.output = int(after.TotalAlloc-before.TotalAlloc), len(out)
	if e, ok := c.err.(*edit.Error); ok {
		c.code = e.Code
		c.output = len(e.Message) + len(e.Pointer)
	}
	if measure.Timed() && runs > 1 && c.time <= longRun {
		c.time = measure.LeastTimes(runs, func() { do(body) })[0]
	}
	return c
}

// The sizes that shapes are tried in, each by sizeStep times the one before. IACEDIT_COSTS
// names another largest one: 524288 is where what grows too fast shows best.
const (
	smallestSize = 2 << 10
	largestSize  = 32 << 10
	sizeStep     = 4
)

// longRun is how many units a request takes that is run once only.
const longRun = 10e6

// What a step and a byte of a budget may take: the bounds of a request are those of its
// budget.
const (
	stepTime   = 2 // units
	stepMemory = 8 // bytes allocated
	byteMemory = 4
)

// mostCost returns what a request of that many bytes may cost, done or refused.
func mostCost(size int) cost {
	most := budget.Of(size)
	return cost{time: stepTime * float64(most.Steps), steps: int(most.Steps), memory: int(stepMemory*most.Steps + byteMemory*most.Bytes), output: int(most.Output)}
}

// By what factor a cost may grow from one size to the next, and below what it may
// grow as it likes: small costs are noise.
const (
	timeGrowth, leastTime     = 9.0, 200_000.0 // units
	stepsGrowth, leastSteps   = 6.0, 100_000
	memoryGrowth, leastMemory = 6.8, 1 << 20
	outputGrowth, leastOutput = 5.0, 1 << 16
)

// What is not run, because the size before took so much that this one could take the
// machine down.
const (
	mostRunTime   = 30e6 // units
	mostRunMemory = 256 << 20
)

// ladder measures a shape in ever larger sizes. It stops where the next one would take
// too much, and reports whether it came to the end.
func (s *shape) ladder(largest int) (costs []cost, whole bool) {
	for n := smallestSize; n <= largest; n *= sizeStep {
		c := s.measure(n)
		costs = append(costs, c)
		if n < largest && (measure.Timed() && c.time > mostRunTime || c.memory > mostRunMemory) {
			return costs, false
		}
	}
	return costs, true
}

// faults lists what is wrong with the costs of a shape.
func (s *shape) faults(costs []cost, whole bool) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for i, c := range costs {
		if c.code != tooExpensive && c.code != s.refused {
			fault("%d bytes: answered with %q: %.200v; want %q", c.size, c.code, c.err, s.refused)
			break
		}
		if raced || testing.Short() {
			continue
		}
		most := mostCost(c.size)
		if measure.Timed() && c.time > most.time {
			fault("%d bytes take %v; %v is what their budget allows", c.size, measure.Duration(c.time), measure.Duration(most.time))
		}
		if c.memory > most.memory {
			fault("%d bytes take %d MB of memory; %d are what their budget allows", c.size, c.memory>>20, most.memory>>20)
		}
		if c.output > most.output {
			fault("%d bytes make %d; %d are what their budget allows", c.size, c.output, most.output)
		}
		if i == 0 || s.squared || c.code == tooExpensive {
			continue
		}
		before := costs[i-1]
		by := float64(c.size) / float64(before.size) / sizeStep // near 1
		if limit := timeGrowth * by * max(before.time, leastTime); measure.Timed() && c.time > limit {
			fault("time: %v for %d bytes, %v for %d", measure.Duration(before.time), before.size, measure.Duration(c.time), c.size)
		}
		if limit := stepsGrowth * by * float64(max(before.steps, leastSteps)); float64(c.steps) > limit {
			fault("steps: %d for %d bytes, %d for %d", before.steps, before.size, c.steps, c.size)
		}
		if limit := memoryGrowth * by * float64(max(before.memory, leastMemory)); float64(c.memory) > limit {
			fault("memory: %d for %d bytes, %d for %d", before.memory, before.size, c.memory, c.size)
		}
		if limit := outputGrowth * by * float64(max(before.output, leastOutput)); float64(c.output) > limit {
			fault("output: %d for %d bytes, %d for %d", before.output, before.size, c.output, c.size)
		}
	}
	last := costs[len(costs)-1]
	if !whole {
		fault("nothing larger was tried: %d bytes take %v and %d MB already", last.size, measure.Duration(last.time), last.memory>>20)
	}
	return faults
}

// TestCosts: whatever the shape, cost grows as size does, and every size is answered or
// refused within the bounds of its budget. Time is one of the costs where it is measured.
func TestCosts(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long; make test-all runs it")
	}
	largest := largestSize
	if n, err := strconv.Atoi(os.Getenv("IACEDIT_COSTS")); err == nil {
		largest = n
	}
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 1, 2, ' ', 0)
	fmt.Fprintln(w, "shape\tlargest\ttime\tMB\toutput\tns/B\tB/B\tout/B\tgrows: time\tmemory\toutput\tanswer\tverdict")
	names := map[string]bool{}
	for i := range shapes {
		s := &shapes[i]
		if names[s.name] || s.dear == "" {
			t.Errorf("%s: named twice, or nothing is said of it", s.name)
		}
		names[s.name] = true
		t.Run(s.name, func(t *testing.T) {
			costs, whole := s.ladder(largest)
			faults := s.faults(costs, whole)
			for retry := 0; measure.Timed() && retry < 2 && whole && len(faults) > 0 && costs[len(costs)-1].time < 10*longRun; retry++ { // the machine may have been busy
				n := smallestSize
				for i, c := range costs {
					again := s.measure(n)
					n *= sizeStep
					again.time, again.memory = min(again.time, c.time), min(again.memory, c.memory)
					costs[i] = again
				}
				faults = s.faults(costs, whole)
			}
			s.row(w, costs, faults)
			if len(faults) > 0 {
				t.Errorf("%s\n%s", s.dear, strings.Join(faults, "\n"))
			}
		})
	}
	w.Flush()
	t.Logf("%d shapes\n%s", len(shapes), table.String())
	if path := os.Getenv("IACEDIT_COSTS_TABLE"); path != "" {
		if err := os.WriteFile(path, []byte(table.String()), 0o666); err != nil {
			t.Error(err)
		}
	}
}

// row writes a line of the table: the last size tried, and the exponents by which costs
// grew over the last step, 1 being linear.
func (s *shape) row(w *tabwriter.Writer, costs []cost, faults []string) {
	last := costs[len(costs)-1]
	before := costs[max(0, len(costs)-2)]
	exponent := func(now, then, least float64) string {
		if now < least || then <= 0 || last.size == before.size {
			return "-"
		}
		return fmt.Sprintf("%.1f", math.Log(now/then)/math.Log(float64(last.size)/float64(before.size)))
	}
	verdict := "ok"
	if len(faults) > 0 {
		verdict = fmt.Sprintf("%d FAULTS", len(faults))
	}
	answer := string(last.code)
	if answer == "" {
		answer = "done"
	}
	size := float64(last.size)
	fmt.Fprintf(w, "%s\t%d\t%v\t%d\t%d\t%.0f\t%.0f\t%.1f\t%s\t%s\t%s\t%s\t%s\n", s.name, last.size, measure.Duration(last.time), last.memory>>20, last.output,
		10*last.time/size, float64(last.memory)/size, float64(last.output)/size,
		exponent(last.time, before.time, 50_000),
		exponent(float64(last.memory), float64(before.memory), leastMemory),
		exponent(float64(last.output), float64(before.output), leastOutput), answer, verdict)
}
