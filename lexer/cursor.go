package lexer

// A Cursor goes over the code of a source from token to token, for a recursive descent
// parser: it skips blanks and comments, and sees line ends only where they are tokens.
// What follows an opening quote or a heredoc's opening line is for NextQuoted and
// NextHeredoc; who has scanned it sets End to where code goes on.
//
// Its fields are the parser's to read, and to set where it knows better.
type Cursor struct {
	Src      []byte
	Kind     Kind // of the token under the cursor
	Start    int  // its offset in Src
	End      int  // the offset after it; Next goes on there
	Prev     int  // the offset after the token before it
	Newlines bool // line ends are tokens; else they are blanks
}

// Next moves the cursor to the next token, of those that the function Next returns. A
// comment that takes a line end along stands for that line end.
func (c *Cursor) Next() {
	src, pos := c.Src, c.End
	c.Prev = pos
	for {
		pos = skipBlanks(src, pos)
		if pos >= len(src) {
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

// NextAs moves on like Next, with line ends being tokens or not from there on.
func (c *Cursor) NextAs(newlines bool) {
	c.Newlines = newlines
	c.Next()
}

// NextLine moves from a line end to the next token that is none.
func (c *Cursor) NextLine() {
	c.Newlines = false
	c.Next()
	c.Newlines = true
}

// Assign moves from a name to the token after the "=" that follows it, and reports true;
// where another token follows it moves to that.
func (c *Cursor) Assign() bool {
	src, pos := c.Src, skipBlanks(c.Src, c.End)
	if pos+1 < len(src) && src[pos] == '=' && src[pos+1] != '=' && src[pos+1] != '>' {
		c.End = pos + 1
	} else if c.Next(); c.Kind != Equal {
		return false
	}
	c.Next()
	return true
}

// Names extends the identifier under the cursor by every ".name" that directly follows
// it, and reports whether there is one.
func (c *Cursor) Names() bool {
	end := namesEnd(c.Src, c.End)
	more := end > c.End
	c.End = end
	return more
}

// namesEnd returns where the ".name" end that directly follow the identifier which ends
// at pos.
func namesEnd(src []byte, pos int) int {
	for pos+1 < len(src) && src[pos] == '.' && class[src[pos+1]]&identStart != 0 {
		pos = identEnd(src, pos+2)
	}
	return pos
}

// Plain extends the opening quote under the cursor by the rest of the string, if that is
// ASCII text without escapes and sequences, and reports whether it is.
func (c *Cursor) Plain() bool {
	end := plainEnd(c.Src, c.End)
	if end > 0 {
		c.End = end
	}
	return end > 0
}

// plainEnd returns where the string ends whose opening quote is before pos, if it is ASCII
// text without escapes and sequences, else 0.
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
