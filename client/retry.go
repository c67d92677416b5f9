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

// leastWait is the upper limit of the first random wait. The limit doubles with each wait.
const leastWait = 100 * time.Millisecond

// shouldRetry reports whether a failed request should be sent again: either the server or the
// connection failed, and ctx is not done.
func shouldRetry(ctx context.Context, err error) bool {
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

// mostLost is the greatest number of times that an unanswered request is sent again.
const mostLost = 1

// unanswered reports whether an error leaves open what happened to a request: the server may have
// worked on it, but its answer did not arrive.
func unanswered(err error) bool {
	if refused, ok := errors.AsType[*Error](err); ok {
		return refused.Status == http.StatusBadGateway || refused.Status == http.StatusGatewayTimeout
	}
	failed, ok := errors.AsType[*net.OpError](err)
	return !ok || failed.Op != "dial"
}

// A backoff computes how long to wait before a request is sent again: a random time below a limit,
// which doubles with each wait. The time is random so that clients whose requests failed at the
// same time do not retry at the same time.
type backoff struct {
	least, most time.Duration
}

// next waits until a request that failed with err can be sent again. If the wait would be too long,
// it returns err. If the context ends first, it returns the context's error.
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

// retryAfter parses the header Retry-After: seconds, or a date. It returns 0 for other text, and
// for a date in the past.
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
