package httpd

import "sync"

// The sizes of the buffers that are kept for other requests. A larger one is given to
// the garbage collector: allocating it costs little beside editing what it held.
var bufferSizes = [...]int{16 << 10, 64 << 10, 256 << 10, 1 << 20}

// A buffer is memory for a body or an answer.
type buffer struct{ b []byte }

// buffers are those not in use, by size, shared by all servers of the process.
var buffers [len(bufferSizes)]sync.Pool

// getBuffer returns an empty buffer with room for at least size bytes.
func getBuffer(size int) *buffer {
	for i, kept := range bufferSizes {
		if size > kept {
			continue
		}
		if b, ok := buffers[i].Get().(*buffer); ok {
			return b
		}
		return &buffer{make([]byte, 0, kept)}
	}
	return &buffer{make([]byte, 0, size)}
}

// put keeps b, which may have grown since getBuffer returned it, or drops it.
func (b *buffer) put() {
	largest := bufferSizes[len(bufferSizes)-1]
	if b == nil || cap(b.b) > largest+largest/4 {
		return
	}
	for i := len(bufferSizes) - 1; i >= 0; i-- {
		if cap(b.b) >= bufferSizes[i] {
			b.b = b.b[:0]
			buffers[i].Put(b)
			return
		}
	}
}
