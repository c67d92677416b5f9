// Package docs contains the documents of this module, and their tests: the imports are those of
// house.md, every example gives the printed result, and everything to which comments refer exists.
package docs
