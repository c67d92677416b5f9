package jsontext

// Skip reads the next value and discards it. It only checks the syntax: a key may occur twice, and
// no value is built.
func (r *Reader) Skip() error { return r.skip(0) }

func (r *Reader) skip(depth int) (err error) {
	switch c := r.next(); c {
	case '{', '[':
		return r.skipItems(c+2, depth) // in ASCII, the closing bracket is the opening one plus two
	case '"':
		return r.skipString()
	case 't':
		return r.Name("true")
	case 'f':
		return r.Name("false")
	case 'n':
		return r.Name("null")
	}
	_, err = r.Number()
	return err
}

// skipItems skips an array or an object.
func (r *Reader) skipItems(closing byte, depth int) error {
	more, err := r.Open(depth, closing)
	for ; more && err == nil; more, err = r.More(closing) {
		if closing == '}' {
			if err := r.skipKey(); err != nil {
				return err
			}
		}
		if err := r.skip(depth + 1); err != nil {
			return err
		}
	}
	return err
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

// skipString skips a string. To check the string, skipString decodes it into r.scratch, and then
// restores the length of r.scratch.
func (r *Reader) skipString() error {
	mark := len(r.scratch)
	_, err := r.string()
	r.scratch = r.scratch[:mark]
	return err
}
