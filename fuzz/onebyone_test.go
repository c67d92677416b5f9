package fuzz

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"
	"golang.org/x/tools/txtar"

	"iacedit/edit"
	"iacedit/lexer"
)

// The law "one by one" (docs/edits.md, "Laws"): a request has the same result as
// its parts sent one after the other.

// errMalformed is what a request is not compared for.
var errMalformed = errors.New("malformed")

// together makes a request at once, and its parts one by one, and compares. It reports
// whether the request is done, and not refused.
func together(o *edit.Options, code, edits string, deep bool) (done bool, _ error) {
	parts := oneByOne(readTree(edits), o.Dialect, deep)
	if parts == nil {
		return false, errMalformed
	}
	send := func(code, edits string) (out string, err error) {
		defer func() {
			if fault := recover(); fault != nil {
				err = fmt.Errorf("a panic: %v", fault)
			}
		}()
		result, err := o.Apply(nil, []byte(code), []byte(edits))
		return string(result), err
	}
	for _, part := range append(parts, edits) {
		if _, err := send("}", part); codeOf(err) != edit.InvalidCode { // refused before the code is looked at
			return false, errMalformed
		}
	}
	all, allErr := send(code, edits)
	var (
		steps strings.Builder
		one   = code
		clean = isClean(code)
		err   error
	)
	for _, part := range parts {
		var next string
		if next, err = send(one, part); err != nil {
			fmt.Fprintf(&steps, "-- %s\n%s: %v\n", part, codeOf(err), err)
			break
		}
		one, clean = next, clean && isClean(next)
		fmt.Fprintf(&steps, "-- %s\n%s", part, next)
	}
	fault := ""
	switch {
	case codeOf(err) != codeOf(allErr):
		fault = fmt.Sprintf("one by one: %q, together: %q", codeOf(err), codeOf(allErr))
	case err != nil:
	case clean:
		fault = cmp.Diff(one, all)
	default:
		fault = cmp.Diff(wordsOf(one), wordsOf(all))
	}
	if fault == "" {
		return err == nil, nil
	}
	return false, fmt.Errorf("%s\n== code\n%s\n== edits\n%s\n== one by one, each step\n%s\n== together\n%s%v", fault, code, edits, steps.String(), all, allErr)
}

func codeOf(err error) edit.Code {
	if e, ok := err.(*edit.Error); ok {
		return e.Code
	}
	if err != nil {
		return edit.Code(err.Error())
	}
	return ""
}

// isClean reports whether terraform fmt would leave code alone.
func isClean(code string) bool {
	formatted, err := formatCode([]byte(code))
	return err == nil && bytes.Equal(formatted, []byte(code))
}

// wordsOf returns the tokens of code, comments too: all but blanks, line ends and the
// commas that stand for them.
func wordsOf(code string) (words []string) {
	var s lexer.Scanner
	s.Reset([]byte(code), 0)
	for {
		tok := s.Next()
		switch tok.Kind {
		case lexer.EOF:
			return words
		case lexer.Newline, lexer.Comma:
		default:
			words = append(words, strings.TrimRight(code[tok.Start:tok.End], "\r\n"))
		}
	}
}

func TestOneByOne(t *testing.T) {
	parameters := gopter.DefaultTestParameters()
	parameters.MinSuccessfulTests = tries(4000)
	parameters.Rng.Seed(1)
	if n, err := strconv.ParseInt(os.Getenv("IACEDIT_SEED"), 10, 64); err == nil {
		parameters.Rng.Seed(n)
	}
	var made, met, done int
	failed := false
	properties := gopter.NewProperties(parameters)
	properties.Property("a request is its parts one by one", prop.ForAll(func(m module, moves []move, deep bool) (string, error) {
		moves = settle(moves)
		code, edits := m.code(), editsOf(moves)
		if edits == "" {
			return "", nil
		}
		if !failed { // shrinking makes others
			made++
			if meet(moves) {
				met++
			}
		}
		isDone, err := together(&options, code, edits, deep)
		if isDone && !failed {
			done++
		}
		failed = failed || err != nil
		return "", err
	}, genModule(), genMoves(), genBool()))
	properties.TestingRun(t)
	t.Logf("%d requests, of %d edits meet in one value; %d are done, the others refused", made, met, done)
	if made > 100 && (met < made/2 || done < made/4) {
		t.Errorf("of %d requests %d have edits that meet in one value, and %d are done: too few", made, met, done)
	}
}

// oneByOneCases reads the requests in testdata that the law is held against.
func oneByOneCases(t testing.TB) map[string]*seed {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "one-by-one.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]*seed{}
	for _, f := range archive.Files {
		name, part, _ := strings.Cut(f.Name, "/")
		if cases[name] == nil {
			cases[name] = new(seed)
		}
		switch part {
		case "in.tf":
			cases[name].code = string(f.Data)
		case "edits.json":
			cases[name].edits = string(f.Data)
		default:
			t.Fatalf("%s: what is it?", f.Name)
		}
	}
	return cases
}

func TestOneByOneOfCases(t *testing.T) {
	for name, c := range oneByOneCases(t) {
		t.Run(name, func(t *testing.T) {
			for _, deep := range []bool{false, true} {
				if _, err := together(new(edit.Options), c.code, c.edits, deep); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestOneByOneSplits(t *testing.T) {
	edits := `{"set": {"a": {"x": [{"attributes": {"p": 1}}, {"attributes": {"p": 2}}], "y": [{"index": 0}, {"index": 1}]}},
		"update": {"b": [{"attributes": {"p": 1, "q.k": 2}, "delete": {"attributes": ["l[0]", "l[1]"], "blockTypes": {"c": [{}, {}]}}}]}}`
	for deep, want := range map[bool]string{
		false: `{"update": {"b": [{"attributes": {"p": 1, "q.k": 2}, "delete": {"attributes": ["l[0]", "l[1]"], "blockTypes": {"c": [{}, {}]}}}]}}
{"set": {"a": {"x": [{"attributes": {"p": 1}}]}}}
{"set": {"a": {"x": [{"attributes": {"p": 2}}]}}}
{"set": {"a": {"y": [{"index": 0}, {"index": 1}]}}}`,
		true: `{"update": {"b": [{"attributes": {"p": 1}}]}}
{"update": {"b": [{"attributes": {"q.k": 2}}]}}
{"update": {"b": [{"delete": {"attributes": ["l[0]", "l[1]"]}}]}}
{"update": {"b": [{"delete": {"blockTypes": {"c": [{}]}}}]}}
{"update": {"b": [{"delete": {"blockTypes": {"c": [{}]}}}]}}
{"set": {"a": {"x": [{"attributes": {"p": 1}}]}}}
{"set": {"a": {"x": [{"attributes": {"p": 2}}]}}}
{"set": {"a": {"y": [{"index": 0}, {"index": 1}]}}}`,
	} {
		if diff := cmp.Diff(want, strings.Join(oneByOne(readTree(edits), edit.Terraform, deep), "\n")); diff != "" {
			t.Errorf("deep %v: -want +got\n%s", deep, diff)
		}
	}
}

// FuzzOneByOne: the law, for whatever code and edits are.
func FuzzOneByOne(f *testing.F) {
	for _, s := range oneByOneCases(f) {
		f.Add([]byte(s.code), []byte(s.edits), true, false)
		f.Add([]byte(s.code), []byte(s.edits), false, true)
	}
	for _, s := range editSeeds(f) {
		f.Add([]byte(s.code), []byte(s.edits), true, false)
	}
	f.Fuzz(func(t *testing.T, code, edits []byte, deep, hcl bool) {
		if len(code)+len(edits) > 1<<14 {
			return
		}
		o := edit.Options{}
		if hcl {
			o.Dialect = edit.HCL
		}
		if _, err := together(&o, string(code), string(edits), deep); err != nil && err != errMalformed {
			t.Error(err)
		}
	})
}
