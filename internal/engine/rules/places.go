package rules

import (
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A bodyPlaces describes which expressions Terraform allows in the attributes and nested blocks of
// a body.
type bodyPlaces struct {
	places        *terraform.Places // nil for an ordinary body
	onDestruction bool              // in a provisioner that runs on destruction
}

// block returns the bodyPlaces of a block nested in the body.
func (s bodyPlaces) block(f *syntax.File, id syntax.ItemID) bodyPlaces {
	return s.withPlaces(f, id, s.places.Block(string(f.Name(id))))
}

// withPlaces is like block, but the caller passes the places of the block's attributes.
func (s bodyPlaces) withPlaces(f *syntax.File, id syntax.ItemID, places *terraform.Places) bodyPlaces {
	s.places = places
	if when := f.Attribute(id, "when"); when != syntax.NoItem {
		s.onDestruction = s.onDestruction || places.RunsOnDestruction(string(f.At(f.Value(when))))
	}
	return s
}

// attribute returns the place of an attribute of the body.
func (s bodyPlaces) attribute(name []byte) terraform.Place {
	place := s.places.Attribute(name)
	if s.onDestruction && place == terraform.Ordinary {
		return terraform.Destroying
	}
	return place
}

// PlaceOf returns the terraform.Place of an attribute in a configuration file. The Place determines
// which expressions Terraform allows in the attribute.
func PlaceOf(f *syntax.File, attribute syntax.ItemID) terraform.Place {
	return bodyPlacesOf(f, f.Item(attribute).Parent).attribute(f.Name(attribute))
}

// bodyPlacesOf returns the bodyPlaces of a body. It looks at every block around the body.
func bodyPlacesOf(f *syntax.File, body syntax.ItemID) bodyPlaces {
	if body == syntax.Root {
		return bodyPlaces{}
	}
	parent := f.Item(body).Parent
	if parent == syntax.Root {
		return bodyPlaces{}.withPlaces(f, body, terraform.PlacesOf(string(f.Name(body))))
	}
	return bodyPlacesOf(f, parent).block(f, body)
}
