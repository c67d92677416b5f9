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
	Name, Title, Meaning string
}

// Of returns the rows of the section.
func (s *Section) Of(rows []Row) (some []Row) {
	for _, r := range rows {
		if r.Section == s.Name {
			some = append(some, r)
		}
	}
	return some
}

// Sections are all sections, in the order of the report.
var Sections = []Section{
	{Edits, "An edit over HTTP", `The server's processor time for a request, minus the cost of HTTP itself. That cost is measured with
"echo", a fasthttp handler that returns as many bytes of the body as an answer has, without parsing them. The floor decodes the request's
JSON and encodes the code again, with goccy/go-json, and edits nothing: no service for these
requests that uses this library can need less. Sonic is the same floor with bytedance/sonic, which
compiles its decoder at run time. The figures are medians of the rounds, with the least and the greatest in
brackets. The targets: at 33 KB an edit costs at most 1.3 times its JSON, and at 64 KB at most 0.9 times,
including parsing, editing and answering. A request of 150 bytes is nearly all HTTP, so the servers' whole
processor time is compared: at most 1.2 times the floor's. The requests a second of the closed loop
include the client's share of the machine. Their target is 50 times those of a service with net/http,
encoding/json and hclwrite.`},
	{Others, "Other requests over HTTP", `As above, processor time beyond HTTP. The answer of reading all of a module is JSON as long
as its code; the targets are 1.6 times the floor at 33 KB, the floor at 65 KB, and at least half of its requests a second.
"return": "changes" sends none of the code back. It must cost a third less than the floor, which sends it, and
answer more requests a second. For a module with several files, the floor gets their code in one
piece. A rename visits every expression of every file and edits each file; for 20 files of 30 KB the targets
are 20 ms of one core and 2.5 times the floor. The edit without AVX-512 uses the same binary with these
instructions switched off.`},
	{Open, "Latency in the open loop", `Requests are due at regular intervals, whatever the server does, and a latency is measured from
the time when the request was due. The rates are half and four fifths of each server's greatest rate in a closed
loop with the same 16 connections, with the client on the same machine. The target is a tail of at most
three times the floor's when both are half busy, so that the collector and the scheduler cause no
additional pauses.`},
	{Linear, "What size and number cost", `The processor time of the server beyond HTTP, over one connection. The cost of a byte of code must be the
same from 1 KB to 4 MB, within a factor of 1.5. It excludes the fixed part, which is the cost of the smallest
request and has its own row. The cost of an edit must be the same for any number of edits in a request, within
a factor of 2. Memory counts as flat if the peak of the second half is at most 1.1 times that of the first.`},
	{Command, "The command", `Processor time of the whole process, including its start. The target of "get" is 30 ms, which
nobody notices; those of a repository are half of the earlier figures. "set" is a dry run, because with -w it
waits for the disk, once for each file.`},
	{Tree, "A tree of modules", `Wall-clock time: one request with many small files, parsed on all cores. The library alone, including
the JSON of the request and of the answer.`},
	{Library, "The library, editing", `Processor time on one core. Ours is all of edit.Options.Do, including the JSON of the request; the
rivals get code and edit as Go values. The targets are 40 times hclwrite, 100 MB/s, and at most
4 bytes allocated for a byte of code.`},
	{Reading, "The library, reading", `All content of a module as JSON. hcl2json is tmccombs/hcl2json's package convert, which uses
hclsyntax and evaluates expressions. The targets are 20 times that, 150 MB/s, and at most 2 bytes
allocated for a byte of the answer.`},
	{Format, "The library, formatting", `format.Format compared with hclwrite.Format, which gives the same bytes but does not check that the
code parses. The target is at least 25 times the speed of hclwrite.Format.`},
}
