package httpd

import (
	"bufio"
	"bytes"
	"errors"
)

// maxChunkDigits is the greatest number of digits of a chunk's size. No allowed size has more
// digits.
const maxChunkDigits = 15

// readChunked reads a body that is sent in chunks (Transfer-Encoding: chunked). The trailer and the
// extensions of chunks count towards the limit of the body; line ends and the digits of sizes do
// not.
func (s *session) readChunked() ([]byte, error) {
	if err := s.growBody(0); err != nil {
		return nil, err
	}
	beside := 0 // bytes of extensions
	for {
		size, extension, err := s.chunkSize(s.config.MaxBody - len(s.body.b) - beside)
		if err != nil {
			return nil, err
		}
		beside += extension
		if size == 0 {
			return s.body.b, s.readTrailer(s.config.MaxBody - len(s.body.b) - beside)
		}
		if size > s.config.MaxBody-len(s.body.b)-beside {
			return nil, s.tooLarge()
		}
		if err := s.readChunk(len(s.body.b) + size); err != nil {
			return nil, err
		}
	}
}

// readChunk reads the data of a chunk, and the line end after the data. Its argument is the length
// of the body including this chunk.
func (s *session) readChunk(to int) error {
	for len(s.body.b) < to {
		if len(s.body.b) == cap(s.body.b) {
			if err := s.growBody(min(2*cap(s.body.b), max(s.config.MaxBody, bufferSizes[0]))); err != nil {
				return err
			}
		}
		if err := s.readStep(min(to, cap(s.body.b), len(s.body.b)+readStep)); err != nil {
			return err
		}
	}
	if err := s.setBodyDeadline(to + len(crlf)); err != nil {
		return err
	}
	end, err := s.in.Peek(len(crlf))
	if err == nil && !bytes.Equal(end, crlf) {
		return badChunk
	}
	s.in.Discard(len(end))
	return unexpectedEOF(err)
}

// chunkSize reads the line before a chunk. It returns the chunk's size and the length
// of its extensions, which may be limit bytes at most.
func (s *session) chunkSize(limit int) (size, extension int, err error) {
	line, err := s.chunkLine(maxChunkDigits + limit + len(crlf))
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
		return 0, 0, s.tooLarge()
	}
	return size, len(rest), nil
}

// readTrailer reads and ignores the lines after the last chunk, at most limit bytes.
func (s *session) readTrailer(limit int) error {
	for {
		line, err := s.chunkLine(limit + len(crlf))
		if err != nil || len(line) == 0 {
			return err
		}
		limit -= len(line)
		if bytes.IndexByte(line, ':') < 1 {
			return badChunk
		}
	}
}

// chunkLine reads a line of at most limit bytes, which must fit in the reader, and returns it
// without its line end. The line is valid until the next read.
func (s *session) chunkLine(limit int) ([]byte, error) {
	if s.in.Buffered() < 2 {
		if err := s.setBodyDeadline(len(s.body.b) + s.in.Size()); err != nil {
			return nil, err
		}
	}
	line, err := s.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) || err == nil && len(line) > limit {
		return nil, s.tooLarge()
	}
	if err != nil {
		return nil, unexpectedEOF(err)
	}
	line, ok := bytes.CutSuffix(line, crlf)
	if !ok || bytes.IndexByte(line, '\r') >= 0 {
		return nil, badChunk
	}
	return line, nil
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
