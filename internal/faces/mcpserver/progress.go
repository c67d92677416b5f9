package mcpserver

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The server reports the progress of a call after progressAfter, and at most once per
// progressEvery.
const (
	progressAfter = 500 * time.Millisecond
	progressEvery = 250 * time.Millisecond
)

// A progress counts the files that a call has read, and reports the number from time to time. The
// methods of a nil progress do nothing. A progress is safe for concurrent use.
type progress struct {
	tell func(done, total int)
	now  func() time.Time

	mutex       sync.Mutex
	began, told time.Time
	done, total int
}

// progressOf returns the progress to use in a call of a tool, or nil if the client did not ask for
// reports.
func progressOf(ctx context.Context, r *mcp.CallToolRequest) *progress {
	token := r.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	return newProgress(time.Now, func(done, total int) {
		r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(total),
			Message: fmt.Sprintf("%d of %d files are read", done, total),
		}) // the error is ignored: it only means that the client has gone
	})
}

func newProgress(now func() time.Time, tell func(done, total int)) *progress {
	return &progress{tell: tell, now: now, began: now()}
}

// expect sets the number of files that the call will read.
func (p *progress) expect(files int) {
	if p != nil {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.total = files
	}
}

// step counts one file that was read.
func (p *progress) step() {
	if p == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done++
	now := p.now()
	if p.done > p.total || now.Sub(p.began) < progressAfter || now.Sub(p.told) < progressEvery {
		return
	}
	p.told = now
	p.tell(p.done, p.total)
}
