// Package draft has what the stages of edits share: the files of a request while they are
// edited, their contents, the blocks that an entry means, and the places of new code.
//
// A Module has Files; a File has a render.Draft and a selection.View, in which blocks, paths
// and equal values are looked for. A Site is
// the blocks that the entries of one array are about: Choose says which of them an entry
// means. Work is spent from the request's budget.
//
// # Files
//
//	module.go       Module, File and Block; files that edits make
//	site.go         Site: the blocks that entries are about
//	choose.go       the blocks that an entry means; filter.go: those that selectors keep
//	describe.go     what messages call blocks; meant.go: what was probably meant
//	folder.go       the folders of a tree; home.go: the files that new blocks go into
//	twins.go        a .tf and a .tofu file of one name
//	files.go        the files that have blocks at an address
//	source.go       where the source of a "module" block leads
//	equal.go        the elements that [=] stands for
//	place.go        Spot: a resolved place; family.go: top-level blocks beside their kind;
//	                inorder.go: in the order of their names; about.go: "moved" and "import";
//	                custom.go: what most blocks do;
//	                nested.go: how nested blocks stand; examples.go: how values are written;
//	                looks.go: how the file's authors write; habits.go: that kept true;
//	                licence.go: how new files begin
//	text.go         values as code; attributes and blocks made
//	rewriting.go    stretches of values replaced
//	watch.go        derived facts about a file, updated after its edits
//	follow.go       how blocks stand, kept true
package draft
