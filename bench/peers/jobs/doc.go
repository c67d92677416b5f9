// Package jobs does jobs that people have with iacedit and with other tools, each in the
// way that the tool likes best, and holds the table of the README and the commands of
// docs/migration.md against what comes out.
//
//	doc.go            this
//	hclwrite.go       the jobs as programs that use hclwrite
//	operations.go     the same with this module's packages
//	tools_test.go     the tools, built at exact versions
//	jobs_test.go      the jobs, run
//	documents_test.go what the documents say of them
//
// A job is a file of testdata: a line for each tool that can do it, the files before, and
// below want/ those that a careful person would have made of them.
package jobs
