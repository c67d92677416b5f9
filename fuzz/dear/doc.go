// Package dear makes requests that cost more than their size allows, if there are any. It
// crosses features instead of listing requests: a request has a choice of each kind (where
// the attribute is, what its value is, what is asked for, what is answered), and some of its
// amounts grow (the indentation, the length of a name, the number of lines, of entries, of
// files). Its cost is measured at ever larger sizes, until the request is refused or costs
// more than it may.
//
//	choice_test.go  the kinds of choices, the amounts, and a recipe, which has one of each
//	code_test.go    the code of a recipe
//	edit_test.go    the edits of a recipe; read_test.go: the selection
//	cost_test.go    what a request costs, and what it may
//	search_test.go  recipes at random, those that are too dear, and the simplest like them
//	dear_test.go    the tests: engines that waste are found out, and ours is not one
//	known_test.go   recipes that were once too dear
//	scale_test.go   a step is the same time in every stage
//	deadline_test.go  a time-out ends every stage
package dear
