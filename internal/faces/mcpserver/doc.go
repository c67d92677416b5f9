// Package mcpserver offers the operations as tools for coding agents, over the Model Context
// Protocol (docs/mcp.md). An agent's paths cannot leave the server's roots. A call that could write
// is a dry run unless the agent asks for writing. Answers are short: diffs, lists and reports of
// limited length.
//
//   - server.go: a Server, and a call of one of its tools
//   - clientroots.go: the roots of the client instead of the working directory
//   - stream.go: a client's messages, one a line, and answers to invalid lines; standins.go: ids
//     that the SDK would change
//   - tools.go: the tools, as they are listed; and the schemas of their arguments
//   - arguments.go: decoding of arguments; scope.go: the files that they name
//   - meant.go: what was meant by an unknown tool, or by an argument that belongs inside
//     another one; form.go: corrected arguments, and examples; corrected.go: arguments with
//     which a refused call works
//   - look.go: ls, get, find, refs and check; read.go: read
//   - change.go: showing or writing a change; alike.go: warnings and changes that are alike
//   - write.go: write, which repeats and writes a dry run
//   - undo.go: undo; mend.go: mend; prune.go: prune; upgrade.go: upgrade
//   - edit.go: edit, rename and move; format.go: format; convert.go: convert
//   - version.go: digests that show whether files have changed
//   - answer.go: an answer of bounded size, as text and as data, with its schema
//   - fault.go: an error that an agent can act on; progress.go: the progress of a call
package mcpserver
