package value

import (
	"math/big"
	"testing"
)

func TestCompareNumbers(t *testing.T) {
	numbers := []string{"-10", "-9.5", "-1e-3", "-0", "0", "0.0", "1e-3", "0.01", "9", "9.0", "10", "1e1", "12", "120", "1.2e2", "1e20", "99999999999999999999"}
	for _, a := range numbers {
		for _, b := range numbers {
			x, _ := new(big.Rat).SetString(a)
			y, _ := new(big.Rat).SetString(b)
			if got, want := CompareNumbers(a, b), x.Cmp(y); got != want {
				t.Errorf("%s, %s: %d, want %d", a, b, got, want)
			}
		}
	}
	if CompareNumbers("x", "-1") >= 0 || CompareNumbers("1", "") <= 0 || CompareNumbers("x", "y") != 0 {
		t.Error("text that is no number")
	}
	if CompareNumbers("1e999999999", "2e999999999") >= 0 {
		t.Error("large exponents")
	}
}
