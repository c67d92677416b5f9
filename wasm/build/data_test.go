package main

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
)

// write returns a module with a section of another kind, and the segments as its data.
func write(segments []segment) []byte {
	module := []byte("\x00asm\x01\x00\x00\x00\x00\x03\x01a!")
	content := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		content = appendInt(append(content, 0, constant), s.start)
		content = binary.AppendUvarint(append(content, end), uint64(len(s.content)))
		content = append(content, s.content...)
	}
	module = binary.AppendUvarint(append(module, dataSection), uint64(len(content)))
	return append(module, content...)
}

// load returns the memory that the data of a module makes, and how many segments that has.
func load(t *testing.T, module []byte) (memory []byte, count int) {
	t.Helper()
	memory = make([]byte, 1<<16)
	for r := (&reader{text: module[headerSize:]}); len(r.text) > 0; {
		id, section := r.byte(), (*reader)(nil)
		section = &reader{text: r.bytes(r.uint())}
		if id != dataSection {
			continue
		}
		count = section.uint()
		for range count {
			s := section.segment()
			copy(memory[s.start:], s.content)
		}
		if r.err != nil || section.err != nil || len(section.text) > 0 {
			t.Fatal(r.err, section.err, section.text)
		}
	}
	return memory, count
}

// TestJoinData holds that the memory stays the same, whatever the order and the gaps of segments.
func TestJoinData(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var segments []segment
		place, heads := random.IntN(100), 0
		for range 1 + random.IntN(20) {
			content := make([]byte, random.IntN(200))
			for i := range content {
				content[i] = byte(random.IntN(4))
			}
			if random.IntN(8) == 0 {
				place = random.IntN(1 << 15) // it may cover what is there
				heads++
			}
			segments = append(segments, segment{place, content})
			gap := random.IntN(3) * random.IntN(200)
			if gap > mostZeros {
				heads++
			}
			place += len(content) + gap
		}
		module := write(segments)
		before, _ := load(t, module)
		joined, err := joinData(bytes.Clone(module))
		if err != nil {
			t.Fatal(err)
		}
		after, count := load(t, joined)
		if !bytes.Equal(before, after) {
			t.Fatalf("the memory of %v changed", segments)
		}
		if !bytes.HasPrefix(joined, module[:13]) {
			t.Fatal("the section before the data changed")
		}
		if count > heads+1 {
			t.Errorf("%d segments are left of %v", count, segments)
		}
	}
}

func TestJoinDataErrors(t *testing.T) {
	whole := write([]segment{{7, []byte("one")}, {70000, []byte("two")}})
	if _, err := joinData(bytes.Clone(whole)); err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if n == headerSize || n == 13 {
			continue // after a whole section
		}
		if out, err := joinData(whole[:n:n]); err == nil {
			t.Errorf("the first %d bytes: no error, %q", n, out)
		}
	}
	for _, row := range []struct{ old, by, want string }{
		{"\x00\x41\x07\x0b", "\x01\x41\x07\x0b", "constant place"},
		{"\x00\x41\x07\x0b", "\x00\x23\x07\x0b", "constant place"},
		{"\x00\x41\x07\x0b", "\x00\x41\x07\x6a", "one constant"},
		{"\x02\x00\x41", "\x01\x00\x41", "are left after"},
	} {
		module := []byte(strings.Replace(string(whole), row.old, row.by, 1))
		if _, err := joinData(module); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: got %v, want an error that contains %q", row.by, err, row.want)
		}
	}
}
