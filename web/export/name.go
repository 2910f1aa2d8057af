package export

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// safeElement is a path element that every file system and web server takes
// for what it is: lower case alone, because some know no other; no dot but
// before a digit, because servers act on the endings that a name has anywhere
// (report.php.txt), and some file systems cut a dot at the end.
var safeElement = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9_-]|\.[0-9])*$`)

// assetElement is a name below /static/, which the program itself gives.
var assetElement = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9]+)+$`)

// device is a name that stands for a device on Windows, with any ending.
var device = regexp.MustCompile(`^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin|conout)(?:\.|$)`)

// elementMost and pathMost bound names in bytes: file systems take 255 of an
// element, and Windows 260 of a path with the directory it is below.
const (
	elementMost = 80
	pathMost    = 200
)

// endings holds how a record of a type is named. What is not here is text,
// whatever its own name says: a page, a drawing or a script of a record would
// run in the site's origin.
var endings = map[string]string{
	"application/json": ".json", "text/csv": ".csv",
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp",
	"audio/mpeg": ".mp3", "audio/wav": ".wav", "audio/x-wav": ".wav", "audio/ogg": ".ogg",
	"audio/webm": ".weba", "audio/mp4": ".m4a", "audio/flac": ".flac",
}

// fileName maps an address, as pages write it without its query, and the type
// of its answer to a file. Pages become directories with an index; a record
// has a digest of its address in its name, so that names that differ in
// capitals, in composed letters or behind the length that is kept stay apart.
func fileName(at, kind string) string {
	base, _, _ := strings.Cut(kind, ";")
	elems := elements(at)
	if at == notFound {
		return "404.html"
	}
	if len(elems) == 2 && elems[0] == "static" && assetElement.MatchString(elems[1]) {
		return "static/" + elems[1]
	}
	var dirs []string
	for _, e := range elems {
		dirs = append(dirs, cleanElement(e))
	}
	name := ""
	switch {
	case base == "text/html":
		name = path.Join(append(dirs, "index.html")...)
	case base == "application/atom+xml" && at == "/changes.atom": // ours, and no record's
		return "changes.atom"
	case base == "application/json" && len(elems) > 0 && elems[0] == "api":
		name = path.Join(append(dirs, "index.json")...)
	default:
		last := len(dirs) - 1
		if last < 0 {
			return "index.txt"
		}
		dirs[last] = stem(elems[last]) + "-" + digest(at) + ending(base)
		name = path.Join(dirs...)
	}
	if len(name) > pathMost {
		return path.Join("long", digest(at), path.Base(name))
	}
	return name
}

func ending(base string) string {
	if e, ok := endings[base]; ok {
		return e
	}
	return ".txt"
}

// elements are the path elements of an address without their escapes.
func elements(at string) []string {
	var list []string
	for e := range strings.SplitSeq(at, "/") {
		if e == "" {
			continue
		}
		if plain, err := url.PathUnescape(e); err == nil {
			e = plain
		}
		list = append(list, e)
	}
	return list
}

// cleanElement is an element as a directory's name.
func cleanElement(e string) string {
	if len(e) <= elementMost && safeElement.MatchString(e) && !device.MatchString(e) {
		return e
	}
	return stem(e) + "-" + digest(e)
}

// stem is what of a name can be kept for people to read.
func stem(e string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range strings.ToLower(e) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			if hyphen && b.Len() > 0 {
				b.WriteByte('-')
			}
			hyphen = false
			b.WriteRune(r)
		} else {
			hyphen = true
		}
		if b.Len() >= elementMost/2 {
			break
		}
	}
	s := strings.TrimLeft(b.String(), "_-")
	if s == "" || device.MatchString(s) {
		return "x" + s
	}
	return s
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:5])
}

// claim gives an address its file. Should two addresses want the same one,
// the later gets a number.
func (s *site) claim(at, kind string) string {
	name := fileName(at, kind)
	ext := path.Ext(name)
	free := name
	for n := 2; ; n++ {
		if owner, taken := s.owners[free]; !taken || owner == at {
			break
		}
		free = strings.TrimSuffix(name, ext) + "-" + strconv.Itoa(n) + ext
	}
	s.owners[free], s.files[at] = at, free
	return free
}
