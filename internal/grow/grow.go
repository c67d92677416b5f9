// Package grow makes room in slices for what is to come of a text, so that memory is
// neither taken twice over while it grows nor left over.
package grow

// most is how many times as many elements as there are room is made for.
const most = 32

// Foresee returns s with room for more elements, where there is none: those after the
// first base ones come from the first done bytes of a text of whole bytes, and it supposes
// that the rest of the text is like that part. Without a part to go by, it supposes a lot.
func Foresee[S ~[]E, E any](s S, base, done, whole int) S {
	made := len(s) - base
	more := most * made
	if done > 0 && whole/done < most {
		more = int(int64(made) * int64(max(0, whole-done)) / int64(done))
	}
	return Reserve(s, more+more/32+16)
}

// Reserve returns s with room for n more elements: for no more than that, if they are
// many beside those that there are.
func Reserve[S ~[]E, E any](s S, n int) S {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make(S, 0, len(s)+max(n, len(s)/4)), s...)
}
