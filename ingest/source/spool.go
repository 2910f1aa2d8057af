package source

import (
	"errors"
	"io"
	"os"
)

// spoolMemory is the maximum number of bytes that a spool keeps in memory. Small archives therefore
// need no temporary directory.
const spoolMemory = 16 << 20

// Spool stores content that is read more than once. It keeps small content in memory and larger
// content in a private temporary file.
type Spool struct {
	chunks [][]byte // pieces of the content, all full except the last; growing a single slice would copy it
	size   int
	file   *os.File
}

const chunkSize = 1 << 20

func (s *Spool) Write(p []byte) (int, error) {
	if s.file == nil && s.size+len(p) > spoolMemory {
		if err := s.spill(); err != nil {
			return 0, err
		}
	}
	if s.file != nil {
		return s.file.Write(p)
	}
	for rest := p; len(rest) > 0; {
		if s.size%chunkSize == 0 {
			s.chunks = append(s.chunks, make([]byte, 0, chunkSize))
		}
		last := &s.chunks[len(s.chunks)-1]
		n := min(len(rest), chunkSize-len(*last))
		*last = append(*last, rest[:n]...)
		rest, s.size = rest[n:], s.size+n
	}
	return len(p), nil
}

// spill moves the content from memory to a file that only the user can read.
func (s *Spool) spill() error {
	f, err := os.CreateTemp("", "clawatlas-*")
	if err != nil {
		return err
	}
	s.file = f
	for _, chunk := range s.chunks {
		if _, err := f.Write(chunk); err != nil {
			return err
		}
	}
	s.chunks = nil
	return nil
}

func (s *Spool) ReadAt(p []byte, offset int64) (int, error) {
	if s.file != nil {
		return s.file.ReadAt(p, offset)
	}
	n := 0
	for at := int(offset); n < len(p) && at < s.size; at = int(offset) + n {
		n += copy(p[n:], s.chunks[at/chunkSize][at%chunkSize:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (s *Spool) Close() error {
	s.chunks, s.size = nil, 0
	if s.file == nil {
		return nil
	}
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}
