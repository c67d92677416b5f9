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

// Sections are all sections, in their order.
var Sections = []Section{
	{Edits, "An edit over HTTP", `The server's processor time a request, without what HTTP itself takes: that is what "echo"
needs, a fasthttp handler that sends back as many bytes unread. The floor decodes the request's
JSON and encodes the code again, with goccy/go-json, and edits nothing: less than it, no service
with these requests can do that is built on that library. Sonic is the same floor with bytedance/sonic, which
compiles its decoder at run time. In brackets are the least and the most of the rounds, before them is the median. The targets: at 33 KB an
edit costs at most 1.3 times its JSON, and at 64 KB less than its JSON, parse, edit and
answer together. Of 150 bytes all is HTTP, so that the servers' whole processor time is
compared: at most 1.2 times the floor's. The closed loop's requests a second have the client's
share of the machine in them; they are held against a service of net/http, encoding/json and
hclwrite, 50 times of which is the target.`},
	{Others, "Other requests over HTTP", `As above, processor time beyond HTTP. Reading all of a module answers as much JSON as it
has code; 1.6 times the floor at 33 KB, the floor at 65 KB, and at least half of its requests a second are the targets.
"return": "changes" sends nothing of the code back, and has to cost a third less than the floor, which does, and to
answer more requests a second than it. The floor of a module's files gets their code in one
piece. A rename looks at every expression of every file and edits each; in 20 files of 30 KB it
is to take 20 ms of one core at most, and 2.5 times the floor. The edit without AVX-512 is by the same binary with these
instructions switched off.`},
	{Open, "Latency in the open loop", `Requests are due at even distances, whatever the server does, and a latency counts from when
the request was due. The rates are half and four fifths of what each server reaches in a closed
loop with the same 16 connections, the client on the same machine. The target is a tail at most
three times the floor's where both are half busy: no pause of collector or scheduler that the
floor has not.`},
	{Linear, "What size and number cost", `The processor time of the server beyond HTTP over one connection. A byte of code has to cost the
same from 1 KB to 4 MB, within 1.5 times, without the fixed part, which is that of the smallest
request and has its own row. So has an edit, however many one request holds, within 2 times. Memory
is flat where the peak of the second half is at most 1.1 times that of the first.`},
	{Command, "The command", `Processor time of the whole process, its start included. The target of "get", 30 ms, is less than a
person notices; those of a repository are half of what they were before. "set" shows what it would change: with -w it
waits for the disk, once for each file.`},
	{Tree, "A tree of modules", `By the clock: one request with many small files, parsed on all cores. The library alone, the
JSON of the request and of the answer included.`},
	{Library, "The library, editing", `Processor time on one core. Ours is all of edit.Options.Do, the JSON of the request included; the
rivals get code and edit as Go values. The targets are 40 times hclwrite, 100 MB/s, and at most
4 bytes allocated for a byte of code.`},
	{Reading, "The library, reading", `All content of a module as JSON. hcl2json is tmccombs/hcl2json's package convert, which is
hclsyntax and its evaluation. The targets are 20 times that, 150 MB/s, and at most 2 bytes
allocated for a byte of the answer.`},
	{Format, "The library, formatting", `format.Format beside hclwrite.Format, which gives the same bytes and does not check that the
code parses; ours does. The target is 25 times.`},
}
