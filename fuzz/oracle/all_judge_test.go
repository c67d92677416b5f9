package oracle

import (
	"bytes"
	"slices"
	"strings"
)

// judge compares what is in files after an edit with what the model says.
func (m *mModule) judge(names []string, codes []*code, after map[string]*code) error {
	clean := !slices.ContainsFunc(codes, func(c *code) bool { return !c.clean })
	for i, name := range names {
		if was, is := codes[i], after[name]; was.clean && (clean || !m.moved) && !is.clean && !was.quirk && !is.quirk {
			return errorf("%s is not clean:\n%s", name, is.src)
		}
	}
	var was, is []mLoose
	for _, f := range m.files {
		c := after[f.name]
		if c == nil {
			return errorf("%s is not there", f.name)
		}
		src, got := c.src, modelOf(f.name, c)
		if a, b := dumpOf(f), dumpOf(got); a != b {
			return errorf("%s:\n%s\nis\n%s\nand by the rules\n%s", f.name, src, onlyIn(b, a), onlyIn(a, b))
		}
		was = append(was, f.loose...)
		is = append(is, got.loose...)
		if err := m.order(f, got); err != nil {
			return errorf("%s: %w\n%s", f.name, err, src)
		}
	}
	if err := m.comments(was, is); err != nil {
		return err
	}
	for i, name := range names {
		if err := sameElsewhere(codes[i].src, after[name].src, m.touched[name]); err != nil {
			return errorf("%s: %w\n%s", name, err, after[name].src)
		}
	}
	return nil
}

// dumpOf writes what is in a file, the blocks in no order.
func dumpOf(f *modelFile) string {
	var all []string
	for _, b := range f.blocks {
		all = append(all, b.dump(true))
	}
	slices.Sort(all)
	return strings.ReplaceAll(strings.Join(all, ""), `\\r\\n`, `\\n`) // line ends are as in the file
}

// onlyIn returns the lines of a that b has not.
func onlyIn(a, b string) string {
	var only []string
	left := strings.Split(b, "\n")
	for line := range strings.SplitSeq(a, "\n") {
		if i := slices.Index(left, line); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		only = append(only, line)
	}
	return strings.Join(only, "\n")
}

// comments: those that stand apart still do, but for those in what was replaced.
func (m *mModule) comments(was, left []mLoose) error {
	for _, c := range was {
		if m.exact(c.file, c.line) {
			continue
		}
		i := slices.IndexFunc(left, func(l mLoose) bool { return l.text == c.text && (l.file == c.file || m.moved) })
		if i < 0 {
			return errorf("the comment %q that stood apart is gone", c.text)
		}
		left = slices.Delete(left, i, i+1)
	}
	for _, c := range left {
		if !slices.ContainsFunc(was, func(w mLoose) bool { return w.text == c.text && m.exact(w.file, w.line) }) {
			return errorf("the comment %q stands apart now", c.text)
		}
	}
	return nil
}

// exact reports whether all of a line may change.
func (m *mModule) exact(file string, line int) bool {
	return slices.ContainsFunc(m.touched[file], func(t mTouch) bool { return t.exact && t.from <= line && line < t.to })
}

// order: what was there is in the order in which it was.
func (m *mModule) order(was, is *modelFile) error {
	if m.moved {
		return nil
	}
	names := func(f *modelFile, keep func(string) bool) (all []string) {
		for _, b := range f.blocks {
			at := b.typ + " " + strings.Join(b.labels, " ")
			for _, it := range b.items {
				if path := at + " " + it.name; keep(path) {
					all = append(all, path)
				}
			}
		}
		return all
	}
	old := map[string]bool{}
	for _, b := range was.blocks {
		for _, it := range b.items {
			old[b.typ+" "+strings.Join(b.labels, " ")+" "+it.name] = !it.fresh && !b.fresh
		}
	}
	a, b := names(was, func(path string) bool { return old[path] }), names(is, func(path string) bool { return old[path] })
	if !slices.Equal(a, b) {
		return errorf("the order is %q, and was %q", b, a)
	}
	return nil
}

// inPlaces: an attribute that was made in a place is there.
func (m *mModule) inPlaces(after map[string]*code) error {
	for _, p := range m.places {
		got := modelOf(p.block.file, after[p.block.file])
		i := slices.IndexFunc(got.blocks, func(b *mBlock) bool { return b.typ == p.block.typ && slices.Equal(b.labels, p.block.labels) })
		if i < 0 || m.moved || p.beside != "" && slices.IndexFunc(got.blocks[i].items, func(it *mItem) bool { return it.name == p.beside }) < 0 {
			continue
		}
		items := got.blocks[i].items
		at := slices.IndexFunc(items, func(it *mItem) bool { return it.name == "placed" })
		if at < 0 {
			continue
		}
		near := func(n int) string {
			if at+n < 0 || at+n >= len(items) {
				return ""
			}
			return quoteJSON(items[at+n].name)
		}
		switch {
		case p.where == `"first"` && at > 0, p.where == `"last"` && at < len(items)-1,
			strings.HasPrefix(p.where, `{"before"`) && !strings.Contains(p.where, near(1)+"}"),
			strings.HasPrefix(p.where, `{"after"`) && !strings.Contains(p.where, near(-1)+"}"):
			return errorf("the place is %s, and it is attribute %d of %d, between %s and %s", p.where, at, len(items), near(-1), near(1))
		}
	}
	return nil
}

// sameElsewhere: lines that no edit touches stay; in what is edited, blanks may change.
func sameElsewhere(was, is []byte, touched []mTouch) error {
	if bytes.Equal(was, is) {
		return nil
	}
	a, b := strings.SplitAfter(string(was), "\n"), strings.SplitAfter(string(is), "\n")
	gone := make(map[string]int) // lines of b that stand for none of a, squeezed
	keptA, keptB := common(a, b)
	for j, line := range b {
		if !keptB[j] {
			gone[squeezed(line)]++
		}
	}
	spare := make(map[string]int) // lines that may go, and others like them stand for
	for i, line := range a {
		if keptA[i] && slices.ContainsFunc(touched, func(t mTouch) bool { return t.exact && t.from <= i && i < t.to }) {
			spare[squeezed(line)]++
		}
	}
	for i, line := range a {
		if keptA[i] {
			continue
		}
		exact, inside := false, false
		for _, t := range touched {
			in := t.from <= i && i < t.to
			exact, inside = exact || in && t.exact, inside || in
		}
		s := squeezed(line)
		beside := slices.ContainsFunc(touched, func(t mTouch) bool { return t.from-3 <= i && i <= t.to+3 })
		switch {
		case exact:
		case s == "" && beside:
		case spare[s] > 0:
			spare[s]--
		case gone[s] > 0 && (inside || beside):
			gone[s]--
		case (inside || beside) && closed(gone, s) != "":
			rest := closed(gone, s)
			gone[s+rest]--
			spare[rest]++ // the line of the closing bracket
		default:
			return errorf("line %d, %q, is not there any more, and nothing said so", i+1, line)
		}
	}
	return nil
}

// closed returns what follows a line that ends in an opening bracket in one of the lines, if the bracket
// is closed at once there: the value in it is empty now.
func closed(lines map[string]int, line string) string {
	for _, brackets := range []string{"[]", "{}"} {
		if !strings.HasSuffix(line, brackets[:1]) {
			continue
		}
		for l, n := range lines {
			if rest, ok := strings.CutPrefix(l, line); ok && n > 0 && strings.HasPrefix(rest, brackets[1:]) {
				return rest
			}
		}
	}
	return ""
}

// squeezed is a line without what aligning it, or a neighbour of it, changes.
func squeezed(line string) string {
	return strings.TrimSuffix(strings.NewReplacer(" ", "", "\t", "", "\n", "", "\r", "", ",", "").Replace(line), ",")
}

// common returns which lines of two texts are in a longest common subsequence.
func common(a, b []string) (inA, inB []bool) {
	inA, inB = make([]bool, len(a)), make([]bool, len(b))
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		inA[from], inB[from] = true, true
		from++
	}
	endA, endB := len(a), len(b)
	for endA > from && endB > from && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
		inA[endA], inB[endB] = true, true
	}
	n, k := endA-from, endB-from
	longest := make([][]int, n+1)
	for i := range longest {
		longest[i] = make([]int, k+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := k - 1; j >= 0; j-- {
			if a[from+i] == b[from+j] {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < k; {
		switch {
		case a[from+i] == b[from+j]:
			inA[from+i], inB[from+j] = true, true
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return inA, inB
}
