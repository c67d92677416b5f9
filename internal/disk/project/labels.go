package project

import (
	"errors"

	"iacedit/address"
	"iacedit/internal/engine/selection"
)

// doubt returns the error for an address that was refused, with the address that was probably meant; or
// for one that omits labels, if failed is nil. If the file may be for another tool, the error is an
// OtherLanguage.
func (s *subject) doubt(a address.Address, failed error, do *action, l address.Language) error {
	d := selection.DoubtOf(s.tree, s.source.Title, a, &s.target, failed, false, l)
	err := errors.New(d.Message)
	if d.Offset >= 0 {
		err = s.mistake(d.Offset, d.Message)
	}
	switch {
	case d.Sure:
		return &meantError{err}
	case d.Other:
		return &OtherLanguage{err}
	}
	return err
}

// mistake returns an error at an offset in the parsed code.
func (s *subject) mistake(at int, message string) error {
	return &Mistake{s.file, s.origin(at), message}
}
