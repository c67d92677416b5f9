package httpd

import "sync/atomic"

// How many bytes of memory a byte of a request's body stands for: as long as the request
// is in the server, its body and its answer; while it is worked on, the text of the code,
// its tree, and what the collector has not collected yet (TestHoldFactor measures it).
const (
	holdFactor = 2
	workFactor = 6
)

// smallBody is the size up to which a body counts as small. Small requests have a share
// of the memory and slots of their own, so that large ones cannot keep them out.
const smallBody = 64 << 10

// smallShare is the part of the budget, one in so many, that only small requests get.
const smallShare = 8

// A budget bounds the memory that requests hold, in all connections together: half of
// what there is for requests. The other half is for the work on large ones, see lane. A
// request takes its part before its body is read, and keeps it until its answer is
// written.
type budget struct {
	limit int64
	used  atomic.Int64
}

// take takes the part of a body that grows from one size to another, and reports
// whether there was room.
func (b *budget) take(from, to int) bool {
	more := int64(to-from) * holdFactor
	limit := b.limit
	if to > smallBody {
		limit -= limit / smallShare
	}
	if b.used.Add(more) <= limit {
		return true
	}
	b.used.Add(-more)
	return false
}

// give gives back what a body of that size took.
func (b *budget) give(size int) { b.used.Add(-int64(size) * holdFactor) }

// LargestBody returns the size of the largest body that has room in that much memory.
// A server's MaxBody is never larger.
func LargestBody(maxMemory int64) int {
	half := maxMemory / 2
	return int(min((half-half/smallShare)/holdFactor, half/workFactor-1))
}
