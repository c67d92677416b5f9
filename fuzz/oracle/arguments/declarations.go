package main

import (
	"regexp"
	"strings"
)

var (
	declaration = regexp.MustCompile(`^ *(?:export )?interface (\w+)`)
	member      = regexp.MustCompile(`^ *readonly \w+\??: (.*)`)
	documented  = regexp.MustCompile(`\{@link [^ }]*?providers/(?:hashicorp/)?(\w+)/[^ }]*?(\w+)(?:\.html)?#(\w+)\W`)
	ofBlock     = regexp.MustCompile(`^ *\* \w+ block\.?$`)
	class       = regexp.MustCompile(`class \w+ extends cdkt[fn]\.(Terraform\w+)`)
	typeOfClass = regexp.MustCompile(`tfResourceType(?:: string|: "\w+")? = "(\w+)"`)
	constructor = regexp.MustCompile(`constructor\(.*config\??: (?:\w+\.)?(\w+)\)`)
	typeName    = regexp.MustCompile(`\b[A-Z]\w+`)
)

// declarations are the interfaces and classes of a package.
type declarations struct {
	members map[string][]declared // the members of interfaces
	pages   map[string]string     // the types that the documentation of interfaces is about
	configs map[string]string     // the interfaces of types
}

// A declared is a member of an interface: an argument or a nested block, and the names of types in
// its type.
type declared struct {
	name  string
	block bool
	types []string
	any   bool // the type says nothing
}

// prefixes are what stands before the names of types.
var prefixes = map[string]string{"TerraformDataSource": "data.", "TerraformProvider": "provider.", "TerraformResource": ""}

// read reads a file.
func (d *declarations) read(text string) {
	in, of, typ := "", "", ""
	var next declared
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := declaration.FindStringSubmatch(line); m != nil {
			in, next = m[1], declared{}
		} else if ofBlock.MatchString(line) {
			next.block = true
		} else if m := documented.FindStringSubmatch(line); m != nil && in != "" {
			next.name = m[3]
			d.pages[in] = m[1] + "_" + m[2]
		} else if m := member.FindStringSubmatch(line); m != nil && in != "" {
			if next.name != "" {
				next.types = typeName.FindAllString(m[1], -1)
				next.any = strings.HasPrefix(m[1], "any")
				d.members[in] = append(d.members[in], next)
			}
			next = declared{}
		} else if m := class.FindStringSubmatch(line); m != nil {
			in, of, typ = "", prefixes[m[1]], ""
		} else if m := typeOfClass.FindStringSubmatch(line); m != nil {
			typ = m[1]
		} else if m := constructor.FindStringSubmatch(line); m != nil {
			if typ == "" {
				typ = d.pages[m[1]]
			}
			d.configs[of+typ] = m[1]
		}
	}
}

// nodes adds the arguments of each type.
func (d *declarations) nodes(all map[string]*node) {
	for typ, config := range d.configs {
		all[typ] = d.node(config, 0)
	}
}

// node returns the members of an interface, with what is inside them. Interfaces may contain
// themselves, so there is an end to the depth.
func (d *declarations) node(of string, depth int) *node {
	n := &node{block: true}
	for _, m := range d.members[of] {
		child := &node{name: m.name, block: m.block}
		if m.any {
			child.inside = []*node{{name: "*"}}
		}
		for _, typ := range m.types {
			if d.members[typ] != nil && depth < 12 {
				child.inside = d.node(typ, depth+1).inside
			}
		}
		n.inside = append(n.inside, child)
	}
	return n
}
