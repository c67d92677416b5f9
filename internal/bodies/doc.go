// Package bodies is an index of what is in the bodies, objects and lists of a file: the children
// of an item by name, key, number or address. It serves a file that is read and one that is
// edited.
package bodies
