package selection

import (
	"strings"

	"iacedit/address"
	"iacedit/internal/budget"
)

// The price of parsing an address as people write it, in steps, and the memory that this takes
// meanwhile: for the address, and for each bracket or other mark in it.
const (
	stepsPerWritten                   = 200
	stepsPerBracket, memoryPerBracket = 220, 1400
	stepsPerMark, memoryPerMark       = 70, 450
)

// ParseAddress is address.Parse, paid by a budget. Addresses in requests are parsed by it alone.
func ParseAddress(text string, b *budget.Budget) (address.Address, error) {
	brackets := strings.Count(text, "[")
	marks := strings.Count(text, ".") + strings.Count(text, "(") + strings.Count(text, ",")
	b.Step(stepsPerWritten + stepsPerBracket*brackets + stepsPerMark*marks + len(text)/4)
	b.Grow(memoryPerBracket*brackets + memoryPerMark*marks)
	return address.Parse(text)
}
