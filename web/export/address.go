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

// local parses a URL on the site, with or without Origin. It returns the path with a sorted query
// without empty values, and the escaped fragment.
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
	// shapes lists the parameters that change only the format of a page or select part of a list.
	shapes = []string{"format", "chart", "convention",
		"attempt", "from", "step", "page", "offset", "limit", "block", "models", "additions", "part"}
	// typed lists the parameters with free text from the user.
	typed = []string{"q", "find", "match"}

	comparePath = "/compare"
	// compares matches the paths of comparisons. The group matches only for comparisons of a task.
	compares = regexp.MustCompile(`^(?:/api/v1|/cards)?/compare(?:\.png$|$|(/))`)
	ofTrial  = regexp.MustCompile(`^/runs/[^/]+/[^/]+/[^/?]+`)
)

// wanted reports whether a URL, linked from the page on, is exported to a file. It keeps the export
// finite: free-text queries are excluded, as are combinations of two choices unless a page without
// choices links to them. Only the comparisons linked from the comparison list are exported, with
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

// choices returns the options that a query selects, by parameter name. A sort column and its
// direction count as one option.
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

// sameContent reports whether a URL has the same content as the page on that links to it: its API
// response, table or card, or a different page of the same trial.
func sameContent(at, on string) bool {
	trial := ofTrial.FindString(on)
	return strings.HasPrefix(at, "/api/v1/") || strings.HasPrefix(at, "/cards/") || strings.Contains(at, "format=") ||
		trial != "" && trial == ofTrial.FindString(at)
}

// nearest returns the URL of a similar exported page: in default order, with the two runs swapped,
// or the list of comparisons. It returns "" if there is none.
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

// safeElement matches path elements that all file systems and web servers treat alike. They are in
// lower case, and a dot is allowed only before a digit, because some servers interpret an extension
// anywhere in a name.
var safeElement = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9_-]|\.[0-9])*$`)

// device matches reserved device names on Windows, with or without an extension.
var device = regexp.MustCompile(`^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin|conout)(?:\.|$)`)

// elementMost and pathMost are the maximum lengths of a path element and a path, with a margin
// below the limits of file systems (255) and Windows (260).
const (
	elementMost = 80
	pathMost    = 200
)

// notFound is the path of a missing page. Its error page is exported as 404.html, which static
// hosts send for missing files.
const notFound = "/404"

// endings maps content types to file extensions. Other types get ".txt".
var endings = map[string]string{
	"text/html": ".html", "application/json": ".json", "text/csv": ".csv",
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp",
	"audio/mpeg": ".mp3", "audio/wav": ".wav", "audio/x-wav": ".wav", "audio/ogg": ".ogg",
	"audio/webm": ".weba", "audio/mp4": ".m4a", "audio/flac": ".flac",
}

// ownEndings maps additional content types that are allowed only for files of the site itself. An
// SVG image in a record could contain scripts.
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

// fileName maps a URL to a file name: /b/x to b/x/index.html, and the same page with a query to a
// file in the same directory, such as b/x/convention-report.html. Names that are not portable get a
// digest.
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

// claim assigns a unique file name to each page. Duplicate names get a number.
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
