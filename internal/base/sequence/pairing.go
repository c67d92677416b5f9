package sequence

// A Pairing records which element of an old sequence each element of a new sequence keeps or
// replaces, if any.
type Pairing struct {
	From  []int  // for each new element, the index of its old element; -1 if it is not paired
	Taken []bool // for each old element, whether it is paired
}

// NewPairing returns a pairing of sequences of the given lengths, in which no element is paired.
func NewPairing(old, new int) Pairing {
	p := Pairing{make([]int, new), make([]bool, old)}
	for j := range p.From {
		p.From[j] = -1
	}
	return p
}

// Take pairs the old element at index i with the new element at index j.
func (p *Pairing) Take(i, j int) { p.From[j], p.Taken[i] = i, true }

// PairEqual pairs equal elements that are not paired yet, wherever they are: the first old element
// with the first equal new element, and so on. Elements that equal the argument none are never
// paired.
func PairEqual[E comparable](p *Pairing, old []E, new func(j int) E, none E) {
	left := map[E][]int{} // the indexes of the new elements that are not paired yet
	for j := range p.From {
		if e := new(j); p.From[j] < 0 && e != none {
			left[e] = append(left[e], j)
		}
	}
	for i, e := range old {
		if len(left) == 0 {
			break
		}
		if those := left[e]; !p.Taken[i] && len(those) > 0 {
			p.Take(i, those[0])
			left[e] = those[1:]
		}
	}
}

// A Gap is a run of unpaired new elements, and the run of unpaired old elements at the same place.
// The old elements have the indexes From to To-1. If there is a new element before the run, it is
// paired with the old element at the index From-1.
type Gap struct {
	From, To int
	New      []int
}

// Gaps yields the gaps. In the body of the loop, the caller may pair elements of the current gap.
func (p *Pairing) Gaps(yield func(Gap) bool) {
	before := -1 // the old element that is paired with the last paired new element
	for j := 0; j < len(p.From); j++ {
		if p.From[j] >= 0 {
			before = p.From[j]
			continue
		}
		new := []int{j}
		for ; j+1 < len(p.From) && p.From[j+1] < 0; j++ {
			new = append(new, j+1)
		}
		to := before + 1
		for to < len(p.Taken) && !p.Taken[to] {
			to++
		}
		if !yield(Gap{before + 1, to, new}) {
			return
		}
	}
}
