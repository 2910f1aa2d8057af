package inspect

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// Limits of one log, beside those of ingest.Limits.
const (
	maxDepth = 512
	maxPiece = 32 << 20 // bytes of one message, event or attachment that is held in memory
	scanRoom = 64 << 10
)

// scanner walks over JSON of any size by its outer structure and cuts it into pieces. It
// finds where values end and leaves what is in them to those who decode them, so that
// NaN, which Python writes, costs nothing here.
type scanner struct {
	r     io.Reader
	buf   []byte
	a     int // where the piece begins that is not yet cut
	i     int // where it is
	n     int // end of what was read
	value int // where the latest value began
	line  int // lines before buf[0]
	past  int64
	limit int
	fault error

	skipped int64  // bytes of the open piece that were dropped because it is too large
	glue    []byte // what stood before its value
}

func newScanner(r io.Reader, limit int) *scanner {
	return &scanner{r: r, buf: make([]byte, scanRoom), limit: limit}
}

// errAt puts the line before a fault.
type errAt struct {
	line int
	err  error
}

func (e *errAt) Error() string { return e.err.Error() }
func (e *errAt) Unwrap() error { return e.err }

func (s *scanner) fail(format string, args ...any) error {
	return &errAt{1 + s.line + bytes.Count(s.buf[:s.i], []byte{'\n'}), fmt.Errorf(format, args...)}
}

// offset is how many bytes of the input lie before the position.
func (s *scanner) offset() int64 { return s.past + int64(s.i) }

// fill reads more; false at the end or on a fault.
func (s *scanner) fill() bool {
	if s.fault != nil {
		return false
	}
	if s.past == 0 && s.n == 0 {
		return s.begin()
	}
	if s.n-s.a > s.limit && s.i > s.a {
		s.drop()
	}
	if s.a > 0 && (s.n == len(s.buf) || s.a > len(s.buf)/2) {
		s.line += bytes.Count(s.buf[:s.a], []byte{'\n'})
		copy(s.buf, s.buf[s.a:s.n])
		s.past += int64(s.a)
		s.i, s.n, s.value, s.a = s.i-s.a, s.n-s.a, s.value-s.a, 0
	}
	if s.n == len(s.buf) {
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	n, err := s.r.Read(s.buf[s.n:])
	s.n += n
	if err != nil {
		s.fault = err
	}
	return n > 0 || s.fault == nil
}

// begin reads the first bytes, and goes over a byte order mark.
func (s *scanner) begin() bool {
	n, err := io.ReadAtLeast(s.r, s.buf, len(head.Mark))
	if s.n = n; err != nil {
		if s.fault = err; errors.Is(err, io.ErrUnexpectedEOF) {
			s.fault = io.EOF
		}
	}
	if bytes.HasPrefix(s.buf[:n], head.Mark) {
		s.i, s.value = len(head.Mark), len(head.Mark)
	}
	return n > 0
}

// drop lets go of what was read of a value that is too large, but for its end, which
// tells whether a quote is escaped.
func (s *scanner) drop() {
	if s.skipped == 0 {
		s.value = max(s.value, s.a)
		s.glue = bytes.Clone(s.buf[s.a:min(s.value, s.a+scanRoom)])
	}
	const kept = 4 << 10
	to := max(s.i-kept, s.a)
	s.skipped += int64(to - s.a)
	s.a = to
	s.value = max(s.value, s.a)
}

// cut returns what lies between the last cut and the position; it is valid until the
// next call. large is the size of a value that was too large and is replaced by a
// sentence; 0 if it was not.
func (s *scanner) cut() (piece []byte, large int64) {
	piece = s.buf[s.a:s.i]
	if s.skipped > 0 {
		large = s.skipped + int64(len(piece)) - int64(len(s.glue))
		piece = fmt.Appendf(s.glue, `"[a value of %d bytes is left out: larger than the limit of %d bytes]"`, large, s.limit)
		s.skipped, s.glue = 0, nil
	}
	s.a = s.i
	return piece, large
}

// end says why there is nothing more to read.
func (s *scanner) end() error {
	if s.fault != nil && !errors.Is(s.fault, io.EOF) {
		return s.fault
	}
	return &errAt{1 + s.line + bytes.Count(s.buf[:s.n], []byte{'\n'}), io.ErrUnexpectedEOF}
}

// peek skips white space and returns the next byte.
func (s *scanner) peek() (byte, error) {
	for {
		for ; s.i < s.n; s.i++ {
			switch c := s.buf[s.i]; c {
			case ' ', '\t', '\n', '\r':
			default:
				return c, nil
			}
		}
		if !s.fill() {
			return 0, s.end()
		}
	}
}

func (s *scanner) expect(c byte) error {
	got, err := s.peek()
	if err != nil {
		return err
	}
	if got != c {
		return s.fail("%q where %q was expected", got, c)
	}
	s.i++
	return nil
}

// skip goes over the next value.
func (s *scanner) skip() error {
	c, err := s.peek()
	if err != nil {
		return err
	}
	s.value = s.i
	switch c {
	case '"':
		return s.text()
	case '{', '[':
		return s.nested()
	case '}', ']', ',', ':':
		return s.fail("%q where a value was expected", c)
	}
	for {
		for ; s.i < s.n; s.i++ {
			switch s.buf[s.i] {
			case ',', '}', ']', ' ', '\t', '\n', '\r':
				return nil
			}
		}
		if !s.fill() {
			return nil // a number may end the input
		}
	}
}

// text goes over a string, whose first quote is at the position.
func (s *scanner) text() error {
	s.i++
	for {
		at := bytes.IndexByte(s.buf[s.i:s.n], '"')
		if at < 0 {
			s.i = s.n
			if !s.fill() {
				return s.end()
			}
			continue
		}
		s.i += at + 1
		slashes := 0
		for j := s.i - 2; j >= 0 && s.buf[j] == '\\'; j-- {
			slashes++
		}
		if slashes%2 == 0 {
			return nil
		}
	}
}

// nested goes over an object or a list.
func (s *scanner) nested() error {
	depth := 0
	for {
		for s.i < s.n {
			switch s.buf[s.i] {
			case '"':
				if err := s.text(); err != nil {
					return err
				}
				continue
			case '{', '[':
				if depth++; depth > maxDepth {
					return s.fail("nested deeper than %d levels", maxDepth)
				}
			case '}', ']':
				if depth--; depth == 0 {
					s.i++
					return nil
				}
			}
			s.i++
		}
		if !s.fill() {
			return s.end()
		}
	}
}

// begun is object for who has to know by which sign each value begins.
func (s *scanner) begun(f func(name string, begins byte) error) error {
	return s.object(func(name string) error {
		c, err := s.peek()
		if err != nil {
			return err
		}
		return f(name, c)
	})
}

// object calls f with the name of each member of an object; f goes over its value.
func (s *scanner) object(f func(name string) error) error {
	return s.list('{', '}', func() error {
		c, err := s.peek()
		if err != nil {
			return err
		}
		if c != '"' {
			return s.fail("%q where a name was expected", c)
		}
		start := s.i - s.a
		if err := s.text(); err != nil {
			return err
		}
		if s.skipped > 0 {
			return s.fail("a name is larger than %d bytes", s.limit)
		}
		name, err := jsontext.AppendUnquote(nil, s.buf[s.a+start:s.i])
		if err != nil {
			return s.fail("a name is no text: %w", err)
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		return f(string(name))
	})
}

// array calls f for each element of a list; f goes over it.
func (s *scanner) array(f func() error) error { return s.list('[', ']', f) }

func (s *scanner) list(open, end byte, f func() error) error {
	if err := s.expect(open); err != nil {
		return err
	}
	for first := true; ; first = false {
		c, err := s.peek()
		switch {
		case err != nil:
			return err
		case c == end:
			s.i++
			return nil
		case !first:
			if err := s.expect(','); err != nil {
				return err
			}
		}
		if err := f(); err != nil {
			return err
		}
	}
}

// rest checks that nothing but white space follows.
func (s *scanner) rest() error {
	c, err := s.peek()
	if err == nil {
		return s.fail("%q after the end", c)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// What stands before the value of a piece.
const (
	alone   = iota // nothing
	element        // a comma, or the bracket of the list
	named          // a comma, or the bracket of the object, and the name of the member
)

func valueIn(piece []byte, lead int) (from, to int) {
	i := blanks(piece, 0)
	if lead != alone && i < len(piece) {
		i = blanks(piece, i+1)
	}
	if lead == named {
		i = blanks(piece, textEnd(piece, i))
		i = blanks(piece, min(i+1, len(piece)))
	}
	end := len(piece)
	for end > i && space(piece[end-1]) {
		end--
	}
	return i, end
}

func blanks(b []byte, i int) int {
	for i < len(b) && space(b[i]) {
		i++
	}
	return i
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// textEnd is where the string that begins at i ends.
func textEnd(b []byte, i int) int {
	for from := i + 1; from < len(b); {
		at := bytes.IndexByte(b[from:], '"')
		if at < 0 {
			break
		}
		at += from
		from = at + 1
		slashes := at - 1
		for slashes > i && b[slashes] == '\\' {
			slashes--
		}
		if (at-1-slashes)%2 == 0 {
			return from
		}
	}
	return len(b)
}
