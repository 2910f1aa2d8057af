package redact

import (
	"bytes"
	"strings"
)

// token describes a vendor's keys, which consist of a prefix and a body.
type token struct {
	rule   string
	prefix string
	body   *class
	min    int
	max    int // maximum length of the body; 0: no maximum. A longer sequence is not a key.
	form   form
	not    func(body []byte) bool // optional function that reports whether a body cannot be that of a key
}

// form is a set of additional requirements for a key.
type form uint8

const (
	// bounded requires that the prefix does not follow a word directly, because the prefix could be
	// the end of that word.
	bounded form = 1 << iota
	// random requires a body that mixes letters and digits, because words can also follow the
	// prefix.
	random
	// inImage means that the prefix occurs in pictures by chance, after a plus sign or a slash.
	inImage
	// afterWord allows a word directly before the prefix, unless word and prefix form an English
	// word: task-, risk-.
	afterWord
	// named requires the vendor's name or a word such as "key" before the prefix, because the
	// prefix occurs in base64 by chance.
	named
)

// formNames maps the names in rules.txt to forms.
var formNames = map[string]form{"bounded": bounded, "random": random, "inImage": inImage, "afterWord": afterWord, "named": named}

// bodies maps the names in rules.txt to functions that report whether a body cannot be that of a
// key.
var bodies = map[string]func([]byte) bool{
	"ssh": func(body []byte) bool {
		return bytes.HasPrefix(body, []byte("ssh-")) || bytes.HasPrefix(body, []byte("ecdsa-"))
	},
	// An Airtable key consists of 14 characters, a dot and a digest.
	"unlikeAirtable": func(body []byte) bool { return body[14] != '.' || !allHex(body[15:70]) },
	"colonless":      func(body []byte) bool { return bytes.IndexByte(body, ':') < 0 },
	"hex":            allHex,
	"noUUID":         func(body []byte) bool { return !isUUID(body) },
	"code":           isCode,
	// A ClickUp key consists of a user number, an underscore and 32 letters.
	"unlikeClickup": func(body []byte) bool { n := digits.run(body, 0); return n < 8 || body[n] != '_' || len(body)-n != 33 },
}

func (t token) find(b []byte, at, floor int) (span, bool) {
	if insideEscape(b, at) {
		return span{}, false
	}
	if t.form&bounded != 0 && !boundary(b, at, floor) && !afterTelling(b, at, floor) || t.form&inImage != 0 && insideBase64(b, at, floor) {
		return span{}, false
	}
	if t.form&afterWord != 0 && endsWord(b, at, floor) {
		return span{}, false
	}
	if t.form&named != 0 && !t.isNamed(b[max(floor, at-nameMax):at]) {
		return span{}, false
	}
	from := at + len(t.prefix)
	end := t.body.run(b, from)
	for end > from && (b[end-1] == '.' || b[end-1] == '-') { // punctuation at the end of a sentence
		end--
	}
	body := b[from:end]
	if end < len(b) && lineEndAt(b, end) {
		body, end = t.joined(b, from, end)
	}
	if len(body) < t.min || t.max > 0 && len(body) > t.max {
		return span{}, false
	}
	oneLetter := bytes.Count(body, body[:1]) == len(body) // placeholder such as sk-xxxx
	if t.form&random != 0 && !looksRandom(body, t.min) && !mixesCase(body) || oneLetter ||
		bytes.Contains(body, []byte("EXAMPLE")) || t.not != nil && t.not(body) {
		return span{}, false
	}
	return span{start: at, end: end}, true
}

func (t token) isNamed(before []byte) bool {
	text := strings.ToLower(string(before))
	vendor, _, _ := strings.Cut(t.rule, "-")
	return strings.Contains(text, vendor) || hasPart("key-before", text)
}

// afterTelling reports whether the word directly before b[at] announces a key, as in tokensk-...
func afterTelling(b []byte, at, floor int) bool {
	_, ok := endsIn("telling-before", strings.ToLower(string(b[max(floor, at-10):at])))
	return ok
}

func insideBase64(b []byte, at, floor int) bool {
	if at == floor {
		return false
	}
	if b[at-1] != '/' && b[at-1] != '+' {
		return false
	}
	return at-base64Std.back(b, at, max(floor, at-blobMin)) >= blobMin
}

// blobMin is the minimum length of base64 that is assumed to be a picture rather than a path.
const blobMin = 32

// endsWord reports whether the sk of sk- at b[at] ends an English word or a longer name.
func endsWord(b []byte, at, floor int) bool {
	start := base64URL.back(b, at, max(floor, at-12))
	word := strings.ToLower(string(b[start:at]) + "sk")
	_, ends := endsIn("word-end", word)
	return ends || word[:1] == "-" || len(word) < 5
}

// infix describes keys that are identified by a fixed text in the middle.
type infix struct {
	text               string
	left               *class
	leftMin, leftMax   int
	right              *class
	rightMin, rightMax int
}

func (t infix) find(b []byte, at, floor int) (span, bool) {
	if insideEscape(b, at) {
		return span{}, false
	}
	start := t.left.back(b, at, max(floor, at-t.leftMax))
	end := t.right.run(b, at+len(t.text))
	n := end - at - len(t.text)
	if at-start < t.leftMin || n < t.rightMin || t.rightMax > 0 && n > t.rightMax {
		return span{}, false
	}
	if insideEscape(b, start) {
		start = min(at, start+4)
	}
	end = trimDots(b, start, end)
	return span{start: start, end: end}, looksRandom(b[start:end], t.leftMin)
}

func isCode(body []byte) bool {
	uppers, lowers, digits, run, word := 0, 0, 0, 0, 0
	for _, c := range body {
		run++
		switch {
		case isUpper(c):
			uppers++
			run = 0
		case isLower(c):
			lowers++
		case isDigit(c):
			digits++
			run = 0
		}
		word = max(word, run)
	}
	return uppers < 3 || lowers < 3 || digits < 2 || digits == 2 && word >= 5
}

const foldedMost = 64

// joined appends the following lines to a key if the key is too short or its line is full.
func (t token) joined(b []byte, from, end int) ([]byte, int) {
	body, full := b[from:end], fullLine(b, end)
	for n := 0; n < foldedMost && (len(body) < t.min || full); n++ {
		next := end + lineEndLen(b, end)
		stop := t.body.run(b, next)
		if next == end || stop == next || stop < len(b) && !wholeLine(b, stop) && b[stop] != ' ' {
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

func fullLine(b []byte, i int) bool {
	return i >= wrapMin && base64Any.back(b, i, i-wrapMin) == i-wrapMin && wholeLine(b, i)
}

// lineEndLen returns the length of the line ends at b[i], which may be escaped.
func lineEndLen(b []byte, i int) int {
	from := i
	for i < len(b) && lineEndAt(b, i) {
		i = slashes.run(b, i) + 1
	}
	return i - from
}
