package httpd

// The sizes of buffers that are kept for other requests. Larger buffers are left to the garbage
// collector, because allocating them costs little compared with the edit.
var bufferSizes = [...]int{16 << 10, 64 << 10, 256 << 10, 1 << 20}

// keptOfSize is how many bytes of unused buffers are kept, for each size of buffer.
const keptOfSize = 2 << 20

// A buffer is memory for a body or an answer.
type buffer struct{ b []byte }

// A freelist keeps a bounded number of unused values. Unlike a sync.Pool it does not grow in a
// burst of requests.
type freelist[T any] chan T

// get returns a kept value, if there is one.
func (f freelist[T]) get() (v T, ok bool) {
	select {
	case v = <-f:
		return v, true
	default:
		return v, false
	}
}

// put keeps a value, or drops it if enough values are kept.
func (f freelist[T]) put(v T) {
	select {
	case f <- v:
	default:
	}
}

// buffers are the unused buffers, by size, shared by all servers of the process.
var buffers = func() (lists [len(bufferSizes)]freelist[*buffer]) {
	for i, size := range bufferSizes {
		lists[i] = make(freelist[*buffer], keptOfSize/size)
	}
	return lists
}()

// keptBuffers returns the memory of the unused buffers.
func keptBuffers() (n int64) {
	for i, list := range buffers {
		n += int64(len(list)) * int64(bufferSizes[i])
	}
	return n
}

// bufferSize returns the size of the buffer that getBuffer(size) returns: the smallest of
// bufferSizes that is large enough, or the argument itself if no buffer size is large enough.
func bufferSize(size int) int {
	for _, kept := range bufferSizes {
		if size <= kept {
			return kept
		}
	}
	return size
}

// getBuffer returns an empty buffer with room for at least size bytes.
func getBuffer(size int) *buffer {
	for i, kept := range bufferSizes {
		if size > kept {
			continue
		}
		if b, ok := buffers[i].get(); ok {
			return b
		}
		break
	}
	return &buffer{make([]byte, 0, bufferSize(size))}
}

// size returns how much memory b takes.
func (b *buffer) size() int {
	if b == nil {
		return 0
	}
	return cap(b.b)
}

// bytes returns the contents of b.
func (b *buffer) bytes() []byte {
	if b == nil {
		return nil
	}
	return b.b
}

// put keeps b for other requests, or drops it if enough buffers are kept. The buffer may have grown
// since getBuffer returned it.
func (b *buffer) put() {
	for i, size := range bufferSizes {
		if have := b.size(); size <= have && have <= size+size/4 {
			b.b = b.b[:0]
			buffers[i].put(b)
			return
		}
	}
}
