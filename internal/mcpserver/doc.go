// Package mcpserver is the operations as tools for coding agents, by the Model Context
// Protocol (docs/mcp.md). An agent's paths stay in the roots that the server was given; what
// writes is a dry run unless it is told to write; and answers are short: diffs, lists
// and reports that end where an agent would not read on.
//
//   - server.go: a Server, and a call of one of its tools
//   - stream.go: a client's messages, a line each, and what is answered to other lines
//   - tools.go: the tools, as they are listed; schemas: what their arguments are
//   - arguments.go: arguments decoded; scope.go: the files that they name
//   - look.go: ls, get, find, refs and check; read.go: read
//   - change.go: a change shown or written; write.go: write, and the dry runs that it writes
//   - undo.go: undo; mend.go: mend
//   - edit.go: edit, rename and move; format.go: format; convert.go: convert
//   - version.go: what tells files that changed meanwhile
//   - answer.go: an answer of bounded size; fault.go: an error that an agent can act on
package mcpserver
