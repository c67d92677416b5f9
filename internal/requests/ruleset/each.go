package ruleset

import (
	"fmt"

	"github.com/goccy/go-yaml"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/requests/batch"
	"iacedit/module"
	"iacedit/read"
)

// A repeated is an element of "edits": the edits, and the addresses that say for what they are made.
// An address is "" if the element does not have it.
type repeated struct {
	each   string // the edits are made for each block or attribute here
	have   string // "if": the edits apply only to modules that have something here
	lack   string // "unless": the edits apply only to modules that have nothing here
	orders yaml.MapSlice
}

// addresses returns the members of an element of "edits" that are addresses, by their names.
func (s *repeated) addresses() map[string]*string {
	return map[string]*string{"each": &s.each, "if": &s.have, "unless": &s.lack}
}

// splitStep splits an element of "edits" into its addresses and its edits.
func splitStep(step yaml.MapSlice) (s repeated, err error) {
	addresses := s.addresses()
	for _, item := range step {
		to, ok := addresses[fmt.Sprint(item.Key)]
		if !ok {
			s.orders = append(s.orders, item)
			continue
		}
		if *to, ok = item.Value.(string); !ok {
			return s, fmt.Errorf("%q is an address, not %v", item.Key, item.Value)
		}
	}
	return s, nil
}

// fill replaces the parameters in the addresses by their values. It returns an error for an address
// that cannot be parsed.
func (s *repeated) fill(values map[string]string) error {
	for name, of := range s.addresses() {
		if *of = withValues(*of, values); *of == "" {
			continue
		}
		if _, err := address.Parse(*of); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// forEach returns the edits for everything that the address "each" selects in files, merged into
// the edits of one request. It returns nil if there is nothing at the address. If inModule is true,
// the files have names. Otherwise there is only one file, and the edits are for its code.
func (r *Rule) forEach(s *repeated, values map[string]string, files []edit.File, inModule bool) ([]byte, error) {
	var all [][]byte
	for i := range files {
		code, matches := r.find(&files[i], s.each)
		for _, m := range matches {
			b := &blockValues{file: files[i].Name, code: code, block: m.Block, item: m, values: values, inModule: inModule}
			text, err := jsonOf(s.orders, b.json)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", files[i].Name, lineOf(code, m), err)
			}
			all = append(all, text)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return batch.Merged(all)
}

// find parses a file and returns what an address selects in it. A file that does not parse has no
// matches: applying the edits reports or ignores it.
func (r *Rule) find(f *edit.File, of string) (*read.File, []read.Match) {
	code, err := read.Open(f.Code, address.Language{Dialect: r.Options().Dialect})
	if err != nil {
		return nil, nil
	}
	matches, err := code.Find(of)
	if err != nil {
		return code, nil // the file has nothing there
	}
	return code, matches
}

// choose returns the files of the modules to which the conditions of an element of "edits" allow the
// edits to apply. Each folder is a module.
func (r *Rule) choose(s *repeated, files []edit.File) ([]edit.File, error) {
	chosen := map[string]bool{}
	for i := range files {
		folder, _ := module.Split(files[i].Name)
		if _, known := chosen[folder]; !known {
			chosen[folder] = s.have == ""
		}
		if s.have != "" && !chosen[folder] && r.has(&files[i], s.have) {
			chosen[folder] = true
		}
	}
	for i := range files {
		folder, _ := module.Split(files[i].Name)
		if s.lack != "" && chosen[folder] && r.has(&files[i], s.lack) {
			chosen[folder] = false
		}
	}
	var in []edit.File
	for _, f := range files {
		if folder, _ := module.Split(f.Name); chosen[folder] {
			in = append(in, f)
		}
	}
	if len(in) > 0 && len(in) < len(files) && s.renamesInterface() {
		return nil, fmt.Errorf(`"if" and "unless" choose some of the modules, and the edits rename a variable or an output, which calls in the other modules would not follow; choose the module by "folder"`)
	}
	return in, nil
}

// has reports whether a file has something at an address.
func (r *Rule) has(f *edit.File, of string) bool {
	_, matches := r.find(f, of)
	return len(matches) > 0
}

// renamesInterface reports whether the edits rename variables or outputs, which other modules use.
func (s *repeated) renamesInterface() bool {
	for _, order := range s.orders {
		if types, ok := order.Value.(yaml.MapSlice); ok && order.Key == "rename" {
			for _, typ := range types {
				if typ.Key == "variable" || typ.Key == "output" {
					return true
				}
			}
		}
	}
	return false
}

// lineOf returns the line of what an address selects: a block, or an attribute of a block.
func lineOf(code *read.File, m read.Match) int {
	id := m.Block.ID
	if m.Path.Name != "" {
		id = code.Tree.Attribute(id, m.Path.Name)
	}
	return code.Tree.Line(code.Tree.Item(id).Name.From)
}

// placeholder returns the first placeholder of the edits that stands for a part of what "each"
// selects, or "".
func (s *repeated) placeholder() string {
	text, _ := jsonOf(s.orders, quoted)
	return string(fromBlock.Find(text))
}
