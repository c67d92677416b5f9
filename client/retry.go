package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// leastWait bounds the first wait; each is bounded by twice what the one before was.
const leastWait = 100 * time.Millisecond

// again reports whether a request that failed so is to be sent again: the server failed,
// or the connection did, and the caller still waits.
func again(ctx context.Context, err error) bool {
	if ctx.Err() != nil || errors.Is(err, ErrAnswerTooLarge) || errors.Is(err, ErrNotIacedit) {
		return false
	}
	if _, distrusted := errors.AsType[*tls.CertificateVerificationError](err); distrusted {
		return false
	}
	refused, ok := errors.AsType[*Error](err)
	if !ok {
		return true
	}
	switch refused.Status {
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// mostLost is how often a request that was sent and not answered is sent again.
const mostLost = 1

// unanswered reports whether a server may have worked on the request that failed so, and
// not answered it.
func unanswered(err error) bool {
	if refused, ok := errors.AsType[*Error](err); ok {
		return refused.Status == http.StatusBadGateway || refused.Status == http.StatusGatewayTimeout
	}
	failed, ok := errors.AsType[*net.OpError](err)
	return !ok || failed.Op != "dial"
}

// A backoff tells how long to wait before a request is sent again: a random time below a
// bound that doubles, so that many who failed together do not come back together.
type backoff struct {
	least, most time.Duration
}

// next waits, or returns why it does not: what the request failed by, where the wait would
// be longer than the longest, or than the caller waits; or the end of the context.
func (b *backoff) next(ctx context.Context, err error) error {
	wait := rand.N(min(b.least, b.most)) + 1
	b.least = min(2*b.least, b.most)
	if refused, ok := errors.AsType[*Error](err); ok && refused.RetryAfter > 0 {
		if refused.RetryAfter > b.most {
			return err
		}
		wait += refused.RetryAfter
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
		return err
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("iacedit: %w, after: %w", ctx.Err(), err)
	}
}

// retryAfter reads the header Retry-After: seconds, or a date. What is neither, or past,
// is 0.
func retryAfter(header string, now time.Time) time.Duration {
	header = strings.TrimSpace(header)
	if seconds, err := strconv.ParseUint(header, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
