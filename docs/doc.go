// Package docs is no code: it is what is written about this module, and the test of what
// house.md says of its packages.
package docs
