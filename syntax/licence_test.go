package syntax

import "testing"

func TestLicence(t *testing.T) {
	for _, c := range []struct {
		src, lead string // the lead comments of the first item
	}{
		{"# Copyright (c) A\n# more\nx = 1\n", ""},
		{"// spdx-License-Identifier: MIT\nx = 1\n", ""},
		{"\xEF\xBB\xBF#Licensed under\r\nx = 1\r\n", ""},
		{"# the file\n#\n# LICENCE\n#\nx = 1\n", ""},
		{"/*\n * Copyright A\n */\nx = 1\n", ""},
		{"/* License */\nx {}\n", ""},
		{"# Copyright A\n/* of x */ x = 1\n", "/* of x */ "},
		{"/* Copyright A */ x = 1\n", "/* Copyright A */ "},
		{"/*\n Copyright A */ x = 1\n", "/*\n Copyright A */ "},
		{"# the License of x\nx = 1\n", "# the License of x\n"},
		{"# licence: free\nx = 1\n", "# licence: free\n"},
		{"# Copyright A\n\n# of x\nx = 1\n", "# of x\n"},
		{"\n# Copyright A\nx = 1\n", "# Copyright A\n"},
	} {
		f, err := Parse([]byte(c.src))
		if err != nil {
			t.Fatal(err)
		}
		it := f.Item(first(f))
		if lead := string(f.At(Span{From: it.Head.From, To: it.Name.From})); lead != c.lead {
			t.Errorf("%q: the lead comments are %q, want %q", c.src, lead, c.lead)
		}
		if got := string(tiled(f, Root)); got != c.src {
			t.Errorf("the items of %q are %q", c.src, got)
		}
	}
}

// Only the first item may have a licence above it.
func TestLicenceIsAtTheStart(t *testing.T) {
	f, err := Parse([]byte("x = 1\n# Copyright A\ny = 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	it := f.Item(f.Attribute(Root, "y"))
	if lead := string(f.At(Span{From: it.Head.From, To: it.Name.From})); lead != "# Copyright A\n" {
		t.Errorf("the lead comments are %q", lead)
	}
}

// first returns the first item of a file that holds code.
func first(f *File) ItemID {
	for id := range f.Children(Root) {
		if f.Kind(id) >= KindAttribute {
			return id
		}
	}
	return NoItem
}
