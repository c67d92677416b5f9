package upgrades

import (
	"cmp"
	"fmt"
	"strings"
)

// Describe returns the facts of a file, a line a fact, below the guide's headings.
func (c *Catalogue) Describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d (%s)\n", c.Provider, c.To, c.Guide)
	section := ""
	for i := range c.Entries {
		e := &c.Entries[i]
		if at := e.Of + " " + e.Type; at != section {
			section = at
			fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(at))
		}
		for j := range e.Facts {
			fmt.Fprintf(&b, "  %s", e.Facts[j].describe())
			if e.Section != e.Type {
				fmt.Fprintf(&b, "  [%s]", e.Section)
			}
			b.WriteByte('\n')
		}
	}
	if len(c.Edits) > 0 {
		fmt.Fprintf(&b, "\nthe whole code\n  %d edits\n", len(c.Edits))
	}
	return b.String()
}

// describe returns the fact as a line.
func (f *Fact) describe() string {
	path := cmp.Or(f.Path, "the block")
	switch f.Kind {
	case Rename:
		text := fmt.Sprintf("%s is now %s", path, f.To)
		if f.Expr != "" {
			text += fmt.Sprintf(", with the value %s", f.Expr)
		}
		if f.Swaps != nil {
			text += ", with another reference: " + f.swapTypes()
		}
		if f.Values != nil {
			text += ", with other values: " + pairsText(f.Values)
		}
		return text
	case Remove:
		return path + " is gone"
	case ReadOnly:
		return path + " can only be read now"
	case Reshape:
		return path + " is now " + f.Form.describe()
	case Retype:
		return "the type is now " + f.To
	case Value:
		return path + " has other values: " + pairsText(f.Values)
	case Default:
		return fmt.Sprintf("%s has another default: %s → %s", path, cmp.Or(string(f.Was), "?"), cmp.Or(string(f.Now), "?"))
	case Required:
		return path + " is required" + cmp.Or(prefixed(": ", f.Say), prefixed("; before, it was ", string(f.Was)))
	case Split:
		return "parts of the block become other blocks"
	}
	if f.Missing {
		path = "without " + path
	}
	return "by hand: " + path + ": " + f.Say
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

func pairsText(pairs []Pair) string {
	var texts []string
	for _, p := range pairs {
		texts = append(texts, literalText(p.Old)+" → "+cmp.Or(string(p.New), "(none)"))
	}
	return strings.Join(texts, ", ")
}

// String returns the changed default as a line.
func (d ChangedDefault) String() string {
	return fmt.Sprintf("%s.%s: %s → %s (%d)", d.Type, d.Path, cmp.Or(d.Was, "?"), cmp.Or(d.Now, "?"), d.Places)
}
