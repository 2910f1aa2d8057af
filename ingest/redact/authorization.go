package redact

import (
	"bytes"
	"encoding/base64"
)

const credentialMin = 16

// authorizationAnchors finds HTTP credentials, with or without the name of
// their header: "Authorization: Basic ...", "Bearer ...".
func authorizationAnchors() []anchor {
	return []anchor{
		{"uthorization", 5, findAuthorization},
		{"earer ", 4, findBearer},
		{"EARER ", 4, findBearer},
	}
}

func findBearer(b []byte, at, floor int) (span, bool) {
	start := spaces(b, at+len("earer"))
	end := credentialEnd(b, start)
	return span{start, end}, looksRandom(b[start:end], credentialMin)
}

// findAuthorization reads the header's value. What Basic carries is known to
// be a secret when it decodes to name:password; every other scheme's value must
// look random, because prose has the same form.
func findAuthorization(b []byte, at, floor int) (span, bool) {
	from, ok := afterOperator(b, at+len("uthorization"))
	if !ok {
		return span{}, false
	}
	start := from.start
	word := class(isAlnum).run(b, start)
	scheme := string(bytes.ToLower(b[start:word]))
	if word < len(b) && b[word] == ' ' {
		start = spaces(b, word)
	}
	end := credentialEnd(b, start)
	if scheme == "basic" {
		return span{start, end}, isBasic(b[start:end])
	}
	return span{start, end}, looksRandom(b[start:end], credentialMin)
}

func isBasic(credential []byte) bool {
	text, err := base64.StdEncoding.DecodeString(string(credential))
	colon := bytes.IndexByte(text, ':')
	return err == nil && colon > 0 && colon+1 < len(text)
}

// credentialEnd runs over the token68 alphabet of RFC 9110, section 11.2.
func credentialEnd(b []byte, i int) int {
	end := class(func(c byte) bool {
		return isDotted(c) || c == '~' || c == '+' || c == '/' || c == '='
	}).run(b, i)
	return trimDots(b, i, end)
}

func spaces(b []byte, i int) int {
	return class(func(c byte) bool { return c == ' ' }).run(b, i)
}

const userInfoMax = 512

// findURLPassword takes the password of scheme://user:password@host, or a long
// random user without a password, which is how git writes tokens into remotes.
func findURLPassword(b []byte, at, floor int) (span, bool) {
	start := at + len("://")
	colon := -1
	for i := start; i < min(len(b), start+userInfoMax); i++ {
		switch c := b[i]; {
		case c == ':' && colon < 0:
			colon = i
		case c == '@':
			return userInfo(b, start, colon, i)
		case c == '[' && colon < 0: // a replacement, or a host of numbers
			return span{}, false
		case c <= ' ' || bytes.IndexByte([]byte(`/?#"'<>\`+"`"), c) >= 0:
			return span{}, false
		}
	}
	return span{}, false
}

func userInfo(b []byte, start, colon, end int) (span, bool) {
	if !isHost(b, end+1) {
		return span{}, false
	}
	if colon < 0 {
		return span{start, end}, looksRandom(b[start:end], credentialMin)
	}
	return span{colon + 1, end}, end > colon+1 && !isPlaceholder(b[colon+1:end])
}

// isHost reports whether a host may start at b[i]: a name, or a number as in
// [::1], which a replacement does not look like.
func isHost(b []byte, i int) bool {
	if i+1 < len(b) && b[i] == '[' {
		return isHex(b[i+1]) || b[i+1] == ':'
	}
	return i < len(b) && isAlnum(b[i])
}
