package agents

import (
	"fmt"
	"strings"
)

// taskCosts are the costs of one task: those of the agent with iacedit, and those of the agent
// with text tools.
type taskCosts struct {
	title string
	files int // the number of changed files
	tools cost
	text  cost
	least cost // the costs of the text agent, without the costs of reading files
}

// table returns the figures as a table in Markdown, with a row of totals.
func table(figures []taskCosts) string {
	var out strings.Builder
	out.WriteString("| task | files | calls | bytes | text: calls | text: bytes | without reading |\n|---|--:|--:|--:|--:|--:|--:|\n")
	var sum taskCosts
	for _, f := range figures {
		row(&out, &f)
		sum.files += f.files
		for _, c := range []struct{ sum, one *cost }{{&sum.tools, &f.tools}, {&sum.text, &f.text}, {&sum.least, &f.least}} {
			c.sum.calls += c.one.calls
			c.sum.bytes += c.one.bytes
		}
	}
	sum.title = fmt.Sprintf("**all %d**", len(figures))
	row(&out, &sum)
	return out.String()
}

// row adds a row to the table.
func row(out *strings.Builder, f *taskCosts) {
	fmt.Fprintf(out, "| %s | %d | %d | %s | %d | %s | %s |\n", f.title, f.files, f.tools.calls, withCommas(f.tools.bytes), f.text.calls, withCommas(f.text.bytes), withCommas(f.least.bytes))
}

// withCommas formats a number with commas, such as 12,345.
func withCommas(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
