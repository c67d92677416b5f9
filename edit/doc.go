// Package edit applies edits, given as JSON, to Terraform, OpenTofu and other HCL2
// code, and leaves every byte that no edit touches as it was.
//
//	options := edit.Options{}
//	edited, err := options.Apply(nil, code, []byte(`
//		{"update": {"resource": {"aws_instance": {"web": [
//			{"attributes": {"instance_type": "t3.large"}}]}}}}`))
//
// Apply takes the code and the edits, Do and DoJSON the body of an HTTP request that
// holds both, and ApplyFiles the files of a module. ApplyOperations takes edits that are
// built in Go:
//
//	edited, err := options.ApplyOperations(nil, code,
//		edit.Update(edit.Block("resource", "aws_instance", "web"),
//			edit.Attr("instance_type", "t3.large"),
//			edit.Attr("tags.Owner", "me")))
//
// Either all edits are applied or an *Error says why not; it has a code, a pointer to the
// edit at fault, and the position in the code if that is at fault. All are safe for
// concurrent use and for input from anyone: sizes are for the caller to bound, depth and
// number are bounded here. docs/edits.md is the reference of the edit language.
//
// # How
//
// The JSON is decoded to operations, and all of it that can be judged without the
// code is judged. The code is parsed (package syntax), the operations change the
// tree one by one, through a render.Draft, which knows where new code goes and how
// it looks, and the draft is written out. The words:
//
//   - operation: an action (add, update, set, delete, move, rename) on the blocks at an
//     address.
//   - address: a block type and labels.
//   - entry: selectors, which say which of the blocks there, and changes.
//   - change: an action on the attributes and nested blocks of the block selected.
//   - path: the key of an attribute that leads into its value: tags.Name, ports[0].
//   - schema: how the strings of a value are read, see docs/values.md: as a template
//     nearly everywhere, as literal text, a reference or an expression in a few.
//
// # Files
//
//	editor.go          Options; Do, Apply and ApplyFiles; the budget and the stages of a request
//	build.go           operations built in Go; build_rewrite.go, build_extract.go: rules, values
//	                   taken out; build_place.go: comments and places
//	build_value.go     Expr and Template; the strings of Go values, placed
//	operation.go       Operation, Decode and ApplyOperations
//	error.go           Error and its codes
//	decode.go          a request's body; request.go: a decoded request
//	answers.go         which answers there are; answer.go: as JSON; result.go: as Go values
//	changes.go         the changes of text
//	report.go          what edits did
//
// The stages stand in internal: plan has the decoded operations and a table of them, draft
// the files while they are edited, apply and rename the stages, report what observes them.
//
// # Values
//
// Two values are compared before one replaces the other, and "where" compares in
// the same way: strings by their text, be they quoted or heredocs; numbers as exact
// decimals; a string with a number or boolean as Terraform converts them; lists in
// order; objects in any order; other expressions token by token. Parentheses around
// a whole value, and a "${…}" that is all of a template, make no other value of it.
// Of pairs with the same key the last counts; setting the object takes the others
// away.
//
// A list is changed by its longest common subsequence with the new one: elements
// that are in both stay as they are, with their comments, wherever they stand.
// Very long lists, where finding that would take long, are compared place by place.
//
// # Choices
//
// Where two answers could be defended, this package gives these:
//
//   - "null" sent for an attribute that is absent writes "x = null": in an object or
//     in locals that is not the same as nothing. Only "where" takes it for absent.
//   - A "set" whose "where" selects nothing makes a block with the attributes asked
//     for, expressions too. Where the block, once made, is not one that the selectors
//     keep, this is BLOCK_NOT_FOUND.
//   - A path in "where" that leads into an expression selects nothing: nobody knows
//     the value.
//   - Two entries without selectors under an outer "set" for a block that is unique
//     by its labels make one block; under an outer "add" the second is refused.
//   - An entry under an outer "delete" whose contents name nothing is refused: an
//     empty list must not take the whole block.
//   - A line break between an expression and the "}" of its sequence beside other text
//     is refused.
//   - An empty object or list that is given contents is written like a new one, over
//     lines, unless it stands inside one that is on one line.
//   - "x[+]" makes the list where there is no attribute x, and so does "x[=]".
//   - Under "update", "x[=]" changes nothing: it is refused where no element equals the
//     value sent. In "where" it keeps the blocks whose list has such an element, which
//     is compared as "where" compares. "has" and "lacks" have no value for it.
//   - "x(1)" can be deleted: the argument goes with its comma, and with its "..." too.
//   - "delete" of a key that no object literal of a "merge" has is
//     ATTRIBUTE_NOT_FOUND, though one of its other arguments may have it: so a
//     "delete" that is optional can be sent twice.
//   - A path goes through core::merge as through merge, and into no argument with "..."
//     behind it but by its number.
//   - In a call or in parentheses, an object that takes the place of something else is
//     written over lines where the attribute would have it so.
//   - An object or list in parentheses that is set keeps them; another value goes with
//     them.
//   - The marker of a heredoc whose text is at the margin is at the margin, too. Where a
//     flush one cannot hold a text, as one of combining characters, it is such a one.
//   - A path whose element an edit before it replaced or deleted is refused.
//   - A new attribute of a body that begins with a block goes before that block,
//     with a blank line between. Comments at the end of a body are not taken for
//     the lead comments of what comes after them: a blank line is put between.
//   - When an attribute goes, as many blank lines stay as there were above or below
//     it, whichever were more. When a nested block goes that follows a block, those
//     below it stay: it was added with one above. At the end of a body those below
//     stay, and at its start those above.
//   - Deleting what was just added gives the bytes back, but for this: "{}" and bodies
//     on one line that opened up stay open; an empty object or list that got its first
//     member stays over lines; a file that did not end in a line break has one; and a
//     column that was not aligned, and only looked so beside the new line, may be
//     straightened.
//   - An element or key that would come to stand first and starts with "for" is put in
//     parentheses or quotes.
//   - In a list or block that holds only comments, a blank line parts the first new
//     item from them.
//   - New lines end as the first line of the file does, those inside a client's
//     expression too, but not the text of a heredoc.
//   - A strip marker ("~") takes away blanks up to the end of its line. Where a quoted
//     string would lose more than that, the marker goes, and what it took.
//   - After a heredoc with an interpolation over several lines, where "terraform fmt"
//     dedents the rest of the block, new code is indented as its neighbours are.
//   - A comment is set as it is read: blanks at the ends of its lines do not count. An
//     object or list that opens for a comment is written like a new one, pairs without
//     commas, and so is what stands around it on the line, up to a call, whose arguments
//     stay where they are.
//   - "first" and "last" are among items of one kind: a nested block is never put before
//     attributes, an attribute never after nested blocks. A key's place is beside another
//     key of its object, by its path or by its name alone. A place that names what the
//     entry neither finds nor makes is refused.
//   - A block is placed without blank lines between two that have none between them, and
//     nested blocks beside one that stands directly below another.
//   - After "count" or "for_each" comes a blank line, but where arguments stand directly
//     below it already.
//   - Something that is moved stays where it is if it is beside the other one already. A
//     key that its object has several times is not moved: the last one counts. A file
//     without a line end at its end has none after a move.
//   - A new block at the end of a file comes after every byte of the file, blank
//     lines and blanks after the last line end included: those make it unformatted.
package edit
