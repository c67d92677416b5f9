package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"iacedit/internal/engine/rules"
	"iacedit/refs"
	"iacedit/syntax"
)

// lintRule is the rule of TFLint that reports declarations without references.
const lintRule = "terraform_unused_declarations"

// lintIgnore matches TFLint's annotations, which switch rules off for a line or a file.
var lintIgnore = regexp.MustCompile(`tflint-ignore(-file)?: ([^\n*/#]+)`)

// ignoresUnused reports whether a text contains an annotation that switches off the TFLint rule
// about unused declarations. If file is true, it looks for an annotation for the whole file,
// otherwise for an annotation for a single declaration.
func ignoresUnused(text []byte, file bool) bool {
	for _, m := range lintIgnore.FindAllSubmatch(text, -1) {
		if file != (len(m[1]) > 0) {
			continue
		}
		for rule := range strings.SplitSeq(string(m[2]), ",") {
			if rule = strings.TrimSpace(rule); rule == lintRule || rule == "all" && !file {
				return true
			}
		}
	}
	return false
}

// keptBecause returns the reason for keeping a declaration even if nothing refers to it. If there
// is no such reason, it returns "".
func keptBecause(tree *syntax.File, d *refs.Declaration) string {
	items := []syntax.ItemID{d.Item}
	if d.Kind == refs.Local {
		items = append(items, tree.Attribute(d.Item, string(tree.At(d.Name))))
	}
	for _, id := range items {
		switch comments := tree.At(tree.Comments(id)); {
		case rules.Spares(comments):
			return "its comment says iacedit:ignore"
		case ignoresUnused(comments, false):
			return "its comment says tflint-ignore"
		}
	}
	from := int(tree.Item(items[len(items)-1]).Name.From)
	code := tree.Text()
	switch {
	case ignoresUnused(lineFrom(code, from), false):
		return "its comment says tflint-ignore"
	case ignoresUnused(lineFrom(code, 0), true):
		return "the first line of the file says tflint-ignore-file"
	case d.Kind != refs.Data:
		return ""
	case string(tree.At(d.Type)) == "external":
		return "it runs a program"
	}
	for lifecycle := range tree.Blocks(d.Item, "lifecycle") {
		for _, condition := range []string{"precondition", "postcondition"} {
			for range tree.Blocks(lifecycle, condition) {
				return "it has a " + condition
			}
		}
	}
	return ""
}

func lineFrom(code []byte, from int) []byte {
	text := code[from:]
	if end := slices.Index(text, '\n'); end >= 0 {
		text = text[:end]
	}
	return text
}

// namedKept is the greatest number of objects that a summary names.
const namedKept = 5

// SummaryOfKept combines the warnings about objects that are kept on purpose into one warning. It
// has their number and the names of the first few objects.
func SummaryOfKept(kept []Warning) []Warning {
	if len(kept) < 2 {
		return kept
	}
	var names []string
	for _, k := range kept[:min(len(kept), namedKept)] {
		names = append(names, fmt.Sprintf("%s (%s:%d)", k.Address, k.File, k.Line))
	}
	more := ""
	if n := len(kept) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return []Warning{{Message: fmt.Sprintf("nothing refers to %d objects that comments or conditions keep: %s%s", len(kept), strings.Join(names, ", "), more)}}
}
