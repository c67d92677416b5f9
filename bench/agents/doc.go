// Package agents compares two ways in which a coding agent changes Terraform code: with the tools
// of "iacedit mcp", and with tools that search, read and replace text. It runs forty tasks on one
// repository and counts the calls, and the bytes of their arguments and answers. No model takes
// part, so that the figures can be repeated.
//
//   - tasks.go reads the tasks, and the repository that they are about.
//   - session.go runs the calls of a task on the server of "iacedit mcp".
//   - text.go derives the calls of an agent with text tools from the result.
//   - hunks.go splits the difference of two texts into hunks.
//   - table.go prints the figures as docs/mcp.md has them.
//
// The calls of "iacedit mcp" are written in testdata/tasks.txtar, one on each line, as an agent
// sends them: it searches, makes a dry run, and writes with the token of the dry run. The result
// must equal the diff in testdata/want.
//
// The agent with text tools is the best possible one: it knows the result. It searches with one
// pattern, reads each file that it changes, and replaces the shortest text that is unique in the
// file, or all occurrences of a text if this produces the result. It never fails.
package agents
