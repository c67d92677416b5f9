// Package slab allocates many small slices in one block of memory.
package slab

import (
	"unsafe"

	"iacedit/internal/base/budget"
)

// A Slab allocates slices from one block of memory. Reset frees all slices, so that the block can
// be used again. The zero value is ready for use.
type Slab[T any] struct {
	block []T
	used  int
}

// size is the number of elements of a block: enough for the edits of most requests. A slice that
// does not fit into the block gets separate memory.
const size = 32

// Take returns a slice of n zero elements, and charges its memory to a budget.
func (s *Slab[T]) Take(b *budget.Budget, n int) []T {
	var t T
	b.Hold(n * int(unsafe.Sizeof(t)))
	if s.block == nil {
		s.block = make([]T, size)
	}
	if n > len(s.block)-s.used {
		return make([]T, n)
	}
	s.used += n
	return s.block[s.used-n : s.used : s.used]
}

// Reset frees all slices and clears their memory. No slice may be in use.
func (s *Slab[T]) Reset() {
	if s.used > 0 {
		clear(s.block[:s.used])
		s.used = 0
	}
}
