package edit

import "errors"

// A Rule says what Rewrite replaces, and by what (docs/rewrite.md). It has Match and To, or By
// and one of Text and Pattern.
type Rule struct {
	Match   string // an expression with metavariables: lookup($map, $key)
	To      string // the expression that replaces it: $map[$key]
	Text    string // literal text
	Pattern string // a regular expression over literal text
	By      string // the template that replaces it: ${var.region}

	Types    bool // look into type constraints only
	Required bool // fail if nothing matches
}

// Rewrite replaces expressions and text wherever they are, by rules that apply in order.
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
