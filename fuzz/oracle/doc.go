// Package oracle tests iacedit by comparing it with hcl/v2. Only separate modules such as this one
// require hcl/v2, so that programs that embed iacedit's packages do not depend on it.
//
// Real files for the tests are in a folder outside the repository; [iacedit/internal/testkit/corpus.Find]
// finds it. Without the folder, the tests that need it are skipped with a message. The tests that
// use the tables of package format do not need it.
package oracle
