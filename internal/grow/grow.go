// Package grow makes room in slices for what is to come of a text, so that memory is
// neither taken twice over while it grows nor left over, and held by a budget before it is
// taken; and it appends text that a budget pays for.
package grow

import (
	"unsafe"

	"iacedit/internal/budget"
)

// most is how many times as many elements as there are room is made for.
const most = 32

// Foresee returns s with room for more elements, where there is none: those after the
// first base ones come from the first done bytes of a text of whole bytes, and it supposes
// that the rest of the text is like that part. Without a part to go by, it supposes a lot.
func Foresee[S ~[]E, E any](b *budget.Budget, s S, base, done, whole int) S {
	return Reserve(b, s, Foreseen(len(s)-base, done, whole))
}

// Foreseen returns how many elements Foresee makes room for, where so many came from the first
// done bytes.
func Foreseen(made, done, whole int) int {
	more := most * made
	if done > 0 && whole/done < most {
		more = int(int64(made) * int64(max(0, whole-done)) / int64(done))
	}
	return more + more/32 + 16
}

// Reserve returns s with room for n more elements: for no more than that, if they are
// many beside those that there are. The memory that s had is not in use afterwards.
func Reserve[S ~[]E, E any](b *budget.Budget, s S, n int) S {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(Make[S](b, len(s)+max(n, len(s)/4), cap(s)), s...)
}

// Append is the function append of one element.
func Append[S ~[]E, E any](b *budget.Budget, s S, e E) S {
	if len(s) == cap(s) {
		s = Reserve(b, s, len(s)/2+8)
	}
	return append(s, e)
}

// Make returns an empty slice with room for n elements, which takes the place of one with
// room for so many.
func Make[S ~[]E, E any](b *budget.Budget, n, instead int) S {
	var e E
	size := int(unsafe.Sizeof(e))
	b.Hold(n * size)
	s := make(S, 0, n)
	b.Drop(instead * size)
	return s
}

// Text appends a text to one that grows, which is paid for before.
func Text[T ~string | ~[]byte](b *budget.Budget, dst []byte, text T) []byte {
	b.Grow(len(text))
	return append(dst, text...)
}

// Held holds the memory of a slice that was another request's.
func Held[S ~[]E, E any](b *budget.Budget, s S) S {
	var e E
	b.Hold(cap(s) * int(unsafe.Sizeof(e)))
	return s
}
