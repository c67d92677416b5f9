package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iacedit/address"
	"iacedit/syntax"
)

// In real code, every attribute has an address that leads to it alone; what get reads
// there set gives back without changing a byte; and rm takes it away.
func TestAddressesInRealCode(t *testing.T) {
	names, _ := filepath.Glob("../../../shared/corpus/real/valid/*.tf")
	if len(names) == 0 {
		t.Skip("NOT CHECKED: the corpus of real code is not there")
	}
	n := 0
	for i, name := range names {
		if testing.Short() && i%10 > 0 {
			continue
		}
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := syntax.Parse(code)
		if err != nil {
			t.Fatal(err)
		}
		var all []address.Address
		var walk func(body syntax.ItemID, above address.Address)
		walk = func(body syntax.ItemID, above address.Address) {
			for a, id := range address.Children(tree, body, above, address.Language{}) {
				if tree.Item(id).Kind == syntax.KindBlock {
					walk(id, a)
				} else {
					all = append(all, a)
				}
			}
		}
		walk(syntax.Root, nil)
		const most = 6
		for j := 0; j < len(all); j += 1 + len(all)/most {
			n++
			if why := readAndSet(code, name, all[j]); why != "" {
				t.Errorf("%s: %s: %s", filepath.Base(name), all[j], why)
			}
		}
	}
	t.Logf("%d attributes", n)
}

func readAndSet(code []byte, name string, a address.Address) string {
	std := func() *streams {
		return &streams{in: bytes.NewReader(code), out: new(bytes.Buffer), err: new(strings.Builder)}
	}
	got := std()
	if run([]string{"get", a.String(), "-"}, got) != 0 {
		return "get: " + got.err.(*strings.Builder).String()
	}
	text := got.out.(*bytes.Buffer).String()
	set := std()
	if run([]string{"set", a.String(), strings.TrimSpace(text), "-"}, set) != 0 {
		return "set " + text + ": " + set.err.(*strings.Builder).String()
	}
	if !bytes.Equal(set.out.(*bytes.Buffer).Bytes(), code) {
		return "set " + text + " changes the code"
	}
	rm := std()
	if run([]string{"rm", a.String(), "-"}, rm) != 0 {
		return "rm: " + rm.err.(*strings.Builder).String()
	}
	left := rm.out.(*bytes.Buffer).Bytes()
	again := &streams{in: bytes.NewReader(left), out: io.Discard, err: io.Discard}
	if run([]string{"get", a.String(), "-"}, again) == 0 {
		return "rm left it there"
	}
	return ""
}
