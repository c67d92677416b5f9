package regex

import (
	"bytes"
	"regexp/syntax"
	"unicode/utf8"

	"iacedit/internal/base/budget"
)

// A machine runs the program of a regular expression on texts, one after the other. It follows all
// alternatives at once: at each character of the text it has one thread at most for each
// instruction (Pike's algorithm, with the priorities of package regexp). So it reads a text only
// once, and needs memory only for the threads.
type machine struct {
	*Regexp
	budget    *budget.Budget
	now, next threads
	seen      []uint32 // for each instruction, the last round in which it was reached
	round     uint32   // the number of the current round, in which a list of threads is filled
	stack     []pending
	start     []int32 // the captures of a new thread
	found     []int32 // the recorded captures of the match
	work      int     // the steps that are not charged yet

	before, after rune // the characters around the position at which threads are added; -1 at the ends of the text
}

// threads is a list of threads, by priority. Each waits at an instruction that reads a character,
// or at the end of the program.
type threads struct {
	at       []uint32 // the instructions
	captures []int32  // of all threads, one after the other
}

// A pending is something that reach still has to do: to reach an instruction or, if slot is not
// negative, to restore a capture.
type pending struct {
	instruction uint32
	slot        int
	old         int32
}

// endOfText is the character before and after a text.
const endOfText rune = -1

// The price of matching: reaching an instruction is one step, and so is letting a thread read a
// character or copying some captures. After each character of a text, the steps are charged if they are at least leastCharged.
const leastCharged, capturesPerWork = 256, 16

// machine returns an idle machine or a new one, whose memory it charges to the budget.
func (r *Regexp) machine(b *budget.Budget) *machine {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if n := len(r.idle); n > 0 {
		m := r.idle[n-1]
		r.idle = r.idle[:n-1]
		m.budget = b
		return m
	}
	n := len(r.program.Inst)
	const perInstruction, perCapture = 4 + 2*4 + 2*24, 2 * 4
	b.Hold(n * (perInstruction + perCapture*r.recorded))
	list := func() threads { return threads{make([]uint32, 0, n), make([]int32, 0, n*r.recorded)} }
	return &machine{
		Regexp: r, budget: b, now: list(), next: list(), seen: make([]uint32, n),
		stack: make([]pending, 0, n), start: make([]int32, r.recorded), found: make([]int32, r.recorded),
	}
}

// release charges the rest of a machine's work, and makes the machine available for another text.
func (r *Regexp) release(m *machine) {
	m.pay()
	m.budget = nil
	r.mutex.Lock()
	r.idle = append(r.idle, m)
	r.mutex.Unlock()
}

// pay charges the work since the last call.
func (m *machine) pay() {
	m.budget.Step(m.work)
	m.work = 0
}

// search finds the first match that does not start before an offset of a text. If the argument
// where is true, it stores the offsets of the match in m.found; otherwise it stops as soon as it
// knows that there is a match.
func (m *machine) search(text []byte, at int, where bool) (matched bool) {
	captures := 0
	if where {
		captures = m.recorded
	}
	m.now.empty()
	m.nextRound()
	before := endOfText
	if at > 0 {
		before, _ = utf8.DecodeLastRune(text[:at])
	}
	for {
		if len(m.now.at) == 0 {
			if matched || m.anchored && at > 0 {
				return matched
			}
			if skipped := m.skip(text[at:]); skipped < 0 {
				return false
			} else if skipped > 0 {
				at += skipped
				before, _ = utf8.DecodeLastRune(text[:at])
			}
		}
		c, width := runeAt(text, at)
		if !matched {
			m.before, m.after = before, c
			start := m.start[:captures]
			for i := range start {
				start[i] = -1
			}
			if where {
				start[0] = int32(at)
			}
			m.reach(&m.now, uint32(m.program.Start), at, start)
		}
		m.before = c
		m.after, _ = runeAt(text, at+width)
		matched = m.read(c, at, width, captures) || matched
		if width == 0 || matched && !where {
			return matched
		}
		if m.work >= leastCharged {
			m.pay()
		}
		before = c
		at += width
		m.now, m.next = m.next, m.now
	}
}

// skip returns the number of bytes before the next place at which a match can start, or -1 if there
// is no such place.
func (m *machine) skip(text []byte) int {
	const bytesPerWork = 32
	if len(m.prefix) == 0 {
		return 0
	}
	skipped := bytes.Index(text, m.prefix)
	if skipped < 0 {
		m.work += len(text) / bytesPerWork
	}
	m.work += max(0, skipped) / bytesPerWork
	return skipped
}

// read lets all threads read a character, and fills the list of the threads after it. The width is
// 0 at the end of the text. If a thread has reached the end of the program, read returns true, and
// ends the threads of a lower priority.
func (m *machine) read(c rune, at, width, captures int) bool {
	m.next.empty()
	m.nextRound()
	for i, pc := range m.now.at {
		m.work++
		instruction := &m.program.Inst[pc]
		own := m.now.captures[i*captures : (i+1)*captures]
		if instruction.Op == syntax.InstMatch {
			if captures > 0 {
				own[1] = int32(at)
				copy(m.found, own)
			}
			return true
		}
		if width > 0 && reads(instruction, c) {
			m.reach(&m.next, instruction.Out, at+width, own)
		}
	}
	return false
}

// reads reports whether an instruction reads a character.
func reads(i *syntax.Inst, c rune) bool {
	switch i.Op {
	case syntax.InstRune1:
		return c == i.Rune[0]
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return c != '\n'
	}
	return i.MatchRune(c)
}

// reach adds threads that start at an instruction: one for each instruction that reads a character
// and that can be reached without reading any. Their captures are those given, except for the
// captures on the way, which are set to the offset. The captures are the same at the end.
func (m *machine) reach(list *threads, instruction uint32, at int, captures []int32) {
	all, seen, round := m.program.Inst, m.seen, m.round
	stack := append(m.stack[:0], pending{instruction, -1, 0})
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.slot >= 0 {
			captures[p.slot] = p.old
			continue
		}
		pc, goesOn := p.instruction, true
		for goesOn {
			m.work++
			if seen[pc] == round {
				break
			}
			seen[pc] = round
			i := &all[pc]
			switch i.Op {
			case syntax.InstFail:
				goesOn = false
			case syntax.InstAlt, syntax.InstAltMatch:
				stack = append(stack, pending{i.Arg, -1, 0})
			case syntax.InstEmptyWidth:
				goesOn = syntax.EmptyOp(i.Arg)&^syntax.EmptyOpContext(m.before, m.after) == 0
			case syntax.InstNop:
			case syntax.InstCapture:
				if slot := m.slots[i.Arg]; slot >= 0 && len(captures) > 0 {
					stack = append(stack, pending{0, slot, captures[slot]})
					captures[slot] = int32(at)
				}
			default: // it reads a character, or ends the program
				m.work += len(captures) / capturesPerWork
				list.at = append(list.at, pc)
				list.captures = append(list.captures, captures...)
				goesOn = false
			}
			pc = i.Out
		}
	}
	m.stack = stack
}

// nextRound begins to fill a list of threads: no instruction is reached yet.
func (m *machine) nextRound() {
	if m.round++; m.round == 0 {
		clear(m.seen)
		m.round = 1
	}
}

func (t *threads) empty() { t.at, t.captures = t.at[:0], t.captures[:0] }

// runeAt returns the character at an offset of a text and its length, or endOfText and 0.
func runeAt(text []byte, at int) (rune, int) {
	if at >= len(text) {
		return endOfText, 0
	}
	if c := text[at]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRune(text[at:])
}

// widthAt returns the length of the character at an offset of a text, or 1 at its end.
func widthAt(text []byte, at int) int {
	_, width := runeAt(text, at)
	return max(1, width)
}
