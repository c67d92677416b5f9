// Package jobs does common jobs with iacedit and with other tools, each in the tool's
// preferred way, and compares the results with the table of the README and the commands of
// docs/migration.md.
//
//	doc.go            this comment
//	hclwrite.go       the jobs as programs that use hclwrite
//	operations.go     the same with this module's packages
//	tools_test.go     the tools, built at exact versions
//	jobs_test.go      running the jobs
//	documents_test.go the statements of the documents
//
// A job is a file of testdata. The file contains a line for each tool that can do the job, the
// files before the job and, under want/, the files that a careful person would write.
package jobs
