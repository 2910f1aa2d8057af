package results

import (
	"regexp"
	"strings"
	"unicode"
)

var slugPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*$`)

// ValidSlug reports whether s may stand in a public URL as an id.
func ValidSlug(s string) bool { return slugPattern.MatchString(s) }

// Slug turns any name into a slug: lower case, runs of other characters become
// one hyphen, letters outside ASCII are kept apart by their code point so that
// two different names never meet. An empty result becomes "unnamed".
func Slug(name string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range strings.ToLower(strings.TrimSpace(name)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '_':
			if hyphen && b.Len() > 0 {
				b.WriteByte('-')
			}
			hyphen = false
			b.WriteRune(r)
		case r > 127 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			if b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteString("u" + hex(r))
			hyphen = true
		default:
			hyphen = true
		}
	}
	s := strings.TrimLeft(b.String(), "._-")
	if s == "" {
		return "unnamed"
	}
	return s
}

func hex(r rune) string {
	const digits = "0123456789abcdef"
	var out []byte
	for r > 0 {
		out = append([]byte{digits[r&15]}, out...)
		r >>= 4
	}
	return string(out)
}

// RunSlug builds a run's public id from what it is and the digest of its
// records, so that the same records have the same address on any machine.
func RunSlug(benchmark string, s System, digest string) string {
	parts := []string{Slug(benchmark), Slug(s.Model)}
	if s.Framework != "" {
		parts = append(parts, Slug(s.Framework))
	}
	if s.Variant != "" {
		parts = append(parts, Slug(s.Variant))
	}
	if len(digest) > 8 {
		digest = digest[:8]
	}
	return strings.Join(append(parts, digest), "-")
}
