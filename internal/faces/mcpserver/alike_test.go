package mcpserver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/internal/base/diff"
	"iacedit/internal/disk/project"
)

// A change that a diff has more than twice is shown once; other changes of its file are shown.
func TestFolded(t *testing.T) {
	var before, after strings.Builder
	for i := range 6 {
		fmt.Fprintf(&before, "a%d {\n  n = %d\n}\n\n\n\n\n", i, i)
		fmt.Fprintf(&after, "a%d {\n  n = %d\n  on  =  true\n}\n\n\n\n\n", i, i)
	}
	b, a := before.String(), strings.Replace(after.String(), "n = 4", "n = 44", 1)
	got := strings.Join(folded(diff.Unified(nil, "a", "b", []byte(b), []byte(a))), "")
	want := `--- a
+++ b
@@ line 1 @@
 a0 {
   n = 0
+  on  =  true
 }
 
 
@@ line 31 @@
 
 
 a4 {
-  n = 4
+  n = 44
+  on  =  true
 }
 
 
the change "+  on  =  true" again in 4 more places: lines 11, 19, 27, 43
`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	short := diff.Unified(nil, "a", "b", []byte("a = 1\nb = 1\n"), []byte("a = 2\nb = 1\n"))
	if got := strings.Join(folded(short), ""); got != string(short) {
		t.Error(got)
	}
}

func TestAlike(t *testing.T) {
	var warnings []project.Warning
	for i := range 4 {
		warnings = append(warnings, project.Warning{Code: "X", Message: "it is left", Address: "module.a", File: "main.tf", Line: i + 1, Column: 2})
	}
	warnings = append(warnings, project.Warning{Code: "Y", Message: "other", Pointer: "/edits/set"})
	want := []string{"warning: main.tf:1:2: module.a: it is left (X); the same in 3 more places: main.tf:2, main.tf:3, main.tf:4", "warning Y at /set: other"}
	if d := cmp.Diff(want, alike(warnings)); d != "" {
		t.Error(d)
	}
}
