package upgrades

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// sized is a program with all operations on code, and with stored rules, which are in YAML, too.
const sized = `package main

import (
	"fmt"

	"iacedit/edit"
	"iacedit/internal/requests/operations"
	"iacedit/internal/requests/ruleset"
)

func main() {
	fmt.Println(operations.Table(new(edit.Options), nil))
	rule, err := ruleset.Parse(nil)
	fmt.Println(rule.Check(), rule.Sorted(), err)
	more()
}
`

// Without the catalogue, and with it.
const (
	without = `package main

func more() {}
`
	with = `package main

import (
	"fmt"

	"iacedit/upgrades"
)

func more() {
	var o upgrades.Options
	fmt.Println(o.Apply(nil))
	fmt.Println(upgrades.Used(nil, nil), upgrades.Providers())
	c, err := upgrades.Load("", 0)
	fmt.Println(c.Check())
	fmt.Println(c.Describe(), err)
}
`
)

// TestSize bounds what the catalogue adds to a program.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED, for it links two programs")
	}
	const most = 2_000_000
	size := built(t, without)
	more := built(t, with) - size
	t.Logf("%d bytes without the catalogue, %d more with it", size, more)
	if more > most {
		t.Errorf("the catalogue adds %d bytes to a program, more than %d", more, most)
	}
}

// built returns the size of the program sized with another file. Its files are none of the module, for
// an overlay adds them.
func built(t *testing.T, other string) int64 {
	t.Helper()
	dir := t.TempDir()
	at, err := filepath.Abs("sized")
	if err != nil {
		t.Fatal(err)
	}
	added := map[string]string{}
	write := func(name, text string) {
		added[filepath.Join(at, name)] = filepath.Join(dir, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("main.go", sized)
	write("more.go", other)
	overlay, err := json.Marshal(map[string]any{"Replace": added})
	if err != nil {
		t.Fatal(err)
	}
	write("overlay.json", string(overlay))
	program := filepath.Join(dir, "program")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, "./sized").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
