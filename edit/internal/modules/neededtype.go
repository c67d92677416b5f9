package modules

import (
	"slices"
	"strings"

	"iacedit/edit/internal/typing"
	"iacedit/internal/languages/terraform"
	"iacedit/lexer"
	"iacedit/refs"
	"iacedit/syntax"
)

// conflictingTypes is the needed type of an expression whose uses need different types.
const conflictingTypes = "?"

// addNeededType records the type that a use of an expression needs. The argument node is the passed
// expression, and user is the extracted item with the use.
func (c *reader) addNeededType(u *use, r *refs.Reference, node syntax.NodeID, user *extractedItem) {
	typ := conflictingTypes
	if c.source(node) == 0 {
		typ = c.neededType(u, r, node, user)
	}
	if typ == "" || u.passed.neededType != "" && u.passed.neededType != typ {
		typ = conflictingTypes
	}
	u.passed.neededType = typ
}

// sameElements are the functions whose result has the elements of their first argument.
var sameElements = []string{"slice", "tolist", "toset", "distinct", "sort", "compact", "reverse"}

// stringFunctions are the functions that need a string as their first argument.
var stringFunctions = []string{"join", "lower", "upper", "trimspace", "trimsuffix", "trimprefix", "replace", "split", "substr", "base64encode", "cidrsubnet", "cidrhost"}

// neededType returns the type that a use of an expression needs, such as "bool" for a condition. It
// returns "" if the use accepts several types.
func (c *reader) neededType(u *use, r *refs.Reference, node syntax.NodeID, by *extractedItem) string {
	// If element is set, the value is an element of the list at node. If list is set, the value is
	// a list, and node is one of its elements.
	element, list := false, false
	for up := c.parent[node]; up != 0; node, up = up, c.parent[up] {
		u.file.Budget.Step(1)
		switch n := c.e.Node(up); n.Kind {
		case syntax.NodeParen, syntax.NodeInterp:
		case syntax.NodeTemplate:
			if c.e.Sole(up) == 0 {
				return scalarType("string", element, list)
			}
		case syntax.NodeUnary, syntax.NodeBinary:
			return scalarType(operandType(n.Op), element, list)
		case syntax.NodeConditional:
			if n.First == node {
				return scalarType("bool", element, list)
			}
		case syntax.NodeTuple:
			if element || list {
				return ""
			}
			element = true
		case syntax.NodeCall:
			name, first := string(c.e.Source(n.First)), c.e.Node(n.First).Next
			switch {
			case first == node && slices.Contains(sameElements, name):
			case first == node && slices.Contains(stringFunctions, name), first != node && name == "indent":
				return scalarType("string", element, list)
			case first == node && name == "element" && !element && !list:
				list = true
			default:
				return ""
			}
		default:
			return ""
		}
	}
	if by == nil || by.local != "" || by.typ != "resource" && by.typ != "data" || terraform.TakesAny(by.address.Type) {
		return ""
	}
	typ := argumentType(by.address.Type, string(u.file.Tree.At(r.In)))
	switch {
	case element:
		of, _ := strings.CutPrefix(typ, "list(")
		return strings.TrimSuffix(of, ")")
	case list && typ != "string":
		return ""
	case list:
		return "list(string)"
	}
	return typ
}

// scalarType returns the type that a passed value needs if an expression with the value needs the
// type typ. The result is typ if the expression is the value itself. If the expression is a list
// that contains the value, or an element of the value, the result is "".
func scalarType(typ string, element, list bool) string {
	if element || list {
		return ""
	}
	return typ
}

// operandType returns the type that the operands of an operator need, such as "number" for +, or ""
// if they may have any type.
func operandType(op lexer.Kind) string {
	switch op {
	case lexer.Bang, lexer.And, lexer.Or:
		return "bool"
	case lexer.EqualOp, lexer.NotEqual:
		return ""
	}
	return "number"
}

// argumentType returns the type of an argument of a resource or data source, or "" if it is
// unknown. Terraform converts a value of another type to this type.
func argumentType(of, name string) string {
	provider, _, _ := strings.Cut(of, "_")
	switch {
	case name == "count":
		return "number"
	case provider != "aws" && provider != "azurerm" && provider != "google":
		return ""
	case name == "tags" && provider != "google", name == "labels":
		return "map(string)"
	case isStringName(name):
		return "string"
	}
	if one, found := strings.CutSuffix(name, "s"); found && isStringName(one) && strings.Contains(one, "_") || provider == "aws" && name == "security_groups" {
		return "list(string)"
	}
	return ""
}

// isStringName reports whether attributes with the given name are strings in some providers.
func isStringName(name string) bool {
	return typing.WellKnown(name) != "" || slices.ContainsFunc([]string{"_id", "_name", "_cidr_block"}, func(end string) bool { return strings.HasSuffix(name, end) })
}
