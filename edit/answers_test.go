package edit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/syntax"
)

// replaced applies changes from the last to the first, as a client would.
func replaced(code []byte, changes []TextChange) []byte {
	out := bytes.Clone(code)
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i]
		out = append(out[:c.Start.Offset:c.Start.Offset], append([]byte(c.Text), out[c.End.Offset:]...)...)
	}
	return out
}

// checkChanges fails for changes that do not give the edited code or are not as small as
// docs/edits.md, "Other answers" says.
func checkChanges(code, edited []byte, changes []TextChange) error {
	if got := replaced(code, changes); !bytes.Equal(got, edited) {
		return fmt.Errorf("the changes %+v give\n%q, want\n%q", changes, got, edited)
	}
	at := 0
	for _, c := range changes {
		if c.Start.Offset < at || c.End.Offset < c.Start.Offset {
			return fmt.Errorf("the changes overlap: %+v", changes)
		}
		at = c.End.Offset
		for _, p := range [...]Point{c.Start, c.End} {
			if line, column := syntax.Position(code, p.Offset); line != p.Line || column != p.Column {
				return fmt.Errorf("%+v is on line %d, column %d", p, line, column)
			}
		}
		gone, _ := bytes.CutPrefix(code[c.Start.Offset:c.End.Offset], nil)
		whole := map[string]bool{}
		for i, line := range bytes.SplitAfter(gone, []byte("\n")) {
			if (i > 0 || c.Start.Column == 1) && bytes.HasSuffix(line, []byte("\n")) {
				whole[string(line)] = true
			}
		}
		for i, line := range strings.SplitAfter(c.Text, "\n") {
			if (i > 0 || c.Start.Column == 1) && whole[line] {
				return fmt.Errorf("%+v holds the line %q of before and after", c, line)
			}
		}
	}
	return nil
}

// Whatever a table's case asks for, the changes give the code, and what is said of the
// answers together is what each says alone.
func TestAnswersAgree(t *testing.T) {
	n := 0
	eachCase(t, func(c testCase) {
		code, _ := c.text(t, "in")
		edits, ok := c.parts["edits.json"]
		if !ok || len(c.files("in:")) > 0 {
			return
		}
		files := []File{{Code: []byte(code)}}
		o := new(Options)
		all, err := o.Edit(files, []byte(edits), ReturnCode|ReturnChanges|ReturnDiff|ReturnReport)
		plain, plainErr := o.Apply(nil, []byte(code), []byte(edits))
		if fmt.Sprint(err) != fmt.Sprint(plainErr) {
			t.Fatalf("%s: %v, and alone %v", c.name, err, plainErr)
		}
		if err != nil {
			return
		}
		n++
		if err := checkChanges([]byte(code), plain, all.Changes); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if changed := len(all.Files) > 0; changed != (len(all.Changes) > 0) || changed != (len(all.Diff) > 0) || changed && !bytes.Equal(all.Files[0].Code, plain) {
			t.Errorf("%s: %d files, %d changes, a diff of %d bytes", c.name, len(all.Files), len(all.Changes), len(all.Diff))
		}
		if len(all.Report.Changes) == 0 && len(all.Changes) > 0 && !strings.Contains(edits, `"where"`) && !strings.Contains(edits, `"comment`) && !strings.Contains(edits, `"lineComment`) {
			t.Errorf("%s: the report says that nothing changed", c.name)
		}
		alone, err := o.Edit(files, []byte(edits), ReturnChanges)
		if err != nil || cmp.Diff(all.Changes, alone.Changes) != "" {
			t.Errorf("%s: alone %+v, %v", c.name, alone, err)
		}
	})
	if n < 100 {
		t.Errorf("only %d cases", n)
	}
}

// eachCase calls f with all cases of this package's tables, and of the specification's
// where they are.
func eachCase(t *testing.T, f func(testCase)) {
	for _, pattern := range []string{"testdata/*.txtar", "../../shared/cases/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			for _, c := range readCases(t, path) {
				f(c)
			}
		}
	}
}

// git apply makes of the files sent what the edits make of them, whatever their names are.
func TestDiffApplies(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("SKIPPED, no diff was applied: ", err)
	}
	files := []File{
		{Name: "main.tf", Code: []byte("resource \"a_b\" \"c\" {\r\n  x = var.old\r\n}")},
		{Name: "my vars.tf", Code: []byte("\ufeffvariable \"old\" {}\n\n\n# end")},
		{Name: "é\"q.tf", Code: []byte("output \"o\" {\n  value = var.old\n}\n")},
	}
	edits := `{"add": {"locals": [{"file": "new one.tf", "attributes": {"a": 1}}], "iacvars": [{"attributes": {"v": "x"}}]},
		"rename": {"variable": {"old": [{"to": "new"}]}}}`
	result, err := new(Options).Edit(files, []byte(edits), ReturnCode|ReturnDiff|ReturnChanges)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Code, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("git", "apply", "--whitespace=nowarn", "-")
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(result.Diff)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, result.Diff)
	}
	if len(result.Files) != 5 {
		t.Errorf("%d files changed", len(result.Files))
	}
	for _, f := range result.Files {
		got, err := os.ReadFile(filepath.Join(dir, f.Name))
		if err != nil || !bytes.Equal(got, f.Code) {
			t.Errorf("%s: %v\n%q, want\n%q", f.Name, err, got, f.Code)
		}
		var code []byte
		var changes []TextChange
		for _, sent := range files {
			if sent.Name == f.Name {
				code = sent.Code
			}
		}
		for _, c := range result.Changes {
			if c.File == f.Name {
				changes = append(changes, c)
			}
		}
		if err := checkChanges(code, f.Code, changes); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

// The code is not written where only the changes are wanted: what is not edited takes no
// memory.
func TestChangesAreCheap(t *testing.T) {
	var code bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&code, "resource \"a_b\" \"c%d\" {\n  x = 1\n}\n\n", i)
	}
	quoted, _ := json.Marshal(code.String())
	body := fmt.Appendf(nil, `{"return": "changes", "code": %s, "edits": {"update": {"resource": {"a_b": {"c77": [{"attributes": {"x": 2}}]}}}}}`, quoted)
	o := new(Options)
	dst := make([]byte, 0, 1024)
	out, err := o.DoJSON(dst, body)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"changes":[{"start":{"line":310,"column":7,"offset":`; !strings.HasPrefix(string(out), want) || &out[0] != &dst[:1][0] {
		t.Errorf("%s, in memory of its own", out)
	}
}
