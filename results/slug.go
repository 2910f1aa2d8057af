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

// ValidSlug reports whether s may stand in a public URL as an id.
func ValidSlug(s string) bool { return slugPattern.MatchString(s) }

// Slug turns any name into a slug: lower case, runs of other characters become
// one hyphen, letters outside ASCII are kept apart by their code point so that
// two different names never meet. An empty result becomes "unnamed".
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

// lower makes a letter small. A letter outside ASCII stays outside of it: the
// Kelvin sign is no k.
func lower(r rune) rune {
	if l := unicode.ToLower(r); r <= unicode.MaxASCII || l > unicode.MaxASCII {
		return l
	}
	return r
}

// Fold makes spellings of one name equal: lower case, and spaces, slashes,
// colons and underscores become one hyphen. Everything else carries meaning:
// dots tell versions apart, a plus is part of a name, and a letter that only
// looks like another one is another one.
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

// longestID is the length of the longest plain id that a name makes, so that
// the addresses and files that are named after it stay short.
const longestID = 64

// NameID is the id of a name that only records have brought. It depends on
// nothing but the name, and different names have different ids: one that its
// slug does not tell whole has a digest behind two hyphens, which no slug of a
// name has. Only case and separators, as Fold takes them, make no difference.
func NameID(name string) string {
	slug, folded := Slug(name), Fold(name)
	if strings.ReplaceAll(slug, "_", "-") == folded && len(slug) <= longestID {
		return slug
	}
	return strings.TrimRight(slug[:min(len(slug), longestID-16)], "-") + "--" + digest(folded)
}

// FormerBenchmark is the id that a set of Terminal-Bench had by its name and version,
// as name@version, before ids of benchmarks were kept short.
func FormerBenchmark(name string) string { return "terminalbench-" + NameID(name) }

// digest is short, and long enough that nobody finds another name that has it.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:7])
}

// RunSlug builds a run's public id from what it is and the digest of its
// records, so that the same records have the same address on any machine.
func RunSlug(benchmark string, s System, digest string) string {
	var parts []string
	for i, p := range []string{benchmark, s.Model, s.Framework, s.Variant} {
		switch {
		case i < 2 && ValidSlug(p): // an id
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

// short cuts a slug that is too long for a part of an address.
func short(slug string) string {
	if len(slug) <= longestID {
		return slug
	}
	return slug[:longestID-16] + "--" + digest(slug)
}
