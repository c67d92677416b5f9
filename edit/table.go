package edit

import (
	"slices"
	"strings"
)

// An actionKind is what an operation does: a row of the table.
type actionKind uint8

// The actions, in the order in which they apply (docs/edits.md, "The request").
const (
	toAdd actionKind = iota
	toUpdate
	toSet
	toDelete
	toMove   // blocks, attributes and keys to another place
	toRename // labels, and the names of attributes, keys and nested block types

	actions // the number of actions

	commenting = iota - 1 // for messages: looks for the items that "comments" names
	placing               // for messages: looks for the items that "place" and "places" name
)

// contents is the kind of content that the entries of an operation hold beside selectors.
type contents uint8

const (
	holdsNothing contents = iota // the entries select only
	holdsChanges                 // attributes and nested blocks, comments and places, nested operations
	holdsPlaces                  // new places for the block, its attributes and its nested blocks
	holdsNames                   // new names for them
)

// A row describes an operation.
type row struct {
	name     string // its key in a request
	contents contents
	finds    bool // it looks for what is there: its entries have selectors
	makes    bool // it makes what is not there
	removes  bool // it removes what its entries name; the whole block where they name nothing
	settled  bool // it works on code as parsed: what operations before it made is parsed first
	once     bool // all operations of the kind are made together, after all others
}

// table has a row for each action.
var table = [...]row{
	toAdd:    {name: "add", contents: holdsChanges, makes: true},
	toUpdate: {name: "update", contents: holdsChanges, finds: true},
	toSet:    {name: "set", contents: holdsChanges, finds: true, makes: true},
	toDelete: {name: "delete", contents: holdsChanges, finds: true, removes: true},
	toMove:   {name: "move", contents: holdsPlaces, finds: true, settled: true},
	toRename: {name: "rename", contents: holdsNames, finds: true, settled: true, once: true},

	commenting: {name: "comments", finds: true},
	placing:    {name: "place", finds: true},
}

// actionNames are the keys of the operations in a request, in the order of the actions.
var actionNames = func() (names []string) {
	for a := range actions {
		names = append(names, a.String())
	}
	return names
}()

// actionList names the operations for messages: "add", "update" and "set".
var actionList = func() string {
	last := len(actionNames) - 1
	return `"` + strings.Join(actionNames[:last], `", "`) + `" and "` + actionNames[last] + `"`
}()

// actionOf returns the action whose key in a request it is.
func actionOf(key string) (actionKind, bool) {
	i := slices.Index(actionNames, key)
	return actionKind(max(i, 0)), i >= 0
}

// String returns the action's key in a request.
func (a actionKind) String() string { return table[a].name }

// Contents returns what entries hold under the action.
func (a actionKind) Contents() contents { return table[a].contents }

// Finds reports whether the action looks for what is there.
func (a actionKind) Finds() bool { return table[a].finds }

// Makes reports whether the action makes what is not there.
func (a actionKind) Makes() bool { return table[a].makes }

// Removes reports whether the action removes what its entries name.
func (a actionKind) Removes() bool { return table[a].removes }

// Settled reports whether the action works on code as it was parsed.
func (a actionKind) Settled() bool { return table[a].settled }

// Once reports whether all operations of the action are made together, after all others.
func (a actionKind) Once() bool { return table[a].once }

// Gives reports whether entries under the action give attributes, comments and places.
func (a actionKind) Gives() bool { return table[a].contents == holdsChanges && !table[a].removes }

// Upserts reports whether the action changes what is there, or makes it.
func (a actionKind) Upserts() bool { return table[a].finds && table[a].makes }

// Needs reports whether the action changes or removes what must be there.
func (a actionKind) Needs() bool {
	return table[a].contents == holdsChanges && table[a].finds && !table[a].makes
}
