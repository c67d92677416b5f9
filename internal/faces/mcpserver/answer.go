package mcpserver

import (
	"context"
	_ "embed"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"iacedit/internal/base/excerpt"
)

// The limits of an answer are low, because an agent pays for each character that it reads.
const (
	mostAnswer  = 16_000 // bytes of lists and diffs
	longestLine = 2_000
	// mostBlocks is the greatest number of blocks that ls lists one on each line. Of more it gives
	// the names alone, in lines of about longestNames bytes.
	mostBlocks   = 100
	longestNames = 200
	// longestValue is the greatest length of a value that is shown as JSON. A longer value is left
	// out, because shortened JSON would be invalid.
	longestValue = 12_000
)

// An answer is the result of a tool. It has text for the agent, written line by line, and the same
// content as structured data, which only a server with Options.Data sends.
type answer struct {
	strings.Builder
	offset int  // how many lines of a list to skip
	whole  bool // long lines are not cut, because they are JSON
	data   structured
}

//go:embed answers.schema.json
var answers string

// answersSchema is the resource with the schema of the data in all answers. The list of tools omits
// the schema, because it is long and every agent would have to read it.
var answersSchema = &mcp.Resource{
	URI: "iacedit://answers.schema.json", Name: "answers.schema.json", MIMEType: "application/schema+json",
	Description: "The JSON Schema of the structured content of all answers.",
}

func readAnswersSchema(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: answersSchema.URI, MIMEType: answersSchema.MIMEType, Text: answers}}}, nil
}

// structured is the data of an answer as a JSON object. docs/mcp.md describes its members, under
// "Paths, versions and errors".
type structured map[string]any

// set sets a member of the answer's data.
func (a *answer) set(name string, value any) {
	if a.data == nil {
		a.data = structured{}
	}
	a.data[name] = value
}

// A row is a line of a list in an answer.
type row struct {
	text string // for people
	data []any  // the same for programs; nil for a heading
}

// rowOf returns a row with data.
func rowOf(text string, data ...any) row { return row{text, data} }

// line adds a line without a limit on its length.
func (a *answer) line(format string, args ...any) { fmt.Fprintf(a, format+"\n", args...) }

// list adds rows until the answer is full. Then it adds a line with the number of rows that are
// left, and the argument narrow, which tells the agent how to get fewer rows. It returns the data
// of the shown rows.
func (a *answer) list(rows iter.Seq[row], narrow string) (shown []any) {
	shown = []any{}
	seen, more := 0, 0
	for r := range rows {
		if seen++; seen <= a.offset {
			continue
		}
		line := strings.TrimSuffix(r.text, "\n")
		if !a.whole {
			line = cut(line)
		}
		if more > 0 || a.Len()+len(line) > mostAnswer {
			more++
			continue
		}
		a.line("%s", line)
		shown = append(shown, r.data...)
	}
	if more > 0 {
		a.line("… %s: offset: %d shows them; or %s", excerpt.Count(more, "more line"), seen-more, narrow)
		a.set("more", more)
		a.set("offset", seen-more)
	}
	return shown
}

// plain converts lines to rows. The data of a row is its text, as shown.
func plain(lines iter.Seq[string]) iter.Seq[row] {
	return func(yield func(row) bool) {
		for line := range lines {
			if !yield(rowOf(line, cut(strings.TrimSuffix(line, "\n")))) {
				return
			}
		}
	}
}

// cut returns a line, shortened if it is long.
func cut(line string) string {
	if len(line) <= longestLine {
		return line
	}
	at := longestLine
	for !utf8.RuneStart(line[at]) {
		at--
	}
	return fmt.Sprintf("%s… (%d bytes more)", line[:at], len(line)-at)
}

// few joins names for a message. If there are more than ten, it joins only the first ten, and adds
// the number of the rest.
func few(names []string) string {
	const most = 10
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
