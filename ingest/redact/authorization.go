package redact

import (
	"bytes"
	"encoding/base64"
	"strings"
)

const credentialMin = 16

// headerRules find HTTP credentials, with or without the name of their header:
// "Authorization: Basic ...", "Bearer ...", "Cookie: ...".
func headerRules() []rule {
	return []rule{
		{name: "authorization", anchors: []anchor{
			{text: "uthorization", fold: true, find: findAuthorization},
			{text: "earer ", fold: true, find: findBearer},
			{text: "Basic ", find: findBasic},
		}},
		{name: "cookie", anchors: []anchor{
			{text: "cookie", fold: true, find: findCookie},
			{text: "sessid", fold: true, find: findSessionCookie},
			{text: "sessionid", find: findSessionCookie},
			{text: "connect.sid", find: findSessionCookie},
			{text: "jsessionid", fold: true, find: findSessionCookie},
		}},
	}
}

func findBearer(b []byte, at, floor int) (span, bool) {
	start := spaces(b, at+len("earer"))
	end := credentialEnd(b, start)
	return span{start: start, end: end}, looksRandom(b[start:end], credentialMin)
}

// findBasic takes name:password in base64 behind the word alone.
func findBasic(b []byte, at, floor int) (span, bool) {
	start := spaces(b, at+len("Basic"))
	end := credentialEnd(b, start)
	return span{start: start, end: end}, end-start >= 8 && isBasic(b[start:end])
}

// findAuthorization reads the header's value. What Basic carries is known to
// be a secret when it decodes to name:password; every other scheme's value must
// look like a key, because prose has the same form.
func findAuthorization(b []byte, at, floor int) (span, bool) {
	from, ok := afterOperator(b, at+len("uthorization"))
	if !ok {
		return span{}, false
	}
	start := from.start
	word := class(isBase64URL).run(b, start)
	scheme := strings.ToLower(string(b[start:word]))
	if word < len(b) && b[word] == ' ' && len(scheme) < 24 {
		start = spaces(b, word)
	}
	end := credentialEnd(b, start)
	value := b[start:end]
	switch {
	case isPlaceholder(value):
		return span{}, false
	case scheme == "basic":
		if i := bytes.LastIndexByte(value, '='); i >= 0 { // what follows the padding is no part
			end, value = start+i+1, value[:i+1]
		}
		return span{start: start, end: end}, isBasic(value)
	case start > word: // a scheme we may not know
		letters, numbers := count(value)
		return span{start: start, end: end}, looksRandom(value, credentialMin) || len(value) >= 8 && letters > 0 && numbers > 0 && isScheme(scheme)
	}
	return span{start: start, end: end}, looksRandom(value, credentialMin)
}

func isScheme(word string) bool {
	switch word {
	case "bearer", "token", "bot", "apikey", "api-key", "key", "geniekey", "ssws", "sso-key", "splunk", "negotiate", "ntlm", "oauth", "digest", "private-token":
		return true
	}
	return false
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

// credentialEnd runs over the token68 alphabet of RFC 9110, section 11.2.
func credentialEnd(b []byte, i int) int {
	end := class(func(c byte) bool {
		return isDotted(c) || c == '~' || c == '+' || c == '/' || c == '=' || c == ':'
	}).run(b, i)
	return trimDots(b, i, end)
}

func spaces(b []byte, i int) int {
	return class(func(c byte) bool { return c == ' ' }).run(b, i)
}

// findCookie takes all of a Cookie header, and of Set-Cookie the value, whose
// attributes stay. Both need the form name=value.
func findCookie(b []byte, at, floor int) (span, bool) {
	end := at + len("cookie")
	set := at-4 >= floor && strings.EqualFold(string(b[at-4:at]), "set-") || at-4 >= floor && strings.EqualFold(string(b[at-4:at]), "set_")
	from, ok := afterOperator(b, end)
	if !ok && at >= floor+2 && string(b[at-2:at]) == "--" && end < len(b) && b[end] == ' ' { // curl --cookie
		_, depth, start := quoteAt(b, end+1)
		from, ok = operand{start: start, depth: depth}, true
	}
	if !ok || from.start >= len(b) {
		return span{}, false
	}
	if set {
		return cookiePair(b, from.start)
	}
	stop := from.start
	for stop < len(b) && isCookie(b[stop]) && (b[stop] != ' ' || b[stop-1] == ';') {
		stop++
	}
	for stop > from.start && bytes.IndexByte([]byte(" ;)}"), b[stop-1]) >= 0 {
		stop--
	}
	value := b[from.start:stop]
	named := class(isDotted).run(value, 0)
	return span{start: from.start, end: stop}, named > 0 && named < len(value) && value[named] == '=' && len(value) >= 8 && !isPlaceholder(value[named+1:])
}

// cookiePair is the value of the name=value at b[i].
func cookiePair(b []byte, i int) (span, bool) {
	name := class(func(c byte) bool { return isDotted(c) }).run(b, i)
	if name == i || name >= len(b) || b[name] != '=' {
		return span{}, false
	}
	start := name + 1
	end := class(func(c byte) bool { return isCookie(c) && c != ';' && c != ' ' }).run(b, start)
	value := b[start:end]
	return span{start: start, end: end}, len(value) >= shortMin && !isPlaceholder(value)
}

func isCookie(c byte) bool {
	return c > ' ' && c < 0x7f && c != '"' && c != '\'' && c != '\\' && c != '<' && c != '>' && c != '`' && c != '[' || c == ' '
}

// findSessionCookie takes the value of a cookie that names itself a session.
func findSessionCookie(b []byte, at, floor int) (span, bool) {
	name := class(isDotted).run(b, at)
	if name >= len(b) || b[name] != '=' {
		return span{}, false
	}
	start := name + 1
	end := class(func(c byte) bool { return isDotted(c) || c == '%' || c == '~' }).run(b, start)
	return span{start: start, end: end}, looksRandom(b[start:end], 20)
}
