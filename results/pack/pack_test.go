package pack

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is packed reads back whole, and any shorter piece of it is damaged.
func TestPack(t *testing.T) {
	type record struct {
		Numbers []int
		Signed  int64
		Byte    byte
		Bits    uint64
		Float   float64
		Texts   []string
		Bytes   string
	}
	want := record{[]int{0, 127, 128, math.MaxInt32}, -70_000_000_000, 0xfe, math.MaxUint64, 1.0 / 3, []string{"a", "", "a", "ü"}, "tail"}
	var b []byte
	for _, n := range want.Numbers {
		b = AppendNumber(b, n)
	}
	b = append(AppendSigned(b, want.Signed), want.Byte)
	b = AppendFloat(AppendBits(b, want.Bits), want.Float)
	for _, s := range want.Texts {
		b = AppendText(b, s)
	}
	b = AppendText(b, []byte(want.Bytes))
	read := func(r *Reader) (got record) {
		for range want.Numbers {
			got.Numbers = append(got.Numbers, r.Number())
		}
		got.Signed, got.Byte, got.Bits, got.Float = r.Signed(), r.Byte(), r.Bits(), r.Float()
		for range want.Texts {
			got.Texts = append(got.Texts, r.Text())
		}
		got.Bytes = string(r.Bytes())
		return got
	}
	r := NewReader()
	for range 2 {
		r.Open(b)
		if diff := cmp.Diff(want, read(r)); diff != "" || r.More() || r.Err() != nil || len(r.Read()) != len(b) {
			t.Fatalf("more %v, %v, read %d of %d (-want +got):\n%s", r.More(), r.Err(), len(r.Read()), len(b), diff)
		}
	}
	for n := range b {
		r := NewReader()
		r.Open(b[:n])
		if read(r); !errors.Is(r.Err(), ErrDamaged) || r.More() {
			t.Fatalf("%d of %d bytes read as whole", n, len(b))
		}
	}
}

// A number beyond 31 bits is damage, not a negative length.
func TestNumberRange(t *testing.T) {
	r := NewReader()
	r.Open([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	if r.Bytes(); r.Err() == nil {
		t.Error("a text longer than the rest is no damage")
	}
}

// Skip passes over what is there alone.
func TestSkip(t *testing.T) {
	r := NewReader()
	r.Open([]byte("abc"))
	if r.Skip("x") || r.Skip("abcd") || !r.Skip("ab") || r.Byte() != 'c' || r.Skip("c") || !r.Skip("") {
		t.Error("skipped what is not there")
	}
}
