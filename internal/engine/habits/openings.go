package habits

// Openings counts heredocs by their opening, such as "<<-EOF". No method but Table.Add does work for
// all openings, because a file may have many, and its edits change few of them.
type Openings struct {
	all   []opening
	index map[string]int // by text, the index in all

	there int // how many openings have heredocs
	sum   int // the sum of the indexes of these openings
}

// An opening is an opening and the number of its heredocs, which may be 0.
type opening struct {
	text  string
	count int
}

// add adds n heredocs with an opening.
func (o *Openings) add(text string, n int) {
	at, known := o.index[text]
	if !known {
		if o.index == nil {
			o.index = map[string]int{}
		}
		at = len(o.all)
		o.index[text] = at
		o.all = append(o.all, opening{text: text})
	}
	was := o.all[at].count
	o.all[at].count += n
	switch {
	case was == 0 && n != 0:
		o.there++
		o.sum += at
	case was != 0 && was+n == 0:
		o.there--
		o.sum -= at
	}
}

// empty removes all openings, but keeps the memory. The work grows with the number of openings that
// were added since the last call.
func (o *Openings) empty() {
	for i := range o.all {
		delete(o.index, o.all[i].text)
	}
	clear(o.all)
	o.all, o.there, o.sum = o.all[:0], 0, 0
}

// Any reports whether there are heredocs.
func (o *Openings) Any() bool { return o.there > 0 }

// Len returns the number of openings that Table.Add passes through.
func (o *Openings) Len() int { return len(o.all) }

// Sole returns the opening of the heredocs, such as "<<-EOT". It returns "" if there are no
// heredocs, or if they have different openings.
func (o *Openings) Sole() string {
	if o.there != 1 {
		return ""
	}
	return o.all[o.sum].text // the sum of one index
}
