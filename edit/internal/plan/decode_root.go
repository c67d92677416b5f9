package plan

import (
	"slices"

	"iacedit/address"
	"iacedit/module"
	"iacedit/value"
)

// A RootMove describes how blocks move from one root module to another.
type RootMove struct {
	Targets []Target       // the blocks, each target with one entry; empty while an entry is decoded
	Inputs  bool           // what the other root lacks becomes a variable there
	Outputs bool           // what is referred to from the first root becomes an output of the other, and a variable of the first
	Import  bool           // add "import" blocks
	IDs     []value.Item   // by address of an instance: its ID for the import
	State   []*value.Value // what "terraform show -json" printed for the first root
}

// rootMember decodes a member of an entry under "move" that moves its blocks to another root
// module.
func (d *Decoder) rootMember(s *scope, e *Entry, item *value.Item) (err error) {
	v := &item.Value
	if e.Root == nil {
		e.Root = &ModuleExtraction{Root: &RootMove{Import: true}, Tidy: true, At: e.At, ToAt: e.At}
	}
	x := e.Root
	switch item.Key {
	case "root":
		x.ToAt = v.At
		if x.To, err = d.Folder(&s.Scope, v); err == nil && module.IsPattern(x.To) {
			err = s.Refuse(v.At, `"root" is a pattern; it must be one folder`)
		}
	case "state":
		if v.Kind != value.Object {
			return s.Refuse(v.At, `"state" must be the object that "terraform show -json" prints, found %s`, v.Kind)
		}
		x.Root.State = append(x.Root.State, v)
	case "ids":
		if v.Kind != value.Object {
			return s.Refuse(v.At, `"ids" must be an object of addresses and import IDs, such as {"aws_vpc.main": "vpc-1"}, found %s`, v.Kind)
		}
		for i := range v.Items {
			id := &v.Items[i]
			if err := d.Take(id.Value.At); err != nil {
				return err
			}
			if id.Value.Kind != value.String || id.Value.Text == "" {
				return s.Refuse(id.Value.At, "the import ID of %s must be a string that is not empty", id.Key)
			}
		}
		x.Root.IDs = append(x.Root.IDs, v.Items...)
	case "inputs":
		x.Root.Inputs, err = d.Flag(&s.Scope, item)
	case "outputs":
		x.Root.Outputs, err = d.Flag(&s.Scope, item)
	case "import":
		x.Root.Import, err = d.Flag(&s.Scope, item)
	}
	return err
}

// checkRoot returns an error for an entry whose members for a move to another root module are
// incomplete, or contradict other members.
func (d *Decoder) checkRoot(s *scope, e *Entry, v *value.Value) error {
	for i := range v.Items {
		switch key := v.Items[i].Key; key {
		case "file", "place", "attributes", "blockTypes":
			return s.Refuse(v.Items[i].Value.At, `"root" does not go with %q`, key)
		}
	}
	switch {
	case e.Root.To == "":
		return s.Refuse(e.At, `the entry has no "root", the folder of the other root module`)
	case !d.Files:
		return s.Refuse(e.Root.ToAt, `"root" moves blocks to another folder: send "files" in place of "code"`)
	}
	return nil
}

// addRootMoves adds, for each entry that moves blocks to another root module, the block to the
// operation before it, if that moves blocks to the same root module, or else to a new operation. It
// returns the other entries.
func (d *Decoder) addRootMoves(s *scope, labels []string, entries []Entry, at int) []Entry {
	others := entries
	for i := range entries {
		e := &entries[i]
		if e.Root == nil {
			continue
		}
		if len(others) == len(entries) {
			others = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return e.Root != nil })
		}
		x := d.lastRootMove(e.Root.To)
		if x == nil {
			x = e.Root
			d.operations = append(d.operations, Operation{Action: Extract, Target: Target{At: e.At}, Extractions: []Extraction{{Module: x, At: e.At}}})
		} else {
			r, more := x.Root, e.Root.Root
			r.Inputs, r.Outputs, r.Import = r.Inputs || more.Inputs, r.Outputs || more.Outputs, r.Import && more.Import
			r.IDs, r.State = append(r.IDs, more.IDs...), append(r.State, more.State...)
		}
		x.Root.Targets = append(x.Root.Targets, Target{Type: s.Type, Labels: labels, Wild: slices.ContainsFunc(labels, address.IsPattern), Entries: []Entry{*e}, At: at})
	}
	return others
}

// lastRootMove returns the move to a root module with which the last operation ends, or nil.
func (d *Decoder) lastRootMove(to string) *ModuleExtraction {
	if len(d.operations) == 0 {
		return nil
	}
	op := &d.operations[len(d.operations)-1]
	if len(op.Extractions) == 0 {
		return nil
	}
	if x := op.Extractions[len(op.Extractions)-1].Module; x != nil && x.Root != nil && x.To == to {
		return x
	}
	return nil
}
