package diff

import (
	"bytes"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/sequence"
)

// A matcher pairs equal lines of two texts, such that the pairs are in the same order in both
// texts. For small texts it finds a longest common subsequence. For large texts it first pairs the
// lines that occur equally often in both. Then it pairs each remaining line with the next line that
// equals it.
type matcher struct {
	budget *budget.Budget
	out    []Edit

	oldAt, newAt []int // the offset of each line in oldText and newText, followed by the length of the text
	oldText      []byte
	newText      []byte
	base         int // the offset of oldText in the whole old text

	ids      map[string]int32
	old, new []int32 // the lines as numbers; equal lines have equal numbers

	counts [2][]int32 // for old and new, by number of the line: how often it occurs in the current range; 0 between calls
	finder sequence.Finder
	nextOf [][]int32 // by number of the line: the indexes of the equal new lines; empty between calls
	pairs  []pair
}

// A pair is the index of an old line and the index of an equal new line.
type pair struct{ old, new int }

const (
	maxTable = 1 << 14 // byTable compares ranges if the product of their numbers of lines is at most maxTable
	maxDepth = 24      // the largest depth to which byCounts divides ranges
)

// narrow narrows an edit of whole lines to the lines that differ. It appends the result, which may
// be several edits, to out.
func (m *matcher) narrow(out []Edit, old []byte, e Edit) []Edit {
	m.oldText, m.newText = old[e.From:e.To], e.Text
	from := commonStartLines(m.oldText, m.newText)
	m.oldText, m.newText = m.oldText[from:], m.newText[from:]
	behind := commonEndLines(m.oldText, m.newText)
	m.oldText, m.newText = m.oldText[:len(m.oldText)-behind], m.newText[:len(m.newText)-behind]
	m.base, m.out = e.From+from, out
	if len(m.oldText) == 0 || len(m.newText) == 0 {
		if len(m.oldText)+len(m.newText) > 0 {
			m.out = append(m.out, Edit{m.base, m.base + len(m.oldText), m.newText})
		}
		return m.out
	}
	m.oldAt, m.newAt = lineOffsets(m.oldAt[:0], m.oldText), lineOffsets(m.newAt[:0], m.newText)
	m.read()
	m.diffRange(0, len(m.old), 0, len(m.new), 0)
	return m.out
}

// commonStartLines returns the number of bytes in the equal lines at the start of two texts.
func commonStartLines(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) {
		end := lineEnd(a, n)
		if end > len(b) || !bytes.Equal(a[n:end], b[n:end]) || end == len(a) && a[end-1] != '\n' && end < len(b) {
			break
		}
		n = end
	}
	return n
}

// commonEndLines returns the number of bytes in the equal lines at the end of two texts.
func commonEndLines(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) {
		rest := a[:len(a)-n]
		from := bytes.LastIndexByte(rest[:len(rest)-1], '\n') + 1
		size := len(rest) - from
		other := b[:len(b)-n]
		if size > len(other) || !bytes.Equal(rest[from:], other[len(other)-size:]) || !endsLine(other[:len(other)-size]) {
			break
		}
		n += size
	}
	return n
}

// lineOffsets appends the offset of each line in a text, and the length of the text.
func lineOffsets(at []int, text []byte) []int {
	for pos := 0; pos < len(text); pos = lineEnd(text, pos) {
		at = append(at, pos)
	}
	return append(at, len(text))
}

// read sets the fields old and new: it gives equal lines equal numbers.
func (m *matcher) read() {
	if m.ids == nil {
		m.ids = make(map[string]int32)
	}
	m.old = m.number(m.old[:0], m.oldText, m.oldAt)
	m.new = m.number(m.new[:0], m.newText, m.newAt)
	for side := range m.counts {
		m.counts[side] = append(m.counts[side], make([]int32, len(m.ids)-len(m.counts[side]))...)
	}
}

func (m *matcher) number(ids []int32, text []byte, at []int) []int32 {
	m.budget.Step(4 * len(at))
	for i := range at[1:] {
		line := text[at[i]:at[i+1]]
		id, ok := m.ids[string(line)]
		if !ok {
			id = int32(len(m.ids))
			m.ids[string(line)] = id
		}
		ids = append(ids, id)
	}
	return ids
}

// appendEdit appends the edit that replaces the old lines a0 to a1 by the new lines b0 to b1. It
// does nothing if both ranges are empty.
func (m *matcher) appendEdit(a0, a1, b0, b1 int) {
	if a0 < a1 || b0 < b1 {
		m.out = append(m.out, Edit{m.base + m.oldAt[a0], m.base + m.oldAt[a1], m.newText[m.newAt[b0]:m.newAt[b1]]})
	}
}

// diffRange appends the edits that turn the old lines a0 to a1 into the new lines b0 to b1. The
// argument depth is the depth of the recursion.
func (m *matcher) diffRange(a0, a1, b0, b1, depth int) {
	for ; a0 < a1 && b0 < b1 && m.old[a0] == m.new[b0]; a0, b0 = a0+1, b0+1 {
	}
	for ; a0 < a1 && b0 < b1 && m.old[a1-1] == m.new[b1-1]; a1, b1 = a1-1, b1-1 {
	}
	n, k := a1-a0, b1-b0
	m.budget.Step(4 * (n + k))
	switch {
	case n == 0 || k == 0:
		m.appendEdit(a0, a1, b0, b1)
	case n*k <= maxTable:
		m.byTable(a0, a1, b0, b1)
	case depth < maxDepth && m.byCounts(a0, a1, b0, b1, depth):
	default:
		m.byNext(a0, a1, b0, b1)
	}
}

// byTable is like diffRange, but for small ranges. It finds a longest common subsequence in a table
// of all pairs of lines.
func (m *matcher) byTable(a0, a1, b0, b1 int) {
	m.budget.Step((a1 - a0 + 1) * (b1 - b0 + 1) >> 2)
	fromOld, fromNew := a0, b0
	sequence.Common(&m.finder, m.old[a0:a1], m.new[b0:b1], func(i, j int) {
		m.appendEdit(fromOld, a0+i, fromNew, b0+j)
		fromOld, fromNew = a0+i+1, b0+j+1
	})
	m.appendEdit(fromOld, a1, fromNew, b1)
}

// byCounts pairs the lines that occur once in both ranges. If there are none, it pairs the lines
// that occur equally often in both. It reports whether it has paired any lines.
func (m *matcher) byCounts(a0, a1, b0, b1, depth int) bool {
	m.budget.Step(8 * (a1 - a0 + b1 - b0))
	ofOld, ofNew := m.counts[0], m.counts[1]
	for _, id := range m.old[a0:a1] {
		ofOld[id]++
	}
	for _, id := range m.new[b0:b1] {
		ofNew[id]++
	}
	once := false
	for _, id := range m.old[a0:a1] {
		once = once || ofOld[id] == 1 && ofNew[id] == 1
	}
	same := m.pairEqualCounts(a0, a1, b0, b1, once)
	for _, id := range m.old[a0:a1] {
		ofOld[id], ofNew[id] = 0, 0
	}
	for _, id := range m.new[b0:b1] {
		ofOld[id], ofNew[id] = 0, 0
	}
	for _, p := range same {
		m.diffRange(a0, p.old, b0, p.new, depth+1)
		a0, b0 = p.old+1, p.new+1
	}
	if len(same) > 0 {
		m.diffRange(a0, a1, b0, b1, depth+1)
	}
	return len(same) > 0
}

// pairEqualCounts pairs the lines that occur equally often in both ranges: the first old line with
// the first equal new line, and so on. If the flag once is set, it pairs only lines that occur
// once. It returns a longest sequence of pairs that is in order in both texts.
func (m *matcher) pairEqualCounts(a0, a1, b0, b1 int, once bool) []pair {
	ofOld, ofNew := m.counts[0], m.counts[1]
	counted := func(id int32) bool { return ofOld[id] > 0 && ofOld[id] == ofNew[id] && (!once || ofOld[id] == 1) }
	places := map[int32][]int{}
	for j := b0; j < b1; j++ {
		if counted(m.new[j]) {
			places[m.new[j]] = append(places[m.new[j]], j)
		}
	}
	m.pairs = m.pairs[:0]
	for i := a0; i < a1; i++ {
		if id := m.old[i]; counted(id) {
			m.pairs = append(m.pairs, pair{i, places[id][0]})
			places[id] = places[id][1:]
		}
	}
	return m.longestAscending()
}

// longestAscending returns a longest subsequence of m.pairs in which the new lines are also in
// order.
func (m *matcher) longestAscending() []pair {
	places := make([]int, len(m.pairs))
	for k, p := range m.pairs {
		places[k] = p.new
	}
	kept := m.finder.Increasing(places)
	found := make([]pair, len(kept))
	for n, k := range kept {
		found[n] = m.pairs[k]
	}
	return found
}

// byNext is like diffRange, but for ranges in which byCounts finds no pairs. It pairs each old line
// with the next new line that equals it. An old line without a pair differs from all remaining new
// lines, so no equal lines are left between two pairs.
func (m *matcher) byNext(a0, a1, b0, b1 int) {
	m.nextOf = append(m.nextOf, make([][]int32, len(m.ids)-len(m.nextOf))...)
	m.budget.Step(4 * (a1 - a0 + b1 - b0))
	for j := b0; j < b1; j++ {
		m.nextOf[m.new[j]] = append(m.nextOf[m.new[j]], int32(j))
	}
	from, at := b0, a0
	for i := a0; i < a1; i++ {
		places := m.nextOf[m.old[i]]
		for len(places) > 0 && int(places[0]) < from {
			places = places[1:]
		}
		m.nextOf[m.old[i]] = places
		if len(places) == 0 {
			continue
		}
		m.appendEdit(at, i, from, int(places[0]))
		at, from = i+1, int(places[0])+1
	}
	m.appendEdit(at, a1, from, b1)
	for _, id := range m.new[b0:b1] {
		m.nextOf[id] = nil
	}
}
