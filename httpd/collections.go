package httpd

import (
	"runtime"
	"sync/atomic"
)

// collections is how often the garbage collector has run since the process began.
var collections atomic.Uint32

func init() { countCollections(new([16]byte)) }

// countCollections counts the collections from now on, each by the end of a value that
// nothing refers to.
func countCollections(unused *[16]byte) {
	runtime.SetFinalizer(unused, func(unused *[16]byte) {
		collections.Add(1)
		countCollections(unused)
	})
}
