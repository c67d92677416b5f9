package edit

// At returns the dotted address of a block or an attribute, such as At("aws_instance.web.ami") or
// At("local.zone"), for the outermost operation (docs/edits.md, "Dotted addresses"). The code decides
// whether a name in the address is an attribute or a nested block. If it is an attribute, Value sets its
// value.
func At(dotted string) BlockAddress { return BlockAddress{dotted: dotted} }

// Value sets the attribute at the address that At returned to a Go value, which Attr describes.
func Value(v any) Part { return memberPart("value", v) }
