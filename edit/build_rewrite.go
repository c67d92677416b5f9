package edit

import "errors"

// A Rule says what Rewrite writes, and in place of what (docs/rewrite.md). It has Match and
// To, or one of Text and Pattern, and By.
type Rule struct {
	Match   string // an expression with metavariables: lookup($map, $key)
	To      string // what is written for it: $map[$key]
	Text    string // literal text
	Pattern string // a regular expression over literal text
	By      string // a template that is written in its place: ${var.region}

	Types    bool // look into type constraints, and nowhere else
	Required bool // it is an error that nothing matches
}

// Rewrite writes expressions and text anew wherever they stand, by rules that apply in order.
func Rewrite(rules ...Rule) Operation {
	op := Operation{action: "rewrite"}
	if len(rules) == 0 {
		op.entry.err = errors.New("no rules")
		return op
	}
	sent := make([]map[string]any, len(rules))
	for i, r := range rules {
		rule := map[string]any{}
		for key, text := range map[string]string{"match": r.Match, "text": r.Text, "pattern": r.Pattern} {
			if text != "" {
				rule[key] = text
			}
		}
		if r.Match != "" {
			rule["to"] = r.To
		} else {
			rule["by"] = r.By
		}
		if r.Types {
			rule["types"] = true
		}
		if r.Required {
			rule["required"] = true
		}
		sent[i] = rule
	}
	return textOperation("rewrite", sent)
}
