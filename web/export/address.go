package export

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// local parses a site address, with or without Origin. It returns the address with a sorted query
// and no empty values, and the escaped fragment.
func local(value string) (l link, ok bool) {
	value = cmp.Or(strings.TrimPrefix(value, Origin), "/")
	u, err := url.Parse(value)
	if err != nil || !strings.HasPrefix(value, "/") || strings.HasPrefix(value, "//") {
		return link{}, false
	}
	q := u.Query()
	maps.DeleteFunc(q, func(_ string, values []string) bool { return strings.Join(values, "") == "" })
	l = link{at: u.EscapedPath(), fragment: u.EscapedFragment()}
	if len(q) > 0 {
		l.at += "?" + q.Encode()
	}
	return l, true
}

func split(at string) (path string, q url.Values) {
	path, query, _ := strings.Cut(at, "?")
	q, _ = url.ParseQuery(query) // local has encoded the query, so it is valid
	return path, q
}

var (
	// shapes are the parameters that change the form of the same content, or select part of a
	// list.
	shapes = []string{"format", "chart", "convention",
		"attempt", "from", "step", "page", "offset", "limit", "block", "models", "additions", "part"}
	// typed are the parameters that readers type.
	typed = []string{"q", "find", "match"}

	comparePath = "/compare"
	// compares are the paths that compare runs; the group is set for those of a task.
	compares = regexp.MustCompile(`^(?:/api/v1|/cards)?/compare(?:\.png$|$|(/))`)
	ofTrial  = regexp.MustCompile(`^/runs/[^/]+/[^/]+/[^/?]+`)
)

// wanted reports whether an address becomes a file, which bounds the export: typed text is
// endless and choices multiply. Each choice gets a file in every form; two choices together only
// where a plain page links there. Comparisons are those that the page of comparisons lists, with
// their tasks.
func wanted(at, on string) bool {
	path, q := split(at)
	from, of := split(on)
	if m := compares.FindStringSubmatch(path); m != nil && at != comparePath {
		for name, values := range q {
			pair := name == "a" || name == "b" || name == "run"
			other := pair && len(of) > 0 && !slices.Equal(of[name], values)
			if other || !pair && name != "table" && name != "fold" && !slices.Contains(shapes, name) {
				return false
			}
		}
		return from == comparePath && (m[1] == "" || len(of) > 0) || m[1] != "" && len(of) > 0 && from == strings.TrimPrefix(path, "/api/v1")
	}
	if q.Has("format") && ofTrial.MatchString(path) && (strings.HasSuffix(path, "/raw") || strings.HasSuffix(path, "/files")) {
		return false // two files per trial that repeat the rows of the trial's page and API response
	}
	asked, chosen := choices(q), choices(of)
	return !slices.ContainsFunc(typed, q.Has) && (len(asked) <= 1 || len(chosen) == 0 || maps.Equal(asked, chosen))
}

// choices are the options that a query selects, by name; a column with its direction is one.
func choices(q url.Values) map[string]string {
	list := map[string]string{}
	for name, values := range q {
		value := strings.Join(values, " ")
		switch {
		case slices.Contains(shapes, name) || name == "dir" && q.Has("sort") || name == "b" && q.Has("a"):
			continue
		case name == "sort":
			value += " " + q.Get("dir")
		case name == "a":
			value += " " + q.Get("b")
		}
		list[name] = value
	}
	return list
}

// sameContent reports whether an address has the same content as the page that names it: its API
// answer, table or card, or a trial's steps, files and records.
func sameContent(at, on string) bool {
	trial := ofTrial.FindString(on)
	return strings.HasPrefix(at, "/api/v1/") || strings.HasPrefix(at, "/cards/") || strings.Contains(at, "format=") ||
		trial != "" && trial == ofTrial.FindString(at)
}

// nearest is the best file for an address without one: the default order, the two runs swapped,
// or the list of comparisons; else empty.
func nearest(at string) string {
	path, q := split(at)
	switch compared := compares.MatchString(path); {
	case !compared && q.Has("sort"):
		q.Del("sort")
		q.Del("dir")
		l, _ := local(path + "?" + q.Encode())
		return l.at
	case compared && q.Has("a") && q.Has("b"):
		q["a"], q["b"] = q["b"], q["a"]
		return path + "?" + q.Encode()
	case path == comparePath && !q.Has("run"):
		return path
	}
	return ""
}

// safeElement is a path element that all file systems and web servers treat alike: lower case
// only, and a dot only before a digit, because servers act on endings anywhere in a name.
var safeElement = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9_-]|\.[0-9])*$`)

// device is a reserved name on Windows, with any ending.
var device = regexp.MustCompile(`^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin|conout)(?:\.|$)`)

// elementMost and pathMost are the limits of file systems (255) and Windows (260), with a margin.
const (
	elementMost = 80
	pathMost    = 200
)

// notFound is requested because static hosts send 404.html for missing files.
const notFound = "/404"

// endings are the file endings by content type; anything else is text.
var endings = map[string]string{
	"text/html": ".html", "application/json": ".json", "text/csv": ".csv",
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp",
	"audio/mpeg": ".mp3", "audio/wav": ".wav", "audio/x-wav": ".wav", "audio/ogg": ".ogg",
	"audio/webm": ".weba", "audio/mp4": ".m4a", "audio/flac": ".flac",
}

// ownEndings are for the site's own files. A drawing in a record could run scripts.
var ownEndings = map[string]string{
	"image/svg+xml": ".svg", "application/atom+xml": ".atom", "application/xml": ".xml", "text/xml": ".xml",
}

var (
	unsafe = regexp.MustCompile(`[^a-z0-9_]+`)
	kept   = regexp.MustCompile(`^.{0,39}(?:-.|[^-])?`)
)

func ending(kind string, record bool) string {
	kind, _, _ = strings.Cut(kind, ";")
	if e := ownEndings[kind]; e != "" && !record {
		return e
	}
	return cmp.Or(endings[kind], ".txt")
}

// fileName maps an address to a file: /b/x to b/x/index.html, its states to files such as
// b/x/convention-report.html beside it, everything else to itself. Names that some file system
// would confuse get a digest.
func fileName(at, end string) string {
	path, q := split(at)
	switch {
	case path == notFound:
		return "404.html"
	case strings.HasPrefix(path, "/static/"): // names of our own files are portable
		return path[1:]
	case q.Get("format") == end[1:]:
		q.Del("format")
	}
	elems := strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
	for i, e := range elems {
		if plain, err := url.PathUnescape(e); err == nil {
			elems[i] = plain
		}
	}
	last := "index"
	if n := len(elems); n > 0 && end != ".html" {
		if stem := strings.TrimSuffix(elems[n-1], end); safe(stem) {
			elems[n-1] = stem
		}
		if len(q) == 0 {
			last, elems = clean(elems[n-1]), elems[:n-1]
		}
	}
	if text := q.Encode(); text != "" {
		last = stem(text) + "-" + digest(text)
		if plain := strings.Replace(text, "=", "-", 1); len(q) == 1 && safe(plain) {
			last = plain
		}
	}
	name := ""
	for _, e := range elems {
		name += clean(e) + "/"
	}
	if name += last + end; len(name) > pathMost {
		name = "long/" + digest(at) + "/" + last + end
	}
	return name
}

func safe(e string) bool {
	return len(e) <= elementMost && safeElement.MatchString(e) && !device.MatchString(e)
}

func clean(e string) string {
	if safe(e) {
		return e
	}
	return stem(e) + "-" + digest(e)
}

func stem(e string) string {
	s := strings.TrimLeft(unsafe.ReplaceAllString(strings.ToLower(e), "-"), "_-")
	s = kept.FindString(strings.TrimRight(s, "-"))
	if s == "" || device.MatchString(s) {
		return "x" + s
	}
	return s
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:5])
}

// claim assigns files to pages in order; a duplicate name gets a number.
func claim(list []*page) {
	owned := make(map[string]bool, len(list))
	for _, p := range list {
		name := fileName(p.at, p.ending)
		p.file = name
		for n := 2; owned[p.file]; n++ {
			p.file = strings.TrimSuffix(name, p.ending) + "-" + strconv.Itoa(n) + p.ending
		}
		owned[p.file] = true
	}
}
