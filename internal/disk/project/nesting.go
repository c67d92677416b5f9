package project

import "iacedit/address"

// nest turns an unknown name in the target into a nested block, and reports whether that was
// possible. In HCL, if the argument whole is true, all names after the unknown name are labels.
func (s *subject) nest(a address.Address, whole bool, l address.Language) bool {
	if l.Dialect.AnyBlock() {
		return s.target.NestLabelled(a, whole)
	}
	return s.target.Nest()
}
