package edit

import (
	"strconv"
	"strings"
)

// sameNumber says whether two texts are the same number, as exact decimals: "80",
// "80.0" and "8e1" are. Texts that are no numbers are not.
func sameNumber(a, b string) bool {
	x, ok := parseDecimal(a)
	y, ok2 := parseDecimal(b)
	return ok && ok2 && x == y
}

// A decimal is a number: its digits, without zeros at either end, with the point
// before the first, times ten to the exponent.
type decimal struct {
	negative bool
	digits   string
	exponent int64
}

// parseDecimal reads a number as JSON or HCL writes it.
func parseDecimal(s string) (d decimal, ok bool) {
	s, d.negative = strings.CutPrefix(s, "-")
	mantissa := s
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		exponent, err := strconv.ParseInt(s[i+1:], 10, 32)
		if err != nil {
			return d, false
		}
		mantissa, d.exponent = s[:i], exponent
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	if digits == "" || strings.Trim(digits, "0123456789") != "" || whole == "" {
		return d, false
	}
	significant := strings.TrimLeft(digits, "0")
	if significant == "" {
		return decimal{}, true
	}
	d.exponent += int64(len(whole) - (len(digits) - len(significant)))
	d.digits = strings.TrimRight(significant, "0")
	return d, true
}
