package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Numbers of the WebAssembly binary format, version 1.
const (
	headerSize  = 8    // the magic number and the version
	dataSection = 11   // the section of the data
	constant    = 0x41 // the instruction i32.const
	end         = 0x0b // the end of an expression
)

// mostZeros is the most zeros that are written between two segments that become one.
const mostZeros = 64

// joinData returns a module in which segments of data with few zeros between them are one segment.
//
// Go's linker starts a segment after eight zeros, up to 100,000 times, and most of these are in one
// table of regular rows. Compressed, the heads of the segments are far larger than the zeros.
func joinData(module []byte) ([]byte, error) {
	if len(module) < headerSize {
		return nil, errors.New("no WebAssembly module")
	}
	out := module[:headerSize:headerSize]
	for rest := (&reader{text: module[headerSize:]}); len(rest.text) > 0; {
		before := rest.text
		id := rest.byte()
		section := rest.bytes(rest.uint())
		if rest.err != nil {
			return nil, rest.err
		}
		if id != dataSection {
			out = append(out, before[:len(before)-len(rest.text)]...)
			continue
		}
		joined, err := joinSegments(section)
		if err != nil {
			return nil, err
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(joined)))
		out = append(out, joined...)
	}
	return out, nil
}

// segment is a part of the memory that is not zero at the start of the program.
type segment struct {
	start   int
	content []byte
}

// joinSegments returns the content of a section of data with fewer segments.
func joinSegments(section []byte) ([]byte, error) {
	in := &reader{text: section}
	count := in.uint()
	var segments []segment
	for range count {
		next := in.segment()
		if in.err != nil {
			return nil, in.err
		}
		if len(segments) > 0 {
			last := &segments[len(segments)-1]
			gap := next.start - last.start - len(last.content)
			if gap >= 0 && gap <= mostZeros {
				last.content = append(append(last.content, make([]byte, gap)...), next.content...)
				continue
			}
		}
		segments = append(segments, segment{next.start, bytes.Clone(next.content)})
	}
	if len(in.text) > 0 {
		return nil, fmt.Errorf("%d bytes are left after the segments", len(in.text))
	}
	out := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		out = append(out, 0, constant)
		out = appendInt(out, s.start)
		out = append(out, end)
		out = binary.AppendUvarint(out, uint64(len(s.content)))
		out = append(out, s.content...)
	}
	return out, nil
}

// reader reads the binary format. After the first error it returns zeros.
type reader struct {
	text []byte
	err  error
}

func (r *reader) bytes(n int) []byte {
	if r.err == nil && (n < 0 || n > len(r.text)) {
		r.err = errors.New("the module ends too early")
	}
	if r.err != nil {
		return nil
	}
	taken := r.text[:n]
	r.text = r.text[n:]
	return taken
}

func (r *reader) byte() byte {
	taken := r.bytes(1)
	if taken == nil {
		return 0
	}
	return taken[0]
}

// uint reads an unsigned number in LEB128.
func (r *reader) uint() int {
	n, size := binary.Uvarint(r.text)
	if size <= 0 {
		size = len(r.text) + 1
	}
	r.bytes(size)
	return int(n)
}

// int reads a signed number of 32 bits in LEB128.
func (r *reader) int() int {
	n, shift := 0, 0
	for r.err == nil && shift < 35 {
		b := r.byte()
		n |= int(b&0x7f) << shift
		shift += 7
		if b&0x80 == 0 {
			if b&0x40 != 0 {
				n -= 1 << shift
			}
			return n
		}
	}
	return n
}

// segment reads a segment of the first memory at a constant place.
func (r *reader) segment() segment {
	if kind, code := r.byte(), r.byte(); r.err == nil && (kind != 0 || code != constant) {
		r.err = errors.New("a segment is not at a constant place in the first memory")
	}
	start := r.int()
	if last := r.byte(); r.err == nil && last != end {
		r.err = errors.New("the place of a segment is not one constant")
	}
	return segment{start, r.bytes(r.uint())}
}

// appendInt writes a signed number in LEB128.
func appendInt(out []byte, n int) []byte {
	for n > 0x3f || n < -0x40 {
		out = append(out, byte(n)|0x80)
		n >>= 7
	}
	return append(out, byte(n)&0x7f)
}
