package redact

import (
	"bytes"
	"strings"
)

// token describes keys that name their vendor: a prefix and a body. A rule of
// this form is one line of a table.
type token struct {
	rule   string
	prefix string
	body   class // bytes of the body
	min    int   // shortest body
	max    int   // longest body, 0 for any; a longer run is something else
	form   form
	not    func(body []byte) bool // what the body must not be
}

// form says what else a prefix needs to be taken for that of a key. One without
// any needs nothing: it stands nowhere else and may be glued to a word.
type form uint8

const (
	// bounded prefixes could end a word: nothing may stand left of them.
	bounded form = 1 << iota
	// random bodies must mix letters and digits, because words follow the prefix too.
	random
	// inImage prefixes could occur by chance in a picture, where a plus sign or a
	// slash stands left of them as often as a letter does.
	inImage
	// afterWord prefixes may be glued to a word, but not be its end: task-, risk-.
	afterWord
)

func (t token) anchor() anchor { return anchor{text: t.prefix, find: t.find} }

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
	from := at + len(t.prefix)
	end := t.body.run(b, from)
	for end > from && (b[end-1] == '.' || b[end-1] == '-') { // the end of a sentence
		end--
	}
	body := b[from:end]
	if len(body) < t.min || t.max > 0 && len(body) > t.max {
		return span{}, false
	}
	if t.form&random != 0 && !looksRandom(body, t.min) && !mixesCase(body) || bytes.Contains(body, []byte("EXAMPLE")) || monotone(body) || t.not != nil && t.not(body) {
		return span{}, false
	}
	return span{start: at, end: end}, true
}

// afterTelling reports whether the word that ends before b[at] says that a key
// follows: tokensk-...
func afterTelling(b []byte, at, floor int) bool {
	word := strings.ToLower(string(b[max(floor, at-10):at]))
	for _, end := range []string{"token", "key", "secret", "password", "bearer", "auth", "pass"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

// monotone reports a body of one letter, as in sk-xxxx.
func monotone(body []byte) bool {
	for _, c := range body {
		if c != body[0] {
			return false
		}
	}
	return true
}

func insideBase64(b []byte, at, floor int) bool {
	if at == floor {
		return false
	}
	if b[at-1] != '/' && b[at-1] != '+' {
		return false
	}
	return at-class(isStd64).back(b, at, max(floor, at-blobMin)) >= blobMin
}

// blobMin is how much base64 makes a picture of what could be a path.
const blobMin = 32

// endsWord reports whether the sk of sk- at b[at] ends a word of English or is
// part of a longer name.
func endsWord(b []byte, at, floor int) bool {
	start := class(isBase64URL).back(b, at, max(floor, at-12))
	word := strings.ToLower(string(b[start:at]) + "sk")
	if word[:1] == "-" || len(word) < 5 {
		return true
	}
	for _, end := range []string{"task", "risk", "disk", "disc", "desk", "mask", "ask", "dusk", "flask", "whisk", "tusk", "brisk", "husk", "kiosk", "tsk", "usk", "isk", "osk", "esk"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

// infix describes keys that are known by what stands in their middle.
type infix struct {
	rule     string
	text     string
	left     class // of what stands before the text
	leftMin  int
	leftMax  int
	right    class
	rightMin int
	rightMax int
}

func (t infix) anchor() anchor { return anchor{text: t.text, find: t.find} }

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

func infixTokens() []infix {
	return []infix{
		{"terraform-token", ".atlasv1.", isAlnum, 10, 14, isDottedEq, 40, 0},
		{"azure-client-secret", "Q~", isAzure, 4, 4, isAzure, 28, 40},
		{"maxmind-key", "_mmk", isWord, 36, 36, isWord, 0, 0},
		{"openai-key", "T3BlbkFJ", isBase64URL, 20, 90, isBase64URL, 20, 90},
		{"azure-key", "AzSe", isAlnum, 40, 44, isAlnum, 4, 12},
		{"azure-key", "AzFu", isBase64URL, 40, 50, isBase64Any, 4, 12},
		{"azure-key", "+ASt", isStd64, 70, 80, isStd64, 4, 12},
		{"azure-key", "ACDb", isStd64, 70, 80, isStd64, 4, 12},
		{"azure-key", "JQQJ99", isAlnum, 40, 60, isAlnum, 20, 40},
		{"azure-devops-token", "AZDO", isAlnum, 70, 80, isAlnum, 4, 6},
	}
}

func isAzure(c byte) bool { return isDotted(c) || c == '~' }

// tokenRules makes one rule of all tokens of the same name, in the order of the
// tables. Prefixes that begin like another come first.
func tokenRules() []rule {
	var list []rule
	at := map[string]int{}
	add := func(name string, a anchor) {
		i, ok := at[name]
		if !ok {
			i = len(list)
			at[name] = i
			list = append(list, rule{name: name})
		}
		list[i].anchors = append(list[i].anchors, a)
	}
	for _, table := range [][]token{modelTokens(), cloudTokens(), codeTokens(), serviceTokens(), moneyTokens()} {
		for _, t := range table {
			add(t.rule, t.anchor())
		}
	}
	for _, t := range infixTokens() {
		add(t.rule, t.anchor())
	}
	return list
}
