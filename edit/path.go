package edit

import (
	"iacedit/address"
	"iacedit/value"
)

// attribute decodes a member of "attributes" or "where". appends says whether the
// path may end in [+], which is so where it says where a value goes.
func (d *decoder) attribute(s *scope, item *value.Item, appends bool) (attribute, error) {
	attr := attribute{Text: item.Key, Value: item.Value, At: item.Value.At}
	if err := d.take(attr.At); err != nil {
		return attr, err
	}
	path, err := address.ParsePath(item.Key)
	if err != nil {
		return attr, d.refuse(s, attr.At, "the attribute %s: %s", quote(item.Key), err)
	}
	attr.Name, attr.Path = path.Name, path.Steps
	for _, step := range path.Steps {
		switch {
		case step.Kind == address.StepAppend && !appends:
			return attr, d.refuse(s, attr.At, "the attribute %s: [+] stands for a new element, and there is none to be found", quote(item.Key))
		case step.Kind == address.StepEqual, step.Kind == address.StepArgument:
			return attr, d.refuse(s, attr.At, "the attribute %s: %s cannot be followed yet; a path has names, keys, element numbers and [+]", quote(item.Key), address.Path{Steps: []address.Step{step}})
		}
	}
	return attr, nil
}
