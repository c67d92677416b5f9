package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// How long a command runs before its progress is shown, and the time between two updates.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// A progress is a line on a terminal that counts the finished files. The methods of a nil progress
// do nothing.
type progress struct {
	mu    sync.Mutex
	to    io.Writer
	now   func() time.Time
	began time.Time // when the first files were expected
	shown time.Time // when the line was last updated
	drawn bool      // whether the line is shown

	total, done int
}

// A screen is an output that goes to the terminal on which the progress line is shown.
type screen struct {
	to       io.Writer
	progress *progress
}

// Write clears the line of progress, and then writes the text.
func (s *screen) Write(text []byte) (int, error) {
	s.progress.clear()
	return s.to.Write(text)
}

// expect increases the number of expected files.
func (p *progress) expect(files int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.began.IsZero() {
		p.began = p.now()
	}
	p.total += files
}

// step counts a finished file.
func (p *progress) step() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	now := p.now()
	if p.total < 2 || p.done > p.total || now.Sub(p.began) < progressAfter || now.Sub(p.shown) < progressEvery {
		return
	}
	p.shown, p.drawn = now, true
	fmt.Fprintf(p.to, "\r%d of %d files\x1b[K", p.done, p.total)
}

// clear removes the line of progress from the terminal.
func (p *progress) clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.drawn = false
	}
}
