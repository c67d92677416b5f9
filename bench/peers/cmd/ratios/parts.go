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
	"iacedit/internal/corpus"
	"iacedit/internal/render"
	"iacedit/syntax"
)

// ourLane returns a lane that makes the edits of a request with our library. It uses the same
// buffer for each result.
func ourLane(request []byte) *lane {
	var o edit.Options
	var buf []byte
	return &lane{name: "iacedit", do: func() (code []byte, err error) {
		buf, err = o.Do(buf[:0], request)
		return buf, err
	}}
}

// edits measures one edit of each input, compared with hclwrite and hcledit.
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
	ours := ourLane(in.Body())
	write := &lane{name: "hclwrite", do: func() ([]byte, error) { return peers.Hclwrite(in.Code, set) }}
	hcledit := &lane{name: "hcledit", do: func() ([]byte, error) { return operator.Apply(in.Code, "main.tf") }}
	for l, want := range map[*lane][]byte{ours: in.Want(), write: in.Want(), hcledit: hclwrite.Format(in.Want())} {
		if err := l.check(want); err != nil {
			return err
		}
	}
	if err := rounds([]*lane{ours, write, hcledit}, o.Rounds, o.Round); err != nil {
		return err
	}
	o.rowOf(in, "one edit", ours.speed(len(in.Code)),
		"hclwrite "+write.speed(len(in.Code))+"; hcledit "+hcledit.speed(len(in.Code)),
		figures.AtLeast(figures.Ratio(write.times, ours.times), 40, "× hclwrite"),
		figures.AtLeast(figures.Once(size/ours.nanos()*1e3), 100, "MB/s"),
		figures.Plain(figures.Ratio(hcledit.times, ours.times), "× hcledit"))
	o.rowOf(in, "allocated for an edit", memory(ours, size), "hclwrite "+memory(write, size),
		figures.AtMost(figures.Once(ours.bytes/size), 4, "bytes per byte of code"))
	return nil
}

func memory(l *lane, size float64) string {
	return fmt.Sprintf("%.3g bytes per byte, %.0f allocations", l.bytes/size, l.allocs)
}

// phases measures the phases of the edit separately. Only parsing is measured directly. The time of
// decoding is the time of edit.Options.Do minus the time of edit.Options.Apply. The time after
// parsing is the time of edit.Options.Apply minus the time of parsing.
func (o *options) phases() error {
	for _, in := range inputs() {
		whole := ourLane(in.Body())
		bare, err := bareLane(in)
		if err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		parse := &lane{name: "parse", do: func() ([]byte, error) {
			_, err := syntax.Parse(in.Code)
			return nil, err
		}}
		if err := rounds([]*lane{whole, bare, parse}, o.Rounds, o.Round); err != nil {
			return err
		}
		o.rowOf(in, "parse alone", parse.speed(len(in.Code)), "")
		o.detail("phases of an edit, "+in.Name, fmt.Sprintf("decode %s, parse %s, apply and render %s",
			micros(beyond(whole, bare)), micros(parse.nanos()), micros(beyond(bare, parse))), "")
	}
	return nil
}

// bareLane returns a lane that makes an input's edit with edit.Options.Apply, which gets the code
// as it is, not as JSON.
func bareLane(in corpus.Input) (*lane, error) {
	var request struct{ Edits json.RawMessage }
	if err := json.Unmarshal(in.Body(), &request); err != nil {
		return nil, err
	}
	var o edit.Options
	var buf []byte
	l := &lane{name: "edit.Options.Apply", do: func() (code []byte, err error) {
		buf, err = o.Apply(buf[:0], in.Code, request.Edits)
		return buf, err
	}}
	return l, l.check(in.Want())
}

// renders measures rendering an unchanged tree, compared with copying its code once.
func (o *options) renders() error {
	for _, in := range inputs() {
		file, err := syntax.Parse(in.Code)
		if err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		draft, buf := render.NewDraft(file), make([]byte, 0, len(in.Code))
		ours := &lane{name: "render", do: func() ([]byte, error) { return draft.Append(buf), nil }}
		copied := &lane{name: "copy", do: func() ([]byte, error) { return append(buf, in.Code...), nil }}
		if err := ours.check(in.Code); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		if err := rounds([]*lane{ours, copied}, o.Rounds, o.Round); err != nil {
			return err
		}
		o.rowOf(in, "render alone, unedited", micros(ours.nanos()), "",
			figures.Plain(figures.Ratio(ours.times, copied.times), "of one copy's time"))
	}
	return nil
}

// beyond returns how much longer an edit takes in the lane a than in the lane b: the median of the
// differences in the rounds.
func beyond(a, b *lane) float64 {
	more := make([]float64, len(a.times))
	for i := range more {
		more[i] = a.times[i] - b.times[i]
	}
	return figures.Median(more)
}

func micros(ns float64) string { return fmt.Sprintf("%.1f µs", ns/1e3) }

// formats measures the formatter, compared with hclwrite.Format.
func (o *options) formats() error {
	for _, in := range inputs() {
		var buf []byte
		ours := &lane{name: "format.Format", do: func() (code []byte, err error) {
			buf, err = format.Format(buf[:0], in.Code)
			return buf, err
		}}
		theirs := &lane{name: "hclwrite.Format", do: func() ([]byte, error) { return hclwrite.Format(in.Code), nil }}
		if err := ours.check(hclwrite.Format(in.Code)); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		if err := rounds([]*lane{ours, theirs}, o.Rounds, o.Round); err != nil {
			return err
		}
		o.rowOf(in, "format", ours.speed(len(in.Code)), "hclwrite.Format "+theirs.speed(len(in.Code)),
			figures.AtLeast(figures.Ratio(theirs.times, ours.times), 25, "× hclwrite.Format"))
	}
	return nil
}

// sizes measures the cost of a byte of code, for modules of 1 KB to 4 MB. The cost of the smallest
// request is subtracted first.
func (o *options) sizes() error {
	sizes := []int{1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000}
	small := corpus.Small()
	lanes := []*lane{ourLane(small.Body())}
	for _, size := range sizes {
		in := corpus.Generated(size)
		l := ourLane(in.Body())
		if err := l.check(in.Want()); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		lanes = append(lanes, l)
	}
	if err := rounds(lanes, o.Rounds, o.Round); err != nil {
		return err
	}
	o.row("one edit, the fixed part: a request of 150 bytes", micros(lanes[0].nanos()), "")
	var costs []float64
	for i, size := range sizes {
		costs = append(costs, beyond(lanes[i+1], lanes[0])/float64(size-len(small.Code)))
		o.detail("one edit, "+corpus.SizeName(size)+" of code", fmt.Sprintf("%.2f ns/B", costs[i]), "")
	}
	o.row("one edit, 1KB to 4MB, each byte beyond the fixed part", fmt.Sprintf("%.2f to %.2f ns/B", slices.Min(costs), slices.Max(costs)), "",
		figures.AtMost(figures.Once(figures.Spread(costs)), 1.5, "between dearest and cheapest"))
	return nil
}

// manyEdits measures the cost of an additional edit, for several numbers of edits in a request. It
// divides the time that the additional edits take by their number.
func (o *options) manyEdits() error {
	const blocks = 2_000
	counts := []int{1, 250, 500, 1_000, 2_000}
	code, edits := corpus.Blocks(blocks)
	var lanes []*lane
	for _, n := range counts {
		l := ourLane(corpus.Body(code, edits[:n]...))
		if err := l.check(corpus.Want(code, edits[:n]...)); err != nil {
			return fmt.Errorf("%d edits: %w", n, err)
		}
		lanes = append(lanes, l)
	}
	if err := rounds(lanes, o.Rounds, o.Round); err != nil {
		return err
	}
	var costs []float64
	o.detail(fmt.Sprintf("1 edit in a file of %d blocks", blocks), lanes[0].time(), "")
	for i := 1; i < len(counts); i++ {
		costs = append(costs, beyond(lanes[i], lanes[i-1])/float64(counts[i]-counts[i-1]))
		o.detail(fmt.Sprintf("%d edits in it", counts[i]),
			fmt.Sprintf("%s, %.0f ns for each edit more", lanes[i].time(), costs[i-1]), "")
	}
	o.row("1 to 2,000 edits, each additional edit", fmt.Sprintf("%.0f to %.0f ns", slices.Min(costs), slices.Max(costs)), "",
		figures.AtMost(figures.Once(figures.Spread(costs)), 2, "between dearest and cheapest"))
	return nil
}

// time returns the median time for an edit.
func (l *lane) time() string { return time.Duration(l.nanos()).Round(time.Microsecond).String() }

func (o *options) row(what, ours, rivals string, checks ...figures.Check) {
	o.report.Rows = append(o.report.Rows, figures.Row{Section: o.section, What: what, Ours: ours, Rivals: rivals, Checks: checks})
}

// detail adds a row that docs/performance.md omits.
func (o *options) detail(what, ours, rivals string, checks ...figures.Check) {
	o.row(what, ours, rivals, checks...)
	o.report.Rows[len(o.report.Rows)-1].Detail = true
}

// rowOf adds a row for one of the inputs. The document only shows the rows of the inputs of 31 and
// 61 KB.
func (o *options) rowOf(in corpus.Input, what, ours, rivals string, checks ...figures.Check) {
	o.row(what+", "+in.Name, ours, rivals, checks...)
	named := strings.HasSuffix(in.Name, "/31KB") || strings.HasSuffix(in.Name, "/61KB")
	o.report.Rows[len(o.report.Rows)-1].Detail = !named
}
