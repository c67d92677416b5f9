// Package editors has the tests of what editors need to start the language server: the
// extension for Visual Studio Code.
package editors
