package redact

import (
	"bytes"
	"encoding/base64"
)

// findJWT finds a JSON Web Token: three parts separated by dots, of which the first two begin with
// the base64 of {". An unsigned token has no third part.
func findJWT(b []byte, at, floor int) (span, bool) {
	part := base64URL
	if insideEscape(b, at) || insideBase64(b, at, floor) && !boundary(b, at, floor) {
		return span{}, false
	}
	head := part.run(b, at)
	if head-at < 12 || head >= len(b) || b[head] != '.' || !bytes.HasPrefix(b[head+1:], []byte("ey")) {
		return span{}, false
	}
	claims := part.run(b, head+1)
	if claims-head < 8 || claims >= len(b) || b[claims] != '.' {
		return span{}, false
	}
	end := part.run(b, claims+1)
	for end < len(b) && b[end] == '.' && end+1 < len(b) && base64URL[b[end+1]] { // an encrypted token has five parts
		end = part.run(b, end+1)
	}
	return span{start: at, end: end}, end-claims > 8
}

// findDiscord finds a Discord bot token: the bot's number in base64, a time and a signature.
func findDiscord(b []byte, at, floor int) (span, bool) {
	part := base64URL
	id := part.run(b, at)
	if n := id - at; n < 23 || n > 28 || id >= len(b) || b[id] != '.' || insideEscape(b, at) {
		return span{}, false
	}
	stamp := part.run(b, id+1)
	if n := stamp - id - 1; n < 6 || n > 7 || stamp >= len(b) || b[stamp] != '.' {
		return span{}, false
	}
	end := part.run(b, stamp+1)
	number, err := base64.RawURLEncoding.DecodeString(string(b[at:id]))
	return span{start: at, end: end}, err == nil && len(number) >= 17 && digits.all(number) && end-stamp > 26
}

// cryptMin is the minimum length of a hash after its scheme. {SHA} has 28 characters.
const cryptMin = 24

var (
	cryptBytes  = set("0-9A-Za-z_$./+=,:{}*-")
	schemeStart = set("${")
)

// findCrypt finds password hashes from /etc/shadow, htpasswd and databases. They are secret because
// they can be cracked offline.
func findCrypt(b []byte, at, floor int) (span, bool) {
	if insideEscape(b, at) {
		return span{}, false
	}
	end := cryptBytes.run(b, at)
	scheme := schemeStart.run(b, at)
	if i := bytes.IndexAny(b[scheme:end], "$}:"); i >= 0 {
		scheme += i + 1
	}
	for end > at && (b[end-1] == ':' || b[end-1] == '.' || b[end-1] == ',') {
		end--
	}
	if end-scheme < cryptMin {
		return span{}, false
	}
	if colon := bytes.IndexByte(b[scheme:end], ':'); colon >= cryptMin && bytes.IndexByte(b[scheme:scheme+colon], '$') >= 0 {
		end = scheme + colon
	}
	letters, numbers := count(b[scheme:end])
	return span{start: at, end: end}, end-scheme >= cryptMin && letters >= 10 && numbers > 0
}

const awsAhead = 160

// findAWSSecret finds a secret of 40 characters next to an access key id that has already been
// redacted.
func findAWSSecret(b []byte, at, floor int) (span, bool) {
	id := at + len(":aws-key-id]")
	if got, ok := awsSecretIn(b, id, min(len(b), id+awsAhead)); ok {
		return got, true
	}
	from := max(floor, at-awsAhead)
	return awsSecretIn(b, base64Std.run(b, from), at)
}

func awsSecretIn(b []byte, from, to int) (span, bool) {
	for i := from; i < to; i++ {
		if start := pastEscape(b, i); base64Std[b[i]] {
			end := base64Std.run(b, i)
			if key := b[min(start, end):end]; len(key) == 40 && looksRandom(key, 40) && !allHex(key) {
				return span{start: start, end: end}, true
			}
			i = end
		}
	}
	return span{}, false
}

// isBasic reports whether a credential is name:password in base64.
func isBasic(credential []byte) bool {
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		text, err := enc.DecodeString(string(credential))
		if colon := bytes.IndexByte(text, ':'); err == nil && colon > 0 && colon+1 < len(text) {
			return mostlyText(text)
		}
	}
	return false
}
