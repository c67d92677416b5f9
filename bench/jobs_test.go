package bench

import (
	"fmt"
	"testing"

	"iacedit/edit"
	"iacedit/find"
	"iacedit/internal/testkit/corpus"
)

// do returns the function that answers the requests of a job.
func do(job *corpus.Job) func(dst, body []byte) ([]byte, error) {
	if job.Find != "" {
		return new(find.Options).DoJSON
	}
	return new(edit.Options).DoJSON
}

// TestJobsAreDone: what is measured is the work that is meant.
func TestJobsAreDone(t *testing.T) {
	for _, job := range append(corpus.Jobs(), corpus.Tree(20, 5_000)) {
		data, err := do(&job)(nil, job.Body())
		if err == nil {
			err = job.Check(fmt.Appendf(nil, `{"data":%s}`, data))
		}
		if err != nil {
			t.Errorf("%s: %v", job.Name, err)
		}
		if job.Find != "" {
			continue
		}
		unedited := job
		unedited.Edits = `{"set":{}}`
		if data, err := do(&unedited)(nil, unedited.Body()); err == nil && unedited.Check(fmt.Appendf(nil, `{"data":%s}`, data)) == nil {
			t.Errorf("%s: code that is not edited is right, too", job.Name)
		}
	}
}

// Job is all that the library does for requests that are not one edit of one file.
func BenchmarkJob(b *testing.B) {
	for _, job := range corpus.Jobs() {
		b.Run(job.Name, func(b *testing.B) {
			var buf []byte
			do, body := do(&job), job.Body()
			b.SetBytes(int64(len(job.Code())))
			b.ReportAllocs()
			for b.Loop() {
				var err error
				if buf, err = do(buf[:0], body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
