package draft

import (
	"strings"

	"iacedit/syntax"
)

// readAbout finds out whether the "moved" and "import" blocks of the file are below the blocks that
// they are about.
func (k *families) readAbout() {
	f := k.file
	k.about, k.notBelow, k.exists = map[string]syntax.ItemID{}, map[string]bool{}, map[string]bool{}
	d := f.Draft
	at := ""
	for id := d.FirstItem(syntax.Root); id != syntax.NoItem; id = d.NextItem(id) {
		f.Budget.Step(stepsPerName)
		if d.Kind(id) != syntax.KindBlock {
			at = ""
			continue
		}
		typ := string(d.Name(id))
		if typ != "moved" && typ != "import" {
			if at = (Block{f, id}).Reference(); at != "" {
				k.about[at] = id
			}
			continue
		}
		k.exists[typ] = true
		to := f.Index.Attribute(id, "to")
		if to == syntax.NoItem || at == "" || WithoutIndex(string(d.At(d.Item(to).Content))) != at {
			k.notBelow[typ] = true
			continue
		}
		k.about[at] = id
	}
}

// noteAbout updates the results of readAbout for a new block.
func (k *families) noteAbout(b Block, n *NewBlock) {
	typ := string(b.Draft.Name(b.ID))
	if typ != "moved" && typ != "import" {
		if at := b.Reference(); at != "" {
			k.about[at] = b.ID
		}
		return
	}
	above := b.Draft.PrevItem(b.ID)
	if n == nil || n.About == "" || above == syntax.NoItem || k.about[n.About] != above {
		k.notBelow[typ] = true
	} else {
		k.about[n.About] = b.ID
	}
	k.exists[typ] = true
}

// Reference returns how references to a resource or module begin, such as "aws_vpc.main". For any
// other block it returns "".
func (b Block) Reference() string {
	typ, labels := string(b.Draft.Name(b.ID)), b.firstLabels()
	switch {
	case typ == "resource" && len(labels) == 2:
		return labels[0] + "." + labels[1]
	case typ == "module" && len(labels) == 1:
		return "module." + labels[0]
	}
	return ""
}

// WithoutIndex returns an address up to its first index: "module.a" for "module.a[0].b".
func WithoutIndex(address string) string {
	address = strings.TrimSpace(address)
	if i := strings.IndexByte(address, '['); i >= 0 {
		address = address[:i]
	}
	return address
}

// firstLabels returns the first two labels of a block, or all if it has fewer.
func (b Block) firstLabels() (labels []string) {
	for label := range b.Draft.Labels(b.ID) {
		if labels = append(labels, string(label)); len(labels) == 2 {
			break
		}
	}
	return labels
}

// AsNewBlock returns a description of b, with which PlaceBeside can find a place for b in another
// file. The caller sets the field Moved.
func (b Block) AsNewBlock() *NewBlock {
	n := &NewBlock{Type: string(b.Draft.Name(b.ID)), Required: b.Index.Attribute(b.ID, "default") == syntax.NoItem, Labels: syntax.Strings(b.Draft.Labels(b.ID))}
	if to := b.Index.Attribute(b.ID, "to"); to != syntax.NoItem && (n.Type == "moved" || n.Type == "import") {
		n.About = WithoutIndex(string(b.Draft.At(b.Draft.Item(to).Content)))
	}
	return n
}
