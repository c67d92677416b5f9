package terraform

import "slices"

// init adds closed bodies for the blocks of Terraform's built-in provider, because all possible
// contents of these blocks are known.
func init() {
	resourceBody.Labelled = Bodies{"terraform_data": closedCopy(resourceBody)}
	dataBody.Labelled = Bodies{"terraform_remote_state": closedCopy(dataBody)}
	checkDataBody.Labelled = Bodies{"terraform_remote_state": closedCopy(checkDataBody)}
}

func closedCopy(b *Body) *Body {
	other := *b
	other.Closed = true
	return &other
}

// Open reports whether a body may contain arguments and nested blocks that only its provider
// knows.
func (b *Body) Open() bool { return b != nil && b.Plugin && !b.Closed }

// For returns the body of the blocks with the given first label. The result is b, unless b.Labelled
// has another body for the label.
func (b *Body) For(label string) *Body {
	if b == nil {
		return nil
	}
	if other, ok := b.Labelled[label]; ok {
		return other
	}
	return b
}

// IsArgument reports whether the language itself, not a provider, defines the attribute with the
// given name.
func (b *Body) IsArgument(name string) bool {
	if b == nil {
		return false
	}
	for i := range b.Attributes {
		if b.Attributes[i].Name == name {
			return true
		}
	}
	return slices.Contains(b.First, name) || slices.Contains(b.Last, name)
}

// IsEarly reports whether an argument comes after the arguments in First and before all others.
// This is true of the argument "provider" of a block and the argument "providers" of a module.
func (b *Body) IsEarly(name string) bool {
	return (name == "provider" || name == "providers") && b.IsArgument(name)
}

// IsMeta reports whether an argument has a customary place among the arguments of the body.
func (b *Body) IsMeta(name string) bool {
	return b != nil && (slices.Contains(b.First, name) || slices.Contains(b.Last, name) || b.IsEarly(name))
}
