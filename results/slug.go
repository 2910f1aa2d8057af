package results

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

var slugPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*$`)

// ValidSlug reports whether s may be used as an id in a public URL.
func ValidSlug(s string) bool { return slugPattern.MatchString(s) }

// Slug converts any name to a lower-case slug. It replaces each sequence of other characters with
// one hyphen, and letters outside ASCII with their code points so that different names do not
// collide. It returns "unnamed" if the result would be empty.
func Slug(name string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range strings.TrimSpace(name) {
		switch r = lower(r); {
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
			b.WriteString("u" + strconv.FormatInt(int64(r), 16))
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

// lower converts a letter to lower case, except if it would turn a letter outside ASCII into an
// ASCII letter (the Kelvin sign does not become k).
func lower(r rune) rune {
	if l := unicode.ToLower(r); r <= unicode.MaxASCII || l > unicode.MaxASCII {
		return l
	}
	return r
}

// Fold normalises the spelling of a name: lower case, and one hyphen for spaces, slashes, colons
// and underscores. All other characters are significant: dots separate versions, a plus is part of
// a name, and letters that look alike stay different.
func Fold(name string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range name {
		switch r = lower(r); r {
		case ' ', '\t', '\r', '\n', '_', '/', ':', '-':
			hyphen = b.Len() > 0
		default:
			if hyphen {
				b.WriteByte('-')
			}
			hyphen = false
			b.WriteRune(r)
		}
	}
	return b.String()
}

// longestID is the maximum length of an id made from a name, in characters. It keeps URLs and file
// names short.
const longestID = 64

// NameID returns an id for a name that is known only from records. The id depends only on the name.
// Names that are different after Fold have different ids: if the slug of a name loses information,
// the id ends with two hyphens, which no slug contains, and a digest.
func NameID(name string) string {
	slug, folded := Slug(name), Fold(name)
	if strings.ReplaceAll(slug, "_", "-") == folded && len(slug) <= longestID {
		return slug
	}
	return strings.TrimRight(slug[:min(len(slug), longestID-16)], "-") + "--" + digest(folded)
}

// FormerBenchmark returns the id of a Terminal-Bench set (name@version) in older databases, in
// which benchmark ids were longer.
func FormerBenchmark(name string) string { return "terminalbench-" + NameID(name) }

// digest returns a short hash that is long enough to make collisions infeasible.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:7])
}

// RunSlug returns a run's public id, derived from its system and the digest of its records. The
// same records therefore have the same URL in every database.
func RunSlug(benchmark string, s System, digest string) string {
	var parts []string
	for i, p := range []string{benchmark, s.Model, s.Framework, s.Variant} {
		switch {
		case i < 2 && ValidSlug(p): // part is already a valid id
			parts = append(parts, p)
		case i < 2 || p != "":
			parts = append(parts, short(Slug(p)))
		}
	}
	if len(digest) > 8 {
		digest = digest[:8]
	}
	return strings.Join(append(parts, digest), "-")
}

// short truncates a slug that is too long for a URL.
func short(slug string) string {
	if len(slug) <= longestID {
		return slug
	}
	return slug[:longestID-16] + "--" + digest(slug)
}
