// Package draft has what the stages of edits share: the files of a request while they are
// edited, what is in them, which blocks an entry means, and where new code goes.
//
// A Module has Files; a File has a render.Draft and an Index of what is in it. Whoever
// changes a draft tells its index. A Site is the blocks that the entries of one array are
// about: Choose says which of them an entry means. A Comparison classifies the values of a
// file while one value is compared with them. Work is spent from the request's budget.
//
// # Files
//
//	module.go       Module, File and Block; files that edits make
//	site.go         Site: the blocks that entries are about
//	choose.go       the blocks that an entry means
//	lookup.go       the same where many entries ask; match.go: selectors and [=]
//	describe.go     what messages call blocks; meant.go: what was probably meant
//	follow.go       paths followed in a file
//	index.go        what is in a body, by name; index_any.go: by addresses with wildcard
//	                labels; index_files.go: files by address;
//	                index_equal.go: elements by value; ranking.go: by number
//	compare.go      Comparison: the classes of values
//	place.go        Spot: a resolved place
//	text.go         values as code; attributes and blocks made
package draft
