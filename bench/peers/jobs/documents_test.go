package jobs

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile("../../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The table of the README tells what comes out when each tool does each job.
func TestTable(t *testing.T) {
	readme := read(t, "README.md")
	rows := map[string][]string{}
	for line := range strings.Lines(readme) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); len(cells) == len(tools)+1 {
			last := len(cells) - 1
			cells[0], cells[last] = strings.TrimPrefix(cells[0], "| "), strings.TrimSuffix(cells[last], " |")
			rows[cells[0]] = cells[1:]
		}
	}
	for _, j := range readJobs(t) {
		t.Run(j.name, func(t *testing.T) {
			row := rows[j.title]
			if row == nil {
				t.Fatalf("the table has no row %q", j.title)
			}
			for i, tool := range tools {
				if err := missing[tool]; err != nil {
					t.Logf("NOT CHECKED: %s is not there: %v", tool, err)
				} else if got := j.verdict(t, tool); got != row[i] {
					t.Errorf("%s: %s, and not, as the table says, %s", tool, got, row[i])
				}
			}
		})
	}
	for _, module := range modules {
		path, version, _ := strings.Cut(module, "@")
		_, name, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(path, "github.com/"), "/v4"), "/")
		if !strings.Contains(readme, name+" "+version) {
			t.Errorf("the README does not tell that %s is %s", name, version)
		}
	}
}

// fence finds the fenced blocks of a page.
var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// What docs/migration.md shows of other tools is what does the jobs here.
func TestMigration(t *testing.T) {
	var commands strings.Builder
	for _, j := range readJobs(t) {
		for _, command := range j.commands {
			commands.WriteString("\n" + strings.TrimPrefix(command, "whole "))
		}
	}
	sources := map[string]string{"sh": commands.String(), "go": "\n" + read(t, "bench/peers/jobs/hclwrite.go") + read(t, "bench/peers/jobs/operations.go")}
	count := 0
	for _, m := range fence.FindAllStringSubmatch(read(t, "docs/migration.md"), -1) {
		source, ok := sources[m[1]]
		if !ok {
			t.Errorf("nothing runs\n%s", m[0])
			continue
		}
		count++
		if !strings.Contains(source, "\n"+strings.TrimSpace(m[2])+"\n") {
			t.Errorf("no job has\n%s", m[2])
		}
	}
	if count < 15 {
		t.Errorf("only %d blocks", count)
	}
}
