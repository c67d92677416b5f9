package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

// A moduleMaker makes the modules that random edits of every kind are made of: calls,
// heredocs, comments, nested blocks, in several files and dresses.
type moduleMaker struct{ *rand.Rand }

func (m moduleMaker) one(of ...string) string { return of[m.IntN(len(of))] }

var (
	mTypes = []string{"t_a", "t_b", "t_c"}
	mNames = []string{"name", "tags", "policy", "ports", "text", "size", "a_long_attribute_name"}
	mKeys  = []string{"Owner", "env", "a-b", "x/y", "Name"}
	mFiles = []string{"main.tf", "net.tf", "x.tf"}
)

// files makes the files of a module.
func (m moduleMaker) files() (names []string, codes [][]byte) {
	texts := make([]string, 1+m.IntN(3))
	for i := range 1 + m.IntN(5) {
		block := m.comment("", 4) + fmt.Sprintf("resource %q %q {%s\n", m.one(mTypes...), "n"+itoa(i), m.tail(8)) + m.body("  ", 1) + "}" + m.tail(8) + "\n"
		if m.IntN(8) == 0 {
			block = "locals {\n" + m.body("  ", 0) + "}\n"
		}
		at := m.IntN(len(texts))
		if m.IntN(10) == 0 {
			texts[at] += "# stands apart\n\n"
		}
		texts[at] += block + strings.Repeat("\n", 1+m.IntN(4)/3)
	}
	tidy, crlfs := m.IntN(3) > 0, m.IntN(8) == 0
	for i, text := range texts {
		text = strings.TrimRight(text, "\n") + "\n"
		code := []byte(strings.TrimPrefix(text, "\n"))
		if tidy {
			code = hclwrite.Format(code)
		}
		if crlfs {
			code = crlf(code)
		}
		names, codes = append(names, mFiles[i]), append(codes, code)
	}
	return names, codes
}

func (m moduleMaker) comment(indent string, seldom int) string {
	if m.IntN(seldom) > 0 {
		return ""
	}
	return indent + m.one("# why\n", "// note\n", "# first\n"+indent+"# second\n", "/* block */\n")
}

func (m moduleMaker) tail(seldom int) string {
	if m.IntN(seldom) > 0 {
		return ""
	}
	return m.one(" # tail", " // tail", "   # far")
}

// body makes attributes, and nested blocks to a depth.
func (m moduleMaker) body(indent string, depth int) string {
	var b strings.Builder
	for _, i := range m.Perm(len(mNames))[:1+m.IntN(4)] {
		if m.IntN(6) == 0 {
			b.WriteString("\n")
		}
		b.WriteString(m.comment(indent, 5))
		v := m.value(2+m.IntN(4)/3, indent, true)
		b.WriteString(indent + mNames[i] + " = " + v)
		if !strings.HasSuffix(v, "EOT") {
			b.WriteString(m.tail(6))
		}
		b.WriteString("\n")
	}
	for depth > 0 && m.IntN(2) == 0 {
		b.WriteString(m.one("", "\n") + m.comment(indent, 5) + indent + m.one("rule", "rule", "setting") + " {\n")
		fmt.Fprintf(&b, "%s  port = %d\n", indent, m.IntN(3))
		b.WriteString(m.body(indent+"  ", depth-1) + indent + "}\n")
	}
	return b.String()
}

func (m moduleMaker) scalar() string {
	return m.one("1", "80", "true", `"s"`, `"me"`, `"a ${var.x} b"`, "var.x", `""`, "null", "var.on ? 1 : 2")
}

// value makes an expression; what goes over lines is indented. own is whether a heredoc may
// end it.
func (m moduleMaker) value(depth int, indent string, own bool) string {
	if depth <= 0 {
		return m.scalar()
	}
	switch m.IntN(16) {
	case 0, 1, 2:
		return m.object(depth, indent)
	case 3, 4:
		return m.list(depth, indent)
	case 5, 6, 7:
		args := []string{m.one("var.x", m.object(depth-1, indent)), m.one(m.object(depth, indent), m.object(depth, indent), "var.y", "("+m.object(depth, indent)+")")}
		if m.IntN(3) == 0 {
			args = append(args, m.object(depth-1, indent))
		}
		return "merge(" + strings.Join(args, ", ") + m.one("", "", "", "", "...") + ")"
	case 8:
		return m.one("jsonencode", "tomap", "sensitive", "f") + "(" + m.object(depth, indent) + ")"
	case 9:
		return "concat(" + m.list(depth-1, indent) + ", " + m.one("var.x", m.list(depth-1, indent)) + ", " + m.list(depth-1, indent) + ")"
	case 10:
		return "(" + m.value(depth-1, indent, false) + ")"
	case 11:
		if own {
			return "<<-EOT\n" + indent + "  one\n" + indent + "  two ${var.x}\n" + indent + "EOT"
		}
	}
	return m.scalar()
}

func (m moduleMaker) object(depth int, indent string) string {
	keys := m.Perm(len(mKeys))[:m.IntN(4)]
	if len(keys) == 0 {
		return "{}"
	}
	key := func(i int) string {
		k := mKeys[keys[i]]
		if strings.Contains(k, "/") || m.IntN(4) == 0 {
			return quoteJSON(k)
		}
		return k
	}
	if m.IntN(3) == 0 {
		var pairs []string
		for i := range keys {
			pairs = append(pairs, key(i)+" = "+m.inline())
		}
		return "{ " + strings.Join(pairs, ", ") + " }"
	}
	var b strings.Builder
	b.WriteString("{" + m.tail(10) + "\n")
	comma := m.one("", "", ",")
	sign := m.one(" = ", " = ", " : ")
	for i := range keys {
		v := m.value(depth-1, indent+"  ", comma == "")
		b.WriteString(m.comment(indent+"  ", 5) + indent + "  " + key(i) + sign + v)
		if !strings.HasSuffix(v, "EOT") {
			b.WriteString(comma + m.tail(6))
		}
		b.WriteString("\n")
	}
	if m.IntN(10) == 0 {
		b.WriteString("\n" + indent + "  # apart\n")
	}
	return b.String() + indent + "}"
}

func (m moduleMaker) inline() string {
	return m.one(m.scalar(), m.scalar(), "[1, 2]", "{ Owner = 1 }", "jsonencode({ env = 2 })")
}

func (m moduleMaker) list(depth int, indent string) string {
	n := m.IntN(4)
	if n == 0 {
		return "[]"
	}
	if m.IntN(2) == 0 {
		var all []string
		for range n {
			all = append(all, m.scalar())
		}
		return "[" + strings.Join(all, ", ") + "]"
	}
	var b strings.Builder
	b.WriteString("[\n")
	for i := range n {
		comma := ","
		if i == n-1 {
			comma = m.one(",", ",", "")
		}
		b.WriteString(m.comment(indent+"  ", 5) + indent + "  " + m.value(max(depth-1, 0), indent+"  ", false) + comma + m.tail(6) + "\n")
	}
	return b.String() + indent + "]"
}
