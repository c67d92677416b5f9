// Package dear searches for requests that cost more than their size allows. The tests generate the
// requests. For each request they choose the place of the attribute, its value, the operation, the
// form of the answer, and other features. Then the tests increase some amounts, such as the
// indentation, the length of a name, and the numbers of lines, entries and files. They measure the
// cost of a request at ever larger sizes, until the request is refused or costs more than it may.
//
//	choice_test.go  the kinds of choices, the amounts, and recipes, which have one choice of each kind
//	code_test.go    the code of a recipe
//	files_test.go   the files of a recipe
//	edit_test.go    the edits of a recipe; read_test.go: the selection
//	shape_test.go   the edits that change the shape of code, tidy it and comment it out
//	cost_test.go    the cost of a request, and its bound
//	search_test.go  random recipes; the simplest variants of those that are too expensive
//	dear_test.go    the tests: wasteful engines are detected, and ours is not one of them
//	known_test.go   recipes that were once too expensive
//	written_test.go  requests written by hand that no recipe gives
//	scale_test.go   a step takes the same time in every stage
//	deadline_test.go  a timeout ends every stage
package dear
