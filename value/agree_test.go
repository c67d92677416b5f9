package value_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"iacedit/internal/base/jsontext"
	"iacedit/value"
)

// What is read agrees with encoding/json: what it accepts and refuses, and the values.
// More is refused than there, and the reason given has to be true of the text.

// A pair is a member of an object in the order sent.
type pair struct {
	Key   string
	Value any
}

// Values are nil, bool, json.Number, string, []any and []pair.

// readAsBody reads a text as a request body is read: member by member, each by another
// of the Reader's methods; what is no object, at once.
func readAsBody(r *value.Reader, text []byte) (any, error) {
	r.Reset(text)
	if r.Peek() != '{' {
		v, err := r.Value()
		if err == nil {
			err = r.End()
		}
		return valueOf(&v), err
	}
	object := []pair{}
	err := r.Object(func(key string) error {
		key = strings.Clone(key)
		if r.Peek() == '"' {
			var raw jsontext.Raw
			s, err := r.AppendUnquoted([]byte("before"), &raw)
			if err != nil {
				return err
			}
			s, found := bytes.CutPrefix(s, []byte("before"))
			if !found {
				return fmt.Errorf("what was there is overwritten: %q", s)
			}
			object = append(object, pair{key, string(s)})
			return checkRaw(&raw, s)
		}
		v, err := r.Value()
		object = append(object, pair{key, valueOf(&v)})
		return err
	})
	if err == nil {
		err = r.End()
	}
	return object, err
}

// checkRaw checks that parts of a string are written as they would be without the text
// that it was sent as.
func checkRaw(raw *jsontext.Raw, s []byte) error {
	for _, cut := range []int{0, 1, len(s) / 3, len(s) / 2, len(s)} {
		for cut = min(cut, len(s)); cut < len(s) && !utf8.RuneStart(s[cut]); cut++ {
		}
		var w jsontext.Writer
		w.Part(raw, s, 0, cut)
		w.Part(raw, s, cut, len(s))
		got := w.Text()
		if want := jsontext.AppendEscaped(nil, s); !bytes.Equal(got, want) {
			return fmt.Errorf("%q in two parts, up to %d and from there: %q, want %q", s, cut, got, want)
		}
	}
	return nil
}

// valueOf returns a value in the form that is compared.
func valueOf(v *value.Value) any {
	switch v.Kind {
	case value.False, value.True:
		return v.Kind == value.True
	case value.Number:
		return json.Number(strings.Clone(v.Text))
	case value.String:
		return strings.Clone(v.Text)
	case value.Array:
		list := []any{}
		for i := range v.Items {
			list = append(list, valueOf(&v.Items[i].Value))
		}
		return list
	case value.Object:
		object := []pair{}
		for i := range v.Items {
			object = append(object, pair{strings.Clone(v.Items[i].Key), valueOf(&v.Items[i].Value)})
		}
		return object
	}
	return nil
}

// judged reads a text with encoding/json, and reports how deep it nests, how many
// values it has and whether some object has a key twice.
type judged struct {
	value         any
	depth, values int
	repeats       bool
}

func judge(text []byte) (j judged, err error) {
	if !json.Valid(text) {
		return j, fmt.Errorf("not valid")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	j.value, err = j.read(d, 0)
	if _, end := d.Token(); err == nil && end != io.EOF {
		err = fmt.Errorf("more than one value")
	}
	return j, err
}

func (j *judged) read(d *json.Decoder, depth int) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	j.values++
	j.depth = max(j.depth, depth)
	switch token {
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := j.read(d, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.Token()
		return list, err
	case json.Delim('{'):
		object, keys := []pair{}, map[string]bool{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := j.read(d, depth+1)
			if err != nil {
				return nil, err
			}
			j.repeats = j.repeats || keys[key.(string)]
			keys[key.(string)] = true
			object = append(object, pair{key.(string), v})
		}
		_, err = d.Token()
		return object, err
	}
	return token, nil
}

// disagreement says in what the two readers differ over a text, or nothing.
func disagreement(r *value.Reader, text []byte) string {
	sent := bytes.Clone(text)
	got, err := readAsBody(r, text)
	j, judgedErr := judge(text)
	switch {
	case !bytes.Equal(sent, text):
		return "the text was written to"
	case err == nil && judgedErr != nil:
		return "accepted, and encoding/json refuses it"
	case err == nil && !utf8.Valid(text):
		return "accepted, and it is not UTF-8"
	case err == nil:
		if !reflect.DeepEqual(j.value, got) {
			return fmt.Sprintf("read as %v, want %v", got, j.value)
		}
		if j.depth >= jsontext.MaxDepth { // a body's members are read from depth 0, too
			return ""
		}
		return skipDisagrees(r, text)
	case judgedErr != nil:
		return ""
	}
	fault, ok := err.(*jsontext.Error)
	if !ok {
		return err.Error()
	}
	reason := fault.Message
	switch {
	case fault.At < 0 || fault.At > len(text):
		return fmt.Sprintf("refused at %d of %d", fault.At, len(text))
	case strings.Contains(reason, "given twice"):
		ok = j.repeats
	case strings.Contains(reason, "not UTF-8"):
		ok = !utf8.Valid(text)
	case strings.Contains(reason, "surrogate"): // which encoding/json takes for U+FFFD
		ok = strings.Contains(fmt.Sprint(j.value), "\uFFFD")
	case strings.Contains(reason, "nested more"):
		ok = j.depth >= jsontext.MaxDepth
	case strings.Contains(reason, "more than"):
		ok = j.values > value.MaxValues
	default:
		ok = false
	}
	if !ok {
		return "refused, and encoding/json accepts it: " + reason
	}
	return ""
}

// skipDisagrees says so where what is read is not skipped to its end.
func skipDisagrees(r *value.Reader, text []byte) string {
	r.Reset(text)
	if err := r.Skip(); err != nil {
		return "read, and not skipped: " + err.Error()
	}
	if err := r.End(); err != nil {
		return "read to its end, and not skipped to it: " + err.Error()
	}
	return ""
}

// agreeing are texts at the edges of the grammar.
var agreeing = []string{
	``, ` `, `null`, `nul`, `nulll`, `Null`, `true `, `truefalse`, `tru e`, `"a" "b"`, `{} {}`, `[] ,`, `undefined`, `NaN`, `Infinity`, `-Infinity`,
	`0`, `-0`, `00`, `01`, `-01`, `+1`, `1.`, `.5`, `-.5`, `1.0`, `1.e5`, `1e5`, `1E5`, `1e+5`, `1e-5`, `1e`, `1e+`, `1e5.0`, `0e0`, `0x10`, `1_000`, `1,000`, `--1`, `-`, `1e400`, `123456789012345678901234567890.5`, `- 1`, `1 .5`,
	`"`, `""`, `"\"`, `"\\"`, `"\/"`, `"/"`, `"\b\f\n\r\t"`, `"\v"`, `"\a"`, `"\'"`, `'a'`, `"\u0000"`, `"\u00e9\u00E9"`, `"\u12"`, `"\u12G4"`, `"\u 123"`, `"\U00000041"`, `"\x41"`, "\"\x00\"", "\"\x1f\"", "\"\x7f\"", "\"\t\"", "\"\n\"",
	`"\ud83d\ude00"`, `"\ud83d"`, `"\ude00"`, `"\ud83d\ud83d\ude00"`, `"\ud83d\n"`, `"\ud83dx"`, `"\uD83D\uDE00"`, `"\ud83d\u0041"`, `"\ufffd"`, `"\ufffe\uffff"`,
	"\"\xff\"", "\"\xc3\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xef\xbf\xbd\"", "\"\u2028\u2029\"", "\"1234567\xff\"", "\"12345678\xff\\n\"",
	"\ufeff1", "\u00a01", "\v1", "\f1", "1\x00", "\x001", " \t\r\n1 \t\r\n", "1\u00a0", "[\u20281]",
	`[`, `]`, `[]`, `[,]`, `[1,]`, `[,1]`, `[1,,2]`, `[1 2]`, `[1;2]`, `[1}`, `[[]`, `[]]`, `[1]2`, `[ ]`, `[[],[[]]]`,
	`{`, `}`, `{}`, `{,}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,"a":1}`, `{"a" "b"}`, `{a:1}`, `{'a':1}`, `{1:1}`, `{"a":1;"b":2}`, `{"a":1 "b":2}`, `{"a"::1}`, `{"a":1]`, `{"a":1}}`, `{"":""}`, `{null:1}`,
	`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"a":1,"A":2}`, `{"b":{"a":1,"a":1}}`, `{"b":[{"a":1,"a":1}]}`, `{"é":1,"é":2}`,
	`/* c */ 1`, `1 // c`, `# c`, `<!-- 1 -->`, "1\n2", `{"a":"x\ty\u0001","b":"\/","c":"/","d":"<>&","e":"é\u00e9"}`,
}

func TestAgreesWithEncodingJSON(t *testing.T) {
	var r value.Reader
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	texts := append(agreeing[:len(agreeing):len(agreeing)], deep(jsontext.MaxDepth-1), deep(jsontext.MaxDepth), deep(jsontext.MaxDepth+1),
		strings.Repeat(`{"a":`, jsontext.MaxDepth)+"1"+strings.Repeat("}", jsontext.MaxDepth))
	for _, text := range texts {
		// As it is, and as a part of others, where other code reads it.
		for _, format := range []string{"%s", "[%s]", "[1, %s ,2]", `{"a": %s}`, `{"a":{"b":[%s]},"c":%[1]s}`, `{"k1":1,"k2":1,"k3":1,"k4":1,"k5":1,"k6":1,"k7":1,"k8":1,"k9":1,"k10":1,"k11":1,"k12":1,"k13":%s}`} {
			text := fmt.Sprintf(format, text)
			if fault := disagreement(&r, []byte(text)); fault != "" {
				t.Errorf("%.200q: %s", text, fault)
			}
		}
	}
}

// FuzzAgreesWithEncodingJSON: so it is for every text.
func FuzzAgreesWithEncodingJSON(f *testing.F) {
	for _, text := range agreeing {
		f.Add([]byte(text))
		f.Add([]byte(`{"code": "a = \"x\\ny\"\n", "edits": {"set": [` + text + `]}}`))
	}
	var r value.Reader // used again and again, as a server would
	f.Fuzz(func(t *testing.T, text []byte) {
		if fault := disagreement(&r, text); fault != "" {
			t.Error(fault)
		}
	})
}
