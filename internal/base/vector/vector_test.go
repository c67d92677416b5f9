package vector

import (
	"os"
	"strings"
	"testing"
)

// What GODEBUG switches off is not there, so that tests can run without it.
func TestSwitchedOff(t *testing.T) {
	const off = "cpu.avx512bw=off"
	if strings.Contains(os.Getenv("GODEBUG"), off) && Bytes {
		t.Errorf("there in spite of GODEBUG=%s", off)
	}
	t.Logf("64 bytes at once: %v", Bytes)
}
