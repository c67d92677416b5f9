// Package npm holds the tests of the npm package: it is built, packed, installed in an
// empty folder and used there in Node, as its users would. They are skipped where node, npm
// or tsc are missing. The test in Chromium is beside that of the page.
package npm
