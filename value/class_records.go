package value

import (
	"encoding/binary"
	"hash/maphash"

	"iacedit/internal/base/budget"
)

// classRecords stores the records of a table of classes, without duplicates. A class is the number
// of a record.
type classRecords struct {
	memory  []byte   // the contents of all records, one after the other
	records []record // records[0] is unused
	slots   []Class  // an open hash table, at most half full
}

type record struct {
	from, to int
	hash     uint32
	coarse   Class // see Coarse; 0 until it is computed
}

// begin starts a record at the end of the memory and returns the record's offset.
func (n *classRecords) begin(t tag) (start int) {
	start = len(n.memory)
	n.memory = append(n.memory, byte(t))
	return start
}

// add appends a class to the current record.
func (n *classRecords) add(x Class) { n.memory = binary.LittleEndian.AppendUint32(n.memory, uint32(x)) }

// intern completes the record that began at the offset start. It returns the record's class. If
// an equal record exists, it returns the class of that record and drops the new one.
func (n *classRecords) intern(start int, b *budget.Budget) Class {
	size := len(n.memory) - start
	b.Step(2 + size/16)
	if 2*len(n.records)+2 > len(n.slots) {
		n.grow()
	}
	hash := uint32(maphash.Bytes(hashSeed, n.memory[start:]))
	mask := uint32(len(n.slots) - 1)
	slot := hash & mask
	for ; n.slots[slot] != 0; slot = (slot + 1) & mask {
		r := &n.records[n.slots[slot]]
		if r.hash == hash && string(n.memory[r.from:r.to]) == string(n.memory[start:]) {
			n.memory = n.memory[:start]
			return n.slots[slot]
		}
	}
	b.Grow(size)
	n.records = append(n.records, record{from: start, to: len(n.memory), hash: hash})
	x := Class(len(n.records) - 1)
	n.slots[slot] = x
	return x
}

// grow makes room for twice as many records.
func (n *classRecords) grow() {
	if len(n.records) == 0 {
		n.records = append(n.records, record{})
	}
	n.slots = make([]Class, max(64, 2*len(n.slots)))
	mask := uint32(len(n.slots) - 1)
	for i := 1; i < len(n.records); i++ {
		slot := n.records[i].hash & mask
		for n.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		n.slots[slot] = Class(i)
	}
}

// has reports whether the table has a record for a class. A class of another table may have no
// record in this one.
func (n *classRecords) has(x Class) bool { return x > 0 && int(x) < len(n.records) }

// record returns the tag and the rest of the record of a class. The slice is valid until the next
// record is added.
func (n *classRecords) record(x Class) (t tag, payload []byte) {
	r := &n.records[x]
	return tag(n.memory[r.from]), n.memory[r.from+1 : r.to]
}
