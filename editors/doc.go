// Package editors tests the files with which editors start the language server: the extension
// for Visual Studio Code.
package editors
