package fuzz

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"iacedit/edit"
	"iacedit/format"
	"iacedit/syntax"
)

// The law of docs/tidy.md: real modules, with what generators write put into their resources, are
// tidied. The result parses and is formatted, each value is what it was, except as the page says,
// and twice is once.
func TestTidiedModules(t *testing.T) {
	paths := realFiles(t)
	if len(paths) == 0 {
		t.Skip("SKIPPED: no real modules were tidied, since the corpus is not there")
	}
	rnd := rand.New(rand.NewPCG(8, 9))
	counts := map[string]int{}
	for i, path := range paths {
		code, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if code, err = format.Format(nil, code); err != nil || len(code) > 60_000 || testing.Short() && i%10 != 0 {
			continue
		}
		g := generator{Rand: rnd}
		if err := isTidied(g.generate(code), counts); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	t.Log(counts)
	for _, what := range []string{"null", "reference", "jsonencode", "same"} {
		if counts[what] < 100 && !testing.Short() {
			t.Errorf("%s is there %d times", what, counts[what])
		}
	}
}

// A generator puts into code what generators write.
type generator struct {
	*rand.Rand
	ids []string
}

// resourceHeader matches the first line of a resource.
var resourceHeader = regexp.MustCompile(`(?m)^resource "[\w-]+" "[\w-]+" \{$`)

// generate puts headers above resources, and arguments into them, and formats the code.
func (g *generator) generate(code []byte) []byte {
	for i := range resourceHeader.FindAllIndex(code, -1) {
		g.ids = append(g.ids, fmt.Sprintf("id-%06d", i))
	}
	i := 0
	out := resourceHeader.ReplaceAllFunc(code, func(header []byte) []byte {
		text := ""
		if g.IntN(3) > 0 {
			text = fmt.Sprintf("# __generated__ by Terraform from %q\n", g.ids[i])
		}
		i++
		text += string(header) + "\n"
		for n := range g.IntN(6) {
			text += fmt.Sprintf(g.line(), n)
		}
		return []byte(text + "  zz_last = 1")
	})
	if formatted, err := format.Format(nil, out); err == nil {
		return formatted
	}
	return code
}

// line returns lines of an argument, with the verb %d in its name.
func (g *generator) line() string {
	id := g.ids[g.IntN(len(g.ids))]
	return []string{
		"  zz%d = null\n",
		"  zz%d = null # sensitive\n",
		"  zz%d = {\n    a = null\n  }\n",
		"  zz%d {\n    a = null\n    b = 1\n  }\n",
		"  zz%d = " + `"` + id + `"` + "\n",
		"  zz%d = [\n    " + `"` + id + `", # of it` + "\n    \"x\",\n  ]\n",
		"  zz%d = { a = " + `"` + id + `"` + " }\n",
		"  zz%d_policy = " + `"{\"b\":[1,\"${zz.a}-x\"], \"a\":{}}"` + "\n",
		"  zz%d_policy = <<EOF\n{\n  \"a\": [1.50, \"x%%%%{\", \"${zz.b}\"]\n}\nEOF\n",
		"  zz%d_policy = <<EOF\n{ no JSON }\nEOF\n",
		"  zz%d = " + `"{\"a\":[true,null]}"` + "\n",
	}[g.IntN(11)]
}

// isTidied tidies code, and returns an error if this is not as the law says.
func isTidied(code []byte, counts map[string]int) error {
	was, err := syntax.Parse(code)
	if err != nil {
		return nil // what was put in has made no code of it
	}
	edits := []byte(`{"tidy":{"*":[{"optional":true}]}}`)
	tidied, err := new(edit.Options).Apply(nil, code, edits)
	if err != nil {
		return fmt.Errorf("%w\nof\n%s", err, code)
	}
	is, err := syntax.Parse(tidied)
	if err != nil {
		return fmt.Errorf("the result does not parse: %w\n%s\nof\n%s", err, tidied, code)
	}
	if formatted, err := format.Format(nil, tidied); err != nil || !bytes.Equal(formatted, tidied) {
		return fmt.Errorf("the result is not formatted: %v\n%s\nof\n%s", err, tidied, code)
	}
	if again, err := new(edit.Options).Apply(nil, tidied, edits); err != nil || !bytes.Equal(again, tidied) {
		return fmt.Errorf("twice is not once: %v\n%s\nafter\n%s", err, again, tidied)
	}
	before, after := valuesIn(was), valuesIn(is)
	for at, old := range before {
		kind := compareTidied(old, after[at])
		if kind == "" {
			return fmt.Errorf("%s was %q and is %q\n%s\nof\n%s", at, old, after[at], tidied, code)
		}
		counts[kind]++
		delete(after, at)
	}
	for at, text := range after {
		return fmt.Errorf("%s = %s is new in\n%s\nof\n%s", at, text, tidied, code)
	}
	return nil
}

// generatedID matches the IDs of generate.
var generatedID = regexp.MustCompile(`"id-\d+"`)

// idReference matches what may be in the place of an ID.
var idReference = regexp.MustCompile(`\b[\w-]+\.[\w-]+\.(id|\w+)\b`)

// compareTidied says what has become of a value: it is the same, was null and has gone, has references
// in place of IDs, or is a call of jsonencode. It returns "" if tidy must not do it.
func compareTidied(old, text string) string {
	switch {
	case text == old:
		return "same"
	case text == "" && old == "null":
		return "null"
	case strings.HasPrefix(text, "jsonencode(") && (strings.HasPrefix(old, `"{`) || strings.HasPrefix(old, "<<")):
		return "jsonencode"
	}
	ids := generatedID.FindAllStringIndex(old, -1)
	if len(ids) == 0 {
		return ""
	}
	pattern, at := "", 0
	for _, m := range ids {
		pattern += regexp.QuoteMeta(old[at:m[0]]) + "(" + regexp.QuoteMeta(old[m[0]:m[1]]) + "|" + idReference.String() + ")"
		at = m[1]
	}
	if regexp.MustCompile("^" + pattern + regexp.QuoteMeta(old[at:]) + "$").MatchString(text) {
		return "reference"
	}
	return ""
}

// valuesIn returns the values of a file's attributes, by their places, with one space for all white
// space. Which of several blocks or attributes alike one is, is part of the place.
func valuesIn(f *syntax.File) map[string]string {
	all := map[string]string{}
	var add func(body syntax.ItemID, path string)
	add = func(body syntax.ItemID, path string) {
		seen := map[string]int{}
		for id := range f.Children(body) {
			at := path + "/" + string(f.Name(id)) + strings.Join(syntax.Strings(f.Labels(id)), " ")
			seen[at]++
			at += fmt.Sprintf("[%d]", seen[at])
			switch f.Kind(id) {
			case syntax.KindBlock:
				add(id, at)
			case syntax.KindAttribute:
				all[at] = strings.Join(strings.Fields(string(f.At(f.Value(id)))), " ")
			}
		}
	}
	add(syntax.Root, "")
	return all
}
