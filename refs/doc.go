// Package refs finds what the expressions of a Terraform file refer to, and where
// the bytes are that a rename changes.
//
// A reference is found as an expression, not as text: in attributes, in templates,
// heredocs and directives, in calls, through indexes and splats. Strings, comments,
// object keys that are plain names, and the attributes of other things are none.
// Neither is a name that a local one hides:
//
//   - the names of a for expression, in its results and its condition, but not in
//     what it goes through;
//   - the names of a template's for directive, up to its endfor;
//   - the iterator of a dynamic block, which is called as its label says or, where it
//     has one, its iterator argument: in its labels argument and its content, to any
//     depth, but not in its own for_each.
//
// A local name hides only what starts with it: under "for aws_instance in x",
// resource.aws_instance.web is still the resource.
//
// # Words
//
//   - root: the first name of a reference as it is written ("var", "data", "resource",
//     "aws_instance").
//   - address: what a reference refers to, by Kind, type and name.
//   - step: what is accessed of it after the address: attributes, indexes, splats.
//   - owner: the top-level block that a reference stands in; self and the names in
//     ignore_changes are about it.
//   - place: whether a reference stands in an ordinary expression, or where Terraform
//     reads one by a rule of its own (depends_on, provider, moved, …).
//
// # What is not told apart
//
// All does not follow what a local name stands for: in "[for w in aws_instance.web : w.ami]"
// it finds aws_instance.web, and no attribute of it. A rename of an attribute does: through for
// expressions, dynamic blocks, each.value, and functions that pass a value on. Unfollowed tells
// where it loses track of one. The provider names that are
// the keys of a module's providers argument belong to the child module and are not
// references. Quoted references (the old form, depends_on = ["aws_instance.web"]) are
// read up to the first escape in them.
//
// # Files
//
//	find.go         the references and declarations of a file, and what the file is
//	body.go         the parts of a body, in one pass over its tokens
//	expression.go   the references in an expression
//	scope.go        the local names that hide others
//	locals.go       those that an expression or a dynamic block makes
//	places.go       where Terraform reads references by rules of its own
//	address.go      what a reference refers to
//	reference.go    Reference and its Kind; declaration.go: Declaration
//	rename.go       what a rename replaces; path.go: the attributes that get names, as trees
//	flow.go         values on their way to an attribute that gets a name
//	unfollowed.go   places where it is not known whether such an attribute is used
//	iterators.go    the iterators of dynamic blocks that get labels
//	tree.go         the ways into the tree
package refs
