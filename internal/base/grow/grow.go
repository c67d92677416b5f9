// Package grow allocates memory for slices that grow while a text is read. It estimates how many
// elements the rest of the text will add, so that a slice is seldom copied, and little memory stays
// unused. It charges memory to a budget before it allocates the memory.
package grow

import (
	"slices"
	"unsafe"

	"iacedit/internal/base/budget"
)

// most is about the largest number of further elements for which Foresee makes room, for each
// element that the text has added so far.
const most = 32

// Foresee returns s with room for the elements that the rest of a text will probably add. It
// expects that the rest has as many elements per byte as the part that has been read, but limits
// the number of further elements (see the constant most). Its last arguments are:
//
//	base   the number of elements that s had before the first element of the text
//	done   the number of bytes of the text that have been read
//	whole  the length of the text
func Foresee[S ~[]E, E any](b *budget.Budget, s S, base, done, whole int) S {
	return Reserve(b, s, Foreseen(len(s)-base, done, whole))
}

// Foreseen returns the number of further elements for which Foresee makes room. made is the number
// of elements that the text has added so far. For the other arguments, see Foresee.
func Foreseen(made, done, whole int) int {
	more := most * made
	if done > 0 && whole/done < most {
		more = int(int64(made) * int64(max(0, whole-done)) / int64(done))
	}
	return more + more/32 + 16
}

// Reserve returns s with room for n more elements. If it must allocate new memory, the new slice
// has room for at least a quarter more than the length of s.
func Reserve[S ~[]E, E any](b *budget.Budget, s S, n int) S {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(Make[S](b, len(s)+max(n, len(s)/4), cap(s)), s...)
}

// Append appends one element, like the builtin append, and charges new memory to the budget.
func Append[S ~[]E, E any](b *budget.Budget, s S, e E) S {
	if len(s) == cap(s) {
		s = Reserve(b, s, len(s)/2+8)
	}
	return append(s, e)
}

// Make returns an empty slice with room for n elements, and charges the memory to the budget.
// instead is the capacity of an older slice that the new slice replaces, or 0. The memory of the
// older slice is given back to the budget.
func Make[S ~[]E, E any](b *budget.Budget, n, instead int) S {
	var e E
	size := int(unsafe.Sizeof(e))
	b.Hold(n * size)
	s := make(S, 0, n)
	b.Drop(instead * size)
	return s
}

// Text charges a text to the budget, and then appends it to dst.
func Text[T ~string | ~[]byte](b *budget.Budget, dst []byte, text T) []byte {
	b.Grow(len(text))
	return append(dst, text...)
}

// Held charges the memory of s to the budget, and returns s. Call it for a slice whose memory is
// kept from an earlier request.
func Held[S ~[]E, E any](b *budget.Budget, s S) S {
	var e E
	b.Hold(cap(s) * int(unsafe.Sizeof(e)))
	return s
}

// Zeroed returns a slice of n zero elements. It reuses the memory of s if that is large enough, and
// charges nothing.
func Zeroed[S ~[]E, E any](s S, n int) S {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}
