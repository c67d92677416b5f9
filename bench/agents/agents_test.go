package agents

import (
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"iacedit/internal/base/diff"
)

var update = flag.Bool("update", false, "write the diffs in testdata/want, and the table of docs/mcp.md, anew")

// differences returns the unified diff of two sets of files.
func differences(before, after map[string]string) (text string, files int) {
	names := slices.Sorted(maps.Keys(after))
	for name := range before {
		if _, ok := after[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if d := diff.Unified(nil, "a/"+name, "b/"+name, []byte(before[name]), []byte(after[name])); len(d) > 0 {
			text += string(d)
			files++
		}
	}
	return text, files
}

// Every task is done right by both agents. The tools take three calls at most: a look, a dry
// run, and the write.
func TestTasks(t *testing.T) {
	figures, listed := measure(t)
	got := table(figures)
	t.Logf("the list of tools has %d bytes\n%s", listed, got)
	const page, begin = "../../docs/mcp.md", "<!-- made by bench/agents -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	published, after, also := strings.Cut(rest, begin)
	if !ok || !also {
		t.Fatal("docs/mcp.md has no table between two marks")
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+got+begin+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !alike(published, got) {
		t.Errorf("docs/mcp.md has another table: go test ./agents -run TestTasks -update\n%s", differenceOf(published, got))
	}
}

// alike reports whether two tables have the same words and, within a twentieth, the same numbers,
// so that not every new word in an answer needs a new table.
func alike(a, b string) bool {
	return slices.EqualFunc(strings.Split(a, "|"), strings.Split(b, "|"), func(a, b string) bool {
		m, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(a), ",", ""))
		n, err2 := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(b), ",", ""))
		return a == b || err == nil && err2 == nil && 20*max(m-n, n-m) <= m
	})
}

func differenceOf(a, b string) string {
	return string(diff.Unified(nil, "published", "measured", []byte(a), []byte(b)))
}

// measure runs all tasks.
func measure(t *testing.T) (figures []taskCosts, listed int) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // undo keeps its records there
	tasks, err := readTasks()
	if err != nil {
		t.Fatal(err)
	}
	before, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != 40 {
		t.Errorf("there are %d tasks", len(tasks))
	}
	for i := range tasks {
		task := &tasks[i]
		dir := t.TempDir()
		if err := writeFiles(dir, before); err != nil {
			t.Fatal(err)
		}
		s, end, err := startSession(dir)
		if err != nil {
			t.Fatal(err)
		}
		answers, err := s.do(task)
		if err != nil {
			t.Errorf("%s: %v", task.name, err)
		}
		if listed, err = s.toolListSize(); err != nil {
			t.Error(err)
		}
		if err := end(); err != nil {
			t.Errorf("%s: the session ends with %v", task.name, err)
		}
		after, err := readFiles(dir)
		if err != nil {
			t.Fatal(err)
		}
		if s.cost.calls > 3 {
			t.Errorf("%s takes %d calls", task.name, s.cost.calls)
		}
		got, files := differences(before, after)
		judge(t, task, got, answers)
		formatted(t, task, dir, before, after)
		a := &textAgent{files: maps.Clone(before)}
		if err := a.do(task, after); err != nil {
			t.Error(err)
		}
		figures = append(figures, taskCosts{task.title, files, s.cost, a.all, cost{a.all.calls - a.reads.calls, a.all.bytes - a.reads.bytes}})
	}
	return figures, listed
}

// judge compares the result of a task with the wanted one.
func judge(t *testing.T, task *task, got, answers string) {
	t.Helper()
	if *update && got != "" {
		if err := os.WriteFile(filepath.Join("testdata/want", task.name+".diff"), []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != task.want {
		t.Errorf("%s: the result differs\n%s", task.name, differenceOf(task.want, got))
	}
	if (task.want == "") != (len(task.answers) > 0) {
		t.Errorf("%s has neither a diff nor an answer, or both", task.name)
	}
	for _, want := range task.answers {
		if !strings.Contains(answers, want) {
			t.Errorf("%s: the answer has no %s: %s", task.name, want, answers)
		}
	}
}

// formatted reports changed files that terraform fmt would change, where terraform is there.
func formatted(t *testing.T, task *task, dir string, before, after map[string]string) {
	t.Helper()
	terraform, err := exec.LookPath("terraform")
	if err != nil {
		t.Log("NOT CHECKED by terraform fmt: terraform is not there")
		return
	}
	var changed []string
	for name, text := range after {
		if before[name] != text && (strings.HasSuffix(name, ".tf") || strings.HasSuffix(name, ".tfvars")) {
			changed = append(changed, filepath.Join(dir, name))
		}
	}
	if len(changed) == 0 {
		return
	}
	if out, err := exec.Command(terraform, append([]string{"fmt", "-check", "-diff"}, changed...)...).CombinedOutput(); err != nil {
		t.Errorf("%s: terraform fmt: %v\n%s", task.name, err, out)
	}
}

// A text agent's replacements are unique, and hunks that are near each other are one.
func TestReplacements(t *testing.T) {
	before := "a = 1\nb {\n  x = 1\n}\nc {\n  x = 1\n}\nd = 1\ne = 2\nf = 3\ng = 4\nh = 5\n"
	for _, c := range []struct {
		name, after string
		calls       int
	}{
		{"one of two equal lines", strings.Replace(before, "c {\n  x = 1", "c {\n  x = 2", 1), 1},
		{"all of a text", strings.ReplaceAll(before, "x", "y"), 1},
		{"two that are near", strings.NewReplacer("a = 1", "a = 7", "b {", "bb {").Replace(before), 1},
		{"two that are far", strings.NewReplacer("a = 1", "a = 7", "h = 5", "h = 9").Replace(before), 2},
		{"an insertion", strings.Replace(before, "d = 1\n", "d = 1\nd2 = 1\n", 1), 1},
		{"one at the start", "z = 0\n" + before, 1},
		{"a removal", strings.Replace(before, "d = 1\n", "", 1), 1},
	} {
		a := &textAgent{files: map[string]string{"f": before}}
		a.change("f", c.after)
		if a.files["f"] != c.after || a.all.calls != c.calls {
			t.Errorf("%s: %d calls, %q", c.name, a.all.calls, a.files["f"])
		}
	}
}
