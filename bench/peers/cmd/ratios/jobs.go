package main

import (
	"fmt"

	"iacedit/bench/peers/figures"
	"iacedit/edit"
	"iacedit/find"
	"iacedit/internal/testkit/corpus"
)

// jobs measures the jobs of package corpus, including the decoding of the request and the encoding
// of the answer.
func (o *options) jobs() error {
	for _, job := range corpus.Jobs() {
		do := new(edit.Options).DoJSON
		if job.Find != "" {
			do = new(find.Options).DoJSON
		}
		var buf []byte
		body := job.Body()
		b := &benchmark{name: job.Name, do: func() (answer []byte, err error) {
			buf, err = do(buf[:0], body)
			return buf, err
		}}
		if data, err := b.do(); err != nil {
			return fmt.Errorf("%s: %w", job.Name, err)
		} else if err := job.Check(fmt.Appendf(nil, `{"data":%s}`, data)); err != nil {
			return err
		}
		if err := rounds([]*benchmark{b}, o.Rounds, o.Round); err != nil {
			return err
		}
		var checks []figures.Check
		if job.MostMillis > 0 {
			checks = append(checks, figures.AtMost(figures.Single(b.nanos()/1e6), job.MostMillis, "ms"))
		}
		o.row(job.Name, b.speed(len(job.Code())), "", checks...)
	}
	return nil
}
