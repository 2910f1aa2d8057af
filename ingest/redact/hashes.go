package redact

import "bytes"

// hashRules are the hashes of passwords, of /etc/shadow, htpasswd and databases:
// they are made to be tried offline. Digests of files have no such form.
func hashRules() []rule {
	r := rule{name: "password-hash"}
	for _, scheme := range []string{"$1$", "$2a$", "$2b$", "$2y$", "$2x$", "$5$", "$6$", "$7$", "$y$", "$gy$", "$apr1$", "$sha1$", "$md5$", "$P$", "$H$", "$S$", "$argon2", "$scrypt$", "$bcrypt-sha256$", "$pbkdf2", "$krb5", "$DCC2$"} {
		r.anchors = append(r.anchors, anchor{text: scheme, find: findCrypt})
	}
	for _, scheme := range []string{"pbkdf2_sha256$", "pbkdf2_sha1$", "bcrypt_sha256$", "scrypt$", "argon2$", "pbkdf2:sha256:", "pbkdf2:sha512:", "scrypt:"} {
		r.anchors = append(r.anchors, anchor{text: scheme, find: findCrypt})
	}
	for _, scheme := range []string{"{SSHA}", "{SHA}", "{SSHA256}", "{SSHA512}", "{SMD5}", "{CRYPT}", "SCRAM-SHA-256$"} {
		r.anchors = append(r.anchors, anchor{text: scheme, find: findCrypt})
	}
	return []rule{r}
}

// cryptMin is the shortest rest of a hash: that of {SHA} has 28 characters, of
// $1$ salt and 22.
const cryptMin = 24

func findCrypt(b []byte, at, floor int) (span, bool) {
	if insideEscape(b, at) {
		return span{}, false
	}
	end := class(isCrypt).run(b, at)
	scheme := class(func(c byte) bool { return c == '$' || c == '{' }).run(b, at)
	if i := bytes.IndexAny(b[scheme:end], "$}:"); i >= 0 {
		scheme += i + 1
	}
	for end > at && (b[end-1] == ':' || b[end-1] == '.' || b[end-1] == ',') {
		end--
	}
	if end-scheme < cryptMin {
		return span{}, false
	}
	// In /etc/shadow numbers of days follow.
	if colon := bytes.IndexByte(b[scheme:end], ':'); colon >= cryptMin && bytes.IndexByte(b[scheme:scheme+colon], '$') >= 0 {
		end = scheme + colon
	}
	letters, numbers := count(b[scheme:end])
	return span{start: at, end: end}, end-scheme >= cryptMin && letters >= 10 && numbers > 0
}

func isCrypt(c byte) bool {
	return isWord(c) || bytes.IndexByte([]byte("$./+=,:{}-*"), c) >= 0
}
