package plan

import (
	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/value"
)

// A use is what an attribute path is sent for.
type use uint8

const (
	forName  use = iota // to name something, without a value
	forFound            // to name something that has the value sent
	forValue            // to say where the value sent goes
)

// attribute decodes a member of "attributes" or "where", or a name: a path may end in [+]
// where it says where a value goes, and in [=] where there is a value to compare with.
func (d *Decoder) attribute(s *scope, item *value.Item, u use) (Attribute, error) {
	attr := Attribute{Text: item.Key, Value: item.Value, At: item.Value.At}
	if err := d.take(attr.At); err != nil {
		return attr, err
	}
	path, err := address.ParsePath(item.Key)
	if err != nil {
		return attr, s.refuse(attr.At, "the attribute %s: %s", excerpt.Quote(item.Key), err)
	}
	attr.Name, attr.Path = path.Name, path.Steps
	for _, step := range path.Steps {
		switch {
		case step.Kind == address.StepAppend && u != forValue:
			return attr, s.refuse(attr.At, "the attribute %s: [+] stands for a new element, and there is none to be found", excerpt.Quote(item.Key))
		case step.Kind == address.StepEqual && u == forName:
			return attr, s.refuse(attr.At, "the attribute %s: [=] stands for the element that equals the value sent, and there is none: send an object, path to value", excerpt.Quote(item.Key))
		}
	}
	return attr, nil
}
