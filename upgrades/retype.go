package upgrades

import (
	"encoding/json"
	"fmt"
)

// A retyping gives blocks of one type another type.
type retyping struct {
	fact   *Fact
	blocks []*block
}

// request returns the edits of the retyping. Blocks of resources whose state no moved block can
// carry over get a removed block that leaves the object alone.
func (r *retyping) request() []byte {
	var all object
	seen := map[string]bool{}
	for _, b := range r.blocks {
		key := b.folder + " " + b.name
		if b.overrides() || seen[key] {
			continue // a rename changes override files and twins, too
		}
		seen[key] = true
		var in object
		if b.tree.name != "" {
			in = object{{"folder", b.folder}}
		}
		to := append(object{{"to", []string{r.fact.To, b.name}}}, in...)
		if b.of == "resource" {
			to = append(to, property{"moved", r.fact.Moved})
			if !r.fact.Moved {
				gone := append(object{{"attributes", object{{"from", b.address()}}}, {"blockTypes", object{{"lifecycle", []object{{{"attributes", object{{"destroy", false}}}}}}}}}, in...)
				all = merged(all, "add", object{{"removed", []object{gone}}})
			}
		}
		all = merged(all, "rename", object{{b.of, object{{b.typ, object{{b.name, []object{to}}}}}}})
	}
	if all == nil {
		return nil
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil
	}
	return text
}

// notes returns what has to be done by hand after a retyping.
func (r *retyping) notes(s *survey) (all []Note) {
	for _, b := range r.blocks {
		switch {
		case b.of != "resource":
		case !r.fact.Moved:
			all = append(all, b.note(b.id, "", fmt.Sprintf("is now %s.%s; a removed block leaves the old object alone: import it at the new address.", r.fact.To, b.name)))
		case s.folder(b.tree).tofu:
			all = append(all, b.note(b.id, "", fmt.Sprintf("is now %s.%s; OpenTofu may not move state between these types: see the plan.", r.fact.To, b.name)))
		}
	}
	return all
}
