// Package draft contains the data that the stages of an edit share: the files of a request while
// they are edited, their contents, the blocks that an entry selects, and the places of new code.
//
// A Module has Files; a File has a render.Draft, and a selection.View, which finds blocks, paths
// and equal values. A Site is the set of blocks that the entries of one array may select. Choose
// finds the blocks that an entry selects. Work is charged to the request's budget.
//
// # Files
//
//	module.go       Module, File and Block; files that edits make; settle.go: parsed again;
//	                injson.go: new files in JSON syntax
//	site.go         Site: the blocks that the entries of one array may select
//	choose.go       the blocks that an entry selects; filter.go: filtering by its selectors
//	describe.go     blocks in messages; excluded.go: those that selectors exclude; ambiguous.go: those
//	                that they should tell apart; didyoumean.go: similar names
//	folder.go       the folders of a tree; newfiles.go: the files that new blocks go into
//	schema.go       the schemas of providers
//	twins.go        a .tf and a .tofu file of one name
//	numbered.go     addresses with a pattern and a number
//	files.go        an index of the files that have blocks at an address
//	object.go       the object that a block declares; whether it has instances
//	source.go       where the source of a "module" block leads
//	scope.go        which files read as one, and how references in them are read
//	referrers.go    the files and tests that may refer to the objects of a module
//	links.go        the links between files, in Terragrunt; dialect.go: the languages of files
//	equal.go        the elements that [=] matches
//	place.go        Spot: a resolved place; family.go: top-level blocks beside their kind;
//	                inorder.go: in the order of their names; about.go: "moved" and "import";
//	                custom.go: layout that most blocks share;
//	                nested.go: the layout of nested blocks; examples.go: of values;
//	                styler.go: the style of the file's authors; habits.go: its updates;
//	                licence.go: the start of new files
//	text.go         code for values; new attributes and blocks
//	rewriting.go    replaced ranges of values
//	watch.go        derived facts about a file, updated after its edits
//	styleupdater.go the layout of blocks, updated after edits
package draft
