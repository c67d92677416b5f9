package uses

import (
	"bytes"
	"regexp"
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

// reasonToKeep returns the reason for keeping a declaration even if nothing refers to it. If there
// is no such reason, it returns "".
func reasonToKeep(tree *syntax.File, d *refs.Declaration) string {
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
	line, _, _ := bytes.Cut(tree.Text()[tree.Item(items[len(items)-1]).Name.From:], []byte("\n"))
	first, _, _ := bytes.Cut(tree.Text(), []byte("\n"))
	switch {
	case ignoresUnused(line, false):
		return "its comment says tflint-ignore"
	case ignoresUnused(first, true):
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
