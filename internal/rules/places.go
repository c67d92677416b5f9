package rules

import (
	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// A standing describes a body: it says which expressions Terraform allows in the attributes and
// nested blocks of the body.
type standing struct {
	places     *terraform.Places // nil for an ordinary body
	destroying bool              // in a provisioner that runs on destruction
}

// block returns the standing of a block nested in the body.
func (s standing) block(f *syntax.File, id syntax.ItemID) standing {
	return s.withPlaces(f, id, s.places.Block(string(f.Name(id))))
}

// withPlaces is like block, but the last argument has the places of the block's attributes.
func (s standing) withPlaces(f *syntax.File, id syntax.ItemID, places *terraform.Places) standing {
	s.places = places
	if when := f.Attribute(id, "when"); when != syntax.NoItem {
		s.destroying = s.destroying || places.RunsOnDestruction(string(f.At(f.Value(when))))
	}
	return s
}

// attribute returns the place of an attribute of the body.
func (s standing) attribute(name []byte) terraform.Place {
	place := s.places.Attribute(name)
	if s.destroying && place == terraform.Ordinary {
		return terraform.Destroying
	}
	return place
}

// PlaceOf returns the terraform.Place of an attribute in a configuration file. It says which
// expressions Terraform allows there.
func PlaceOf(f *syntax.File, attribute syntax.ItemID) terraform.Place {
	return standingOf(f, f.Item(attribute).Parent).attribute(f.Name(attribute))
}

// standingOf returns the standing of a body, which depends on all blocks that contain the body.
func standingOf(f *syntax.File, body syntax.ItemID) standing {
	if body == syntax.Root {
		return standing{}
	}
	parent := f.Item(body).Parent
	if parent == syntax.Root {
		return standing{}.withPlaces(f, body, terraform.PlacesOf(string(f.Name(body))))
	}
	return standingOf(f, parent).block(f, body)
}
