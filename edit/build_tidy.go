package edit

import "iacedit/edit/internal/plan"

// Tidy makes blocks fit to keep that a program has generated, without a change of what they mean
// (docs/tidy.md). Use AllBlocks, or AnyLabel in the address, to choose the blocks. With TidyOnly among
// the parts, it does only some of what it can do.
func Tidy(block BlockAddress, parts ...Part) Operation {
	return operationOf(plan.Tidy, block, parts)
}

// TidyOnly names what Tidy does: "nulls", "computed", "headers", "ids", "empty", "policies", "order".
// "computed" and "empty" need Options.Schemas. Use it in Tidy.
func TidyOnly(names ...string) Part { return listPart("only", names) }

// KnownBy names further arguments by whose literals blocks are known, such as "arn": the literals
// become references to these arguments. Use it in Tidy.
func KnownBy(arguments ...string) Part { return listPart("by", arguments) }
