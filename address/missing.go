package address

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A Missing describes the part of a Target that a file lacks.
type Missing struct {
	Message   string // which part is missing, and the nearest name
	Offset    int    // of the nearest name, or else of the item that should contain the part; -1 if neither exists
	Distance  int    // from the missing name to the nearest name; 0 if there is no near name
	Attribute bool   // an attribute, or a value inside an attribute, is missing; otherwise a block

	There    []string // existing labels, attributes or keys, if none is similar to the missing one
	Namesake Address  // an object of another kind with the name of the missing object, or nil
	None     string   // the block type that the file lacks at its top level, or ""
}

// Joined returns one Missing value for two files: the nearer of their values (see nearerThan). The
// field There of the result lists the names that exist in either file.
func (m Missing) Joined(other Missing) Missing {
	best := m
	if other.nearerThan(m) {
		best = other
	}
	best.There = nil
	for _, names := range [][]string{m.There, other.There} {
		for _, name := range names {
			best.There = addListed(best.There, name)
		}
	}
	if best.Namesake == nil && other.Namesake != nil {
		best.Namesake, best.Offset = other.Namesake, other.Offset
	}
	if m.None == "" || other.None == "" {
		best.None = ""
	}
	return best
}

// WhatIsThere returns a text that can be appended to the message: the address that was probably
// meant, or a list of the names that exist. It returns "" if the message already suggests the
// nearest name.
func (m *Missing) WhatIsThere() string {
	switch {
	case m.Distance > 0:
		return ""
	case m.Namesake != nil:
		return "; did you mean " + m.Namesake.String() + "?"
	case len(m.There) > 0:
		names := make([]string, len(m.There))
		for i, name := range m.There {
			names[i] = excerpt.Line([]byte(name))
		}
		if len(names) > mostListed {
			names[mostListed] = "…"
		}
		return "; the code has " + strings.Join(names, ", ")
	case m.None != "":
		if one := strings.TrimSuffix(m.None, "s"); one != m.None && terraform.Block(one) != nil {
			return fmt.Sprintf("; the code has no %s block at all; did you mean %s?", m.None, one)
		}
		return "; the code has no " + m.None + " block at all"
	}
	return ""
}

// nearerThan reports whether m is nearer to the address than the Missing of another file. A file
// that lacks only the attribute is nearer than a file that lacks a block; otherwise the file with
// the more similar name is nearer.
func (m Missing) nearerThan(other Missing) bool {
	if m.Attribute != other.Attribute {
		return m.Attribute
	}
	return m.Distance > 0 && (other.Distance == 0 || m.Distance < other.Distance)
}

// Missing returns the part of the target that its file lacks. It returns false if the blocks, the
// attribute and the keys of its path all exist. It does not check selectors such as [alias=east],
// or the elements of lists.
func (t *Target) Missing(f *syntax.File, l Language) (Missing, bool) {
	switch {
	case t.depth == 0 && t.isLocal():
		m := Missing{Message: "no local." + t.Path.Name, Offset: -1, Attribute: true}
		m.Namesake, m.Offset = t.namesake(f, l)
		return m, true
	case t.depth < len(t.Blocks):
		return t.missingBlock(f, l), true
	case t.Path.Name == "":
		return Missing{}, false
	}
	if attributes := childrenOf(f, t.lastBlocks, syntax.KindAttribute, t.Path.Name); len(attributes) > 0 {
		return t.missingKey(f, l, attributes)
	}
	if made := t.dynamicAddress(f); made != nil {
		return Missing{Message: "no attribute " + t.Path.Name + " in " + t.levelsAddress(t.depth).String() + "; a dynamic block makes its " + t.Path.Name + " blocks: " + made.String(), Offset: t.offset(f), Attribute: true}, true
	}
	near, at, far := t.nearestName(f, t.Path.Name, func(yield func(string, int32) bool) {
		for _, body := range t.lastBlocks {
			for id := range f.Children(body) {
				if kind := f.Kind(id); (kind == syntax.KindAttribute || kind == syntax.KindBlock) && !yield(string(f.Name(id)), f.Item(id).Name.From) {
					return
				}
				if string(f.Name(id)) == "dynamic" {
					for label := range f.Labels(id) {
						if !yield(string(label), f.Item(id).Name.From) {
							return
						}
					}
				}
			}
		}
	})
	if t.isLocal() {
		m := Missing{Message: "no local." + t.Path.Name + near, Offset: at, Distance: far, Attribute: true}
		if near == "" {
			m.There = t.attributeNames(f)
			m.Namesake, m.Offset = t.namesake(f, l)
		}
		return m, true
	}
	m := Missing{Message: "no attribute " + t.Path.Name + " in " + t.levelsAddress(t.depth).String() + near, Offset: at, Distance: far, Attribute: true}
	if near == "" {
		m.There = t.attributeNames(f)
	}
	return m, true
}

// isLocal reports whether the target is a local value such as local.zone, or a part of it.
func (t *Target) isLocal() bool {
	return len(t.Blocks) == 1 && t.Blocks[0].Type == "locals" && !t.Blocks[0].Selects() && t.Blocks[0].Index < 0 && t.Path.Name != ""
}

// attributeNames returns the names of the attributes in the target's blocks, at most mostListed+1.
func (t *Target) attributeNames(f *syntax.File) (names []string) {
	for _, body := range t.lastBlocks {
		for id := range f.Attributes(body) {
			names = addListed(names, string(f.Name(id)))
		}
	}
	return names
}

// dynamicAddress returns the address that was probably meant if a dynamic block generates the
// target's nested blocks. For an address that ends in ingress.from_port, the result ends in
// dynamic.ingress.content.from_port. If there is no such dynamic block, the result is nil.
func (t *Target) dynamicAddress(f *syntax.File) Address {
	for _, id := range childrenOf(f, t.lastBlocks, syntax.KindBlock, "dynamic") {
		if !slices.Equal(labelsOf(f, id), []string{t.Path.Name}) {
			continue
		}
		made := append(t.levelsAddress(t.depth), Part{Text: "dynamic"}, Name(t.Path.Name))
		steps := t.Path.Steps
		if len(steps) > 0 && steps[0].Kind != StepKey {
			steps = steps[1:]
		}
		if len(steps) > 0 {
			inside := Target{Path: Path{Name: "content", Steps: steps}}
			made = append(made, inside.Address()...)
		}
		return made
	}
	return nil
}

// missingKey follows the path into the value of each attribute, and returns a key that does not
// exist. The result missing is false if the whole path exists, or may exist, in one of the values.
func (t *Target) missingKey(f *syntax.File, l Language, attributes []syntax.ItemID) (m Missing, missing bool) {
	for _, id := range attributes {
		e := Expr{f.ValueExpr(id), new(value.Classes)}
		at, n, seen := e.Follow(e.expr.Root, t.body(l).Attribute(t.Path.Name), t.Path.Steps)
		if seen != Absent || t.Path.Steps[n].Kind != StepKey {
			return Missing{}, false
		}
		keys := func(yield func(string, int32) bool) {
			for pair := range e.expr.Children(at) {
				key := e.node(pair).First
				if text, ok := value.LiteralKey(e.expr, key); ok && !yield(text, e.node(key).Start) {
					return
				}
			}
		}
		near, offset, far := t.nearestName(f, t.Path.Steps[n].Key, keys)
		var there []string
		if near == "" {
			for text := range keys {
				if !value.IsIdentifier(text) {
					text = excerpt.Quote(text)
				}
				there = addListed(there, text)
			}
			if offset = int(e.node(at).Start); n == 0 {
				offset = int(f.Item(id).Name.From)
			}
		}
		if !missing || near != "" {
			path := Path{Name: t.Path.Name, Steps: t.Path.Steps[:n+1]}
			m = Missing{Message: "no " + path.String() + " in " + t.levelsAddress(t.depth).String() + near, Offset: offset, Distance: far, Attribute: true, There: there}
		}
		missing = true
	}
	return m, missing
}

// nearestName finds the name that is most similar to a missing name. It returns the end of a
// message that suggests the similar name, the offset of that name, and the edit distance. If no
// name is similar, it returns "", t.offset and 0.
func (t *Target) nearestName(f *syntax.File, name string, names func(yield func(string, int32) bool)) (text string, at, far int) {
	found := nearest.Name(name, func(yield func(string) bool) {
		names(func(n string, _ int32) bool { return yield(n) })
	})
	if found == "" {
		return "", t.offset(f), 0
	}
	names(func(n string, offset int32) bool {
		at = int(offset)
		return n != found
	})
	return `; did you mean "` + found + `"?`, at, nearest.Distance(name, found)
}

// offset returns the offset of the innermost existing block of the target, or -1 if there is
// none.
func (t *Target) offset(f *syntax.File) int {
	if len(t.lastBlocks) == 0 || t.lastBlocks[0] == syntax.Root {
		return -1
	}
	return int(f.Item(t.lastBlocks[0]).Name.From)
}

// levelsAddress returns the address of the block at the n-th level of the target, counted from 1.
func (t *Target) levelsAddress(n int) (a Address) {
	for _, l := range t.Blocks[:n] {
		a = append(a, Part{Text: l.Type})
		for _, label := range l.Labels {
			if typ, n := scanName(label); l.Patterns && n == len(label) && typ == tokenPattern {
				a = append(a, namePart(label))
				continue
			}
			a = append(a, Name(label))
		}
		for _, c := range l.Where {
			a = append(a, Part{Kind: PartWhere, Text: c.Path, Value: c.Value, Null: c.Null})
		}
		for _, c := range l.Matches {
			a = append(a, Part{Kind: PartMatches, Text: c.Path, Value: c.Value})
		}
		for _, path := range l.Has {
			a = append(a, Part{Kind: PartHas, Text: path})
		}
		for _, path := range l.Lacks {
			a = append(a, Part{Kind: PartLacks, Text: path})
		}
		switch {
		case l.All:
			a = append(a, Part{Kind: PartAll})
		case l.Index >= 0:
			a = append(a, Part{Kind: PartIndex, Index: l.Index})
		}
	}
	return a
}

// Address returns the full address of the target, with the block type's own name and every label:
// resource.aws_vpc.main, even if the target was written as aws_vpc.main.
func (t *Target) Address() Address {
	a := slices.Clip(t.levelsAddress(len(t.Blocks)))
	if t.Any {
		return append(a, Part{Kind: PartAny})
	}
	if t.Path.Name == "" {
		return a
	}
	a = append(a, Part{Text: t.Path.Name})
	for _, s := range t.Path.Steps {
		p := Part{Index: s.Index}
		if s.Kind == StepKey {
			p = Name(s.Key)
		} else if int(s.Kind) < len(stepParts) {
			p.Kind = stepParts[s.Kind]
		}
		a = append(a, p)
	}
	return a
}
