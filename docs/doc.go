// Package docs contains the documents of this module, and their tests: the imports are those of
// house.md, every example gives the printed result, and everything that comments refer to exists.
package docs
