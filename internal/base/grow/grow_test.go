package grow

import "testing"

// fill makes a slice of an element for each n bytes of a text, of which the first part has
// one for each dense bytes, and returns how many elements it copied and its capacity.
func fill(whole, part, dense, n int) (copied, capacity, length int) {
	var s []int32
	for at := 0; at < whole; {
		if at < part {
			at += dense
		} else {
			at += n
		}
		if len(s) == cap(s) {
			copied += len(s)
			s = Foresee(nil, s, 0, at, whole)
		}
		s = append(s, 0)
	}
	return copied, cap(s), len(s)
}

func TestForesee(t *testing.T) {
	const whole = 1 << 20
	copied, capacity, length := fill(whole, 0, 0, 4)
	if capacity > length+length/16+64 || copied > length/8 {
		t.Errorf("even text: room for %d and %d copied of %d", capacity, copied, length)
	}
	// Where the start is dense, there is room for as many as if all was.
	_, capacity, _ = fill(whole, whole/64, 4, 1000)
	if capacity > whole/4+whole/64 {
		t.Errorf("dense start: room for %d", capacity)
	}
	// Where the end is dense, what is copied is still proportional.
	copied, _, length = fill(whole, whole/2, 1000, 4)
	if copied > 8*length {
		t.Errorf("dense end: %d copied of %d", copied, length)
	}
}

func TestReserve(t *testing.T) {
	s := make([]int, 3, 5)
	if got := Reserve(nil, s, 2); cap(got) != 5 {
		t.Errorf("room for %d", cap(got))
	}
	if got := Reserve(nil, s, 100); cap(got) < 103 || cap(got) > 110 || len(got) != 3 {
		t.Errorf("room for %d", cap(got))
	}
	if got := Reserve(nil, make([]int, 1000), 1); cap(got) < 1250 {
		t.Errorf("room for %d: many small ones would copy too much", cap(got))
	}
}
