package redact

import (
	"bytes"
	"strings"
)

// urlRules find what addresses carry: a password before the host, a signature
// or a key in the query.
func urlRules() []rule {
	return []rule{
		{name: "url-password", anchors: []anchor{{text: "://", find: findURLPassword}}},
		{name: "signed-url", anchors: []anchor{
			{text: "sig=", find: findSignature},
			{text: "signature=", fold: true, find: findSignature},
			{text: "x-amz-security-token", fold: true, find: findSecurityToken},
			{text: "x-amz-credential=", fold: true, find: findSignature},
			{text: "hmac=", find: findSignature},
		}},
		{name: "query-key", anchors: []anchor{
			{text: "key=", fold: true, find: findQueryKey},
			{text: "code=", find: findQueryKey},
			{text: "auth=", find: findQueryKey},
		}},
		{name: "connection-string", anchors: []anchor{
			{text: "password=", fold: true, find: findConnection},
			{text: "password =", fold: true, find: findConnection},
			{text: "pwd=", fold: true, find: findConnection},
			{text: "accountkey=", fold: true, find: findConnection},
			{text: "accesskey=", fold: true, find: findConnection},
			{text: "accesssignature=", fold: true, find: findConnection},
		}},
	}
}

const userInfoMax = 512

// findURLPassword takes the password of scheme://user:password@host, or a long
// random user without a password, which is how git writes tokens into remotes.
func findURLPassword(b []byte, at, floor int) (span, bool) {
	start := at + len("://")
	colon, sign := -1, -1
	for i := start; i < min(len(b), start+userInfoMax); i++ {
		c := b[i]
		switch {
		case c == ':' && colon < 0 && sign < 0:
			colon = i
			continue
		case c == '@':
			if isHost(b, i+1) {
				sign = i // the last one: a password may hold others
			}
			continue
		case c == '[' && colon < 0: // a replacement, or a host of numbers
		case c <= ' ' || bytes.IndexByte([]byte(`/?#"'<>\,`+"`"), c) >= 0:
		default:
			continue
		}
		break
	}
	if sign < 0 {
		return span{}, false
	}
	return userInfo(b, start, colon, sign)
}

func userInfo(b []byte, start, colon, end int) (span, bool) {
	if colon < 0 {
		return span{start: start, end: end}, looksRandom(b[start:end], credentialMin)
	}
	if end == colon+1 { // a key as the user, as payment services take it
		return span{start: start, end: colon}, looksRandom(b[start:colon], credentialMin)
	}
	return span{start: colon + 1, end: end}, !isPlaceholder(b[colon+1 : end])
}

// isHost reports whether a host may start at b[i]: a name, or a number as in
// [::1], which a replacement does not look like.
func isHost(b []byte, i int) bool {
	if i+1 < len(b) && b[i] == '[' {
		return isHex(b[i+1]) || b[i+1] == ':'
	}
	return i < len(b) && isAlnum(b[i])
}

// queryEnd runs over the value of a query's parameter.
func queryEnd(b []byte, i int) int {
	return class(func(c byte) bool {
		return isDotted(c) || bytes.IndexByte([]byte("%~+/=:$!*@"), c) >= 0
	}).run(b, i)
}

// findSignature takes the signature of a signed address or request.
func findSignature(b []byte, at, floor int) (span, bool) {
	if at > floor && isWord(b[at-1]) { // design=, config=
		return span{}, false
	}
	start := at + bytes.IndexByte(b[at:], '=') + 1
	end := trimDots(b, start, queryEnd(b, start))
	value := b[start:end]
	return span{start: start, end: end}, looksRandom(value, credentialMin) && !isPlaceholder(value)
}

func findSecurityToken(b []byte, at, floor int) (span, bool) {
	from, ok := afterOperator(b, at+len("x-amz-security-token"))
	if !ok {
		return span{}, false
	}
	end := queryEnd(b, from.start)
	return span{start: from.start, end: end}, looksRandom(b[from.start:end], credentialMin)
}

// findQueryKey takes the value of key= and its like in the query of an address.
func findQueryKey(b []byte, at, floor int) (span, bool) {
	name := class(isBase64URL).back(b, at, max(floor, at-nameMax))
	if name == floor || b[name-1] != '?' && b[name-1] != '&' && b[name-1] != ';' {
		return span{}, false
	}
	start := at + bytes.IndexByte(b[at:], '=') + 1
	end := trimDots(b, start, queryEnd(b, start))
	return span{start: start, end: end}, looksRandom(b[start:end], credentialMin)
}

// findConnection takes the value of a part of a connection string or of a
// query: ;Password=...; &password=...& - there every value is one.
func findConnection(b []byte, at, floor int) (span, bool) {
	start := at + bytes.IndexByte(b[at:], '=') + 1
	for start < len(b) && b[start] == ' ' && start < at+24 {
		start++
	}
	name := class(isBase64URL).back(b, at, max(floor, at-nameMax))
	left := name
	for left > floor && b[left-1] == ' ' {
		left--
	}
	end := class(isConnection).run(b, start)
	var before, after byte
	if left > floor {
		before = b[left-1]
	}
	if end < len(b) {
		after = b[end]
	}
	value := b[start:end]
	if i := bytes.IndexByte(value, '&'); i >= 0 && (before == '?' || before == '&') {
		end, value = start+i, value[:i]
	}
	if before != ';' && after != ';' && before != '?' && before != '&' || len(value) < 3 || isPlaceholder(value) {
		return span{}, false
	}
	if before != ';' && after == ';' && !connectionBefore(b, name, floor) { // a statement of a program
		letters, numbers := count(value)
		if letters == 0 || numbers == 0 || len(value) < valueMin || bytes.ContainsAny(value, "().") {
			return span{}, false
		}
	}
	return span{start: start, end: end}, true
}

// connectionBefore reports whether what stands before is a connection string.
func connectionBefore(b []byte, at, floor int) bool {
	before := strings.ToLower(string(b[max(floor, at-160):at]))
	return strings.Contains(before, "server=") || strings.Contains(before, "source=") || strings.Contains(before, "host=") || strings.Contains(before, "uid=") || strings.Contains(before, "user id=") || strings.Contains(before, "dbname=") || strings.Contains(before, "user=") || strings.Contains(before, "username=")
}

func isConnection(c byte) bool {
	return c > ' ' && c < 0x7f && c != ';' && c != '"' && c != '\'' && c != '\\' && c != '`' && c != '<' && c != '[' && c != '{'
}
