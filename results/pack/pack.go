// Package pack writes and reads packed values: varints, floats and length-prefixed texts.
package pack

import (
	"encoding/binary"
	"errors"
	"math"
)

// AppendNumber appends a whole number that is not negative.
func AppendNumber(b []byte, n int) []byte { return binary.AppendUvarint(b, uint64(n)) }

// AppendSigned appends a whole number.
func AppendSigned(b []byte, n int64) []byte { return binary.AppendVarint(b, n) }

// AppendBits appends eight bytes.
func AppendBits(b []byte, x uint64) []byte { return binary.LittleEndian.AppendUint64(b, x) }

// AppendFloat appends a number with all its bits.
func AppendFloat(b []byte, x float64) []byte { return AppendBits(b, math.Float64bits(x)) }

// AppendText appends a text behind its length in bytes.
func AppendText[T string | []byte](b []byte, s T) []byte {
	return append(AppendNumber(b, len(s)), s...)
}

// ErrDamaged says that packed bytes are not what was written.
var ErrDamaged = errors.New("packed records are damaged")

// Reader reads what was appended, in the same order. After damage all values are zero and Err says so.
type Reader struct {
	b     []byte
	at    int
	err   error
	texts map[string]string // each kept once
	last  string            // the text before
}

// NewReader makes a reader of nothing.
func NewReader() *Reader { return &Reader{texts: map[string]string{}} }

// Open begins with other bytes, which must not change. Texts and an error are kept.
func (r *Reader) Open(b []byte) { r.b, r.at = b, 0 }

// Err is ErrDamaged if the bytes were not what was written.
func (r *Reader) Err() error { return r.err }

// More reports whether there is something left to read.
func (r *Reader) More() bool { return r.at < len(r.b) }

// Read returns the bytes read since Open.
func (r *Reader) Read() []byte { return r.b[:r.at] }

// Skip passes over head if the next bytes are just that.
func (r *Reader) Skip(head string) bool {
	if len(r.b)-r.at < len(head) || string(r.b[r.at:r.at+len(head)]) != head {
		return false
	}
	r.at += len(head)
	return true
}

// Damaged ends the reading.
func (r *Reader) Damaged() { r.b, r.at, r.err = nil, 0, ErrDamaged }

// Number reads a whole number of at most 31 bits that is not negative.
func (r *Reader) Number() int {
	if r.at < len(r.b) && r.b[r.at] < 0x80 { // most have one byte
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

// Signed reads a whole number.
func (r *Reader) Signed() int64 {
	n, size := binary.Varint(r.b[r.at:])
	if size <= 0 {
		r.Damaged()
		return 0
	}
	r.at += size
	return n
}

// Byte reads one byte.
func (r *Reader) Byte() byte {
	if !r.More() {
		r.Damaged()
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

// Bits reads eight bytes.
func (r *Reader) Bits() uint64 {
	if len(r.b)-r.at < 8 {
		r.Damaged()
		return 0
	}
	r.at += 8
	return binary.LittleEndian.Uint64(r.b[r.at-8:])
}

// Float reads a number with all its bits.
func (r *Reader) Float() float64 { return math.Float64frombits(r.Bits()) }

// Bytes reads a text that is valid as long as the bytes are.
func (r *Reader) Bytes() []byte {
	n := r.Number()
	if n > len(r.b)-r.at {
		r.Damaged()
		return nil
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

// Text reads a text, which is kept once however often it is read.
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
