package step

import (
	"bytes"
	"strings"
)

// SignatureMost is how many bytes of a record tell its type.
const SignatureMost = 16

// signatures holds how pictures and sounds begin that a browser shows as what
// they are and that hold no script. A drawing (SVG) is none of them. The
// patterns are those of the WHATWG's MIME Sniffing Standard, section 6, and for
// FLAC of RFC 9639; a dot stands for any byte.
var signatures = map[string][]string{
	"image/png":   {"\x89PNG\r\n\x1a\n"},
	"image/jpeg":  {"\xff\xd8\xff"},
	"image/gif":   {"GIF87a", "GIF89a"},
	"image/webp":  {"RIFF....WEBPVP"},
	"audio/wav":   {"RIFF....WAVE"},
	"audio/x-wav": {"RIFF....WAVE"},
	"audio/ogg":   {"OggS\x00"},
	"audio/webm":  {"\x1a\x45\xdf\xa3"},
	"audio/mp4":   {"....ftyp"},
	"audio/flac":  {"fLaC"},
	"audio/mpeg":  {"ID3", "\xff\xfb", "\xff\xfa", "\xff\xf3", "\xff\xf2", "\xff\xe3", "\xff\xe2"},
}

// ShownMedia reports whether a record of this type is shown by a browser as
// what it is: pictures and sounds that hold no script. Everything else is text.
func ShownMedia(media string) bool {
	_, ok := signatures[media]
	return ok
}

// HasSignature reports whether the first bytes of a record are those of its type.
func HasSignature(media string, head []byte) bool {
	for _, pattern := range signatures[media] {
		if len(head) >= len(pattern) && begins(head, pattern) {
			return true
		}
	}
	return false
}

func begins(head []byte, pattern string) bool {
	if !strings.Contains(pattern, ".") {
		return bytes.HasPrefix(head, []byte(pattern))
	}
	for i := range len(pattern) {
		if pattern[i] != '.' && pattern[i] != head[i] {
			return false
		}
	}
	return true
}
