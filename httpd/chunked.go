package httpd

import (
	"bytes"
	"errors"
	"io"
)

// maxChunkDigits is the greatest number of digits of a chunk's size. No allowed size has more
// digits.
const maxChunkDigits = 15

// chunkSize reads the line before a chunk. It returns the chunk's size and the length
// of its extensions, which may be limit bytes at most.
func (x *exchange) chunkSize(limit int) (size, extension int, err error) {
	line, err := x.chunkLine(maxChunkDigits + limit + len(crlf))
	if err != nil {
		return 0, 0, err
	}
	digits := 0
	for digits < len(line) && digits <= maxChunkDigits {
		value, ok := hexDigit(line[digits])
		if !ok {
			break
		}
		size = size<<4 | value
		digits++
	}
	rest := line[digits:]
	if digits == 0 || digits > maxChunkDigits || len(rest) > 0 && rest[0] != ';' {
		return 0, 0, badChunk
	}
	if len(rest) > limit {
		return 0, 0, x.tooLarge()
	}
	return size, len(rest), nil
}

// readTrailer reads and ignores the lines after the last chunk, at most limit bytes.
func (x *exchange) readTrailer(limit int) error {
	for {
		line, err := x.chunkLine(limit + len(crlf))
		if err != nil || len(line) == 0 {
			return err
		}
		limit -= len(line)
		if bytes.IndexByte(line, ':') < 1 {
			return badChunk
		}
	}
}

// chunkLine reads a line of at most limit bytes, and of at most headerLimit, and returns it without
// its line end. The line is valid until the next one is read.
func (x *exchange) chunkLine(limit int) ([]byte, error) {
	if err := x.setBodyDeadline(len(x.sent.bytes()) + headerLimit); err != nil {
		return nil, err
	}
	from := x.ctx.RequestBodyStream()
	line := x.line[:0]
	for range min(limit, headerLimit) {
		line = append(line, 0)
		end := len(line) - 1
		if _, err := io.ReadFull(from, line[end:]); err != nil {
			return nil, unexpectedEOF(err)
		}
		if line[end] == '\n' {
			line, ok := bytes.CutSuffix(line, crlf)
			if !ok || bytes.IndexByte(line, '\r') >= 0 {
				return nil, badChunk
			}
			return line, nil
		}
	}
	return nil, x.tooLarge()
}

// hexDigit returns the value of a hexadecimal digit.
func hexDigit(c byte) (int, bool) {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0'), true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10, true
	}
	return 0, false
}

// unexpectedEOF converts io.EOF to io.ErrUnexpectedEOF.
func unexpectedEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
