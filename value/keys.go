package value

import (
	"hash/maphash"
	"math/bits"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/nocopy"
)

// fewMembers is the greatest number of members for which keys are compared pairwise.
const fewMembers = 12

// hashSeed makes the hashes of keys differ from process to process, so that no client
// can choose keys that collide.
var hashSeed = maphash.MakeSeed()

// A keySet finds the keys that occur twice in one object. It reuses its memory.
type keySet struct {
	slots []uint32 // a hash table (see repeatedMany)
}

// repeated returns the index of the first member that has the same key as an earlier member, or -1
// if all keys differ. It takes time proportional to the number of members. It allocates only if the
// object is larger than all earlier objects.
func (s *keySet) repeated(members []Item, b *budget.Budget) int {
	if len(members) > fewMembers {
		return s.repeatedMany(members, b)
	}
	for i := range members {
		for j := range i {
			if members[i].Key == members[j].Key {
				return i
			}
		}
	}
	return -1
}

// repeatedKey is like repeated, but for keys that are read in the mode m. It also finds keys that
// are different texts but the same key for Terraform.
func (s *keySet) repeatedKey(members []Item, m Mode, b *budget.Budget) int {
	if len(members) < 2 {
		return -1
	}
	for i := range members {
		if !isItself(members[i].Key, m) {
			return repeatedClass(members, m, b)
		}
	}
	return s.repeated(members, b)
}

// isItself reports whether a key in the mode m certainly stands for its own text. Two such keys are
// equal only if their texts are equal.
func isItself(key string, m Mode) bool {
	return isASCII(nocopy.Bytes(key)) && (m == Literal || m == Template && hasNoSequence(key) || IsIdentifier(key))
}

// repeatedClass is like repeatedKey, but compares the classes of the keys. It ignores invalid
// keys, which are refused elsewhere.
func repeatedClass(members []Item, m Mode, b *budget.Budget) int {
	classes := Classes{budget: b}
	seen := make(map[Class]bool, len(members))
	for i := range members {
		b.Step(8)
		key := classes.textKey(members[i].Key, m)
		if key != 0 && seen[key] {
			return i
		}
		seen[key] = true
	}
	return -1
}

// repeatedMany is like repeated, but is faster for many members. It puts the members into an open
// hash table that is at most half full. A slot contains a member's index plus one.
func (s *keySet) repeatedMany(members []Item, b *budget.Budget) int {
	size := 1 << bits.Len(uint(2*len(members)))
	if cap(s.slots) < size {
		s.slots = grow.Make[[]uint32](b, size, cap(s.slots))
	}
	slots := s.slots[:size]
	clear(slots)
	for i := range members {
		key := members[i].Key
		slot := int(maphash.String(hashSeed, key)) & (size - 1)
		for ; slots[slot] != 0; slot = (slot + 1) & (size - 1) {
			if members[slots[slot]-1].Key == key {
				return i
			}
		}
		slots[slot] = uint32(i + 1)
	}
	return -1
}
