package httpd

import "sync/atomic"

// holdFactor is how many bytes of memory a byte of a request's body stands for: the
// body, the text of the code in it, its tree, and the answer (TestHoldFactor measures it).
const holdFactor = 8

// smallBody is the size up to which a body counts as small. Small requests have a share
// of the memory and slots of their own, so that large ones cannot keep them out.
const smallBody = 64 << 10

// smallShare is the part of the budget, one in so many, that only small requests get.
const smallShare = 8

// A budget bounds the memory of the requests under way, in all connections together. A
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
	if b.used.Add(more) <= b.limitFor(to) {
		return true
	}
	b.used.Add(-more)
	return false
}

// has reports whether there is room for a body of that size.
func (b *budget) has(size int) bool {
	return b.used.Load()+int64(size)*holdFactor <= b.limitFor(size)
}

// limitFor returns how much of the budget may be in use with a body of that size.
func (b *budget) limitFor(size int) int64 {
	if size <= smallBody {
		return b.limit
	}
	return b.limit - b.limit/smallShare
}

// give gives back what a body of that size took.
func (b *budget) give(size int) { b.used.Add(-int64(size) * holdFactor) }
