package oracle

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"iacedit/edit"
)

// Laws of docs/edits.md over the modules and edits of TestEditsOfEveryKind.

// TestFilesAreTheirConcatenation: n files have the content that the same edits give on their
// concatenation, up to the order of blocks.
func TestFilesAreTheirConcatenation(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(fromEnv(t, "IACEDIT_SEED", 0)), 11))
	done := 0
	for range fromEnv(t, "IACEDIT_EDITS", editsPerRun) / 4 {
		maker := moduleMaker{r}
		names, codes := maker.files()
		slices.SortFunc(names, strings.Compare)
		m := newModel(names, readAll(codes))
		e := &mEditor{moduleMaker: maker, m: m}
		var blocks []*mBlock
		for _, f := range m.files {
			blocks = append(blocks, f.blocks...)
		}
		entry, ok := e.entry(blocks)
		if !ok || strings.Contains(entry.json, `"file"`) || bytes.Contains(bytes.Join(codes, nil), []byte("\r")) {
			continue // a file is one of several; lines end as those of the file do
		}
		request := requestOfEntries([]mEntry{entry})
		var files []edit.File
		for i := range names {
			files = append(files, edit.File{Name: names[i], Code: codes[i]})
		}
		apart, apartErr := new(edit.Options).Edit(files, []byte(request), edit.ReturnCode)
		whole, wholeErr := new(edit.Options).Apply(nil, bytes.Join(codes, []byte("\n")), []byte(request))
		if codeOfError(apartErr) != codeOfError(wholeErr) {
			t.Fatalf("apart: %v, together: %v\n%s\n%s", apartErr, wholeErr, request, bytes.Join(codes, []byte("----\n")))
		}
		if wholeErr != nil {
			continue
		}
		done++
		for _, f := range apart.Files {
			codes[slices.Index(names, f.Name)] = f.Code
		}
		a, b := dumpOf(modelOf("", readCode(bytes.Join(codes, []byte("\n"))))), dumpOf(modelOf("", readCode(whole)))
		if a, b := anySign.Replace(a), anySign.Replace(b); a != b {
			t.Fatalf("%s\napart\n%s\ntogether\n%s", request, onlyIn(a, b), onlyIn(b, a))
		}
	}
	t.Logf("%d edits", done)
	if done < 50 {
		t.Error("few edits were made")
	}
}

// anySign takes the signs away from the comments that entries make: they are those of a file,
// by a law of TestEditsOfEveryKind.
var anySign = strings.NewReplacer("// Said.", "Said.", "# Said.", "Said.", "// Two\n// lines.", "Two lines.", "# Two\n# lines.", "Two lines.")

// TestAnyLabelIsEach: what an entry does at addresses with "*" it does at each address that
// fits, one by one.
func TestAnyLabelIsEach(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(fromEnv(t, "IACEDIT_SEED", 0)), 12))
	done := 0
	for range fromEnv(t, "IACEDIT_EDITS", editsPerRun) / 2 {
		maker := moduleMaker{r}
		_, codes := maker.files()
		src := bytes.Join(codes, []byte("\n"))
		c := readCode(src)
		if c == nil {
			continue
		}
		m := newModel([]string{"main.tf"}, []*code{c})
		e := &mEditor{moduleMaker: maker, m: m}
		entry, ok := e.entry(m.files[0].blocks)
		if !ok || !slices.Contains(entry.labels, "*") || strings.Contains(entry.json, `"index"`) || strings.Contains(entry.json, `"file"`) {
			continue
		}
		all, err := new(edit.Options).Apply(nil, src, []byte(requestOfEntries([]mEntry{entry})))
		if err != nil {
			continue
		}
		done++
		each := src
		for _, b := range m.all(entry.typ, entry.labels) {
			one := entry
			one.labels = b.labels
			next, err := new(edit.Options).Apply(nil, each, []byte(requestOfEntries([]mEntry{one})))
			if codeOfError(err) == edit.BlockNotFound {
				continue // the selectors leave it out
			}
			if err != nil {
				t.Fatalf("%s at %v: %v\n%s", entry.json, b.labels, err, each)
			}
			each = next
		}
		if !bytes.Equal(all, each) {
			x, y := firstDifference(all, each)
			t.Fatalf("%s\nall at once\n%s\neach\n%s\nof\n%s", requestOfEntries([]mEntry{entry}), x, y, src)
		}
	}
	t.Logf("%d edits", done)
	if done < 100 {
		t.Error("few edits were made")
	}
}

func codeOfError(err error) edit.Code {
	if fault, ok := errors.AsType[*edit.Error](err); ok {
		return fault.Code
	}
	return ""
}
