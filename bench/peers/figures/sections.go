package figures

// The sections of rows.
const (
	Edits   = "edits"
	Others  = "others"
	Open    = "open"
	Memory  = "memory"
	Command = "command"
	Tree    = "tree"
	Library = "library"
	Reading = "reading"
	Format  = "format"
)

// A Section is a separate table, with an explanation of its figures and targets.
type Section struct {
	Name, Title, Explanation string
}

// RowsOf returns the rows of the section.
func (s *Section) RowsOf(rows []Row) (ofSection []Row) {
	for _, r := range rows {
		if r.Section == s.Name {
			ofSection = append(ofSection, r)
		}
	}
	return ofSection
}

// Sections are all sections, in the order of the report.
var Sections = []Section{
	{Edits, "An edit over HTTP", `The figures are the processor time that a server needs for one request or, in rows with "closed loop", the requests per second.
The cost of HTTP itself is subtracted from the times, except from those marked "with HTTP". These servers are compared:

- "iacedit" is the server of this project.
- "Echo" measures the cost of HTTP: a fasthttp handler that parses nothing, and returns a part of the request's body that is as long
  as the answer. The time of echo is subtracted from the times of the other servers.
- The "floor" is a fasthttp handler that edits nothing: it only decodes the request's JSON and encodes the code again, with the JSON library
  goccy/go-json. No service that uses goccy/go-json for these requests can need less time. iacedit has its own
  code for reading requests and writing results, so it can be faster than the floor.
- "Sonic" does the same as the floor, but with the JSON library bytedance/sonic, which compiles its decoder at run time.
- "hclwrite" is a service with net/http, encoding/json and hclwrite. Only its requests per second are compared.

The figures are medians of several rounds, with the least and the greatest in brackets. "Ratio" is the figure of iacedit divided by that of
the server named beside the ratio. For example, "1.45 × the floor" means that iacedit takes 1.45 times as long as the floor. "Target" is
the limit for a ratio, and "verdict" says whether the limit is kept. In later tables, some targets limit a figure instead, such as 20 ms; the
column "ratio" then contains this figure. In a name such as "32KB (real/31KB)", the first size is the size
of the request. The second is the size of the code in it, which is a public module.

The targets in this table are:

- At 33 KB, an edit, with parsing and the answer, may take at most 1.3 times as long as the floor. At 64 KB, it must be faster than
  the floor: it may take at most 0.9 times as long.
- For a request of 150 bytes, nearly all the time goes to HTTP. So the target applies to the times with HTTP: iacedit may take at
  most 1.2 times as long as the floor.
- In the closed loop, each connection sends its next request when it has received the answer to the previous one. The client runs on the
  same machine. iacedit must answer at least 50 times as many requests per second as hclwrite.`},
	{Others, "Other requests over HTTP", `Processor time without the cost of HTTP, as in the previous section. "Read all" returns a whole module as JSON, which is as long
as the code. Its processor time may be at most 1.6 times that of the floor at 33 KB, and no more than that of the floor
at 65 KB. iacedit must answer at least half as many of these requests a second as the floor.
With "return": "changes", the answer to an edit contains only the changes. Such an edit must take a third less time than the
floor, which returns all the code. The server must answer at least as many such requests a second as the floor. For a module with
several files, the floor gets all their code as one string. "A path through a call" sets a key of an object that is an argument of a call. "*" sets
an attribute of 200 resources with one entry. A rename visits every expression of every file and edits each file. For 20 files of 30 KB it must
take at most 20 ms on one core, and at most 2.5 times as long as the floor. The last row compares two servers with the same
binary: in one of them, the processor's AVX-512 instructions are switched off.`},
	{Open, "Latency in the open loop", `The client sends requests at regular intervals, even if the server is late, and measures each latency from
the time when the request was due. "p99" is the 99th percentile: 99 % of the latencies are at most this long.
The rates are half and four fifths of each server's greatest rate in a closed loop with the same 16 connections, with the client on the same machine. The target applies at half of the greatest rate:
the 99th percentile may be at most three times that of the floor. A server whose garbage collector or scheduler causes longer pauses
would miss this target.`},
	{Memory, "Memory over time", `The server's memory while 64 connections send requests. It must not grow with time: the peak in the second half of the
measurement may be at most 1.1 times the peak in the first half.`},
	{Command, "The command", `Processor time of the whole process, including its start. The target of "get" is 30 ms, which
nobody notices. The targets of the commands with -R are half of the time that an early version took. "set" is a dry run,
because with -w it would wait for the disk, once for each file.`},
	{Tree, "A tree of modules", `Wall-clock time of one request with many small files, which are parsed on all cores. The library is called directly, without a
server. The time includes decoding the request's JSON and encoding the answer as JSON. The ratio compares
two cores with one core.`},
	{Library, "The library, editing", `Processor time on one core. For iacedit, it is the time of edit.Options.Do, which includes decoding the request's JSON. The
rivals are called as libraries, too, but get the code and the edit as Go values, so they have less to do. The targets are at
least 40 times the speed of hclwrite, at least 100 MB/s, and at most 4 bytes allocated for each byte of code. The cost of a byte
of code must be the same from 1 KB to 4 MB, within a factor of 1.5. This cost excludes the fixed part, which is the cost of the
smallest request and has a separate row. Each additional edit in a request must cost the same for any number of edits, within a
factor of 2.`},
	{Reading, "The library, reading", `Reading all content of a module as JSON. hcl2json is the package convert of tmccombs/hcl2json, which uses
hclsyntax and evaluates expressions. The targets are at least 20 times the speed of hcl2json, at least 150 MB/s, and at most 2 bytes
allocated for each byte of the answer.`},
	{Format, "The library, formatting", `format.Format compared with hclwrite.Format, which returns the same bytes but does not check that the
code parses. The target is at least 25 times the speed of hclwrite.Format.`},
}
