package lexer

import "testing"

// byBytes makes cursors scan byte by byte until the test ends.
func byBytes(t *testing.T) {
	byUnits = false
	t.Cleanup(func() { byUnits = true })
}
