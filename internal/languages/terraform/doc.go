// Package terraform describes the language of Terraform and OpenTofu in tables. It does not use
// syntax trees.
//
//   - blocks.go: the types of top-level blocks with their labels
//   - bodies.go: the schemas of their values and the places of their meta-arguments; core.go: the
//     contents of bodies that the language alone determines; names.go: arguments with ordinary
//     values
//   - constraint.go: the versions that "required_version" allows
//   - imports.go: the types whose objects cannot be imported, or not by "id"; dynamic.go: resources with arguments of any type; places.go: the allowed expressions at a
//     place
//   - files.go: the names of files; spellings.go: old spellings of types
//   - guess.go: whether an object is probably a nested block of a provider
package terraform
