package search

import (
	"encoding/binary"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Grams are the trigrams of texts, as a set of bits that says which there may be:
// each three bytes of a folded text set one bit. It tells cheaply that a regular
// expression matches none of the texts.
type Grams struct {
	bits [gramsMost / 64]uint64
	any  bool
}

// gramsMost is how many bits a set has at most, and gramsLeast at least. It takes
// as few as leave three quarters of them free.
const (
	gramsMost  = 1 << 20
	gramsLeast = 1 << 9
)

// Add takes in a text.
func (g *Grams) Add(text string) {
	n, last := 0, uint32(0)
	put := func(c byte) {
		last = last<<8&0xffffff | uint32(c)
		if n++; n >= 3 {
			h := hashGram(last)
			g.bits[h/64] |= 1 << (h % 64)
			g.any = true
		}
	}
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			put(lower(c))
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		var b [utf8.UTFMax]byte
		for _, c := range b[:utf8.EncodeRune(b[:], foldGram(r))] {
			put(c)
		}
		i += size
	}
}

// Pack gives the set as bytes and empties it; no bytes if no text had three. Sets
// of different sizes answer alike: the bit of a trigram in a smaller one is its
// number in the largest without the upper digits.
func (g *Grams) Pack() []byte {
	if !g.any {
		return []byte{}
	}
	n := 0
	for _, w := range g.bits {
		n += bits.OnesCount64(w)
	}
	size := gramsLeast
	for size < gramsMost && size < 4*n {
		size *= 2
	}
	words := g.bits[:size/64]
	for i, w := range g.bits[size/64:] {
		words[i%len(words)] |= w
	}
	out := make([]byte, 0, size/8)
	for _, w := range words {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	*g = Grams{}
	return out
}

func lower(c byte) byte {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// hashGram spreads trigrams over the bits of the largest set.
func hashGram(gram uint32) uint32 { return gram * 0x9e3779b1 >> (32 - 20) }

// foldGram is one and the same character for all that differ by case alone, as
// regular expressions see it: k, K and the sign of Kelvin.
func foldGram(r rune) rune {
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	if least < utf8.RuneSelf {
		return rune(lower(byte(least)))
	}
	return least
}

// holds reports whether the packed set has the bit of a trigram.
func holds(packed []byte, h uint32) bool {
	h &= uint32(len(packed)*8 - 1)
	return packed[h/8]&(1<<(h%8)) != 0
}
