package modules

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// A dependency is something that stays, and that taken code depends on without a reference
// to a value of it.
type dependency struct {
	of   refs.Address
	text string // as it is written in "depends_on"
	by   *taken
	file *draft.File
	at   int32
}

// A dropped is an entry of a "depends_on" of taken code, which the call's takes over.
type dropped struct {
	block draft.Block
	at    int32 // of the reference in the entry
}

// depend notes an entry of "depends_on" in taken code about something that stays.
func (t *taker) depend(f *draft.File, r *refs.Reference, by *taken) {
	t.dropped = append(t.dropped, dropped{by.Block, r.Root.From})
	text := string(f.Tree.At(r.At))
	if !slices.ContainsFunc(t.depends, func(d dependency) bool { f.Budget.Step(1); return d.text == text }) {
		t.depends = append(t.depends, dependency{r.Address(f.Tree), text, by, f, r.Root.From})
	}
}

// checkCircles refuses a call that would depend on something that refers to the module.
func (t *taker) checkCircles() error {
	from := map[refs.Address]refs.Address{} // from where each was reached
	for _, d := range t.depends {
		queue := []refs.Address{d.of}
		if _, known := from[d.of]; known {
			continue
		}
		from[d.of] = refs.Address{}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			for _, next := range t.edgesOf(at) {
				t.m.Budget.Step(4)
				if t.things[next] != nil {
					return t.refuse(d.file, d.at, t.circle(d, from, at, next))
				}
				if _, known := from[next]; !known {
					from[next] = at
					queue = append(queue, next)
				}
			}
		}
	}
	return nil
}

// edgesOf returns what something that stays refers to, its provider configuration included.
func (t *taker) edgesOf(a refs.Address) []refs.Address {
	all := t.edges[a]
	switch a.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral:
		all = append(slices.Clip(all), refs.Address{Kind: refs.Provider, Type: providerOf(a.Type)})
	}
	return all
}

// circle describes the circle that a dependency would make.
func (t *taker) circle(d dependency, from map[refs.Address]refs.Address, last, taken refs.Address) string {
	way := ""
	if last != d.of {
		var names []string
		for at := last; at != d.of && len(names) < 5; at = from[at] {
			names = append(names, written(at))
		}
		slices.Reverse(names)
		way = ", by way of " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s depends on %s, which refers to %s%s: the module as a whole would depend on itself; take %s out, too, or leave one of the others", d.by, d.text, written(taken), way, d.text)
}

// drop takes the entries out of "depends_on" that the call's takes over. Replacements in the
// files come after it.
func (t *taker) drop() error {
	for from := 0; from < len(t.dropped); {
		b := t.dropped[from].block
		to := from
		for to < len(t.dropped) && t.dropped[to].block == b {
			to++
		}
		if err := t.dropFrom(b, t.dropped[from:to]); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// dropFrom takes entries out of the "depends_on" of one block.
func (t *taker) dropFrom(b draft.Block, entries []dropped) error {
	list := b.Index.Attribute(b.ID, "depends_on")
	if list == syntax.NoItem {
		return t.refuse(b.File, entries[0].at, "a depends_on of a nested block is about something that stays")
	}
	b.Draft.Expand(list)
	kept := 0
	var gone []syntax.ItemID
	for id := b.Draft.FirstItem(list); id != syntax.NoItem; id = b.Draft.NextItem(id) {
		b.Budget.Step(2)
		at := b.Draft.Item(id).Content
		if len(entries) > 0 && at.From <= entries[0].at && entries[0].at < at.To {
			gone = append(gone, id)
			entries = entries[1:]
		} else {
			kept++
		}
	}
	if len(entries) > 0 {
		return t.refuse(b.File, entries[0].at, "what depends_on has here is no element of a list")
	}
	if kept == 0 {
		return b.Draft.Delete(list)
	}
	for _, id := range gone {
		if err := b.Draft.Delete(id); err != nil {
			return err
		}
	}
	return nil
}
