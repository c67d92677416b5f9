package refs

import "iacedit/syntax"

// A LocalName is a name that is defined only in a part of the code. It hides objects with the same
// name.
type LocalName struct {
	Iterator bool        // the iterator of a dynamic block, not a variable of a for expression
	Name     syntax.Span // the place in the code that defines the name
}

// A binding is a local name and its scope.
type binding struct {
	LocalName
	node   syntax.NodeID // the node of the name in its expression; 0 for an iterator
	text   string
	from   int32
	to     int32
	hidden int  // the index in scope.stack of the binding that this one hides; -1 for none
	flow   flow // the value of the name, if the value contains renamed names
}

// noEnd is the end of a scope that ends at no particular offset. Such a scope ends when the code
// that added the binding removes the binding.
const noEnd = int32(^uint32(0) >> 1)

// A scope contains the local names at one place of the code. The name that was added last is
// removed first.
type scope struct {
	stack []binding
	last  map[string]int // by name: the index of its last binding in stack

	// What OwnerAddress last returned, and for which top-level block.
	owner   Address
	ownerOf syntax.ItemID
}

func (s *scope) push(b binding) {
	if s.last == nil {
		s.last = map[string]int{}
	}
	b.hidden = -1
	if i, ok := s.last[b.text]; ok {
		b.hidden = i
	}
	s.last[b.text] = len(s.stack)
	s.stack = append(s.stack, b)
}

func (s *scope) pop() {
	i := len(s.stack) - 1
	if b := &s.stack[i]; b.hidden < 0 {
		delete(s.last, b.text)
	} else {
		s.last[b.text] = b.hidden
	}
	s.stack = s.stack[:i]
}

// find returns the index in stack of the innermost binding of a name, or -1.
func (s *scope) find(name []byte) int {
	if len(s.stack) == 0 {
		return -1
	}
	if i, ok := s.last[string(name)]; ok {
		return i
	}
	return -1
}

// moveTo moves the scope to an offset of the current expression. names contains the local names of
// that expression, in the order in which their scopes start. The names before names[next] have been
// handled: each is in the stack, at the index base or above, or its scope has ended. The result is
// the new value of next.
func (s *scope) moveTo(offset int32, base int, names []binding, next int) int {
	s.dropEnded(offset, base)
	for ; next < len(names) && names[next].from <= offset; next++ {
		s.dropEnded(names[next].from, base)
		if names[next].to > offset {
			s.push(names[next])
		}
	}
	return next
}

func (s *scope) dropEnded(offset int32, base int) {
	for len(s.stack) > base && s.stack[len(s.stack)-1].to <= offset {
		s.pop()
	}
}
