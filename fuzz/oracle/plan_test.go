package oracle

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// writeFiles writes files below a directory, by their paths.
func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// movesIn returns how many resources move by a plan that "terraform show -json" has shown, and
// what else would change.
func movesIn(t *testing.T, shown []byte) (moves int, changes []string) {
	t.Helper()
	type change struct{ Actions []string }
	var plan struct {
		Resources []struct {
			Address  string
			Previous string `json:"previous_address"`
			Reason   string `json:"action_reason"`
			Change   change
		} `json:"resource_changes"`
		Outputs map[string]change `json:"output_changes"`
	}
	if err := json.Unmarshal(shown, &plan); err != nil {
		t.Fatal(err)
	}
	nothing := []string{"no-op"}
	for _, r := range plan.Resources {
		if r.Previous != "" {
			moves++
		}
		if !slices.Equal(r.Change.Actions, nothing) && r.Reason != "read_because_check_nested" { // these are read in each plan
			changes = append(changes, fmt.Sprintf("%s: %v", r.Address, r.Change.Actions))
		}
	}
	for name, c := range plan.Outputs {
		if !slices.Equal(c.Actions, nothing) {
			changes = append(changes, fmt.Sprintf("output %s: %v", name, c.Actions))
		}
	}
	return moves, changes
}
