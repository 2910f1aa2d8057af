package redact

import (
	"bytes"
	"encoding/base64"
	"strings"
)

const credentialMin = 16

// findAuthorization finds the credentials in an Authorization header: Basic credentials that decode
// to name:password, and values that look like keys. It skips other values because prose has the
// same form.
func findAuthorization(b []byte, at, floor int) (span, bool) {
	from, ok := afterOperator(b, at+len("uthorization"))
	if !ok {
		return span{}, false
	}
	start := from.start
	word := base64URL.run(b, start)
	scheme := strings.ToLower(string(b[start:word]))
	if word < len(b) && b[word] == ' ' && len(scheme) < 24 {
		start = oneSpace.run(b, word)
	}
	end := trimDots(b, start, credentialBytes.run(b, start))
	value := b[start:end]
	switch {
	case isPlaceholder(value):
		return span{}, false
	case scheme == "basic":
		if i := bytes.LastIndexByte(value, '='); i >= 0 { // text after the padding is not part of the value
			end, value = start+i+1, value[:i+1]
		}
		return span{start: start, end: end}, isBasic(value)
	case start > word: // the word before may be an unknown scheme
		letters, numbers := count(value)
		return span{start: start, end: end}, looksRandom(value, credentialMin) ||
			len(value) >= 8 && letters > 0 && numbers > 0 && listed("scheme", scheme)
	}
	return span{start: start, end: end}, looksRandom(value, credentialMin)
}

func isBasic(credential []byte) bool {
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		text, err := enc.DecodeString(string(credential))
		if colon := bytes.IndexByte(text, ':'); err == nil && colon > 0 && colon+1 < len(text) {
			return mostlyText(text)
		}
	}
	return false
}

// credentialBytes are the characters of token68 (RFC 9110, section 11.2).
var credentialBytes = set("0-9A-Za-z_.~+/=:-")
