package fuzz

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"iacedit/edit"
	"iacedit/read"
)

// The laws of the answers beside the code (docs/edits.md, "Other answers").

const everyAnswer = edit.ReturnCode | edit.ReturnChanges | edit.ReturnDiff | edit.ReturnReport

// answersAgree fails where the changes that edits come to do not give the edited code.
func answersAgree(code, edits string) error {
	want, err := apply(code, edits)
	if err != nil {
		return nil // whatever refuses the one refuses the other
	}
	got, err := options.Edit([]edit.File{{Code: []byte(code)}}, []byte(edits), everyAnswer)
	if err != nil {
		return err
	}
	out := []byte(code)
	for _, c := range slices.Backward(got.Changes) {
		out = slices.Concat(out[:c.Start.Offset], []byte(c.Text), out[c.End.Offset:])
	}
	switch changed := want != code; {
	case string(out) != want:
		return fmt.Errorf("the changes %+v of %s give\n%s\nand not\n%s", got.Changes, edits, out, want)
	case changed != (len(got.Changes) > 0) || changed != (len(got.Diff) > 0) || changed != (len(got.Files) > 0):
		return fmt.Errorf("%s: %d changes, %d files, the diff\n%s", edits, len(got.Changes), len(got.Files), got.Diff)
	case changed != slices.ContainsFunc(got.Report.Changes, func(o edit.Outcome) bool { return o.Result != edit.EffectUnchanged }):
		return fmt.Errorf("%s: the report says %+v", edits, got.Report.Changes)
	}
	return nil
}

func TestChangesGiveTheCode(t *testing.T) {
	law(t, "the changes applied give the code, and there are some where it is another", func(s source, pick int, v value) error {
		return of(s, pick, func(p place) error {
			for _, action := range []string{"set", "delete"} {
				if err := answersAgree(s.text, request(p.blocks, attribute(action, p.name, &v))); err != nil {
					return err
				}
			}
			return answersAgree(s.text, request(p.blocks, attribute("set", p.name+"_new", &v)))
		})
	})
}

// The content of a file set back changes nothing, and nothing in it is taken for a
// reference that was meant.
func TestContentSetBackIsSilent(t *testing.T) {
	root := sharedDir(t)
	files, told := 0, 0
	err := filepath.WalkDir(filepath.Join(root, "corpus", "real", "valid"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		code, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		content, err := (&read.Options{Dialect: edit.HCL, Unbounded: true}).Read(nil, code, []byte("{}"))
		if err != nil || bytes.Equal(content, []byte("{}")) {
			return nil
		}
		o := edit.Options{Dialect: edit.HCL, Unbounded: true, MaxEdits: 1 << 30}
		got, err := o.Edit([]edit.File{{Code: code}}, fmt.Appendf(nil, `{"set": %s}`, content), everyAnswer)
		if err != nil {
			return nil // a law of reading, and told there
		}
		files++
		told += len(got.Report.Changes)
		if len(got.Changes)+len(got.Diff)+len(got.Files)+len(got.Report.Warnings) > 0 {
			t.Errorf("%s: %+v, warnings %+v", path, got.Changes, got.Report.Warnings)
		}
		for _, o := range got.Report.Changes {
			if o.Result != edit.EffectUnchanged {
				t.Errorf("%s: %+v", path, o)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if files == 0 || told == 0 {
		t.Error("nothing was set back")
	}
	t.Logf("%d attributes of %d files", told, files)
}
