package bench

import (
	"fmt"
	"testing"

	"iacedit/edit"
	"iacedit/internal/corpus"
)

// TestJobsAreDone: what is measured is the work that is meant.
func TestJobsAreDone(t *testing.T) {
	var o edit.Options
	for _, job := range corpus.Jobs() {
		data, err := o.DoJSON(nil, job.Body())
		if err == nil {
			err = job.Check(fmt.Appendf(nil, `{"data":%s}`, data))
		}
		if err != nil {
			t.Errorf("%s: %v", job.Name, err)
		}
		unedited := job
		unedited.Edits = `{"set":{}}`
		if data, err := o.DoJSON(nil, unedited.Body()); err == nil && unedited.Check(fmt.Appendf(nil, `{"data":%s}`, data)) == nil {
			t.Errorf("%s: code that is not edited is right, too", job.Name)
		}
	}
}

// Job is all that the library does for requests that are not one edit of one file.
func BenchmarkJob(b *testing.B) {
	for _, job := range corpus.Jobs() {
		b.Run(job.Name, func(b *testing.B) {
			var o edit.Options
			var buf []byte
			body := job.Body()
			b.SetBytes(int64(len(job.Code())))
			b.ReportAllocs()
			for b.Loop() {
				var err error
				if buf, err = o.DoJSON(buf[:0], body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
