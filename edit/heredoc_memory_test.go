package edit

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
)

// A new heredoc in deep code is paid for before it is made: each of its lines is indented as
// the attribute is.
func TestIndentedHeredocsArePaidFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector changes what is allocated")
	}
	const indent, most, little = 3300, 7 << 20, 1 << 20
	for lines := 20; lines < 2220; lines += 20 {
		code := fmt.Sprintf("locals {\n%sa = 1\n}\n", strings.Repeat(" ", indent))
		edits := fmt.Sprintf(`{"set":{"locals":{"attributes":{"a":"%s"}}}}`, strings.Repeat(`x\n`, lines))
		var err error
		took := measure.Allocated(func() { _, err = new(Options).Apply(nil, []byte(code), []byte(edits)) })
		if e, ok := errors.AsType[*Error](err); err != nil && (!ok || e.Code != TooExpensive) {
			t.Fatal(err)
		}
		t.Logf("%4d lines: %d bytes for %d; %v", lines, took, len(code)+len(edits), err)
		if err != nil && (took > most || lines > 150 && took > little) {
			t.Errorf("%d lines: %d bytes are made before they are refused", lines, took)
		}
	}
}
