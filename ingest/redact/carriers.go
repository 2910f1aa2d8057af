package redact

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/hex"
	"io"
	"slices"
	"strconv"
	"strings"
)

const (
	unpackedMost = 8 << 20 // bytes of what is unpacked from base64
	hexMin       = 32      // shortest run of hexadecimal digits that can hold a key
	foldedMost   = 64      // lines of one key
)

// joined extends a key over the lines that follow, where it is too short to be whole or
// its line is full: at a line end that the next line continues without a space.
func (t token) joined(b []byte, from, end int) ([]byte, int) {
	body, full := b[from:end], fullLine(b, end)
	for n := 0; n < foldedMost && (len(body) < t.min || full); n++ {
		next := end + lineEndLen(b, end)
		stop := t.body.run(b, next)
		if next == end || stop == next || stop < len(b) && !endsLine(b, stop) && b[stop] != ' ' {
			break
		}
		if rest := b[next:stop]; len(body) >= t.min && (len(rest) < 8 || !looksRandom(rest, 8)) {
			break
		}
		if n == 0 {
			body = bytes.Clone(body)
		}
		body, end = append(body, b[next:stop]...), stop
	}
	return body, end
}

// fullLine reports whether the line that ends at b[i] is as long as those of a terminal.
func fullLine(b []byte, i int) bool {
	return i >= wrapMin && base64Any.back(b, i, i-wrapMin) == i-wrapMin && endsLine(b, i)
}

func endsLine(b []byte, i int) bool {
	return i >= len(b) || b[i] == '"' || lineEndAt(b, i)
}

// lineEndLen is the length of the line ends at b[i], in any spelling.
func lineEndLen(b []byte, i int) int {
	from := i
	for i < len(b) && lineEndAt(b, i) {
		i = slashes.run(b, i) + 1
	}
	return i - from
}

// unpacked is the text that base64 carries in another form: UTF-16, gzip or zlib.
func unpacked(encoded string) ([]byte, bool) {
	packed := strings.HasPrefix(encoded, "H4sI") || strings.HasPrefix(encoded, "eJ") || strings.HasPrefix(encoded, "eN") ||
		strings.HasPrefix(encoded, "eA")
	if !packed && strings.Count(encoded[:min(len(encoded), 48)], "A") < 12 {
		return nil, false
	}
	raw, err := base64.RawStdEncoding.DecodeString(encoded[:len(encoded)&^3+map[int]int{2: 2, 3: 3}[len(encoded)&3]])
	if err != nil {
		return nil, false
	}
	if !packed {
		return narrow(raw)
	}
	var r io.Reader
	if r, err = gzip.NewReader(bytes.NewReader(raw)); err != nil {
		if r, err = zlib.NewReader(bytes.NewReader(raw)); err != nil {
			return nil, false
		}
	}
	text, _ := io.ReadAll(io.LimitReader(r, unpackedMost)) // what was cut off is text as far as it goes
	return text, len(text) > 0 && mostlyText(text)
}

// narrow makes ASCII of UTF-16 in either order.
func narrow(raw []byte) ([]byte, bool) {
	raw = bytes.TrimPrefix(bytes.TrimPrefix(raw, []byte("\xff\xfe")), []byte("\xfe\xff"))
	if len(raw) < encodedMin {
		return nil, false
	}
	high := 1
	if raw[0] == 0 {
		high = 0
	}
	text := make([]byte, 0, len(raw)/2)
	for i := 0; i+1 < len(raw); i += 2 {
		if raw[i+high] != 0 {
			return nil, false
		}
		text = append(text, raw[i+1-high])
	}
	return text, mostlyText(text)
}

// hexText decodes a run of hexadecimal digits that stands for text alone.
func hexText(run []byte) ([]byte, bool) {
	if len(run) < hexMin || len(run)%2 == 1 || run[0] < '2' || run[0] > '7' || !allHex(run) {
		return nil, false
	}
	text := make([]byte, len(run)/2)
	if _, err := hex.Decode(text, run); err != nil {
		return nil, false
	}
	if slices.ContainsFunc(text, isOdd) {
		return nil, false
	}
	return text, true
}

// carried looks into a run for text in another form than plain base64.
func (s *scanner) carried(b []byte, run span, layers int) (hit, bool) {
	text, ok := hexText(b[run.start:run.end])
	if !ok {
		text, ok = unpacked(plainRun(b[run.start:run.end]))
	}
	if !ok {
		return hit{}, false
	}
	_, counts := s.replaceIn(text, layers-1)
	h := hit{span: run, rule: s.first(counts)}
	if counts == nil || s.rules[h.rule].name == ruleHome {
		return hit{}, false
	}
	for h.end < len(b) && b[h.end] == '=' && h.end < run.end+2 {
		h.end++
	}
	return h, true
}

// dumped looks at the bytes that hexdump, xxd and od print, and takes the lines that
// hold a secret, but for their offsets.
func (s *scanner) dumped(b []byte, starts []int) []hit {
	var hits []hit
	done := 0
	for _, at := range starts {
		if at < done {
			continue
		}
		depth := lineDepth(b, at)
		to, limit := at, min(len(b), at+columnsAhead)
		for to < limit && (b[to] != '"' || backslashes(b, to) >= depth) {
			to++
		}
		if to < limit {
			to -= backslashes(b, to)
		}
		done = to
		v := unfold(b[at:to])
		text, lines := dumpedText(v.text)
		p := pass{scanner: s, in: text}
		p.scan(0, len(text))
		taken := -1
		for _, h := range p.hits {
			for n, l := range lines {
				if n > taken && h.start < l.to && h.end > l.from && s.rules[h.rule].name != ruleHome {
					taken = n
					hits = append(hits, hit{span: span{start: at + v.raw(l.start), end: at + v.raw(l.end)}, rule: h.rule})
				}
			}
		}
	}
	return hits
}

// dumpLine is where a line of a dump stands, without its offset, and which bytes it has.
type dumpLine struct{ start, end, from, to int }

func dumpedText(b []byte) (text []byte, lines []dumpLine) {
	for i := 0; i < len(b); {
		end := lineEnd(b, i)
		start := hexes.run(b, i)
		if start-i < 6 || start >= end {
			break
		}
		for start < end && (b[start] == ':' || b[start] == ' ') {
			start++
		}
		l := dumpLine{start: start, end: end, from: len(text)}
		for k := start; k < end && len(text)-l.from < 32; {
			digits := hexes.run(b[:end], k)
			if n := digits - k; n == 0 || n%2 == 1 || n > 8 {
				break
			}
			for ; k < digits; k += 2 {
				c, _ := strconv.ParseUint(string(b[k:k+2]), 16, 8)
				text = append(text, byte(c))
			}
			if k < end && b[k] == ' ' {
				k++
			}
			if k+1 < end && b[k] == ' ' && (!hexes[b[k+1]] || len(text)-l.from != 8) {
				break
			}
			if k < end && b[k] == ' ' {
				k++
			}
		}
		if l.to = len(text); l.to > l.from {
			lines = append(lines, l)
		}
		i = end + 1
	}
	return text, lines
}
