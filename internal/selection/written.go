package selection

import (
	"strings"

	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/within"
	"iacedit/syntax"
)

// The price of address.Parse, in steps and in bytes of memory: per address, per bracket, and per
// other separator.
const (
	stepsPerWritten                   = 300
	stepsPerBracket, memoryPerBracket = 330, 1400
	stepsPerMark, memoryPerMark       = 100, 450
)

// ParseAddress is like address.Parse, but charges the cost to b. Parse every address of a request
// with ParseAddress.
func ParseAddress(text string, b *budget.Budget) (address.Address, error) {
	brackets := strings.Count(text, "[")
	marks := strings.Count(text, ".") + strings.Count(text, "(") + strings.Count(text, ",")
	b.Step(stepsPerWritten + stepsPerBracket*brackets + stepsPerMark*marks + len(text)/16)
	b.Grow(memoryPerBracket*brackets + memoryPerMark*marks)
	return address.Parse(text)
}

// The price of resolving an address in a file: per address, and per part of the address. Comparing
// names is charged separately.
const stepsPerAddress, stepsPerPart = 24, 4

// Resolve returns the target of an address in the file. The address must be from ParseAddress.
func (f *View) Resolve(a address.Address, l address.Language) (address.Target, error) {
	f.Budget.Step(stepsPerAddress + stepsPerPart*len(a) + textOf(a)/64)
	return Resolve(a, f.Tree, l)
}

// Resolve is like the method Resolve of an address.Address, but does not check the form of the
// address, which must be a result of address.Parse.
func Resolve(a address.Address, f *syntax.File, l address.Language) (t address.Target, err error) {
	err = within.Resolve(&t, &a, f, &l)
	return t, err
}

// Missing is like address.Target.Missing, but charges the budget for the message.
func (f *View) Missing(t *address.Target, a address.Address, l address.Language) (address.Missing, bool) {
	f.Budget.Step(len(f.Tree.Text()) / 8)
	f.Budget.Grow(textOf(a))
	return t.Missing(f.Tree, l)
}

// textOf returns the number of bytes of an address's names and values.
func textOf(a address.Address) (n int) {
	for i := range a {
		n += len(a[i].Text) + len(a[i].Value)
	}
	return n
}
