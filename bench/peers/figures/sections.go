package figures

// The sections of rows.
const (
	Edits   = "edits"
	Others  = "others"
	Open    = "open"
	Linear  = "linear"
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
	{Edits, "An edit over HTTP", `The server's processor time for a request, minus the cost of HTTP itself. "Echo" measures that cost:
a fasthttp handler that parses nothing and returns a part of the body, which is as long as the answer. The floor decodes the request's
JSON and encodes the code again, with goccy/go-json, and edits nothing. No service that uses this library for these
requests can need less time. "Sonic" does the same as the floor, but with bytedance/sonic, which
compiles its decoder at run time. The figures are medians of the rounds, with the least and the greatest in
brackets. An edit, with parsing and the answer, may take at most 1.3 times as long as the floor at 33 KB,
and at most 0.9 times as long at 64 KB. For a request of 150 bytes nearly all the time goes to HTTP, so its target is for the servers' whole
processor time: at most 1.2 times the floor's. In the closed loop, the client runs on the
same machine. The target for the requests per second is 50 times the number that a service with
net/http, encoding/json and hclwrite answers.`},
	{Others, "Other requests over HTTP", `Processor time beyond HTTP, as in the previous section. "Read all" returns a whole module as JSON, which is as long
as the code. Its processor time may be at most 1.6 times that of the floor at 33 KB, and no more than that of the floor
at 65 KB. It must answer at least half as many requests a second as the floor.
"return": "changes" sends none of the code back. It must cost a third less than the floor, which sends the code back, and
answer more requests a second. For a module with several files, the floor gets all their code as one
string. A rename visits every expression of every file and edits each file. For 20 files of 30 KB it must
take at most 20 ms on one core, and at most 2.5 times as long as the floor. The edit without AVX-512 uses the same binary with these
instructions switched off.`},
	{Open, "Latency in the open loop", `The client sends requests at regular intervals, even if the server is late, and measures each latency from
the time when the request was due. The rates are half and four fifths of each server's greatest rate in a closed
loop with the same 16 connections, with the client on the same machine. The target applies at half of the greatest rate:
the 99th percentile is at most three times that of the floor. With longer pauses of the garbage collector or
the scheduler, a server would miss this target.`},
	{Linear, "What size and number cost", `The processor time of the server beyond HTTP, over one connection. The cost of a byte of code must be the
same from 1 KB to 4 MB, within a factor of 1.5. This cost excludes the fixed part, which is the cost of the smallest
request and has a separate row. Each additional edit in a request must cost the same for any number of edits, within
a factor of 2. Memory counts as flat if the peak in the second half of the
measurement is at most 1.1 times the peak in the first half.`},
	{Command, "The command", `Processor time of the whole process, including its start. The target of "get" is 30 ms, which
nobody notices. The targets of the commands with -R are half of what an early version took. "set" is a dry run,
because with -w it would wait for the disk, once for each file.`},
	{Tree, "A tree of modules", `Wall-clock time of one request with many small files, which are parsed on all cores. The library runs alone, and
its time includes the JSON of the request and of the answer.`},
	{Library, "The library, editing", `Processor time on one core. For iacedit it is the time of edit.Options.Do, including the JSON of the request. The
rivals get the code and the edit as Go values. The targets are at least 40 times the speed of hclwrite, at least 100 MB/s, and at most
4 bytes allocated for each byte of code.`},
	{Reading, "The library, reading", `Reading all content of a module as JSON. hcl2json is the package convert of tmccombs/hcl2json, which uses
hclsyntax and evaluates expressions. The targets are at least 20 times the speed of hcl2json, at least 150 MB/s, and at most 2 bytes
allocated for each byte of the answer.`},
	{Format, "The library, formatting", `format.Format compared with hclwrite.Format, which returns the same bytes but does not check that the
code parses. The target is at least 25 times the speed of hclwrite.Format.`},
}
