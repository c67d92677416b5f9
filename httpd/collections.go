package httpd

import (
	"runtime"
	"sync/atomic"
)

// collections is the number of garbage collections since the process started.
var collections atomic.Uint32

func init() { countCollections(new([16]byte)) }

// countCollections starts to count garbage collections. The argument must be a value to which
// nothing else refers. The collector calls the finalizer of such a value, which counts the
// collection and sets the finalizer again.
func countCollections(unused *[16]byte) {
	runtime.SetFinalizer(unused, func(unused *[16]byte) {
		collections.Add(1)
		countCollections(unused)
	})
}
