package lexer

import "math"

// Token is one token of HCL2 native syntax: its kind and its place in the source. It has twelve
// bytes and no pointers.
type Token struct {
	Kind       Kind
	Start, End int32 // offsets in the source
}

// Span returns the token's place in the source: t.Span().Of(src) is its text.
func (t Token) Span() Span { return Span{t.Start, t.End} }

// longest is the greatest length of a source: the offsets of a token have 32 bits. Only tests
// change it.
var longest = math.MaxInt32

// Scanner yields the tokens of a source one by one, in the smallest pieces: the quotes, the text
// and the sequences of templates are separate tokens, and so are line ends and comments. Only
// blanks (spaces, tabs) and a byte order mark at the start are not part of any token. The zero
// Scanner scans an empty source. A source of more than 2,147,483,647 bytes, the limit of a
// Token's offsets, is one Invalid token.
type Scanner struct {
	src   []byte
	pos   int
	in    place   // the place that contains pos
	outer []place // the places around that place, outermost first

	units *units // the units of a window of src, for NextWhole; nil until it is called
	next  int    // the number of the first unit at or after pos, or noUnit
}

// place is a stretch of source with its own scanning rules.
//
//	mode     braces                          marker, lineStart
//	code     "{" open in this stretch        –
//	quoted   –                               –
//	heredoc  –                               closing marker; is pos at a line's start
//	refused  –                               –
//
// The outermost place is code, and so is the inside of "${ }" and "%{ }".
type place struct {
	mode      mode
	lineStart bool
	braces    int32
	marker    []byte
}

type mode uint8

const (
	code mode = iota
	quoted
	heredoc
	refused // set if the source is too long
)

// BOMLen returns the length of the byte order mark at the start of src: 3 or 0.
func BOMLen(src []byte) int {
	const mark = "\xEF\xBB\xBF"
	if len(src) >= len(mark) && string(src[:len(mark)]) == mark {
		return len(mark)
	}
	return 0
}

// Reset makes s scan src from the offset pos, which must be outside templates and comments. It
// reuses the memory of s. The Scanner keeps src until the next Reset.
func (s *Scanner) Reset(src []byte, pos int) {
	if pos <= 0 {
		pos = BOMLen(src)
	}
	s.src, s.pos, s.next = src, pos, noUnit
	if s.units == &noUnits {
		s.units = nil
	} else if s.units != nil {
		s.units = s.units.another()
	}
	s.in = place{}
	s.outer = s.outer[:0]
	if len(src) > longest {
		s.src, s.in.mode = src[:longest], refused
	}
}

// Next returns the next token. After the last token it returns EOF on every call. The EOF token
// is at the end of the source, after any blanks.
func (s *Scanner) Next() Token {
	start := s.pos
	s.next = noUnit
	var kind Kind
	var end int
	switch s.in.mode {
	case code:
		kind, start, end = next(s.src, s.pos)
		if opensOrCloses[kind] {
			kind = s.enterOrLeave(kind, start, end)
		}
	case quoted:
		kind, end = nextQuoted(s.src, s.pos)
		switch kind {
		case CQuote:
			s.leave()
		case TemplateInterp, TemplateControl:
			s.enter(place{mode: code})
		}
	case heredoc:
		kind, end = nextHeredoc(s.src, s.pos, s.in.marker, s.in.lineStart)
		switch kind {
		case StringLit:
			s.in.lineStart = s.src[end-1] == '\n'
		case CHeredoc:
			s.leave()
		case TemplateInterp, TemplateControl:
			s.in.lineStart = false
			s.enter(place{mode: code})
		}
	default:
		kind, end = Invalid, len(s.src)
		s.in.mode = code
	}
	s.pos = end
	return Token{Kind: kind, Start: int32(start), End: int32(end)}
}

// NextWhole is like Next, but returns fewer tokens. A quoted string of ASCII text without escapes
// and sequences is one token of the kind OQuote. An identifier and every ".name" that directly
// follows it are one token of the kind Ident.
func (s *Scanner) NextWhole() Token {
	if s.in.mode != code {
		return s.Next()
	}
	if s.units == nil {
		s.units = &noUnits
		if len(s.src)-s.pos > leastSplit {
			s.units = s.units.another()
		}
	}
	var kind Kind
	var start, end int
	if s.units == &noUnits {
		kind, start, end = next(s.src, s.pos)
	} else {
		kind, start, end = s.nextUnit()
	}
	switch {
	case kind == Ident:
		s.next, end = s.units.names(s.src, s.next, end)
	case kind == OQuote:
		if next, whole := s.units.plain(s.src, end); whole > 0 {
			s.next, end = next, whole
			break
		}
		s.enter(place{mode: quoted})
	case opensOrCloses[kind]:
		kind = s.enterOrLeave(kind, start, end)
	}
	s.pos = end
	return Token{Kind: kind, Start: int32(start), End: int32(end)}
}

// leastSplit is a number of bytes: a Scanner allocates units only if more than leastSplit bytes of
// the source remain.
const leastSplit = 512

// nextUnit returns the token of code at s.pos. It takes the token from s.units if they contain it,
// and otherwise calls the function next. It sets s.next to the number of the unit after the token.
// s.units must not be noUnits.
func (s *Scanner) nextUnit() (kind Kind, start, end int) {
	u := s.units
	if s.next == noUnit {
		s.next = u.seek(s.src, s.pos)
	}
	if i := s.next; u.kinds[i] != EOF {
		s.next++
		return u.kinds[i], u.base + int(u.starts[i]), u.base + int(u.ends[i])
	}
	kind, start, end = next(s.src, s.pos)
	s.next = u.at(s.src, end)
	return kind, start, end
}

// opensOrCloses marks the kinds of tokens for which enterOrLeave must be called: those that may
// start a template or end a sequence. It includes "{", because braces are counted to find the "}"
// that ends a sequence.
var opensOrCloses = [kindCount]bool{OBrace: true, CBrace: true, TemplateSeqEnd: true, OQuote: true, OHeredoc: true}

// enterOrLeave updates the current place for a token of code, which may start a new place or end
// this one. It returns the kind of the token, which is TemplateSeqEnd for a brace that ends a
// sequence.
func (s *Scanner) enterOrLeave(kind Kind, start, end int) Kind {
	switch kind {
	case OBrace:
		s.in.braces++
	case CBrace, TemplateSeqEnd:
		if s.in.braces == 0 && len(s.outer) > 0 {
			s.leave()
			return TemplateSeqEnd
		}
		s.in.braces--
	case OQuote:
		s.enter(place{mode: quoted})
	case OHeredoc:
		marker, _ := HeredocMarker(s.src[start:end])
		s.enter(place{mode: heredoc, marker: marker, lineStart: true})
	}
	return kind
}

func (s *Scanner) enter(p place) {
	s.outer = append(s.outer, s.in)
	s.in = p
}

func (s *Scanner) leave() {
	last := len(s.outer) - 1
	s.in = s.outer[last]
	s.outer = s.outer[:last]
}
