package plan

// A slab hands out slices of one block of memory. After a reset, when none of them is
// in use any more, it hands it out again.
type slab[T any] struct {
	block []T
	used  int
}

// slabSize is how many elements a slab's block has: enough for the edits of most
// requests. What does not fit gets memory of its own.
const slabSize = 32

// take returns a slice of n zero elements.
func (s *slab[T]) take(n int) []T {
	if s.block == nil {
		s.block = make([]T, slabSize)
	}
	if n > len(s.block)-s.used {
		return make([]T, n)
	}
	s.used += n
	return s.block[s.used-n : s.used : s.used]
}

// reset takes back all that was handed out.
func (s *slab[T]) reset() {
	clear(s.block[:s.used])
	s.used = 0
}

// slabs are the memory of a Request's operations.
type slabs struct {
	entries    slab[Entry]
	changes    slab[Change]
	attributes slab[Attribute]
	targets    slab[Target]
	labels     slab[string]
}

func (s *slabs) reset() {
	s.entries.reset()
	s.changes.reset()
	s.attributes.reset()
	s.targets.reset()
	s.labels.reset()
}
