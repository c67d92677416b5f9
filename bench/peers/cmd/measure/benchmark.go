package main

import (
	"bytes"
	"fmt"
	"runtime"
	"syscall"
	"time"

	"iacedit/bench/peers/figures"
)

// A benchmark is one of several programs that are measured side by side.
type benchmark struct {
	name string
	do   func() ([]byte, error) // makes one edit

	times  []float64 // the nanoseconds of processor time for an edit, in each round
	bytes  float64   // bytes allocated for an edit
	allocs float64   // allocations for an edit
}

// appending returns a benchmark of a function that appends its result to a buffer. It uses the same
// buffer for each result.
func appending(name string, do func(dst []byte) ([]byte, error)) *benchmark {
	var buf []byte
	return &benchmark{name: name, do: func() (result []byte, err error) {
		buf, err = do(buf[:0])
		return buf, err
	}}
}

// check makes the edit once, and returns an error if the result is not the wanted code.
func (b *benchmark) check(want []byte) error {
	got, err := b.do()
	if err == nil && !bytes.Equal(got, want) {
		err = fmt.Errorf("%s gives other code", b.name)
	}
	return err
}

// inTurn measures in each round one benchmark after the other.
func (l *library) inTurn(benchmarks ...*benchmark) error {
	for range l.Rounds {
		for _, b := range benchmarks {
			if err := b.round(l.Round); err != nil {
				return fmt.Errorf("%s: %w", b.name, err)
			}
		}
	}
	return nil
}

// round runs the edit again and again for the time d, but at least once. It runs the garbage
// collector first, so that no benchmark pays for the garbage of another benchmark.
func (b *benchmark) round(d time.Duration) error {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start, n, used := time.Now(), 0, cpuTime()
	for elapsed := time.Duration(0); elapsed < d; elapsed = time.Since(start) {
		if _, err := b.do(); err != nil {
			return err
		}
		n++
	}
	b.times = append(b.times, float64(cpuTime()-used)/float64(n))
	runtime.ReadMemStats(&after)
	b.bytes = float64(after.TotalAlloc-before.TotalAlloc) / float64(n)
	b.allocs = float64(after.Mallocs-before.Mallocs) / float64(n)
	return nil
}

// cpuTime returns the processor time of this process, including the time of the garbage collector.
// On one core of an idle machine it equals the wall-clock time; on a shared machine it excludes
// other work.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // it fails only for an invalid argument
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// nanos returns the nanoseconds for one edit: the median of the rounds.
func (b *benchmark) nanos() float64 { return figures.Median(b.times) }

// speed returns a text with the speed and the time of an edit, such as "12.3 MB/s (5.02ms)". The
// argument is the size of the code in bytes.
func (b *benchmark) speed(size int) string {
	return fmt.Sprintf("%.4g MB/s (%s)", float64(size)/b.nanos()*1e3, b.time())
}

// time returns the median time for an edit.
func (b *benchmark) time() string { return time.Duration(b.nanos()).Round(time.Microsecond).String() }

// longerThan returns how many nanoseconds longer an edit takes than in another benchmark: the
// median of the differences in the rounds.
func (b *benchmark) longerThan(other *benchmark) float64 {
	return figures.Median(differences(b.times, other.times))
}

// allocated returns a text with the memory that an edit allocates for each unit, if there are n
// units.
func (b *benchmark) allocated(n float64, unit string) string {
	return fmt.Sprintf("%.3g bytes per %s, %.0f allocations", b.bytes/n, unit, b.allocs)
}
