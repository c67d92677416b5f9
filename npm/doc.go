// Package npm tests the npm package. The package is built, packed, installed in an empty folder and
// used there in Node, as users would. The tests are skipped if node, npm or tsc are missing. The
// test in Chromium is in httpd/page/build.
package npm
