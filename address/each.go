package address

import (
	"fmt"
	"slices"

	"iacedit/syntax"
)

// An EachError is the error for an address that has a pattern in place of an attribute's name, such
// as required_providers.*.version. The caller can use one of the addresses in Each instead.
type EachError struct {
	Pattern string
	// Each contains the addresses of the attributes in the file, with a name in place of the
	// pattern. It is empty if no attribute matches.
	Each []Address
}

// Error returns the message that no attribute matches the pattern, or that one attribute must be
// chosen.
func (e *EachError) Error() string {
	if len(e.Each) == 0 {
		return "no attribute matches " + e.Pattern
	}
	return e.Pattern + " means several attributes; name one of them"
}

// eachError returns the EachError for an address that has a pattern in place of an attribute's
// name. For required_providers.*.version, the error may contain the addresses
// required_providers.aws.version and required_providers.google.version.
func (r *resolver) eachError() error {
	at := len(r.address) - len(r.remaining)
	before, pattern, behind := r.address[:at], r.remaining[0], r.remaining[1:]
	if pattern.Kind == PartAny {
		pattern.Text = AnyLabel
	}
	e := &EachError{Pattern: pattern.Text}
	seen := map[string]bool{}
	for _, name := range r.attributeNames() {
		if seen[name] || !MatchLabel(pattern.Text, name) {
			continue
		}
		seen[name] = true
		e.Each = append(e.Each, slices.Concat(r.limitToBlocksWith(before, name), Address{{Text: name}}, behind))
	}
	return e
}

// limitToBlocksWith limits an address of several blocks to the blocks that have an attribute. For
// aws_vpc.* and the name tags, it returns aws_vpc.*[tags]. It returns the address of a single block
// unchanged.
func (r *resolver) limitToBlocksWith(blocks Address, name string) Address {
	last := blocks[len(blocks)-1]
	switch at := len(blocks); last.Kind {
	case PartAll:
		return slices.Insert(slices.Clone(blocks), at-1, Part{Kind: PartHas, Text: name})
	case PartAny, PartPattern, PartWhere, PartMatches, PartHas, PartLacks:
		return slices.Insert(slices.Clone(blocks), at, Part{Kind: PartHas, Text: name})
	}
	return blocks
}

// attributeNames returns the names of the attributes in the innermost blocks of the target, or nil
// if the code has no such blocks.
func (r *resolver) attributeNames() (names []string) {
	if r.target.depth < len(r.target.Blocks) {
		return nil
	}
	for _, body := range r.target.lastBlocks {
		for id := range r.f.Children(body) {
			if r.f.Kind(id) == syntax.KindAttribute {
				names = append(names, string(r.f.Name(id)))
			}
		}
	}
	return names
}

// blockTypes yields the types of the nested blocks in the blocks of the last level, and the types
// that the language defines for such blocks.
func (r *resolver) blockTypes(yield func(string) bool) {
	if r.target.depth == len(r.target.Blocks) {
		for _, body := range r.target.lastBlocks {
			for id := range r.f.Children(body) {
				if r.f.Kind(id) == syntax.KindBlock && !yield(string(r.f.Name(id))) {
					return
				}
			}
		}
	}
	if r.body != nil {
		for name := range r.body.Blocks {
			if !yield(name) {
				return
			}
		}
	}
}

// A NoBlockError is returned for an address such as aws_instance.web.ebs[0] if the block contains
// no nested block of the type ebs.
type NoBlockError struct {
	Selector string // the refused text after the name, such as [*]
	Name     string

	near string // the end of the message, which suggests a similar name; may be empty
}

// Error returns a message with the selector that finds no block.
func (e *NoBlockError) Error() string {
	return fmt.Sprintf("%s cannot lead into the value of %s: the code has no block of that name there%s", e.Selector, e.Name, e.near)
}
