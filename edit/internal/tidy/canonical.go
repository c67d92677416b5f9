package tidy

import (
	"bytes"
	"strings"

	"iacedit/internal/base/jsontext"
	"iacedit/value"
)

// isCanonical reports whether JSON text is what jsonencode writes for a value.
func isCanonical(text []byte, v *value.Value) bool {
	made, ok := appendCanonical(nil, v)
	return ok && bytes.Equal(made, text)
}

// appendCanonical appends the JSON text that jsonencode writes for a value. The result ok is false if
// it would have the members in another order, or if this is not known.
func appendCanonical(dst []byte, v *value.Value) (out []byte, ok bool) {
	switch v.Kind {
	case value.String:
		return appendString(dst, v.Text), true
	case value.Number:
		return append(dst, v.Text...), isPlainNumber(v.Text)
	case value.Null:
		return append(dst, "null"...), true
	case value.True:
		return append(dst, "true"...), true
	case value.False:
		return append(dst, "false"...), true
	}
	brackets := "[]"
	if v.Kind == value.Object {
		brackets = "{}"
	}
	dst = append(dst, brackets[0])
	for i := range v.Items {
		item := &v.Items[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		if v.Kind == value.Object {
			if i > 0 && v.Items[i-1].Key >= item.Key {
				return dst, false
			}
			dst = append(appendString(dst, item.Key), ':')
		}
		if dst, ok = appendCanonical(dst, &item.Value); !ok {
			return dst, false
		}
	}
	return append(dst, brackets[1]), true
}

// unsafe are the characters that jsonencode escapes besides those that JSON demands.
var unsafe = strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`, "\u2028", `\u2028`, "\u2029", `\u2029`)

func appendString(dst []byte, s string) []byte {
	return append(dst, unsafe.Replace(string(jsontext.AppendQuote(nil, []byte(s))))...)
}

// isPlainNumber reports whether jsonencode writes a number as it is: without an exponent, and without
// zeros at the end of its fraction.
func isPlainNumber(text string) bool {
	_, fraction, has := strings.Cut(text, ".")
	return !strings.ContainsAny(text, "eE") && text != "-0" && len(text) < 40 && (!has || !strings.HasSuffix(fraction, "0"))
}
