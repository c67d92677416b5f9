package httpd

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"sync"
)

// gunzips is a pool of gzip readers.
var gunzips = sync.Pool{New: func() any { return new(gzip.Reader) }}

// A gzip body may expand to maxExpansion times its length plus minExpansion.
const (
	maxExpansion = 100
	minExpansion = 64 << 10
)

// An inflater decompresses the body of an exchange.
type inflater struct{ *exchange }

// inflateBody returns the decompressed body. It takes more memory as the data grows. If the data
// becomes large, the request waits for the turn of a large request.
func (x inflater) inflateBody(body []byte) ([]byte, error) {
	from := gunzips.Get().(*gzip.Reader)
	defer gunzips.Put(from)
	if err := from.Reset(bytes.NewReader(body)); err != nil {
		return nil, notGzip
	}
	most := maxExpansion*len(body) + minExpansion
	limit := min(x.config.MaxBody, most)
	announced := trailerSize(body)
	if announced > limit {
		announced = 0 // the body is too large, or the data ends too early
	}
	sent := int(x.bodyMemory)
	for {
		if len(x.inflate.bytes()) > limit {
			return nil, x.tooLargeInflated(most)
		}
		if len(x.inflate.bytes()) == x.inflate.size() {
			if err := x.growInflated(sent, announced+1, limit+1); err != nil {
				return nil, err
			}
		}
		to := &x.inflate.b
		n, err := from.Read((*to)[len(*to):cap(*to)])
		*to = (*to)[:len(*to)+n]
		if errors.Is(err, io.EOF) && len(*to) <= limit {
			return *to, x.dropSent()
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, notGzip
		}
	}
}

// trailerSize returns the decompressed size that is written at the end of gzip data. If the data
// has several members, this is the size of the last one. The size may be wrong, because gzip.Reader
// checks it only at the end of a member; so use it only to size a buffer.
func trailerSize(body []byte) int {
	if len(body) < 4 {
		return 0
	}
	return int(binary.LittleEndian.Uint32(body[len(body)-4:]))
}

// dropSent releases the compressed body once it has been decompressed.
func (x inflater) dropSent() error {
	x.sent.put()
	x.sent = nil
	return x.hold(x.inflate.size())
}

// growInflated moves the decompressed data to a larger buffer of at most limit bytes. The memory of
// the compressed body (sent) is kept as well. The first buffer is as large as the gzip data
// announces (see trailerSize), so that a second one is seldom needed.
func (x inflater) growInflated(sent, announced, limit int) error {
	had := x.inflate
	size := bufferSize(max(min(max(2*had.size(), announced), limit), min(smallBody, limit)))
	if err := x.hold(sent + had.size() + size); err != nil {
		return err
	}
	if err := x.enter(size); err != nil {
		return err
	}
	x.inflate = getBuffer(size)
	x.inflate.b = append(x.inflate.b, had.bytes()...)
	had.put()
	return x.hold(sent + size)
}
