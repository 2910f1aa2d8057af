package redact

import (
	"bytes"
	"strings"
)

const (
	valueMin   = 6  // shortest value of an env variable that is worth hiding
	proseMin   = 8  // the same where prose has the same form
	randomMin  = 16 // shortest value that can look random
	shortMin   = 3  // shortest password
	quotedMax  = 4096
	stopsValue = "([{$<`" // after a bare value: a call, an index, a template
)

// quoted judges a value in quotes. It ends at the quote of its own depth; a
// quote of a lesser depth means that the text was cut, and nothing is taken.
func (o operand) quoted(b []byte, p promise, name string) (span, bool) {
	end, ok := o.closing(b)
	if !ok || end == o.start {
		return span{}, false
	}
	value := b[o.start:end]
	if p.words && isPhrase(value) {
		return span{start: o.start, end: end}, true
	}
	spaced := bytes.IndexByte(value, ' ') >= 0 && !(p.short && p.level == trustEnv && !o.loose && !o.keyed)
	if isBetween(value) || spaced || isPlaceholder(value) {
		return span{}, false
	}
	return span{start: o.start, end: end}, o.secret(value, p, name)
}

// isBetween reports what stands between two strings of JSON and not in one: a
// structural byte can follow a quote only if the quote ended a string.
func isBetween(value []byte) bool { return bytes.IndexByte([]byte(",:]} \t"), value[0]) >= 0 }

func (o operand) secret(value []byte, p promise, name string) bool {
	letters, numbers := count(value)
	switch {
	case p.basic:
		return isBasic(value)
	case p.digits:
		return letters == 0 && numbers >= 3 && numbers <= 8 && numbers == len(value)
	case p.level == trustEnv && !p.short:
		return len(value) >= valueMin
	case isReference(value), !isPrintable(value):
		return false
	case looksRandom(value, randomMin), isUUID(value) && p.compound:
		return true
	case p.weak:
		return letters > 0 && numbers > 0 && len(value) >= valueMin && !isName(value)
	case p.short:
		return len(value) >= shortMin && !isSameWord(value, name) && !isTypeName(value)
	case p.level == trustMaybe:
		return false
	}
	if isUUID(value) || isName(value) || !isAlnumText(value) && numbers == 0 {
		return false
	}
	if numbers == 0 { // a word: for what nobody would call a word
		return p.strong && letters >= valueMin && !isTypeName(value) && !isSameWord(value, name)
	}
	return letters > 0 && (len(value) >= proseMin || p.strong && len(value) >= valueMin)
}

func isAlnumText(value []byte) bool { return class(isAlnum).run(value, 0) == len(value) }

// isName reports whether a value is a name or a number with a unit and not a
// key: words of letters with digits at their ends.
func isName(value []byte) bool {
	changes := 0
	for i := 1; i < len(value); i++ {
		if isDigit(value[i]) != isDigit(value[i-1]) {
			changes++
		}
	}
	return changes < 2 && bytes.ContainsAny(value, "-_.") || bytes.IndexByte(value, '.') >= 0
}

func isPrintable(value []byte) bool {
	for _, c := range value {
		if c < ' ' || c >= 0x7f {
			return false
		}
	}
	return true
}

// isSameWord reports whether a value only repeats the name of its field, as
// labels and parameters do.
func isSameWord(value []byte, name string) bool {
	plain := plainName(string(value))
	_, numbers := count(value)
	return plain == plainName(name) || numbers == 0 && (strings.Contains(plain, "password") || strings.Contains(plain, "passwd"))
}

// isPhrase reports words of lower case, as wallets and generators make them.
func isPhrase(value []byte) bool {
	words := strings.Split(string(value), " ")
	for _, w := range words {
		if len(w) < 3 || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
			return false
		}
	}
	return len(words) >= 4
}

// closing finds the end of a value in quotes. With n = 2^d - 1 backslashes
// before the quotes of a text nested d times, k of them before a quote close it
// when k - n is a multiple of 2(n + 1): pairs that the value itself escapes.
func (o operand) closing(b []byte) (int, bool) {
	limit := min(len(b), o.start+quotedMax)
	if o.quote == '<' {
		end := o.start
		for end < limit && b[end] != '<' && b[end] >= ' ' && b[end] != '"' && b[end] != '\\' {
			end++
		}
		return end, end+1 < limit && b[end] == '<' && (b[end+1] == '/' || b[end+1] == '\\')
	}
	for i := o.start; i < limit; {
		k := class(func(c byte) bool { return c == '\\' }).run(b, i) - i
		if i+k >= limit || b[i+k] < ' ' {
			return 0, false
		}
		switch c := b[i+k]; {
		case c == o.quote && (c == '\'' || k >= o.depth && (k-o.depth)%(2*o.depth+2) == 0):
			if c == '\'' && k%2 == 1 {
				break
			}
			return i + k - o.depth, true
		case c == '"' && (k%2 == 0 || k < o.depth):
			return 0, false
		}
		i += k + 1
	}
	return 0, false
}

// bare judges a value without quotes.
func (o operand) bare(b []byte, p promise, name string) (span, bool) {
	end := bareEnd(b, o.start, o.query)
	value := b[o.start:end]
	if len(value) == 0 || end < len(b) && bytes.IndexByte([]byte(stopsValue), b[end]) >= 0 && b[end] != '<' {
		return span{}, false
	}
	if isPlaceholder(value) || isReference(value) {
		return span{}, false
	}
	letters, numbers := count(value)
	at := span{start: o.start, end: end}
	if p.words {
		if stop := phraseEnd(b, o.start); stop > o.start {
			return span{start: o.start, end: stop}, true
		}
	}
	switch {
	case o.keyed: // a number or a word of JSON
		at.wrap = o.depth + 1
		return at, (p.digits || p.short && !p.weak) && numbers == len(value) && numbers >= 4
	case p.basic:
		return at, !o.option && len(value) >= 8 && isBasic(value)
	case p.digits:
		at.end = class(isDigit).run(b, o.start)
		n := at.end - o.start
		return at, (n >= 4 || n == 3 && p.card) && n <= 8 && (at.end == len(b) || !isWord(b[at.end]))
	case p.weak:
		return at, isLower(lower(value[0])) && numbers > 0 && len(value) >= valueMin && !isCall(value) && !isName(value)
	case p.short:
		return at, o.password(b, value, end, p, name)
	case p.level == trustLower && p.strong && numbers == 0 && o.lineStart && wholeLine(b, end):
		return at, len(value) >= proseMin && isAlnumText(value) && !isTypeName(value) && !isSameWord(value, name)
	case p.level != trustEnv:
		return at, looksRandom(value, randomMin) || p.level == trustLower && p.compound && isUUID(value) ||
			p.level == trustLower && (!o.loose || o.lineStart) && letters > 0 && numbers > 0 && len(value) >= valueMin && (len(value) >= proseMin || o.lineStart || o.query) && !isName(value) && !isCall(value) && !isUUID(value)
	case o.loose:
		return at, (len(value) >= proseMin || o.lineStart && len(value) >= valueMin) && letters > 0 && numbers > 0
	}
	return at, len(value) >= valueMin && letters > 0 && (numbers > 0 || len(value) >= proseMin)
}

// password judges a bare value of a name that promises a password: what is no
// word must have two kinds of characters, and a word the form of a setting.
func (o operand) password(b, value []byte, end int, p promise, name string) bool {
	letters, numbers := count(value)
	mixed := letters > 0 && (numbers > 0 || letters+numbers < len(value))
	switch {
	case isSameWord(value, name) || isCall(value) && p.level != trustEnv:
		return false
	case !o.loose && (connectionBefore(b, o.start, 0) || connectionBefore(b, min(len(b), end+100), end)):
		named := numbers == 0 && bytes.IndexByte(value, '_') >= 0 || end < len(b) && bytes.IndexByte([]byte(",)"), b[end]) >= 0
		return len(value) >= shortMin && (!named || mixed && numbers > 0)
	case p.level == trustEnv && !o.loose, o.query, o.option:
		return len(value) >= shortMin && (letters > 0 || numbers >= 4)
	case mixed && numbers > 0:
		return len(value) >= valueMin-1
	case mixed && !o.loose && bytes.ContainsAny(value, "!@#$%^&*="):
		return len(value) >= valueMin
	case o.loose && !o.lineStart:
		return mixed && len(value) >= proseMin && bytes.ContainsAny(value, "!@#$%^&*")
	case numbers == len(value):
		return numbers >= 4
	}
	return o.lineStart && wholeLine(b, end) && len(value) >= valueMin && !isTypeName(value) && bytes.IndexByte(value, '_') < 0
}

// wholeLine reports whether a line or a text ends at i.
func wholeLine(b []byte, i int) bool {
	return i >= len(b) || b[i] == '"' || lineEndAt(b, i)
}

// isCall reports an expression of code.
func isCall(value []byte) bool {
	if bytes.ContainsAny(value, "()") {
		return true
	}
	dot := bytes.IndexByte(value, '.')
	return dot > 0 && dot+1 < len(value) && (isLower(value[dot-1]) || value[dot-1] == '_') && isLower(value[dot+1])
}

// isTypeName lists the words that describe a password instead of being one.
func isTypeName(value []byte) bool {
	switch strings.ToLower(strings.TrimRight(string(value), "!?,;")) {
	case "varchar", "string", "optional", "required", "secret", "hidden", "changed", "change", "correct", "incorrect", "accepted", "prompt",
		"rejected", "expired", "invalid", "missing", "stored", "hashed", "encrypted", "provided", "unknown", "default", "enabled", "disabled", "protected", "mismatch", "failed", "success", "updated", "reset", "verified", "matches", "strength", "weak", "strong", "bcrypt", "argon2", "plaintext", "forbidden", "boolean", "object", "number", "integer", "unchanged", "blank", "nothing", "compat", "systemd", "winbind", "always", "never":
		return true
	}
	return false
}

// bareEnd runs over what shells and env files allow without quotes. JSON's \/
// is a slash; every other escape ends the value.
func bareEnd(b []byte, start int, query bool) int {
	i := start
	for i < len(b) {
		c := b[i]
		switch {
		case isDotted(c) || bytes.IndexByte([]byte("~+/=!@#%^*:?"), c) >= 0 || c == '&' && !query:
			if c == '&' && i+1 < len(b) && (b[i+1] == '&' || b[i+1] == ' ') {
				return trimDots(b, start, i)
			}
			i++
		case c == '\\' && i+1 < len(b) && b[i+1] == '/' && b[i-1] != '\\':
			i += 2
		default:
			return trimDots(b, start, i)
		}
	}
	return trimDots(b, start, i)
}

func count(value []byte) (letters, numbers int) {
	for _, c := range value {
		if isDigit(c) {
			numbers++
		} else if isLower(c) || isUpper(c) {
			letters++
		}
	}
	return letters, numbers
}
