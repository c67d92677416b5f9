package schema

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

// magic is the start of the compact format of Schemas. The number 4 is the version of the format.
const magic = "iacedit schemas 4\n"

// Append appends the Schemas in a compact format, which ReadAppended reads.
//
//	magic
//	the names:      how many; of each its length and bytes
//	the bodies:     how many; of each how many items; of each item the index of its name, its form,
//	                its trait, and 0 or the index of its body plus one
//	the providers:  how many; of each its address and, for each kind, how many bodies; of each body
//	                0 or the index of its name plus one, and 0 or its own index plus one
//
// Numbers are unsigned varints.
func (s *Schemas) Append(dst []byte) []byte {
	dst = append(dst, magic...)
	number := make(map[string]uint64, len(s.names))
	dst = binary.AppendUvarint(dst, uint64(len(s.names)))
	for i, name := range s.names {
		number[name] = uint64(i)
		dst = appendText(dst, name)
	}
	dst = binary.AppendUvarint(dst, uint64(len(s.bodies)))
	for _, b := range s.bodies {
		dst = binary.AppendUvarint(dst, uint64(len(b.items)))
		for _, it := range b.items {
			dst = append(binary.AppendUvarint(dst, number[it.Name]), byte(it.Form), byte(it.Trait))
			if it.Body == nil {
				dst = append(dst, 0)
			} else {
				dst = binary.AppendUvarint(dst, uint64(it.Body.id+1))
			}
		}
	}
	dst = binary.AppendUvarint(dst, uint64(len(s.Providers)))
	for i := range s.Providers {
		p := &s.Providers[i]
		dst = appendText(dst, p.Address)
		for _, bodies := range p.Bodies {
			dst = binary.AppendUvarint(dst, uint64(len(bodies)))
			for _, name := range slices.Sorted(maps.Keys(bodies)) {
				if name != "" {
					dst = binary.AppendUvarint(dst, number[name]+1)
				} else {
					dst = append(dst, 0)
				}
				if b := bodies[name]; b != nil {
					dst = binary.AppendUvarint(dst, uint64(b.id+1))
				} else {
					dst = append(dst, 0)
				}
			}
		}
	}
	return dst
}

func appendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// errForm is the error for a text that is not in the format of Append.
var errForm = errors.New("the stored schemas are not in the expected form")

// ReadAppended reads the format that Append writes. Each Provider of the result has the given
// source.
func ReadAppended(text []byte, source string) (s *Schemas, err error) {
	d := decoder{text: text}
	if len(text) < len(magic) || string(text[:len(magic)]) != magic {
		return nil, errForm
	}
	d.at = len(magic)
	s = &Schemas{}
	for n := d.count(); n > 0; n-- {
		s.names = append(s.names, d.string())
	}
	for n := d.count(); n > 0; n-- {
		b := &Body{id: len(s.bodies)}
		for items := d.count(); items > 0; items-- {
			it := Item{Name: d.name(s)}
			it.Form, it.Trait = Form(d.byte()), Trait(d.byte())
			it.Body = d.body(s)
			if it.Form >= forms || it.Trait >= traits || it.Form == Attribute != (it.Body == nil) {
				d.failed = true
			}
			b.items = append(b.items, it)
		}
		s.bodies = append(s.bodies, b)
	}
	for n := d.count(); n > 0; n-- {
		p := Provider{Address: d.string(), Source: source}
		for kind := range p.Bodies {
			bodies := map[string]*Body{}
			for n := d.count(); n > 0; n-- {
				name := ""
				if i := d.number(); i > 0 {
					name = d.nameAt(s, i-1)
				}
				bodies[name] = d.body(s)
			}
			p.Bodies[kind] = bodies
		}
		s.Providers = append(s.Providers, p)
	}
	if d.failed || d.at != len(text) {
		return nil, errForm
	}
	return s, nil
}

// A decoder reads the format that Append writes. After an error, it sets the field failed, and
// returns 0 for every number.
type decoder struct {
	text   []byte
	at     int
	failed bool
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.text[d.at:])
	if size <= 0 || d.failed {
		d.failed = true
		return 0
	}
	d.at += size
	return n
}

// count reads the number of the items that follow. It fails if there are more items than bytes
// left, because each item has at least one byte.
func (d *decoder) count() int {
	n := d.number()
	if n > uint64(len(d.text)-d.at) {
		d.failed = true
		return 0
	}
	return int(n)
}

func (d *decoder) byte() byte {
	if d.at >= len(d.text) || d.failed {
		d.failed = true
		return 0
	}
	d.at++
	return d.text[d.at-1]
}

func (d *decoder) string() string {
	n := d.count()
	d.at += n
	return string(d.text[d.at-n : d.at])
}

func (d *decoder) name(s *Schemas) string { return d.nameAt(s, d.number()) }

func (d *decoder) nameAt(s *Schemas, i uint64) string {
	if i >= uint64(len(s.names)) {
		d.failed = true
		return ""
	}
	return s.names[i]
}

func (d *decoder) body(s *Schemas) *Body {
	i := d.number()
	if i > uint64(len(s.bodies)) {
		d.failed = true
	}
	if i == 0 || d.failed {
		return nil
	}
	return s.bodies[i-1]
}
