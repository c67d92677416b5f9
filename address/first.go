package address

import (
	"cmp"
	"slices"
	"strings"

	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// hclType returns the block type for the first name of an address in a language with any block type.
// The name may be the root of a reference, as in Packer: for var, hclType returns variable or variables,
// whichever declares an object with the next name of the address. A block whose type is the name itself, such
// as local in Packer, comes first. If none declares such an object, hclType returns the first of these types
// of which the code has blocks, and the name itself last.
func (r *resolver) hclType(name string) string {
	types := append([]string{name}, r.lang.Dialect.Declaring(name)...)
	if t := terraform.Referred(name); t != nil {
		types = append(types, t.Name)
	}
	named, found := len(r.remaining) > 1 && r.remaining[1].Kind == PartName, ""
	for i, typ := range types {
		blocks := r.childrenOfLast(syntax.KindBlock, typ)
		switch {
		case len(blocks) == 0:
		case named && slices.ContainsFunc(blocks, func(id syntax.ItemID) bool { return r.declares(id, typ, r.remaining[1]) }):
			return typ
		case found == "" && (i > 0 || !named):
			found = typ
		}
	}
	return cmp.Or(found, name)
}

// declares reports whether a block of a type declares an object with a name.
func (r *resolver) declares(id syntax.ItemID, typ string, name Part) bool {
	if r.lang.Dialect.Collects(typ) {
		return r.hasAttribute(id, name.Text)
	}
	return hasLabel(r.f, id, 0, name)
}

const (
	resource          = "resource"
	requiredProviders = "required_providers"
)

// topType returns the description of the block type for the first name of an address: variable for
// "var" or "variable", and resource for "aws_instance". It returns nil if the language does not
// know the name.
func (r *resolver) topType(name string) *terraform.BlockType {
	if t := r.lang.block(name); t != nil || r.lang.Dialect.AnyBlock() {
		return t
	}
	if name == r.lang.SettingsBlock {
		return r.lang.block(terraform.Settings)
	}
	if t := terraform.Referred(name); t != nil {
		return t
	}
	if r.isResourceType(name) {
		return r.lang.block(resource)
	}
	return nil
}

// isResourceType reports whether a name at the start of an address is a resource type, as in
// aws_instance.web. A resource type contains an underscore after the provider's name. Any other
// name is a resource type only if the code has a resource of that type.
func (r *resolver) isResourceType(name string) bool {
	if r.lang.Dialect.AnyBlock() || r.lang.block(name) != nil || name == r.lang.SettingsBlock || terraform.Referred(name) != nil {
		return false
	}
	if strings.Contains(name, "_") {
		return true
	}
	if r.index != nil && len(r.remaining) > 1 && r.remaining[1].Kind == PartName { // this takes less time than looking at all resources
		if len(r.index.At(nil, []string{resource}, []string{name, r.remaining[1].Text}, false)) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(r.childrenOfLast(syntax.KindBlock, resource), func(id syntax.ItemID) bool {
		return hasLabel(r.f, id, 0, Part{Text: name})
	})
}

// firstNames yields the names for block types with which an address can begin, such as "variable"
// and "var".
func (r *resolver) firstNames(yield func(string) bool) {
	for t := range terraform.Blocks {
		for _, name := range []string{t.Name, t.Alias, t.Root} {
			if name != "" && !yield(name) {
				return
			}
		}
	}
}
