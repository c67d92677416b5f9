package edit

// At returns the dotted address of a block or an attribute, such as At("aws_instance.web.ami") or
// At("local.zone"), for the outermost operation (docs/edits.md, "Dotted addresses"). The code decides
// whether a name in the address is an attribute or a nested block. If it is an attribute, Value sets its
// value.
func At(dotted string) BlockAddress { return BlockAddress{dotted: dotted} }

// Value sets the attribute at the address that At returned to a Go value, which Attr describes; or the
// contents of a block to an object.
func Value(v any) Part { return memberPart("value", v) }

// Existing makes a Set at an address refuse to make the block: a missing block is an error.
func Existing() Part { return memberPart("existing", true) }

// Kind says what a name at an address is that the code lacks: "block" for a nested block, "attribute" for
// an attribute. Without it, the schemas and the other blocks of the type decide. Use it in Set and Add.
func Kind(kind string) Part { return memberPart("kind", kind) }
