package fuzz

import (
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"

	"iacedit/edit"
)

// A tree is JSON text read in the order sent.
type tree struct {
	text    string // of what is no array or object
	array   bool
	object  bool
	keys    []string // of an object
	members []*tree
}

// readTree reads JSON text. It returns nil where there is none, or more than one value.
func readTree(text string) *tree {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	t, err := readTreeFrom(d)
	if _, end := d.Token(); err != nil || end != io.EOF {
		return nil
	}
	return t
}

func readTreeFrom(d *json.Decoder) (*tree, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		text, err := json.Marshal(token)
		if n, ok := token.(json.Number); ok {
			text = []byte(n)
		}
		return &tree{text: string(text)}, err
	}
	t := &tree{array: delim == '[', object: delim == '{'}
	for d.More() {
		if t.object {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			t.keys = append(t.keys, key.(string))
		}
		m, err := readTreeFrom(d)
		if err != nil {
			return nil, err
		}
		t.members = append(t.members, m)
	}
	_, err = d.Token()
	return t, err
}

func objectOf(key string, t *tree) *tree {
	return &tree{object: true, keys: []string{key}, members: []*tree{t}}
}

func arrayOf(ts ...*tree) *tree { return &tree{array: true, members: ts} }

func (t *tree) String() string {
	if !t.array && !t.object {
		return t.text
	}
	var parts []string
	for i, m := range t.members {
		part := m.String()
		if t.object {
			part = quoted(t.keys[i]) + ": " + part
		}
		parts = append(parts, part)
	}
	if t.array {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// operations are those that entries may hold too; all of them are in the order in which
// they apply.
var (
	operations    = []string{"add", "update", "set", "delete"}
	allOperations = append(operations[:4:4], "tidy", "rewrite", "inline", "extract", "move", "sort", "enable", "disable", "reshape", "rename")
)

// oneByOne returns the requests that one request falls into, in the order in which they
// are to be sent (docs/edits.md, "Laws"): one for each operation and address, and for each
// entry of an array that has no selectors. With deep, what the entries of an outer
// "update" hold falls apart as well. What an operation of another kind does stays together, and so does
// a request that sends more than one thing to a place. It returns nil for what is no request.
func oneByOne(edits *tree, dialect edit.Dialect, deep bool) (requests []string) {
	if edits == nil || !edits.object {
		return nil
	}
	if places(edits) > 1 {
		return []string{edits.String()}
	}
	for _, operation := range allOperations {
		for i, types := range edits.members {
			if edits.keys[i] != operation {
				continue
			}
			if !slices.Contains(operations, operation) {
				requests = append(requests, objectOf(operation, types).String())
				continue
			}
			if !types.object {
				return nil
			}
			s := splitter{dialect: dialect, deep: deep}
			s.wrap = func(t *tree) *tree { return objectOf(operation, t) }
			for j, address := range types.members {
				s.address(operation, types.keys[j], types.keys[j], address)
			}
			requests = append(requests, s.requests...)
		}
	}
	return requests
}

// places counts what says where something goes: moves are one, as they stay together.
func places(t *tree) (n int) {
	for i, m := range t.members {
		switch {
		case t.object && t.keys[i] == "move":
			n++
		case t.object && t.keys[i] == "place":
			n++
		case t.object && t.keys[i] == "places":
			n += len(m.members)
		default:
			n += places(m)
		}
	}
	return n
}

// A splitter takes one operation apart. wrap puts what is around a part around it.
type splitter struct {
	dialect  edit.Dialect
	deep     bool
	wrap     func(*tree) *tree
	requests []string
}

func (s *splitter) emit(t *tree) { s.requests = append(s.requests, s.wrap(t).String()) }

// inside calls f with a splitter for what stands under a key.
func (s *splitter) inside(key string, f func(*splitter)) {
	inner := splitter{dialect: s.dialect, deep: s.deep, wrap: func(t *tree) *tree { return s.wrap(objectOf(key, t)) }}
	f(&inner)
	s.requests = append(s.requests, inner.requests...)
}

var entryKeys = append([]string{
	"where", "has", "lacks", "index", "labels", "all", "attributes", "blockTypes", "optional", "comment", "comments",
	"place", "places", "file", "range", "ranges", "unreadable",
}, operations...)

// isEntry reports whether an object under a block type or label is one entry that stands
// for an array of it. In the dialect hcl that is a label's.
func (s *splitter) isEntry(typ string, t *tree) bool {
	if s.dialect.AnyBlock() && !isValues(typ) {
		return false
	}
	return t.object && !slices.ContainsFunc(t.keys, func(k string) bool { return !slices.Contains(entryKeys, k) })
}

// address takes apart what stands under a block type or label.
func (s *splitter) address(operation, typ, key string, t *tree) {
	s.inside(key, func(s *splitter) {
		switch {
		case t.array || s.isEntry(typ, t):
			s.entries(operation, typ, t)
		case t.object:
			for i, m := range t.members {
				s.address(operation, typ, t.keys[i], m)
			}
		default:
			s.emit(t)
		}
	})
}

// isValues reports whether a block type stands for the top level of the file.
func isValues(typ string) bool { return typ == "iacvars" || typ == "tfvars" }

// Blocks without labels that are told apart by what they are about: entries for them
// have selectors, though they do not say so.
var toldApart = []string{"moved", "removed", "import"}

// entries takes an array of entries apart, where none has selectors.
func (s *splitter) entries(operation, typ string, t *tree) {
	if t.object {
		t = arrayOf(t)
	}
	if len(t.members) == 0 || slices.Contains(toldApart, typ) || slices.ContainsFunc(t.members, func(e *tree) bool { return !plainEntry(e) }) {
		s.emit(t)
		return
	}
	for _, e := range t.members {
		if s.deep && operation == "update" && len(e.members) > 0 {
			inner := splitter{dialect: s.dialect, deep: true, wrap: func(t *tree) *tree { return s.wrap(arrayOf(t)) }}
			inner.contents(isValues(typ), e)
			s.requests = append(s.requests, inner.requests...)
		} else {
			s.emit(arrayOf(e))
		}
	}
}

// plainEntry reports whether an entry holds nothing but contents.
func plainEntry(e *tree) bool {
	return e.object && !slices.ContainsFunc(e.keys, func(k string) bool {
		return k != "attributes" && k != "blockTypes" && !slices.Contains(operations, k)
	})
}

// contents takes apart what an entry says of a block that is there.
func (s *splitter) contents(file bool, e *tree) {
	for _, operation := range operations {
		for i, m := range e.members {
			switch key := e.keys[i]; {
			case (key == "attributes" || key == "blockTypes") && (operation == "set" && !file || operation == "update" && file):
				s.content(operation, objectOf(key, m))
			case key == operation:
				s.inside(operation, func(s *splitter) { s.content(operation, m) })
			}
		}
	}
}

// content takes attributes apart, and then blocks.
func (s *splitter) content(operation string, t *tree) {
	if !t.object {
		s.emit(t)
		return
	}
	for _, key := range []string{"attributes", "blockTypes"} {
		for i, m := range t.members {
			switch {
			case t.keys[i] != key:
			case key == "blockTypes" && m.object:
				s.inside(key, func(s *splitter) {
					for j, entries := range m.members {
						s.inside(m.keys[j], func(s *splitter) { s.nested(operation, entries) })
					}
				})
			case key == "attributes" && (m.object || m.array) && !numbered(m):
				s.inside(key, func(s *splitter) {
					for j, attribute := range m.members {
						if m.array {
							s.emit(arrayOf(attribute))
						} else {
							s.emit(objectOf(m.keys[j], attribute))
						}
					}
				})
			default:
				s.emit(objectOf(key, m))
			}
		}
	}
}

// nested takes an array of entries for nested blocks apart: not where each may make one.
func (s *splitter) nested(operation string, t *tree) {
	if operation == "update" || operation == "delete" {
		s.entries(operation, "", t)
		return
	}
	s.emit(t)
}

// numbered reports whether a path of some attributes leads to an element or an argument by
// its number:
// those count in the list as it is before all of them.
func numbered(attributes *tree) bool {
	paths := attributes.keys
	for _, m := range attributes.members {
		paths = append(paths[:len(paths):len(paths)], m.text)
	}
	return slices.ContainsFunc(paths, elementNumber.MatchString)
}

// elementNumber finds the number of an element, or of an argument, in a path.
var elementNumber = regexp.MustCompile(`[\[(][0-9]`)
