// Package editors tests the files by which editors start the language server. At present these are
// the files of the extension for Visual Studio Code.
package editors
