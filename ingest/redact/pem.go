package redact

import "bytes"

const (
	pemHeaderMax = 64
	pemBodyMin   = 40 // minimum length of the base64 text of a key
	pemFooter    = "-----END "
)

// findPrivateKey finds an entire PEM block, whose line ends may be escaped. Without a footer, the
// block ends with the base64 text.
func findPrivateKey(b []byte, at, floor int) (span, bool) {
	header := b[at:min(len(b), at+pemHeaderMax)]
	label := bytes.Index(header, []byte("PRIVATE KEY"))
	if label < 0 {
		return span{}, false
	}
	end := bytes.Index(header[label:], []byte("----"))
	if end < 0 || !upperLabel.all(bytes.TrimLeft(header[len("---- BEGIN "):label+end], "- ")) || insideEscape(b, at) {
		return span{}, false
	}
	body := dashes.run(b, at+label+end)
	end = pemBodyEnd(b, body)
	if base64Len(b[body:end]) < pemBodyMin {
		return span{}, false
	}
	return span{start: at, end: footerEnd(b, end)}, true
}

var pemBytes = set("0-9A-Za-z+/=:,.<>|# \t\r\n()@;_-")

// pemBodyEnd skips the content of a PEM block, up to a quote or the footer: base64, headers such as
// DEK-Info, line numbers and escapes.
func pemBodyEnd(b []byte, i int) int {
	for i < len(b) {
		c := b[i]
		switch {
		case c == '\\':
			n := escapeLen(b, i)
			if n == 0 {
				return i
			}
			i += n
		case c == '-' && bytes.HasPrefix(b[i:], []byte(pemFooter)), c == '-' && bytes.HasPrefix(b[i:], []byte("---- END ")):
			return i
		case pemBytes[c]:
			i++
		default:
			return i
		}
	}
	return i
}

// escapeLen returns the length of an escaped line end, slash or \u0000 at b[i], else 0.
func escapeLen(b []byte, i int) int {
	n := 0
	for i+n < len(b) && b[i+n] == '\\' {
		n++
	}
	if i+n >= len(b) {
		return 0
	}
	switch c := b[i+n]; {
	case c == 'u' && i+n+5 <= len(b) && allHex(b[i+n+1:i+n+5]):
		return n + 5
	case bytes.IndexByte([]byte("nrt/"), c) >= 0:
		return n + 1
	}
	return 0
}

func base64Len(b []byte) int {
	letters, numbers := count(b)
	return letters + numbers + bytes.Count(b, []byte("+")) + bytes.Count(b, []byte("/"))
}

func footerEnd(b []byte, i int) int {
	if !bytes.HasPrefix(b[i:], []byte("----")) {
		return i
	}
	label := b[i+len("---- END") : min(len(b), i+pemHeaderMax)]
	end := bytes.Index(label, []byte("----"))
	if end < 0 || !upperLabel.all(label[:end]) {
		return i
	}
	return dashes.run(b, i+len("---- END")+end)
}
