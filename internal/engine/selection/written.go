package selection

import (
	"strings"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/syntax"
)

// The price of address.Parse, in steps and in bytes: for an address, for each bracket, and for each
// other separator.
const (
	stepsPerWritten                   = 300
	stepsPerBracket, memoryPerBracket = 330, 1400
	stepsPerMark, memoryPerMark       = 100, 450
)

// ParseAddress is like address.Parse, but charges the cost to b. Parse all addresses of a request
// with ParseAddress.
func ParseAddress(text string, b *budget.Budget) (address.Address, error) {
	brackets := strings.Count(text, "[")
	marks := strings.Count(text, ".") + strings.Count(text, "(") + strings.Count(text, ",")
	b.Step(stepsPerWritten + stepsPerBracket*brackets + stepsPerMark*marks + len(text)/16)
	b.Grow(memoryPerBracket*brackets + memoryPerMark*marks)
	return address.Parse(text)
}

// The numbers of steps charged for resolving an address in a file: for the address, and for each of
// its parts. The comparison of names is charged separately.
const stepsPerAddress, stepsPerPart = 40, 4

// Resolve returns the target of an address in the file. The address must be a result of
// ParseAddress.
func (f *View) Resolve(a address.Address, l address.Language) (address.Target, error) {
	f.Budget.Step(stepsPerAddress + stepsPerPart*len(a) + textOf(a)/64)
	return Resolve(a, f.Tree, l)
}

// Resolve returns the target of an address in a file. The address must be a result of
// address.Parse.
func Resolve(a address.Address, f *syntax.File, l address.Language) (address.Target, error) {
	return a.ResolveParsed(f, l, nil)
}

// Missing is like address.Target.Missing, but charges the budget for the message.
func (f *View) Missing(t *address.Target, a address.Address, l address.Language) (address.Missing, bool) {
	f.Budget.Step(len(f.Tree.Text()) / 8)
	f.Budget.Grow(textOf(a))
	return t.Missing(f.Tree, l)
}

// textOf returns the number of bytes in the names and values of an address.
func textOf(a address.Address) (n int) {
	for i := range a {
		n += len(a[i].Text) + len(a[i].Value)
	}
	return n
}
