package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"iacedit/bench/peers"
	"iacedit/bench/peers/figures"
	"iacedit/edit"
	"iacedit/format"
	"iacedit/internal/engine/render"
	"iacedit/internal/testkit/corpus"
	"iacedit/syntax"
)

// ourBenchmark returns a benchmark that makes the edits of a request with our library. It uses the
// same buffer for each result.
func ourBenchmark(request []byte) *benchmark {
	var o edit.Options
	var buf []byte
	return &benchmark{name: "iacedit", do: func() (code []byte, err error) {
		buf, err = o.Do(buf[:0], request)
		return buf, err
	}}
}

// edits measures one edit of each input, and the same edit with hclwrite and hcledit.
func (o *options) edits() error {
	for _, in := range inputs() {
		if err := o.edit(in); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	return nil
}

func (o *options) edit(in corpus.Input) error {
	set, operator, size := peers.SetOf(in.Edit), peers.Hcledit(in.Edit), float64(len(in.Code))
	ours := ourBenchmark(in.Body())
	write := &benchmark{name: "hclwrite", do: func() ([]byte, error) { return peers.Hclwrite(in.Code, set) }}
	hcledit := &benchmark{name: "hcledit", do: func() ([]byte, error) { return operator.Apply(in.Code, "main.tf") }}
	for b, want := range map[*benchmark][]byte{ours: in.Want(), write: in.Want(), hcledit: hclwrite.Format(in.Want())} {
		if err := b.check(want); err != nil {
			return err
		}
	}
	if err := rounds([]*benchmark{ours, write, hcledit}, o.Rounds, o.Round); err != nil {
		return err
	}
	o.rowOf(in, "one edit", ours.speed(len(in.Code)),
		"hclwrite "+write.speed(len(in.Code))+"; hcledit "+hcledit.speed(len(in.Code)),
		figures.AtLeast(figures.SummarizeRatios(write.times, ours.times), 40, "× hclwrite"),
		figures.AtLeast(figures.Single(size/ours.nanos()*1e3), 100, "MB/s"),
		figures.NoTarget(figures.SummarizeRatios(hcledit.times, ours.times), "× hcledit"))
	o.rowOf(in, "allocated for an edit", memory(ours, size), "hclwrite "+memory(write, size),
		figures.AtMost(figures.Single(ours.bytes/size), 4, "bytes per byte of code"))
	return nil
}

func memory(b *benchmark, size float64) string {
	return fmt.Sprintf("%.3g bytes per byte, %.0f allocations", b.bytes/size, b.allocs)
}

// phases measures the phases of the edit separately. Only parsing is measured directly. The time of
// decoding is the time of edit.Options.Do minus the time of edit.Options.Apply. The time after
// parsing is the time of edit.Options.Apply minus the time of parsing.
func (o *options) phases() error {
	for _, in := range inputs() {
		whole := ourBenchmark(in.Body())
		bare, err := applyBenchmark(in)
		if err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		parse := &benchmark{name: "parse", do: func() ([]byte, error) {
			_, err := syntax.Parse(in.Code)
			return nil, err
		}}
		if err := rounds([]*benchmark{whole, bare, parse}, o.Rounds, o.Round); err != nil {
			return err
		}
		o.rowOf(in, "parse alone", parse.speed(len(in.Code)), "")
		o.detail("phases of an edit, "+in.Name, fmt.Sprintf("decode %s, parse %s, apply and render %s",
			micros(medianDifference(whole, bare)), micros(parse.nanos()), micros(medianDifference(bare, parse))), "")
	}
	return nil
}

// applyBenchmark returns a benchmark that makes an input's edit with edit.Options.Apply, which
// receives the code as it is, not as JSON.
func applyBenchmark(in corpus.Input) (*benchmark, error) {
	var request struct{ Edits json.RawMessage }
	if err := json.Unmarshal(in.Body(), &request); err != nil {
		return nil, err
	}
	var o edit.Options
	var buf []byte
	b := &benchmark{name: "edit.Options.Apply", do: func() (code []byte, err error) {
		buf, err = o.Apply(buf[:0], in.Code, request.Edits)
		return buf, err
	}}
	return b, b.check(in.Want())
}

// renders compares the time of rendering an unchanged tree with the time of copying its code once.
func (o *options) renders() error {
	for _, in := range inputs() {
		file, err := syntax.Parse(in.Code)
		if err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		draft, buf := render.NewDraft(file), make([]byte, 0, len(in.Code))
		ours := &benchmark{name: "render", do: func() ([]byte, error) { return draft.Append(buf), nil }}
		copied := &benchmark{name: "copy", do: func() ([]byte, error) { return append(buf, in.Code...), nil }}
		if err := ours.check(in.Code); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		if err := rounds([]*benchmark{ours, copied}, o.Rounds, o.Round); err != nil {
			return err
		}
		o.rowOf(in, "render alone, unedited", micros(ours.nanos()), "",
			figures.NoTarget(figures.SummarizeRatios(ours.times, copied.times), "of one copy's time"))
	}
	return nil
}

// medianDifference returns how much longer an edit takes in the benchmark a than in the benchmark
// b: the median of the differences in the rounds.
func medianDifference(a, b *benchmark) float64 {
	more := make([]float64, len(a.times))
	for i := range more {
		more[i] = a.times[i] - b.times[i]
	}
	return figures.Median(more)
}

func micros(ns float64) string { return fmt.Sprintf("%.1f µs", ns/1e3) }

// formats compares the formatter with hclwrite.Format.
func (o *options) formats() error {
	for _, in := range inputs() {
		var buf []byte
		ours := &benchmark{name: "format.Format", do: func() (code []byte, err error) {
			buf, err = format.Format(buf[:0], in.Code)
			return buf, err
		}}
		theirs := &benchmark{name: "hclwrite.Format", do: func() ([]byte, error) { return hclwrite.Format(in.Code), nil }}
		if err := ours.check(hclwrite.Format(in.Code)); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		if err := rounds([]*benchmark{ours, theirs}, o.Rounds, o.Round); err != nil {
			return err
		}
		o.rowOf(in, "format", ours.speed(len(in.Code)), "hclwrite.Format "+theirs.speed(len(in.Code)),
			figures.AtLeast(figures.SummarizeRatios(theirs.times, ours.times), 25, "× hclwrite.Format"))
	}
	return nil
}

// sizes measures the cost of a byte of code, for modules of 1 KB to 4 MB. The cost of the smallest
// request is subtracted first.
func (o *options) sizes() error {
	sizes := []int{1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000}
	small := corpus.Small()
	benchmarks := []*benchmark{ourBenchmark(small.Body())}
	for _, size := range sizes {
		in := corpus.Generated(size)
		b := ourBenchmark(in.Body())
		if err := b.check(in.Want()); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		benchmarks = append(benchmarks, b)
	}
	if err := rounds(benchmarks, o.Rounds, o.Round); err != nil {
		return err
	}
	o.row("one edit, the fixed part: a request of 150 bytes", micros(benchmarks[0].nanos()), "")
	var costs []float64
	for i, size := range sizes {
		costs = append(costs, medianDifference(benchmarks[i+1], benchmarks[0])/float64(size-len(small.Code)))
		o.detail("one edit, "+corpus.SizeName(size)+" of code", fmt.Sprintf("%.2f ns/B", costs[i]), "")
	}
	o.row("one edit, 1KB to 4MB, each byte beyond the fixed part", fmt.Sprintf("%.2f to %.2f ns/B", slices.Min(costs), slices.Max(costs)), "",
		figures.AtMost(figures.Single(figures.Spread(costs)), 1.5, "between dearest and cheapest"))
	return nil
}

// manyEdits measures the cost of an additional edit, for several numbers of edits in a request.
// This cost is the added time divided by the number of added edits.
func (o *options) manyEdits() error {
	const blocks = 2_000
	counts := []int{1, 250, 500, 1_000, 2_000}
	code, edits := corpus.Blocks(blocks)
	var benchmarks []*benchmark
	for _, n := range counts {
		b := ourBenchmark(corpus.Body(code, edits[:n]...))
		if err := b.check(corpus.Want(code, edits[:n]...)); err != nil {
			return fmt.Errorf("%d edits: %w", n, err)
		}
		benchmarks = append(benchmarks, b)
	}
	if err := rounds(benchmarks, o.Rounds, o.Round); err != nil {
		return err
	}
	var costs []float64
	o.detail(fmt.Sprintf("1 edit in a file of %d blocks", blocks), benchmarks[0].time(), "")
	for i := 1; i < len(counts); i++ {
		costs = append(costs, medianDifference(benchmarks[i], benchmarks[i-1])/float64(counts[i]-counts[i-1]))
		o.detail(fmt.Sprintf("%d edits in it", counts[i]),
			fmt.Sprintf("%s, %.0f ns for each edit more", benchmarks[i].time(), costs[i-1]), "")
	}
	o.row("1 to 2,000 edits, each additional edit", fmt.Sprintf("%.0f to %.0f ns", slices.Min(costs), slices.Max(costs)), "",
		figures.AtMost(figures.Single(figures.Spread(costs)), 2, "between dearest and cheapest"))
	return nil
}

// time returns the median time for an edit.
func (b *benchmark) time() string { return time.Duration(b.nanos()).Round(time.Microsecond).String() }

func (o *options) row(what, ours, rivals string, checks ...figures.Check) {
	o.report.Rows = append(o.report.Rows, figures.Row{Section: o.section, What: what, Ours: ours, Rivals: rivals, Checks: checks})
}

// detail adds a row that docs/performance.md omits.
func (o *options) detail(what, ours, rivals string, checks ...figures.Check) {
	o.row(what, ours, rivals, checks...)
	o.report.Rows[len(o.report.Rows)-1].Detail = true
}

// rowOf adds a row for one of the inputs. The document shows such rows only for the inputs of 31
// and 61 KB.
func (o *options) rowOf(in corpus.Input, what, ours, rivals string, checks ...figures.Check) {
	o.row(what+", "+in.Name, ours, rivals, checks...)
	named := strings.HasSuffix(in.Name, "/31KB") || strings.HasSuffix(in.Name, "/61KB")
	o.report.Rows[len(o.report.Rows)-1].Detail = !named
}
