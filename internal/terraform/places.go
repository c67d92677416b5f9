package terraform

// A Place says what an expression may hold where it stands.
type Place uint8

// The places.
const (
	Ordinary        Place = iota // whatever the language has
	Constant                     // neither references nor calls
	Type                         // a type constraint: its names are no references
	Dependencies                 // depends_on: references to whole things
	Provider                     // a reference to a provider configuration
	Providers                    // an object of these
	OwnAttributes                // ignore_changes: attributes of the block itself
	ReplaceTriggers              // replace_triggered_by: references to resources and their attributes
	Imported                     // import.to: the address of a resource
	Actions                      // references to actions
	Destroying                   // a provisioner that runs on destruction: self, count.index and each.key alone
)

// Places holds the places of attributes, by name.
type Places []struct {
	Name  string
	Place Place
}

// onObject are the meta-arguments of resources and their like that take references of a
// kind.
var onObject = Places{{"provider", Provider}, {"depends_on", Dependencies}}

// Place returns what the value of an attribute may hold.
func (b *Body) Place(attribute string) Place {
	if b == nil {
		return Ordinary
	}
	for i := range b.Places {
		if b.Places[i].Name == attribute {
			return b.Places[i].Place
		}
	}
	if b.Constant {
		return Constant
	}
	return Ordinary
}

// RunsOnDestruction reports whether a nested block of a body is a provisioner that runs when
// its resource is destroyed, by the value of its argument "when" as written.
func (b *Body) RunsOnDestruction(when string) bool {
	return b == provisionerBody && (when == "destroy" || when == `"destroy"`)
}
