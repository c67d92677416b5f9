package fuzz

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// typedLiteral returns a random type, and a literal that has exactly this type: functions such as tolist
// and tostring give lists, sets, maps and null their types.
func typedLiteral(r *rand.Rand, depth int) (typ, literal string) {
	kinds := 6
	if depth == 0 {
		kinds = 3
	}
	switch r.IntN(kinds) {
	case 0:
		return "string", oneOf(r, `"a"`, `""`, `"$${x}"`, `"a\nb"`, "tostring(null)")
	case 1:
		return "number", oneOf(r, "1", "-2.5", "0", "tonumber(null)")
	case 2:
		return "bool", oneOf(r, "true", "false")
	case 3:
		kind := oneOf(r, "list", "set")
		typ, element := typedElement(r, depth-1)
		return kind + "(" + typ + ")", fmt.Sprintf("to%s([%s%s])", kind, element, strings.Repeat(", "+element, r.IntN(3)))
	case 4:
		typ, value := typedElement(r, depth-1)
		return "map(" + typ + ")", fmt.Sprintf("tomap({ a = %s, %q = %[1]s })", value, "b-c")
	}
	a, first := typedLiteral(r, depth-1)
	b, second := typedLiteral(r, depth-1)
	return fmt.Sprintf("object({ a = %s, b = %s })", a, b), fmt.Sprintf("{ a = %s, b = %s }", first, second)
}

// typedElement is like typedLiteral, but without null, of which alone a collection has no type.
func typedElement(r *rand.Rand, depth int) (typ, literal string) {
	for typ, literal = typedLiteral(r, depth); strings.Contains(literal, "null"); {
		typ, literal = typedLiteral(r, depth)
	}
	return typ, literal
}

// A local that becomes a variable, and a local again, is the same bytes, with its comments and all
// references.
func TestVariableAndBack(t *testing.T) {
	conventionLaw(t, func(r *rand.Rand) error {
		_, literal := typedLiteral(r, 3)
		if r.IntN(4) == 0 {
			literal = "sensitive(" + literal + ")"
		}
		code := fmt.Sprintf("output \"o\" {\n  value = [local.x, \"${local.x}\", local.y, [for x in [1] : local.x]] # local.x\n}\n\nlocals {\n  y = local.x\n%s  x = %s%s\n}\n",
			oneOf(r, "", "  # One.\n", "  # One.\n  # Two \"x\" ${y}.\n"), literal, oneOf(r, "", " # behind"))
		there, err := conventional(code, `{"rename": [{"address": "local.x", "to": "var.v"}]}`)
		if err != nil {
			return err
		}
		if strings.Contains(strings.ReplaceAll(there, "# local.x", ""), "local.x") {
			return fmt.Errorf("a reference stays in\n%s", there)
		}
		back, err := conventional(there, `{"rename": [{"address": "var.v", "to": "local.x"}]}`)
		if diff := cmp.Diff(code, back); err == nil && diff != "" {
			err = fmt.Errorf("there and back:\n%s\n%s", there, diff)
		}
		return err
	})
}
