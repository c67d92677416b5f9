package oracle

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"testing"

	"iacedit/edit"
)

// oldPlaces are the leaves of a made expression that stand for the old value.
var oldPlaces = regexp.MustCompile(`\b(n|s|m|l)\b`)

// What is made of an old value evaluates as the expression that is sent, with the value that
// was there in the place of "$"; and setting it twice is setting it once.
func TestOldValueEvaluates(t *testing.T) {
	trials := 6000
	if *thorough {
		trials = 200_000
	}
	g := identityMaker{rand.New(rand.NewPCG(22, 2))}
	changed, so := 0, 0
	for trial := range trials {
		context := rewritingContext()
		kind := g.IntN(4)
		name := []string{"n", "s", "m", "l"}[kind]
		make := []func(int, bool) string{g.num, g.text, g.object, g.list}[kind]
		old := make(g.IntN(4), false)
		v, ok := attributeValue(old, context)
		if !ok {
			continue
		}
		form := []func(int, bool) string{g.num, g.text, g.text, g.object, g.list}[g.IntN(5)](1+g.IntN(4), false)
		sent := oldPlaces.ReplaceAllStringFunc(form, func(leaf string) string {
			if leaf == name {
				return "$"
			}
			return leaf
		})
		if sent == form || !bytes.ContainsAny([]byte(form), name) {
			continue
		}
		context.Variables[name] = v
		want, ok := attributeValue("("+form+"\n)", context)
		if !ok {
			continue
		}
		code := []byte("locals {\n  x = " + old + "\n}\n")
		edits, err := json.Marshal(map[string]any{"set": map[string]any{"locals": map[string]any{"attributes": map[string]any{"x": "${" + sent + "}"}}}})
		if err != nil {
			t.Fatal(err)
		}
		out, err := new(edit.Options).Apply(nil, code, edits)
		if err != nil {
			t.Fatalf("trial %d: %v\n%s\n%s", trial, err, old, edits)
		}
		if again, err := new(edit.Options).Apply(nil, out, edits); err != nil || !bytes.Equal(again, out) {
			t.Fatalf("trial %d: %v\n%s\nset to %s\nis\n%s\nand then\n%s", trial, err, old, sent, out, again)
		}
		if bytes.Equal(out, code) {
			so++
			continue
		}
		changed++
		after := bytes.TrimSuffix(bytes.TrimPrefix(out, []byte("locals {\n  x = ")), []byte("\n}\n"))
		// Names in the old value mean what they did.
		context.Variables[name] = rewritingContext().Variables[name]
		got, ok := attributeValue(string(after), context)
		if !ok || !got.RawEquals(want) {
			t.Fatalf("trial %d:\n%s\nset to\n%s\nis\n%s\nwhich is %#v, want %#v", trial, old, sent, after, got, want)
		}
	}
	if changed < trials/8 {
		t.Errorf("only %d of %d values were changed; %d were so already", changed, trials, so)
	}
	t.Logf("%d values were changed, %d were so already", changed, so)
}
