// Package sequence finds common and increasing subsequences, and pairs elements of two sequences.
// The time of Common is proportional to the product of the lengths; that of Increasing is n log n.
// The caller must bound the lengths, and charge the work to a budget.
package sequence

import "sort"

// A Finder holds memory for its methods. The zero Finder is ready for use.
type Finder struct {
	table  []uint16
	tails  []int
	before []int
}

// Common finds a longest common subsequence of a and b. It calls the function take for each element
// of the subsequence, in order, with the element's indexes in a and b. The sequences must have
// fewer than 1<<16 elements.
func Common[E comparable](f *Finder, a, b []E, take func(i, j int)) {
	width := len(b) + 1
	size := (len(a) + 1) * width
	if cap(f.table) < size {
		f.table = make([]uint16, size)
	}
	table := f.table[:size] // at i*width+j: the length of a longest common subsequence of a[i:] and b[j:]
	clear(table[size-width:])
	for i := len(a) - 1; i >= 0; i-- {
		row, below := table[i*width:(i+1)*width], table[(i+1)*width:(i+2)*width]
		row[width-1] = 0
		for j := width - 2; j >= 0; j-- {
			if a[i] == b[j] {
				row[j] = below[j+1] + 1
			} else {
				row[j] = max(below[j], row[j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			take(i, j)
			i, j = i+1, j+1
		case table[(i+1)*width+j] >= table[i*width+j+1]:
			i++
		default:
			j++
		}
	}
}

// Increasing returns the indexes of a longest increasing subsequence, in order: 0, 2, 3 for the
// sequence 1, 5, 2, 4. The elements must be distinct. The result is valid until the next call.
func (f *Finder) Increasing(of []int) []int {
	f.tails = f.tails[:0] // tails[n-1] is the index of the smallest element that ends a sequence of n elements
	f.before = append(f.before[:0], make([]int, len(of))...)
	for k, e := range of {
		n := sort.Search(len(f.tails), func(n int) bool { return of[f.tails[n]] > e })
		f.before[k] = -1
		if n > 0 {
			f.before[k] = f.tails[n-1]
		}
		if n == len(f.tails) {
			f.tails = append(f.tails, k)
		} else {
			f.tails[n] = k
		}
	}
	if n := len(f.tails); n > 0 {
		for k := f.tails[n-1]; k >= 0; k = f.before[k] {
			n--
			f.tails[n] = k
		}
	}
	return f.tails
}
