package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"iacedit/bench/peers"
	"iacedit/bench/peers/figures"
	"iacedit/edit"
	"iacedit/find"
	"iacedit/format"
	"iacedit/internal/engine/render"
	"iacedit/internal/testkit/corpus"
	"iacedit/read"
	"iacedit/syntax"
)

// A library measures our library, hclwrite, hcledit and hcl2json on one core, by their processor
// time.
//
// Our benchmark of an edit runs all of edit.Options.Do, including the decoding of the JSON request;
// the rivals receive the code and the edit as Go values, and therefore have less to do.
type library struct {
	measurement
	Round time.Duration `default:"200ms" help:"How long one is measured in one round."`
}

func (l *library) Run() error {
	runtime.GOMAXPROCS(1)
	if l.Quick {
		l.Rounds, l.Round = 3, l.Round/4
	}
	return l.measure([]part{
		{"edit", figures.Library, l.each(l.edit)}, {"phases", figures.Library, l.each(l.phases)},
		{"render", figures.Library, l.each(l.render)}, {"jobs", figures.Library, l.jobs},
		{"size", figures.Library, l.sizes}, {"many", figures.Library, l.manyEdits},
		{"read", figures.Reading, l.each(l.read)}, {"format", figures.Format, l.each(l.format)},
	})
}

// each returns a function that calls do with each of the inputs.
func (l *library) each(do func(corpus.Input) error) func() error {
	return func() error {
		for _, in := range inputs() {
			if err := do(in); err != nil {
				return fmt.Errorf("%s: %w", in.Name, err)
			}
		}
		return nil
	}
}

// rowOf adds a row for one of the inputs. The document shows such rows only for the inputs of 31
// and 61 KB.
func (l *library) rowOf(in corpus.Input, what, ours, rivals string, checks ...figures.Check) {
	shown := strings.HasSuffix(in.Name, "/31KB") || strings.HasSuffix(in.Name, "/61KB")
	l.row(what+", "+in.Name, ours, "", rivals, checks...).Detail = !shown
}

// doBenchmark returns a benchmark that makes the edits of a request with our library.
func doBenchmark(request []byte) *benchmark {
	var o edit.Options
	return appending("iacedit", func(dst []byte) ([]byte, error) { return o.Do(dst, request) })
}

// edit measures one edit of an input, and the same edit with hclwrite and hcledit.
func (l *library) edit(in corpus.Input) error {
	set, operator, size := peers.SetOf(in.Edit), peers.Hcledit(in.Edit), float64(len(in.Code))
	ours := doBenchmark(in.Body())
	write := &benchmark{name: "hclwrite", do: func() ([]byte, error) { return peers.Hclwrite(in.Code, set) }}
	hcledit := &benchmark{name: "hcledit", do: func() ([]byte, error) { return operator.Apply(in.Code, "main.tf") }}
	for b, want := range map[*benchmark][]byte{ours: in.Want(), write: in.Want(), hcledit: hclwrite.Format(in.Want())} {
		if err := b.check(want); err != nil {
			return err
		}
	}
	if err := l.inTurn(ours, write, hcledit); err != nil {
		return err
	}
	l.rowOf(in, "one edit", ours.speed(len(in.Code)),
		"hclwrite "+write.speed(len(in.Code))+"; hcledit "+hcledit.speed(len(in.Code)),
		figures.AtLeast(figures.SummarizeRatios(write.times, ours.times), 40, "× hclwrite"),
		figures.AtLeast(figures.Single(size/ours.nanos()*1e3), 100, "MB/s"),
		figures.NoTarget(figures.SummarizeRatios(hcledit.times, ours.times), "× hcledit"))
	l.rowOf(in, "allocated for an edit", ours.allocated(size, "byte"), "hclwrite "+write.allocated(size, "byte"),
		figures.AtMost(figures.Single(ours.bytes/size), 4, "bytes per byte of code"))
	return nil
}

// phases measures the phases of the edit separately. Only parsing is measured directly. The time of
// decoding is the time of edit.Options.Do minus the time of edit.Options.Apply. The time after
// parsing is the time of edit.Options.Apply minus the time of parsing.
func (l *library) phases(in corpus.Input) error {
	var request struct{ Edits json.RawMessage }
	if err := json.Unmarshal(in.Body(), &request); err != nil {
		return err
	}
	var o edit.Options
	whole := doBenchmark(in.Body())
	bare := appending("edit.Options.Apply", func(dst []byte) ([]byte, error) { return o.Apply(dst, in.Code, request.Edits) })
	parse := &benchmark{name: "parse", do: func() ([]byte, error) {
		_, err := syntax.Parse(in.Code)
		return nil, err
	}}
	if err := bare.check(in.Want()); err != nil {
		return err
	}
	if err := l.inTurn(whole, bare, parse); err != nil {
		return err
	}
	l.rowOf(in, "parse alone", parse.speed(len(in.Code)), "")
	l.row("phases of an edit, "+in.Name, fmt.Sprintf("decode %s, parse %s, apply and render %s",
		micros(whole.longerThan(bare)), micros(parse.nanos()), micros(bare.longerThan(parse))), "", "").Detail = true
	return nil
}

// render compares the time of rendering an unchanged tree with the time of copying its code once.
func (l *library) render(in corpus.Input) error {
	file, err := syntax.Parse(in.Code)
	if err != nil {
		return err
	}
	draft := render.NewDraft(file)
	ours := appending("render", func(dst []byte) ([]byte, error) { return draft.Append(dst), nil })
	copied := appending("copy", func(dst []byte) ([]byte, error) { return append(dst, in.Code...), nil })
	if err := ours.check(in.Code); err != nil {
		return err
	}
	if err := l.inTurn(ours, copied); err != nil {
		return err
	}
	l.rowOf(in, "render alone, unedited", micros(ours.nanos()), "",
		figures.NoTarget(figures.SummarizeRatios(ours.times, copied.times), "of one copy's time"))
	return nil
}

// format compares the formatter with hclwrite.Format.
func (l *library) format(in corpus.Input) error {
	ours := appending("format.Format", func(dst []byte) ([]byte, error) { return format.Format(dst, in.Code) })
	theirs := &benchmark{name: "hclwrite.Format", do: func() ([]byte, error) { return hclwrite.Format(in.Code), nil }}
	if err := ours.check(hclwrite.Format(in.Code)); err != nil {
		return err
	}
	if err := l.inTurn(ours, theirs); err != nil {
		return err
	}
	l.rowOf(in, "format", ours.speed(len(in.Code)), "hclwrite.Format "+theirs.speed(len(in.Code)),
		figures.AtLeast(figures.SummarizeRatios(theirs.times, ours.times), 25, "× hclwrite.Format"))
	return nil
}

// read measures how long it takes to read the content of an input as JSON, and compares that time
// with the time of hcl2json.
func (l *library) read(in corpus.Input) error {
	var o read.Options
	ours := appending("iacedit", func(dst []byte) ([]byte, error) { return o.Read(dst, in.Code, nil) })
	rival := &benchmark{name: "hcl2json", do: func() ([]byte, error) { return peers.HCL2JSON(in.Code) }}
	content, err := ours.do()
	if err != nil {
		return err
	}
	answer := float64(len(content))
	if err := l.inTurn(ours, rival); err != nil {
		return err
	}
	l.rowOf(in, "read all", ours.speed(len(in.Code)), "hcl2json "+rival.speed(len(in.Code)),
		figures.AtLeast(figures.SummarizeRatios(rival.times, ours.times), 20, "× hcl2json"),
		figures.AtLeast(figures.Single(float64(len(in.Code))/ours.nanos()*1e3), 150, "MB/s"))
	l.rowOf(in, "allocated for a read", ours.allocated(answer, "byte of answer"), "hcl2json "+rival.allocated(answer, "byte"),
		figures.AtMost(figures.Single(ours.bytes/answer), 2, "bytes per byte of answer"))
	return nil
}

// jobs measures the jobs of package corpus, including the decoding of the request and the encoding
// of the answer.
func (l *library) jobs() error {
	for _, job := range corpus.Jobs() {
		do := new(edit.Options).DoJSON
		if job.Find != "" {
			do = new(find.Options).DoJSON
		}
		body := job.Body()
		b := appending(job.Name, func(dst []byte) ([]byte, error) { return do(dst, body) })
		data, err := b.do()
		if err == nil {
			err = job.Check(fmt.Appendf(nil, `{"data":%s}`, data))
		}
		if err == nil {
			err = l.inTurn(b)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", job.Name, err)
		}
		var checks []figures.Check
		if job.MostMillis > 0 {
			checks = append(checks, figures.AtMost(figures.Single(b.nanos()/1e6), job.MostMillis, "ms"))
		}
		l.row(job.Name, b.speed(len(job.Code())), "", "", checks...)
	}
	return nil
}

// sizes measures the cost of a byte of code, for modules of 1 KB to 4 MB. The cost of the smallest
// request is subtracted first.
func (l *library) sizes() error {
	sizes := []int{1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000}
	small := corpus.Small()
	benchmarks := []*benchmark{doBenchmark(small.Body())}
	for _, size := range sizes {
		in := corpus.Generated(size)
		b := doBenchmark(in.Body())
		if err := b.check(in.Want()); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		benchmarks = append(benchmarks, b)
	}
	if err := l.inTurn(benchmarks...); err != nil {
		return err
	}
	l.row("one edit, the fixed part: a request of 150 bytes", micros(benchmarks[0].nanos()), "", "")
	var costs []float64
	for i, size := range sizes {
		costs = append(costs, benchmarks[i+1].longerThan(benchmarks[0])/float64(size-len(small.Code)))
		l.row("one edit, "+corpus.SizeName(size)+" of code", fmt.Sprintf("%.2f ns/B", costs[i]), "", "").Detail = true
	}
	l.row("one edit, 1KB to 4MB, each byte beyond the fixed part", fmt.Sprintf("%.2f to %.2f ns/B", slices.Min(costs), slices.Max(costs)), "", "",
		figures.AtMost(figures.Single(figures.Spread(costs)), 1.5, "between dearest and cheapest"))
	return nil
}

// manyEdits measures the cost of an additional edit, for several numbers of edits in a request.
// This cost is the added time divided by the number of added edits.
func (l *library) manyEdits() error {
	const blocks = 2_000
	counts := []int{1, 250, 500, 1_000, 2_000}
	code, edits := corpus.Blocks(blocks)
	var benchmarks []*benchmark
	for _, n := range counts {
		b := doBenchmark(corpus.Body(code, edits[:n]...))
		if err := b.check(corpus.Want(code, edits[:n]...)); err != nil {
			return fmt.Errorf("%d edits: %w", n, err)
		}
		benchmarks = append(benchmarks, b)
	}
	if err := l.inTurn(benchmarks...); err != nil {
		return err
	}
	var costs []float64
	l.row(fmt.Sprintf("1 edit in a file of %d blocks", blocks), benchmarks[0].time(), "", "").Detail = true
	for i := 1; i < len(counts); i++ {
		costs = append(costs, benchmarks[i].longerThan(benchmarks[i-1])/float64(counts[i]-counts[i-1]))
		l.row(fmt.Sprintf("%d edits in it", counts[i]),
			fmt.Sprintf("%s, %.0f ns for each edit more", benchmarks[i].time(), costs[i-1]), "", "").Detail = true
	}
	l.row("1 to 2,000 edits, each additional edit", fmt.Sprintf("%.0f to %.0f ns", slices.Min(costs), slices.Max(costs)), "", "",
		figures.AtMost(figures.Single(figures.Spread(costs)), 2, "between dearest and cheapest"))
	return nil
}
