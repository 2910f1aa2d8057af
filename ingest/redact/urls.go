package redact

import (
	"bytes"
	"strings"
)

const userInfoMax = 512

// findURLPassword finds the password in scheme://user:password@host. It also finds a long random
// user name, as in git remotes.
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
				sign = i // use the last @, because a password may contain one
			}
			continue
		case c == '[' && colon < 0: // start of a redaction placeholder or of an IPv6 literal
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
		return span{start: start, end: end}, looksRandom(b[start:end], randomMin)
	}
	if end == colon+1 { // the user is a key, as with payment services
		return span{start: start, end: colon}, looksRandom(b[start:colon], randomMin)
	}
	return span{start: colon + 1, end: end}, !isPlaceholder(b[colon+1 : end])
}

// isHost reports whether a host may start at b[i]: a name, or a numeric address as in [::1].
func isHost(b []byte, i int) bool {
	if i+1 < len(b) && b[i] == '[' {
		return hexes[b[i+1]] || b[i+1] == ':'
	}
	return i < len(b) && alnum[b[i]]
}

var connectionBytes = set("!#-&(-:=-Z]-_a-z|}~")

// findConnection finds the value of a parameter in a connection string or query: ;Password=...;
// &password=...&
func findConnection(b []byte, at, floor int) (span, bool) {
	start := at + bytes.IndexByte(b[at:], '=') + 1
	for start < len(b) && b[start] == ' ' && start < at+24 {
		start++
	}
	name := base64URL.back(b, at, max(floor, at-nameMax))
	left := name
	for left > floor && b[left-1] == ' ' {
		left--
	}
	end := connectionBytes.run(b, start)
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
	if before != ';' && after == ';' && !connectionBefore(b, name, floor) {
		letters, numbers := count(value)
		if letters == 0 || numbers == 0 || len(value) < 6 || bytes.ContainsAny(value, "().") {
			return span{}, false
		}
	}
	return span{start: start, end: end}, true
}

func connectionBefore(b []byte, at, floor int) bool {
	return hasPart("connection", strings.ToLower(string(b[max(floor, at-160):at])))
}
