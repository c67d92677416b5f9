package jsontext

// Skip reads the next value and forgets it. It checks its syntax, but no more:
// keys may be given twice, and nothing is built.
func (r *Reader) Skip() error { return r.skip(0) }

func (r *Reader) skip(depth int) error {
	c := r.next()
	switch c {
	case '{', '[':
		if depth >= MaxDepth {
			return r.refuse("arrays and objects nested more than %d deep", MaxDepth)
		}
		return r.skipItems(c, depth)
	case '"':
		return r.skipString()
	}
	_, err := r.plain(c)
	return err
}

// skipItems skips an array or an object; opening is its bracket.
func (r *Reader) skipItems(opening byte, depth int) (err error) {
	closing, either := byte(']'), `"," or "]"`
	if opening == '{' {
		closing, either = '}', `"," or "}"`
	}
	r.pos++
	for more := r.next() != closing; more; {
		if opening == '{' {
			err = r.skipKey()
		}
		if err == nil {
			err = r.skip(depth + 1)
		}
		if err == nil {
			more, err = r.goesOn(closing, either)
		}
		if err != nil {
			return err
		}
	}
	r.pos++
	return nil
}

func (r *Reader) skipKey() error {
	if r.next() != '"' {
		return r.expected("a key in quotes")
	}
	if err := r.skipString(); err != nil {
		return err
	}
	if r.next() != ':' {
		return r.expected(`":"`)
	}
	r.pos++
	return nil
}

// skipString skips a string. It borrows the end of the scratch to decode it,
// which checks it, and gives it back.
func (r *Reader) skipString() error {
	mark := len(r.scratch)
	_, err := r.string()
	r.scratch = r.scratch[:mark]
	return err
}
