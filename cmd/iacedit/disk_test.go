package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// times returns how often a test is to do something: more often where the environment
// says so.
func times(t *testing.T, variable string, few int) int {
	text := os.Getenv(variable)
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Of edits that several processes write at the same time none is lost: every one that
// says that it is written is there in the end.
// IACEDIT_EDITS is how many each process writes.
func TestNoEditIsLost(t *testing.T) {
	dir := module(t, map[string]string{"main.tf": "locals {\n}\n", "variables.tf": "variable \"a\" {}\n", "sub/main.tf": "locals {\n}\n"})
	edits := times(t, "IACEDIT_EDITS", 8)
	var mutex sync.Mutex
	var written []string
	wrote := func(name string) {
		mutex.Lock()
		defer mutex.Unlock()
		written = append(written, name)
	}
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for j := range edits {
				name := fmt.Sprintf("command_%d_%d", i, j)
				args := []string{"set", "-w", "local." + name, "1", dir}
				if i == 3 {
					args = []string{"edit", dir, "-w", "-e", `{"update": {"locals": [{"file": "main.tf", "attributes": {"` + name + `": 1}}]}}`}
				}
				out, err := exec.Command(binary, args...).CombinedOutput()
				if err != nil {
					t.Errorf("%s: %v: %s", name, err, out)
					continue
				}
				wrote(name)
			}
		})
	}
	for i := range 3 {
		a := startAgent(t, "--root", dir)
		all.Go(func() {
			for j := range edits {
				name := fmt.Sprintf("agent_%d_%d", i, j)
				text, isError := a.call("edit", `{"path": ".", "write": true, "edits": {"update": {"locals": [{"file": "main.tf", "attributes": {"`+name+`": 1}}]}}}`)
				if isError {
					t.Errorf("%s: %s", name, text)
					continue
				}
				wrote(name)
			}
		})
	}
	all.Wait()
	code := contents(t, dir, "main.tf")
	lost := slices.DeleteFunc(slices.Clone(written), func(name string) bool { return strings.Contains(code, "  "+name+" ") })
	if len(written) != 7*edits || len(lost) > 0 {
		t.Errorf("of %d edits %d are written, of which %d are lost: %v", 7*edits, len(written), len(lost), lost)
	}
	if hidden := hiddenIn(t, dir); len(hidden) > 0 {
		t.Errorf("left: %v", hidden)
	}
}

// hiddenIn returns the hidden files in and below a directory.
func hiddenIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := filesIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name := range files {
		if strings.HasPrefix(filepath.Base(name), ".") {
			names = append(names, name)
		}
	}
	return names
}

// A process that is killed while it writes many files has changed all of them or none once
// the next command has looked there, whichever that is, and nothing is left beside them.
// IACEDIT_KILLS is how often one is killed.
func TestKilledWhileWriting(t *testing.T) {
	const files = 150
	states := make([]map[string]string, 2)
	for i, name := range []string{"area", "region"} {
		states[i] = map[string]string{"main.tf": "variable \"" + name + "\" {}\n"}
		for j := range files - 1 {
			states[i][fmt.Sprintf("f%03d.tf", j)] = fmt.Sprintf("resource \"x_y\" \"r%d\" {\n  a = var.%s\n}\n", j, name)
		}
	}
	dir := module(t, states[0])
	next := [][]string{{"ls", "."}, {"get", "x_y.r1.a", "f001.tf"}, {"check"}, {"recover"}, {"ls", "-R", ".."}}
	// A write that nobody kills tells how long one takes here.
	start := time.Now()
	rename := func(from, to string) *exec.Cmd {
		cmd := exec.Command(binary, "rename", "-w", "var."+from, to, ".")
		cmd.Dir = dir
		return cmd
	}
	if out, err := rename("area", "region").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(start)
	outcomes := map[string]int{}
	now := 1
	for i := range times(t, "IACEDIT_KILLS", 10) {
		cmd := rename([]string{"area", "region"}[now], []string{"region", "area"}[now])
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(whole))
		cmd.Process.Kill()
		cmd.Wait()
		left := len(hiddenIn(t, dir))
		command := exec.Command(binary, next[i%len(next)]...)
		command.Dir = dir
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("%v: %v: %s", command.Args, err, out)
		}
		got, err := filesIn(dir)
		if err != nil {
			t.Fatal(err)
		}
		before := now
		switch {
		case maps.Equal(got, states[0]):
			now = 0
		case maps.Equal(got, states[1]):
			now = 1
		default:
			changed := 0
			for name, text := range states[1-before] {
				if got[name] == text {
					changed++
				}
			}
			t.Fatalf("after kill %d and %v: %d of %d files are changed, and there are %d", i, command.Args, changed, files, len(got))
		}
		outcomes[fmt.Sprintf("left files: %v, changed: %v", left > 0, now != before)]++
	}
	t.Log(outcomes)
}
