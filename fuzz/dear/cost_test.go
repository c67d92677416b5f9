package dear

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"iacedit/convert"
	"iacedit/edit"
	"iacedit/find"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/testkit/measure"
	"iacedit/read"
)

// An engine answers the body of a request that is sent in a way.
type engine func(by way, body []byte) ([]byte, error)

// ours is the engine as the server uses it.
func ours(by way, body []byte) ([]byte, error) { return within(0)(by, body) }

// within is our engine with a time-out.
func within(timeout time.Duration) engine {
	return func(by way, body []byte) ([]byte, error) {
		switch by {
		case toRead:
			return (&read.Options{Timeout: timeout}).DoJSON(nil, body)
		case toFind:
			return (&find.Options{Timeout: timeout}).DoJSON(nil, body)
		case toConvert:
			return (&convert.Options{Timeout: timeout}).DoJSON(nil, body)
		}
		return (&edit.Options{Timeout: timeout}).DoJSON(nil, body)
	}
}

// A cost is what one request took.
type cost struct {
	size   int           // of the body, in bytes
	time   float64       // units of measure.Time; 0 if it is not measured
	spent  budget.Limits // from its budget
	memory int           // bytes allocated
	peak   int           // most bytes in use at a time; 0 if few are allocated, or time is not measured
	output int           // bytes
	code   string        // of the error, or ""
	broken bool          // whether the answer is no JSON
}

// expensive is the code that requests are refused with whose work is too much.
const expensive = "TOO_EXPENSIVE"

// costOf makes a request. With fresh, no memory of requests before it is in pools.
func (run engine) costOf(by way, body []byte, fresh bool) cost {
	c := cost{size: len(body)}
	if fresh {
		runtime.GC()
		runtime.GC()
	}
	var out []byte
	var err error
	var before, after runtime.MemStats
	request := func() { out, err = run(by, body) }
	c.spent = measure.Spent(func() {
		runtime.ReadMemStats(&before)
		if measure.Timed() {
			c.time = measure.Time(request)
		} else {
			request()
		}
		runtime.ReadMemStats(&after)
	})
	if c.memory = int(after.TotalAlloc - before.TotalAlloc); measure.Timed() && c.memory > peakPerByte*c.size+leastPeak {
		c.peak = peakOf(request)
	}
	c.output, c.broken = len(out), err == nil && !json.Valid(out)
	if e, ok := errors.AsType[*fault.Error](err); ok {
		c.code, c.output = string(e.Code), len(e.Message)+len(e.Pointer)
	} else if err != nil {
		c.code = err.Error()
	}
	return c
}

// leastOf makes a request several times. Its memory is that of a run with no memory in pools. Its
// time is the least, most runs having memory in pools: some virtual machines take longer to supply
// a page of memory than the engine takes to fill it.
func (run engine) leastOf(by way, body []byte) cost {
	c := run.costOf(by, body, true)
	if measure.Timed() {
		const rounds = 8
		c.peak = min(c.peak, run.costOf(by, body, true).peak)
		c.time = measure.LeastTimes(rounds, func() { run(by, body) })[0]
	}
	return c
}

// peakOf returns how many bytes more are in use while f runs, at most, as far as a goroutine
// that looks all the time sees it. What is no longer used is collected early.
func peakOf(f func()) int {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	inUse := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	runtime.GC()
	metrics.Read(inUse)
	before := inUse[0].Value.Uint64()
	most := before
	done := make(chan bool)
	var looking sync.WaitGroup
	looking.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(100 * time.Microsecond):
				metrics.Read(inUse)
				most = max(most, inUse[0].Value.Uint64())
			}
		}
	})
	f()
	close(done)
	looking.Wait()
	return int(most - before)
}

// What a request may cost.
const (
	// An answer, as docs/edits.md says.
	outputPerByte, leastOutput = 8, 1 << 20

	// What a step may take, and the bytes that are allocated for each that is spent.
	timePerStep, memoryPerStep, memoryPerByte = 3, 8, 6

	// What is not counted because it is linear in the size of the request: parsing,
	// decoding, the records of edits.
	freeTimePerByte, freeTime     = 30, 300_000
	freeMemoryPerByte, freeMemory = 300, 4 << 20

	// What is in use at a time, which a server reserves for a request: for its bytes, and for those of
	// the text that its edits make, which has tokens.
	peakPerByte, leastPeak, peakPerPaid = 150, 8 << 20, 4
)

// faults returns what a cost is over, "" for nothing.
func (c *cost) fault() string {
	limits := budget.Of(c.size) // what is spent beyond them was not granted
	steps := min(c.spent.Steps, limits.Steps)
	paidMemory := int(memoryPerStep*steps + memoryPerByte*(min(c.spent.Bytes, limits.Bytes)+min(c.spent.Output, limits.Output)))
	switch {
	case c.broken:
		return "the answer is no JSON"
	case c.output > outputPerByte*c.size+leastOutput:
		return fmt.Sprintf("an answer of %.1f MB, %.0f times the request", float64(c.output)/1e6, float64(c.output)/float64(c.size))
	case c.memory-paidMemory > freeMemoryPerByte*c.size+freeMemory:
		return fmt.Sprintf("%d MB are allocated, of which %d are paid for", c.memory>>20, paidMemory>>20)
	case c.peak > peakPerByte*c.size+leastPeak+peakPerPaid*int(min(c.spent.Bytes, limits.Bytes)):
		return fmt.Sprintf("%d MB are in use at a time", c.peak>>20)
	case c.time-timePerStep*float64(steps) > freeTimePerByte*float64(c.size)+freeTime:
		return fmt.Sprintf("it takes %v, of which %v are paid for (%d steps)", measure.Duration(c.time), measure.Duration(timePerStep*float64(steps)), steps)
	}
	return ""
}

// exponent returns the power of the size by which what is measured grows, from two
// differences of three sizes, each twice the one before. What is fixed is not in it.
func exponent(small, middle, large float64) float64 {
	if middle <= small || large <= middle {
		return 0
	}
	return math.Log2((large - middle) / (middle - small))
}

// numbers returns what grows with the size.
func (c *cost) numbers() [4]float64 {
	return [4]float64{c.time, float64(c.spent.Steps), float64(c.memory), float64(c.output)}
}

var numberNames = [4]string{"time", "steps", "memory", "output"}

// steep is an exponent between that of n log n and that of the square.
const steep = 1.5

// What grows as it likes, because it is little.
var least = [4]float64{30_000, 30_000, 256 << 10, 32 << 10}

// suspicious reports whether the costs would probably exceed the bounds at larger sizes: they
// grow too fast, or have reached a quarter of the bounds.
func suspicious(costs []cost) bool {
	last := costs[len(costs)-1]
	three := costs[len(costs)-3:]
	a, b, c := three[0].numbers(), three[1].numbers(), three[2].numbers()
	for i := range a {
		if c[i] > least[i] && exponent(a[i], b[i], c[i]) > steep {
			return true
		}
	}
	quarter := last
	quarter.time *= 4
	quarter.output *= 4
	quarter.memory *= 4
	return quarter.fault() != ""
}
