package world

import "slices"

// window is the number of bytes that are hashed. Every passage is at least this long, see long.
const window = 24

// passages finds which of many passages occur in a text. It needs a single pass, with a rolling
// hash of window bytes (Rabin and Karp).
type passages struct {
	sieve []uint64         // bit set of all hashes, to reject most positions quickly
	sizes map[uint64]int32 // size of the passages with a given hash of the first bytes or, if sizes differ, a negative index in lists
	lists [][]int          // sizes of the passages with the same first bytes, at indexes -1, -2 and so on
	ids   map[string]int32 // ids by text
	texts []string         // texts by id
}

const sieveBits = 1 << 22

func newPassages(n int) passages {
	return passages{sieve: make([]uint64, sieveBits/64), sizes: make(map[uint64]int32, n),
		ids: make(map[string]int32, n), texts: make([]string, 0, n)}
}

// add adds a passage unless it exists and returns its id.
func (p *passages) add(text string) int32 {
	if id, ok := p.ids[text]; ok {
		return id
	}
	id := int32(len(p.texts))
	p.ids[text] = id
	p.texts = append(p.texts, text)
	h := hash(text[:window])
	p.sieve[h%sieveBits/64] |= 1 << (h % 64)
	size := p.sizes[h]
	switch {
	case size == 0:
		p.sizes[h] = int32(len(text))
	case size > 0 && int(size) != len(text):
		p.lists = append(p.lists, []int{int(size), len(text)})
		p.sizes[h] = -int32(len(p.lists))
	case size < 0 && !slices.Contains(p.lists[-size-1], len(text)):
		p.lists[-size-1] = append(p.lists[-size-1], len(text))
	}
	return id
}

const base = 0x9E3779B97F4A7C15 // odd multiplier without a regular bit pattern

// leaving is base to the power of window, the factor of the byte that leaves the hashed range.
var leaving = func() uint64 {
	x := uint64(1)
	for range window {
		x *= base
	}
	return x
}()

func hash(s string) uint64 {
	h := uint64(0)
	for i := range len(s) {
		h = h*base + uint64(s[i]) + 1
	}
	return h
}

// in calls found with the id of each passage that occurs in a text, once per occurrence.
func (p *passages) in(text string, found func(id int32)) {
	if len(text) < window || len(p.texts) == 0 {
		return
	}
	h := hash(text[:window])
	for i := 0; ; i++ {
		if p.sieve[h%sieveBits/64]&(1<<(h%64)) != 0 {
			p.at(text[i:], h, found)
		}
		if i+window == len(text) {
			return
		}
		h = h*base + uint64(text[i+window]) + 1 - (uint64(text[i])+1)*leaving
	}
}

// at calls found for the passages with which the text begins; h is the hash of its first bytes.
func (p *passages) at(text string, h uint64, found func(id int32)) {
	size := p.sizes[h]
	one := [1]int{int(size)}
	sizes := one[:]
	if size < 0 {
		sizes = p.lists[-size-1]
	}
	for _, n := range sizes {
		if n == 0 || n > len(text) {
			continue
		}
		if id, ok := p.ids[text[:n]]; ok {
			found(id)
		}
	}
}
