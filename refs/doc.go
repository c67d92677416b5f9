// Package refs finds the references in the expressions of a Terraform file, or of a file in one of
// the other languages of package languages, and the replacements that a rename makes.
//
// It parses the expressions: it finds references in attributes, templates, heredocs, directives and
// calls, and in the keys of indexes. Strings, comments, object keys that are plain names, and
// attributes such as var.b in local.a.var.b are not references. Names that a local name hides are
// not references either:
//
//   - The variables of a for expression hide other names in its results and its condition, but
//     not in its collection.
//   - The variables of a template's for directive hide other names up to its endfor.
//   - The iterator of a dynamic block hides other names in its labels argument and its content,
//     at any depth, but not in its own for_each. The name of the iterator is the
//     iterator argument or, by default, the label of the block.
//
// A local name hides only references that start with this name: in "[for aws_instance in x : …]",
// resource.aws_instance.web is still the resource.
//
// # Words
//
//   - root: the first name of a reference as it is written ("var", "data", "resource",
//     "aws_instance").
//   - address: the object that a reference refers to, by Kind, type and name.
//   - step: an access after the address: an attribute, an index, a splat.
//   - owner: the top-level block that contains a reference. self and the names in ignore_changes
//     refer to the owner.
//   - place: whether a reference is in an ordinary expression, or in an argument that Terraform
//     reads in its own way (depends_on, provider, moved, …).
//
// # Limits
//
// The function All does not follow the value for which a local name stands: in "[for w in
// aws_instance.web : w.ami]" it finds aws_instance.web without an attribute. But the rename of an
// attribute follows such values: through "for" expressions, dynamic blocks, each.value, and
// functions that return their argument or a part of it. Unfollowed lists the places where a value
// cannot be followed. The keys of a module's providers argument are names in the child module, not
// references. Quoted references (the old form, depends_on = ["aws_instance.web"]) are read up to
// the first escape in them.
//
// # Files
//
//	language.go     Role: the language of a file, and what that language declares and refers to
//	find.go         the references and declarations of a file
//	body.go         the parts of a body, in one pass over its tokens
//	expression.go   the references in an expression
//	scope.go        the local names in scope
//	locals.go       the local names that an expression or a dynamic block defines
//	places.go       places with references that Terraform reads in its own way
//	naming.go       strings, labels and keys that name objects; the local names of a block
//	address.go      the address that a reference refers to; objects.go: the same for one expression
//	reference.go    Reference and its Kind; declaration.go: Declaration
//	rename.go       the replacements of a rename; path.go: the renamed attributes, as trees;
//	                newpath.go: items that move to another path
//	flow.go         values that contain a renamed attribute; shape.go: values that become another kind
//	unfollowed.go   places that may use a renamed attribute
//	iterators.go    the iterators of dynamic blocks whose labels are renamed
//	tree.go         access to the tree
package refs
