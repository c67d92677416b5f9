// Package editors tests the files that editors need to start the language server. At present these
// are the files of the extension for Visual Studio Code.
package editors
