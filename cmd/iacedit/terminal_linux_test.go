package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// openTerminal returns a terminal, and what reads that somebody would see on it.
func openTerminal(t *testing.T) (terminal *os.File, seen func() string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("SKIPPED, there are no terminals here: ", err)
	}
	var number, unlocked int32
	control := func(request uintptr, to *int32) {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(to))); errno != 0 {
			t.Skip("SKIPPED, there are no terminals here: ", errno)
		}
	}
	control(syscall.TIOCSPTLCK, &unlocked)
	control(syscall.TIOCGPTN, &number)
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("SKIPPED, there are no terminals here: ", err)
	}
	t.Cleanup(func() { master.Close() })
	return terminal, func() string {
		terminal.Close()
		var all bytes.Buffer
		all.ReadFrom(master) // until the terminal is closed, which is an error
		return strings.ReplaceAll(all.String(), "\r\n", "\n")
	}
}

// A long run over many files shows how far it is, in a line that goes away before anything
// else is written.
func TestProgress(t *testing.T) {
	dir := t.TempDir()
	args := []string{"check"}
	for i := range 3 {
		args = append(args, filepath.Join(dir, fmt.Sprintf("%d.tf", i)))
		if err := os.WriteFile(args[i+1], []byte("a = \n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "xterm")
	for name, step := range map[string]time.Duration{"long": time.Minute, "short": time.Microsecond} {
		terminal, seen := openTerminal(t)
		std := (&streams{out: terminal, err: terminal}).withProgress()
		if std.progress == nil {
			t.Fatal("a terminal is none")
		}
		now := time.Now()
		std.progress.now = func() time.Time { now = now.Add(step); return now }
		if status := run(args, std); status != exitFailed {
			t.Errorf("%s: status %d", name, status)
		}
		text := seen()
		shown := strings.Count(text, " of 3 files\x1b[K")
		if long := name == "long"; long != (shown == 3) || !long && shown != 0 {
			t.Errorf("%s: shown %d times: %q", name, shown, text)
		}
		if left := progressLine.ReplaceAllString(text, ""); strings.Count(left, "expected") != 3 || strings.ContainsAny(left, "\r\x1b") {
			t.Errorf("%s: what stays on the terminal is %q", name, left)
		}
	}
}

// progressLine matches a progress line and the escape sequence that clears it.
var progressLine = regexp.MustCompile(`(\r\d of 3 files\x1b\[K)+\r\x1b\[K`)

// Colours are for terminals, and for those who ask for them.
func TestColours(t *testing.T) {
	for _, c := range []struct {
		terminal bool
		env      string
		want     bool
	}{
		{false, "", false},
		{true, "", true},
		{true, "NO_COLOR=1", false},
		{true, "NO_COLOR= CLICOLOR=1", true},
		{true, "TERM=dumb", false},
		{true, "CLICOLOR=0", false},
		{true, "FORCE_COLOR=0", false},
		{false, "FORCE_COLOR=1", true},
		{false, "FORCE_COLOR=true TERM=dumb", true},
		{false, "CLICOLOR_FORCE=1", true},
		{false, "CLICOLOR_FORCE=0", false},
		{false, "FORCE_COLOR=1 NO_COLOR=1", false},
	} {
		t.Run(fmt.Sprint(c.terminal, c.env), func(t *testing.T) {
			for _, name := range []string{"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"} {
				t.Setenv(name, "")
			}
			t.Setenv("TERM", "xterm")
			for _, variable := range strings.Fields(c.env) {
				name, value, _ := strings.Cut(variable, "=")
				t.Setenv(name, value)
			}
			got := painterFor(new(bytes.Buffer))
			if c.terminal {
				terminal, seen := openTerminal(t)
				got = painterFor(&screen{terminal, nil})
				seen()
			}
			if diff := cmp.Diff(painter(c.want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
