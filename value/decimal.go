package value

import (
	"cmp"
	"strconv"
	"strings"
)

// A decimal is an exact number: a fraction between 0 and 1 times a power of ten. The digits of the
// fraction are those of the field leading, followed by those of the field fraction. They have no
// zeros at either end. The number zero has no digits.
type decimal struct {
	negative bool
	leading  string // the first digits; the other digits are in the field fraction
	fraction string
	exponent int64
}

// parseDecimal parses a number of JSON or HCL, or the text of a string that Terraform converts to a
// number, such as "+1". Its time is proportional to the length of the text, whatever the exponent.
func parseDecimal(s string) (d decimal, ok bool) {
	if s == "" || s[0] > '9' {
		return d, false
	}
	d.negative = s[0] == '-'
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
	}
	held := true
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		if d.exponent, held = parseExponent(s[i+1:]); !held && !isExponent(s[i+1:]) {
			return d, false
		}
		s = s[:i]
	}
	d.leading, d.fraction, _ = strings.Cut(s, ".")
	if len(d.leading)+len(d.fraction) == 0 || !isDigits(d.leading) || !isDigits(d.fraction) {
		return d, false
	}
	d.leading = strings.TrimLeft(d.leading, "0")
	d.fraction = strings.TrimRight(d.fraction, "0")
	d.exponent += int64(len(d.leading))
	if d.leading == "" {
		trimmed := strings.TrimLeft(d.fraction, "0")
		d.exponent -= int64(len(d.fraction) - len(trimmed))
		d.fraction = trimmed
	}
	if d.fraction == "" {
		d.leading = strings.TrimRight(d.leading, "0")
	}
	if d.leading == "" && d.fraction == "" {
		return decimal{}, true // zero, whatever the exponent
	}
	return d, held
}

// maxExponent limits the exponents that are read, so that sums of exponents do not overflow. In
// HCL, only the number zero may have a larger exponent.
const maxExponent = 1 << 60

func parseExponent(s string) (int64, bool) {
	x, err := strconv.ParseInt(s, 10, 64)
	return x, err == nil && -maxExponent < x && x < maxExponent
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// isExponent reports whether s is an exponent of a number, without the "e".
func isExponent(s string) bool {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return s != "" && isDigits(s)
}

// isNumber reports whether s is a number in the syntax of JSON.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		if !isExponent(s[i+1:]) {
			return false
		}
		s = s[:i]
	}
	whole, fraction, point := strings.Cut(s, ".")
	return whole != "" && isDigits(whole) && isDigits(fraction) && point == (fraction != "") && (whole == "0" || whole[0] != '0')
}

// append appends the number in a form that is the same for equal numbers, such as 10 and 1e1, and
// different for unequal numbers.
func (d *decimal) append(dst []byte) []byte {
	if d.negative {
		dst = append(dst, '-')
	}
	dst = append(append(dst, d.leading...), d.fraction...)
	return strconv.AppendInt(append(dst, 'e'), d.exponent, 10)
}

// maxZeros is the greatest number of zeros that appendPlain adds to the digits.
const maxZeros = 400

// appendPlain appends the string to which Terraform converts the number. The string has no
// exponent: it is "1000" for 1e3. If it would need more than maxZeros zeros besides the digits,
// appendPlain returns false.
func (d *decimal) appendPlain(dst []byte) ([]byte, bool) {
	digits := int64(len(d.leading) + len(d.fraction))
	switch {
	case digits == 0:
		return append(dst, '0'), true
	case d.exponent > digits+maxZeros, d.exponent < -maxZeros:
		return dst, false
	case d.negative:
		dst = append(dst, '-')
	}
	if d.exponent <= 0 {
		dst = append(dst, '0')
	}
	for i := min(d.exponent, 0); i < max(digits, d.exponent); i++ {
		if i == d.exponent {
			dst = append(dst, '.')
		}
		dst = append(dst, d.digit(i))
	}
	return dst, true
}

// digit returns the i-th digit of the fraction, counted from 0, or '0' if there is no such digit.
func (d *decimal) digit(i int64) byte {
	switch {
	case i < 0, i >= int64(len(d.leading)+len(d.fraction)):
		return '0'
	case i < int64(len(d.leading)):
		return d.leading[i]
	}
	return d.fraction[i-int64(len(d.leading))]
}

// SameNumber reports whether two texts are the same number, as exact decimals. "80", "80.0" and
// "8e1" are the same. It returns false for texts that are not numbers.
func SameNumber(a, b string) bool { return sameNumber(a, b) }

// PlainNumber returns the string to which Terraform converts a number. The string has no exponent:
// it is "1000" for 1e3. PlainNumber returns false for text that is not a number, and for a number
// that would need more than maxZeros zeros.
func PlainNumber(s string) (string, bool) {
	d, ok := parseDecimal(s)
	if !ok {
		return "", false
	}
	text, ok := d.appendPlain(nil)
	return string(text), ok
}

// sameNumber implements SameNumber.
func sameNumber(a, b string) bool {
	x, ok := parseDecimal(a)
	y, ok2 := parseDecimal(b)
	if !ok || !ok2 || x.negative != y.negative || x.exponent != y.exponent || len(x.leading)+len(x.fraction) != len(y.leading)+len(y.fraction) {
		return false
	}
	for i := range int64(len(x.leading) + len(x.fraction)) {
		if x.digit(i) != y.digit(i) {
			return false
		}
	}
	return true
}

// parseDecimalForm reads a number in the form that decimal.append writes.
func parseDecimalForm(s string) (decimal, bool) {
	digits, exponent, _ := strings.Cut(s, "e")
	d := decimal{}
	d.leading, d.negative = strings.CutPrefix(digits, "-")
	x, ok := parseExponent(exponent)
	d.exponent = x
	return d, ok
}

// CompareNumbers compares two numbers as exact decimals. It returns -1 if a is less than b, 0 if
// they are equal, and 1 if a is greater. Text that is not a number is less than any number, and
// equal to any other text that is not a number.
func CompareNumbers(a, b string) int {
	x, ok := parseDecimal(a)
	y, ok2 := parseDecimal(b)
	switch {
	case !ok || !ok2:
		return boolSign(ok) - boolSign(ok2)
	case x.sign() != y.sign():
		return cmp.Compare(x.sign(), y.sign())
	}
	order := cmp.Compare(x.exponent, y.exponent)
	for i := int64(0); order == 0 && i < int64(max(len(x.leading)+len(x.fraction), len(y.leading)+len(y.fraction))); i++ {
		order = cmp.Compare(x.digit(i), y.digit(i))
	}
	return order * x.sign()
}

// sign returns 1, 0 or -1 for the sign of d.
func (d *decimal) sign() int {
	switch {
	case d.leading == "" && d.fraction == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

func boolSign(b bool) int {
	if b {
		return 1
	}
	return 0
}
