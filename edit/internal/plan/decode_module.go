package plan

import (
	"path"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/engine/selection"
	"iacedit/module"
	"iacedit/value"
)

// A ModuleExtraction describes the blocks of a folder that become a module, or move to another root
// module.
type ModuleExtraction struct {
	Blocks []BlockToExtract
	To     string // the folder of the new module
	ToAt   int
	Name   string // the name of the call
	NameAt int
	Moved  bool      // add "moved" blocks
	Tidy   bool      // pass only used values, with short names and types
	Folder string    // a pattern of the folders in which the blocks may be, "" for all
	Root   *RootMove // how the blocks move to another root module, or nil if they become a module
	At     int
}

// A BlockToExtract names blocks or locals to extract, by an address.
type BlockToExtract struct {
	Address address.Address
	At      int
}

var moduleKeys = []string{"blocks", "to", "name", "moved", "tidy", "folder"}

// moduleExtraction decodes an entry under "extract" that has "blocks".
func (d *Decoder) moduleExtraction(s *selection.Scope, v *value.Value) (*ModuleExtraction, error) {
	if !d.Files {
		return nil, s.Refuse(v.At, `"blocks" become a module in a folder of its own: send "files" in place of "code"`)
	}
	x := &ModuleExtraction{At: v.At, ToAt: v.At, NameAt: v.At, Moved: true}
	for i := range v.Items {
		m := &v.Items[i]
		var err error
		switch m.Key {
		case "blocks":
			err = x.decodeBlocks(d, s, &m.Value)
		case "to":
			x.ToAt = m.Value.At
			x.To, err = d.Folder(s, &m.Value)
		case "name":
			x.NameAt = m.Value.At
			if x.Name = m.Value.Text; m.Value.Kind != value.String || !value.IsIdentifier(x.Name) {
				err = s.Refuse(m.Value.At, `"name" must be the name of the new module's call, such as "net"`)
			}
		case "moved":
			x.Moved, err = d.Flag(s, m)
		case "tidy":
			x.Tidy, err = d.Flag(s, m)
		case "folder":
			x.Folder, err = d.Folder(s, &m.Value)
		default:
			err = unknownMember(s, m, moduleKeys)
		}
		if err != nil {
			return nil, err
		}
	}
	switch {
	case x.To == "":
		return nil, s.Refuse(v.At, `the entry has no "to", the folder of the new module, such as "modules/net"`)
	case module.IsPattern(x.To):
		return nil, s.Refuse(x.ToAt, `"to" is a pattern; it must be one folder`)
	case x.Name != "":
		return x, nil
	}
	if x.Name = strings.ReplaceAll(path.Base(x.To), "-", "_"); !value.IsIdentifier(x.Name) {
		return nil, s.Refuse(v.At, `the entry has no "name", and %s is not a name for the new module's call`, excerpt.Quote(x.Name))
	}
	return x, nil
}

// decodeBlocks decodes the addresses of the extracted blocks.
func (x *ModuleExtraction) decodeBlocks(d *Decoder, s *selection.Scope, v *value.Value) error {
	if v.Kind != value.Array || len(v.Items) == 0 {
		return s.Refuse(v.At, `"blocks" must be an array of addresses, such as ["aws_vpc.main", "aws_subnet.*"]`)
	}
	for i := range v.Items {
		item := &v.Items[i].Value
		if err := d.Take(item.At); err != nil {
			return err
		}
		if item.Kind != value.String {
			return s.Refuse(item.At, `an element of "blocks" must be an address, found %s`, item.Kind)
		}
		a, err := selection.ParseAddress(item.Text, d.Budget)
		if err != nil {
			return s.Refuse(item.At, "the address %s: %s", excerpt.Quote(item.Text), err)
		}
		x.Blocks = append(x.Blocks, BlockToExtract{a, item.At})
	}
	return nil
}

// unknownMember returns the error for a member that is not among the known members.
func unknownMember(s *selection.Scope, m *value.Item, known []string) error {
	return s.Refuse(m.Value.At, "an entry has no key %s%s", excerpt.Quote(m.Key), nearest.DidYouMean(m.Key, slices.Values(known)))
}
