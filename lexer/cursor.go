package lexer

// A Cursor moves over code from token to token, for a recursive descent parser. It skips blanks and
// comments, and line ends unless Newlines is set. After an opening quote, the parser calls
// NextQuoted; after a heredoc's opening line, it calls NextHeredoc. Then it calls GoOn. The parser
// may set Kind and Start for a token that it finds with these functions. It may set Newlines at any
// time. It must not set other fields. Call Reset before use. A Cursor must not be copied.
type Cursor struct {
	Src      []byte
	Kind     Kind // the kind of the token under the cursor
	Start    int  // the offset of that token in Src
	End      int  // the offset after that token, at which Next continues
	Prev     int  // the offset after the previous token
	Newlines bool // line ends are tokens; otherwise they are skipped

	units *units // the units of a window of Src
	kinds []Kind // the kinds of the units; nil if the source is scanned byte by byte
	next  int    // the number of the first unit at or after End, or noUnit

	watcher Watcher
	watchAt int // the offset at which the Watcher is called next
}

// A Watcher is called regularly while a Cursor moves over a long source. It may end the scan with
// a panic.
type Watcher interface{ Look() }

// watchEvery is the approximate number of bytes between two calls of a Cursor's Watcher.
const watchEvery = 32 << 10

// Watch makes c call w regularly, until the next Reset.
func (c *Cursor) Watch(w Watcher) { c.watcher, c.watchAt = w, c.End+watchEvery }

// Reach records that the caller has scanned the text up to an offset. It calls the Watcher if the
// next call is due.
func (c *Cursor) Reach(pos int) {
	if pos >= c.watchAt {
		c.look(pos)
	}
}

// look calls the Watcher, if there is one.
func (c *Cursor) look(pos int) {
	c.watchAt = pos + watchEvery
	if c.watcher != nil {
		c.watcher.Look()
	}
}

// Reset makes c start at the offset pos of src. If newlines is true, line ends are tokens. Reset
// keeps the memory of c and drops its Watcher.
func (c *Cursor) Reset(src []byte, pos int, newlines bool) {
	units := c.units.another()
	*c = Cursor{Src: src, End: pos, Newlines: newlines, units: units, next: noUnit, watchAt: pos + watchEvery}
	if c.units != &noUnits {
		c.kinds = c.units.kinds[:]
	}
}

// inside returns End or, if End is not an offset in the source, the nearest offset in the source.
// If c was never Reset, End may have any value.
func (c *Cursor) inside() int { return min(max(c.End, 0), len(c.Src)) }

// GoOn makes Next continue at an offset.
func (c *Cursor) GoOn(pos int) { c.End, c.next = pos, noUnit }

// Next moves the cursor to the next token that is not a comment. A comment that includes a line
// end counts as that line end.
func (c *Cursor) Next() {
	src, pos := c.Src, c.End
	c.Prev = pos
	if i := c.next; uint(i) < uint(len(c.kinds)) {
		if kind := c.kinds[i]; kind != EOF && (kind != Newline || c.Newlines) {
			c.take(kind, c.units, i)
			return
		}
		var done bool
		if pos, done = c.decide(pos); done {
			return
		}
	}
	for {
		pos = skipBlanks(src, pos)
		c.Reach(pos)
		if uint(pos) >= uint(len(src)) {
			c.Kind, c.Start, c.End = EOF, len(src), len(src)
			return
		}
		kind, start := kindOf[src[pos]], pos
		switch kind {
		case Ident:
			pos = identEnd(src, pos+1)
		case Newline:
			pos++
			if !c.Newlines {
				continue
			}
		case Number:
			pos = numberEnd(src, pos)
		case EOF, Dot, Equal:
			if b := byteAt(src, pos+1); kind != EOF && b != '.' && b != '=' && b != '>' {
				pos++
				break
			}
			kind, pos = nextOther(src, pos)
			if kind == Newline || kind == Comment {
				if !c.Newlines || src[pos-1] != '\n' {
					continue
				}
				kind = Newline
			}
		default:
			pos++
		}
		c.Kind, c.Start, c.End = kind, start, pos
		return
	}
}

// take moves the cursor to the unit i, which is a token.
func (c *Cursor) take(kind Kind, u *units, i int) {
	c.Kind, c.Start, c.End, c.next = kind, u.base+int(u.starts[i]), u.base+int(u.ends[i]), i+1
}

// decide uses the units to find the first token at or after an offset, and moves the cursor to that
// token. If it cannot find the token in this way, it returns false, and the offset from which Next
// must scan byte by byte.
func (c *Cursor) decide(from int) (end int, done bool) {
	u, src := c.units, c.Src
	for {
		if c.next == noUnit {
			c.Reach(from)
			if c.next = u.seek(src, from); c.next == noUnit {
				return from, false
			}
		}
		for !c.Newlines && u.kinds[c.next] == Newline {
			c.next++
		}
		if kind := u.kinds[c.next]; kind != EOF {
			c.take(kind, u, c.next)
			return c.End, true
		}
		i := c.next
		c.next = noUnit
		if i == u.count {
			if from = u.limit; from < len(src) && u.limit > u.base {
				continue
			}
			return from, false // at the end of src, or at a word longer than a window
		}
		start := u.base + int(u.starts[i])
		kind, end := kindOf[src[start]], start+1
		switch kind {
		case Ident:
			end = identEnd(src, start)
		case Number:
			end = numberEnd(src, start)
		case EOF, Dot, Equal:
			kind, end = nextOther(src, start)
			if kind == Newline || kind == Comment {
				if from = end; !c.Newlines || src[end-1] != '\n' {
					continue
				}
				kind = Newline
			}
		}
		c.Kind, c.Start, c.End, c.next = kind, start, end, u.at(src, end)
		return end, true
	}
}

// NextAs sets whether line ends are tokens, and then calls Next.
func (c *Cursor) NextAs(newlines bool) {
	c.Newlines = newlines
	c.Next()
}

// NextLine moves from a line end to the next token that is not a line end.
func (c *Cursor) NextLine() {
	c.Prev = c.End
	if i := c.next; uint(i) < uint(len(c.kinds)) {
		for c.kinds[i] == Newline {
			i++
		}
		if kind := c.kinds[i]; kind != EOF {
			c.take(kind, c.units, i)
			return
		}
		c.next = i
	}
	c.Newlines = false
	c.Next()
	c.Newlines = true
}

// Assign moves from a name to the token after the "=" that follows it, and returns true. If another
// token follows the name, Assign moves to that token and returns false.
func (c *Cursor) Assign() bool {
	kind := EOF
	if uint(c.next) < uint(len(c.kinds)) {
		kind = c.kinds[c.next]
	}
	switch kind {
	case Equal:
		u := c.units
		c.End, c.next = u.base+int(u.ends[c.next]), c.next+1
		c.Next()
		return true
	case EOF:
		src, pos := c.Src, skipBlanks(c.Src, c.End)
		if 0 <= pos && pos < len(src)-1 && src[pos] == '=' && src[pos+1] != '=' && src[pos+1] != '>' {
			c.GoOn(pos + 1)
			c.Next()
			return true
		}
	}
	if c.Next(); c.Kind != Equal {
		return false
	}
	c.Next()
	return true
}

// Names extends the identifier under the cursor by every ".name" that directly follows it. It
// reports whether it has extended the identifier.
func (c *Cursor) Names() bool {
	end := c.End
	if c.next == noUnit || c.kinds == nil {
		c.End = namesEnd(c.Src, max(end, 0))
	} else {
		c.next, c.End = c.units.names(c.Src, c.next, end)
	}
	return c.End > end
}

// namesEnd returns the end of the ".name" sequence directly after an identifier that ends at pos.
func namesEnd(src []byte, pos int) int {
	for pos < len(src)-1 && src[pos] == '.' && class[src[pos+1]]&identStart != 0 {
		pos = identEnd(src, pos+2)
	}
	return pos
}

// Plain extends the opening quote under the cursor to a token for the whole string, if the string
// is ASCII text without escapes and sequences. It reports whether it has extended the token.
func (c *Cursor) Plain() bool {
	next, end := noUnit, 0
	if c.kinds != nil {
		next, end = c.units.plain(c.Src, c.End)
	} else {
		end = plainEnd(c.Src, c.inside())
	}
	if end > 0 {
		c.End, c.next = end, next
	}
	return end > 0
}

// IsPlainString reports whether code is exactly one quoted string of ASCII text without escapes
// and sequences.
func IsPlainString(code []byte) bool {
	return len(code) > 1 && code[0] == '"' && plainEnd(code, 1) == len(code)
}

// plainEnd returns the offset after the closing quote of the string whose opening quote ends at
// pos. It returns 0 unless the string is ASCII text without escapes or sequences.
func plainEnd(src []byte, pos int) int {
	for i, b := range src[pos:] {
		if class[b]&quotedStop != 0 {
			if b != '"' {
				return 0
			}
			return pos + i + 1
		}
	}
	return 0
}
