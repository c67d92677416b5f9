package value

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/nocopy"
)

// MarshalJSON returns the value as JSON text. It returns an error for an invalid Value, such as a
// number whose text is not a number.
func (v Value) MarshalJSON() ([]byte, error) { return v.appendJSON(nil, 0) }

// appendJSON appends the value as JSON text. depth is the number of arrays and objects around the
// value.
func (v *Value) appendJSON(dst []byte, depth int) (_ []byte, err error) {
	if depth > jsontext.MaxDepth {
		return nil, fmt.Errorf("a value nested more than %d levels deep", jsontext.MaxDepth)
	}
	switch v.Kind {
	case Null, False, True:
		return append(dst, plainText[v.Kind]...), nil
	case Number:
		if !isNumber(v.Text) {
			return nil, errors.New(excerpt.Quote(v.Text) + " is not a number")
		}
		return append(dst, v.Text...), nil
	case String:
		return appendQuoted(dst, v.Text)
	case Array, Object:
	default:
		return nil, errors.New("a value of no kind")
	}
	brackets := "[]"
	if v.Kind == Object {
		brackets = "{}"
	}
	dst = append(dst, brackets[0])
	for i := range v.Items {
		if i > 0 {
			dst = append(dst, ',')
		}
		if v.Kind == Object {
			if dst, err = appendQuoted(dst, v.Items[i].Key); err != nil {
				return nil, err
			}
			dst = append(dst, ':')
		}
		if dst, err = v.Items[i].Value.appendJSON(dst, depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, brackets[1]), nil
}

func appendQuoted(dst []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return nil, errNoText
	}
	return jsontext.AppendQuote(dst, nocopy.Bytes(s)), nil
}

var errNoText = errors.New("a string that is not UTF-8")
