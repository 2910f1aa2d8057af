package redact

import (
	"bytes"
	"strings"
)

// looksRandom reports whether a value of at least the given length looks like a key. Words have
// digits only at the end (password2024), whereas keys mix letters and digits.
func looksRandom(value []byte, shortest int) bool {
	if len(value) < shortest || isUUID(value) {
		return false
	}
	changes, uppers, lowers, numbers := 0, 0, 0, 0
	for i, c := range value {
		switch {
		case isDigit(c):
			numbers++
		case isUpper(c):
			uppers++
		case isLower(c):
			lowers++
		}
		if i > 0 && alnum[c] && alnum[value[i-1]] && isDigit(c) != isDigit(value[i-1]) {
			changes++
		}
	}
	return numbers > 0 && uppers+lowers > 0 && (changes >= 3 || numbers >= 2 && uppers >= 2 && lowers >= 2 || mixesCase(value))
}

var uuidBytes = set("0-9A-Fa-f-")

func isUUID(v []byte) bool {
	return len(v) == 36 && v[8] == '-' && v[13] == '-' && v[18] == '-' && v[23] == '-' && bytes.Count(v, []byte("-")) == 4 && uuidBytes.all(v)
}

// isReference reports whether value is a path, a URL, a code expression or a variable.
func isReference(value []byte) bool {
	v := string(value)
	return hasStart("reference-start", v) || strings.Contains(v, "://") || strings.Contains(v, "25519") && len(v) < 32
}

func isPlaceholder(value []byte) bool {
	v := strings.ToLower(string(value))
	return strings.Trim(v, "*x.-_•#0?") == "" || isVariable(string(value)) ||
		listed("placeholder", v) || hasStart("placeholder-start", v) || hasPart("placeholder-part", v)
}

// isVariable reports whether v looks like a variable name, such as OPENAI_API_KEY in "apiKey":
// "OPENAI_API_KEY".
func isVariable(v string) bool {
	return strings.Contains(v, "_") && isUpper(v[0]) && envBytes.all([]byte(v))
}

var envBytes = set("0-9A-Z_")

// mixesCase reports whether value contains many letters in a row that change case more often than a
// name does.
func mixesCase(value []byte) bool {
	changes, run := 0, 0
	for i := 1; i < len(value); i++ {
		if isLower(value[i-1]) && isUpper(value[i]) || isUpper(value[i-1]) && isLower(value[i]) {
			changes++
		}
		if isLower(value[i]) {
			run++
		} else {
			run = 0
		}
		if run > 8 { // probably a word
			return false
		}
	}
	return len(value) >= 20 && changes*3 >= len(value)
}
