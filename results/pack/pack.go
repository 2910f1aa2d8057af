// Package pack encodes and decodes binary records of varints, floats and length-prefixed texts.
package pack

import (
	"encoding/binary"
	"errors"
	"math"
)

// AppendNumber appends a non-negative integer.
func AppendNumber(b []byte, n int) []byte { return binary.AppendUvarint(b, uint64(n)) }

// AppendSigned appends a signed integer.
func AppendSigned(b []byte, n int64) []byte { return binary.AppendVarint(b, n) }

// AppendBits appends a 64-bit word.
func AppendBits(b []byte, x uint64) []byte { return binary.LittleEndian.AppendUint64(b, x) }

// AppendFloat appends a float without loss.
func AppendFloat(b []byte, x float64) []byte { return AppendBits(b, math.Float64bits(x)) }

// AppendText appends a text, prefixed by its length in bytes.
func AppendText[T string | []byte](b []byte, s T) []byte {
	return append(AppendNumber(b, len(s)), s...)
}

// ErrDamaged means that packed bytes are corrupt.
var ErrDamaged = errors.New("packed records are damaged")

// Reader decodes values in the order in which they were appended. After corrupt input all further
// values are zero and Err returns ErrDamaged.
type Reader struct {
	b     []byte
	at    int
	err   error
	texts map[string]string // interned texts, to reuse the memory of equal texts
	last  string            // most recently decoded text
}

// NewReader returns a Reader without input; call Open before reading.
func NewReader() *Reader { return &Reader{texts: map[string]string{}} }

// Open sets the next input, which the caller must not change while it is in use. Interned texts and
// an earlier error are kept.
func (r *Reader) Open(b []byte) { r.b, r.at = b, 0 }

// Err returns ErrDamaged if the input was corrupt.
func (r *Reader) Err() error { return r.err }

// More reports whether there is input left.
func (r *Reader) More() bool { return r.at < len(r.b) }

// Read returns the bytes that have been read since Open.
func (r *Reader) Read() []byte { return r.b[:r.at] }

// Skip skips the given bytes and returns true if they come next in the input; otherwise it returns
// false.
func (r *Reader) Skip(head string) bool {
	if len(r.b)-r.at < len(head) || string(r.b[r.at:r.at+len(head)]) != head {
		return false
	}
	r.at += len(head)
	return true
}

// Damaged marks the input as corrupt and stops decoding.
func (r *Reader) Damaged() { r.b, r.at, r.err = nil, 0, ErrDamaged }

// Number decodes a non-negative integer of at most 31 bits.
func (r *Reader) Number() int {
	if r.at < len(r.b) && r.b[r.at] < 0x80 { // fast path: most numbers have one byte
		r.at++
		return int(r.b[r.at-1])
	}
	n, size := binary.Uvarint(r.b[r.at:])
	if size <= 0 || n > math.MaxInt32 {
		r.Damaged()
		return 0
	}
	r.at += size
	return int(n)
}

// Signed decodes a signed integer.
func (r *Reader) Signed() int64 {
	n, size := binary.Varint(r.b[r.at:])
	if size <= 0 {
		r.Damaged()
		return 0
	}
	r.at += size
	return n
}

func (r *Reader) Byte() byte {
	if !r.More() {
		r.Damaged()
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

// Bits decodes a 64-bit word.
func (r *Reader) Bits() uint64 {
	if len(r.b)-r.at < 8 {
		r.Damaged()
		return 0
	}
	r.at += 8
	return binary.LittleEndian.Uint64(r.b[r.at-8:])
}

// Float decodes a float without loss.
func (r *Reader) Float() float64 { return math.Float64frombits(r.Bits()) }

// Bytes decodes a text and returns it as a slice of the input.
func (r *Reader) Bytes() []byte {
	n := r.Number()
	if n > len(r.b)-r.at {
		r.Damaged()
		return nil
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

// Text decodes a text and interns it.
func (r *Reader) Text() string {
	b := r.Bytes()
	if string(b) == r.last {
		return r.last
	}
	s, known := r.texts[string(b)]
	if !known {
		s = string(b)
		r.texts[s] = s
	}
	r.last = s
	return s
}
