package project

import "testing"

// However many files there are, and whichever is done first, the output is in order.
func TestInOrder(t *testing.T) {
	numbers := make([]int, 1000)
	for i := range numbers {
		numbers[i] = i
	}
	i := 0
	for square := range InOrder(numbers, func(n int) int { return n * n }) {
		if square != i*i {
			t.Fatalf("result %d is %d", i, square)
		}
		i++
	}
	if i != len(numbers) {
		t.Errorf("%d results", i)
	}
}
