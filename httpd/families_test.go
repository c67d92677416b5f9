package httpd

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// All that the server counts itself has a kind and a line of help, and Prometheus' own
// tool finds nothing to object to.
func TestFamilies(t *testing.T) {
	s := New(Config{Version: "v1"})
	var samples, text bytes.Buffer
	s.metrics.set.WritePrometheus(&samples)
	for line := range strings.Lines(samples.String()) {
		name := line[:strings.IndexAny(line, "{ ")]
		if _, ok := familyOf(name); !ok {
			t.Errorf("%s has no row in families", name)
		}
	}
	s.WriteMetrics(&text)
	seen := map[string]bool{}
	for line := range strings.Lines(text.String()) {
		if rest, ok := strings.CutPrefix(line, "# HELP "); ok {
			name, _, _ := strings.Cut(rest, " ")
			if seen[name] {
				t.Errorf("the samples of %s do not stand together", name)
			}
			seen[name] = true
		}
	}
	for name := range families {
		if !seen[name] && strings.HasPrefix(name, "iacedit_") && name != "iacedit_requests_total" {
			t.Errorf("nothing is told of %s", name)
		}
	}
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("SKIPPED: promtool is not installed; it does not judge the metrics")
	}
	check := exec.Command(promtool, "check", "metrics")
	check.Stdin = &text
	if out, err := check.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("promtool: %v\n%s", err, out)
	}
}
