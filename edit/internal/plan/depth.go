package plan

import (
	"bytes"
	"slices"

	"iacedit/address"
	"iacedit/internal/engine/rules"
)

// bytesPerBody is the estimated number of bytes of code in a body.
const bytesPerBody = 512

// ReadsMost estimates whether operations read most bodies of a file with the given code. count is
// the number of entries and attributes in the operations.
func ReadsMost(operations []Operation, count int, code []byte) bool {
	if count >= len(code)/bytesPerBody {
		return true
	}
	for i := range operations {
		if operations[i].readsMost(code) {
			return true
		}
	}
	return false
}

// readsMost estimates whether one operation reads most bodies of a file with the given code.
func (op *Operation) readsMost(code []byte) bool {
	if !table[op.Action].readsAll {
		return slices.ContainsFunc(op.Labels, address.IsPattern)
	}
	if last := len(op.Labels) - 1; last >= 0 {
		return bytes.Contains(code, []byte(op.Labels[last])) || address.IsPattern(op.Labels[last])
	}
	return op.Rules == nil || rules.MayFind(op.Rules, code)
}
