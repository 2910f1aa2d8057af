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

// endings holds how an answer of a type is named. What is not here is text,
// whatever its own name says.
var endings = map[string]string{
	"text/html": ".html", "application/json": ".json", "text/csv": ".csv",
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp",
	"audio/mpeg": ".mp3", "audio/wav": ".wav", "audio/x-wav": ".wav", "audio/ogg": ".ogg",
	"audio/webm": ".weba", "audio/mp4": ".m4a", "audio/flac": ".flac",
}

// ownEndings are those of what the site itself has made. A drawing or a document
// of a record would run in the site's origin.
var ownEndings = map[string]string{
	"image/svg+xml": ".svg", "application/atom+xml": ".atom", "application/xml": ".xml", "text/xml": ".xml",
	"application/vnd.sqlite3": ".db", "application/vnd.apache.parquet": ".parquet", "application/zip": ".zip",
}

// answered is what decides how the file of an answer is called.
type answered struct {
	kind   string // Content-Type
	record bool   // somebody else's: bytes that a run left
}

func (a answered) ending() string {
	base, _, _ := strings.Cut(a.kind, ";")
	if e, ok := endings[base]; ok {
		return e
	}
	if e, ok := ownEndings[base]; ok && !a.record {
		return e
	}
	return ".txt"
}

// fileName maps an address, as local gives it, to a file. Pages become
// directories with an index, as /b/x becomes b/x/index.html; a state of a page
// stands beside it, named for its query, as b/x/convention-report.html; everything
// else is the file b/x.csv, and b/x/convention-report.csv with a query. A name that not every file
// system takes alike has a digest in it, so that names that differ in capitals, in
// composed letters or behind the length that is kept stay apart.
func fileName(at string, a answered) string {
	path, q := split(at)
	if path == notFound {
		return "404.html"
	}
	elems, end := elements(path), a.ending()
	if len(elems) == 2 && elems[0] == "static" && assetElement.MatchString(elems[1]) {
		return "static/" + elems[1]
	}
	if q.Get("format") == end[1:] {
		q.Del("format")
	}
	last := "index"
	if n := len(elems); n > 0 && end != ".html" {
		if stem := strings.TrimSuffix(elems[n-1], end); safe(stem) {
			elems[n-1] = stem
		}
		if len(q) == 0 {
			last, elems = cleanElement(elems[n-1]), elems[:n-1]
		}
	}
	if len(q) > 0 {
		last = queryName(q)
	}
	name := ""
	for _, e := range elems {
		name += cleanElement(e) + "/"
	}
	name += last + end
	if len(name) > pathMost {
		return "long/" + digest(at) + "/" + last + end
	}
	return name
}

// queryName is the query of an address as the name of a file.
func queryName(q url.Values) string {
	text := q.Encode()
	if len(q) == 1 {
		if plain := strings.Replace(text, "=", "-", 1); safe(plain) {
			return plain
		}
	}
	return stem(text) + "-" + digest(text)
}

func safe(e string) bool {
	return len(e) <= elementMost && safeElement.MatchString(e) && !device.MatchString(e)
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
	if safe(e) {
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

// claim gives addresses their files, in the order of the list. Should two want the
// same one, the later gets a number.
func claim(list []string, of func(at string) answered) map[string]string {
	files, owners := make(map[string]string, len(list)), make(map[string]string, len(list))
	for _, at := range list {
		name := fileName(at, of(at))
		ext := path.Ext(name)
		free := name
		for n := 2; owners[free] != ""; n++ {
			free = strings.TrimSuffix(name, ext) + "-" + strconv.Itoa(n) + ext
		}
		files[at], owners[free] = free, at
	}
	return files
}
