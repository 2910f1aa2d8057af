package export

import (
	"maps"
	"net/url"
	"slices"
	"strings"
)

// Origin is what the handler has to take the site to be called where Options.Base
// is set: what it says with it is turned into the address of the file.
const Origin = "https://export.invalid"

// notFound is asked for because hosts of files send 404.html for what is not there.
const notFound = "/404"

// searchPath is the one page whose form works without a server: it reads what is
// asked for from its own address.
const searchPath = "/search"

// local parses an address of the site, as pages write it: a path from the root
// with or without Origin. It gives the address without fragment, its query in one
// order and without what has no value, and the fragment as it is escaped.
func local(value string) (at, fragment string, ok bool) {
	value = strings.TrimPrefix(value, Origin)
	if value == "" {
		value = "/"
	}
	if !strings.HasPrefix(value, "/") || strings.HasPrefix(value, "//") {
		return "", "", false
	}
	u, err := url.Parse(value)
	if err != nil || u.Host != "" {
		return "", "", false
	}
	at = u.EscapedPath()
	if u.RawQuery != "" {
		q := u.Query()
		for name, list := range q {
			if q[name] = slices.DeleteFunc(list, func(v string) bool { return v == "" }); len(q[name]) == 0 {
				delete(q, name)
			}
		}
		if len(q) > 0 {
			at += "?" + q.Encode()
		}
	}
	return at, u.EscapedFragment(), true
}

// split divides an address into its path and its query.
func split(at string) (path string, q url.Values) {
	path, query, _ := strings.Cut(at, "?")
	q, _ = url.ParseQuery(query) // local has encoded it
	return path, q
}

// The parameters that decide whether an address with a query has a file. All
// others choose among what a page can show.
var (
	// shapes change how the same content is given.
	shapes = []string{"format", "chart", "convention"}
	// windows are parts of a list: without one of them the list would be cut.
	windows = []string{"attempt", "from", "step", "page", "offset", "limit", "block", "models", "additions", "part"}
	// free are what readers type.
	free = []string{"q", "find", "match"}
	// paired chooses runs that are set side by side.
	paired = []string{"a", "b", "run"}
)

// wanted reports whether an address that a page names is to be a file. What a
// reader types has no end, and the choices of a page multiply: each choice by
// itself is a file, in every shape and with all its windows. Two of them together
// are one only where a page without choices leads there, and what says the same as
// a file. Runs are compared as the page of comparisons lists them, see listed.
func wanted(at, on string) bool {
	path, q := split(at)
	if isCompare(path) && at != comparePath {
		return listed(at, on)
	}
	if q.Has("format") && ofTrial(path) != "" && (strings.HasSuffix(path, "/raw") || strings.HasSuffix(path, "/files")) {
		return false // two of each trial, whose rows its page and its answer of the API have
	}
	for name := range q {
		if slices.Contains(free, name) {
			return false
		}
	}
	asked := choices(q)
	if len(asked) <= 1 {
		return true
	}
	_, of := split(on)
	chosen := choices(of)
	return len(chosen) == 0 || maps.Equal(asked, chosen)
}

// choices are what a query chooses among what a page can show, by the name of the
// choice: a column and its direction are one, and so are two runs side by side.
func choices(q url.Values) map[string]string {
	list := map[string]string{}
	for name, values := range q {
		switch {
		case slices.Contains(shapes, name) || slices.Contains(windows, name):
		case name == "dir" && q.Has("sort") || name == "b" && q.Has("a"):
		case name == "sort":
			list[name] = strings.Join(values, " ") + " " + q.Get("dir")
		case name == "a":
			list[name] = strings.Join(values, " ") + " " + q.Get("b")
		default:
			list[name] = strings.Join(values, " ")
		}
	}
	return list
}

const comparePath = "/compare"

// comparisons are what shows runs side by side, and what says the same.
var comparisons = []string{comparePath, "/api/v1/compare", "/cards/compare.png"}

func isCompare(path string) bool {
	return slices.Contains(comparisons, path) || strings.HasPrefix(path, comparePath+"/") || strings.HasPrefix(path, "/api/v1/compare/")
}

// listed reports whether runs are compared in a file: those that the page of
// comparisons names, in every shape, the windows of what such a page lists, and the
// tasks that it sets side by side.
func listed(at, on string) bool {
	path, q := split(at)
	from, of := split(on)
	if from != comparePath && !strings.HasPrefix(from, comparePath+"/") {
		return false
	}
	if !slices.Contains(comparisons, path) { // of a task
		if len(of) == 0 || from != comparePath && from != strings.TrimPrefix(path, "/api/v1") {
			return false
		}
	} else if from != comparePath {
		return false
	}
	for name, list := range q {
		switch {
		case slices.Contains(paired, name):
			if len(of) > 0 && !slices.Equal(of[name], list) {
				return false
			}
		case slices.Contains(shapes, name) || slices.Contains(windows, name) || name == "table" || name == "fold":
		default:
			return false
		}
	}
	return true
}

// sameContent reports whether an address says what the page says on which it was
// found: the page's answer of the API, its table or its card; and,
// of a trial, its steps, files and records, see ofTrial.
func sameContent(at, on string) bool {
	path, query, _ := strings.Cut(at, "?")
	page, _, _ := strings.Cut(on, "?")
	if strings.HasPrefix(path, "/api/v1/") || strings.HasPrefix(path, "/cards/") || ofTrial(page) != "" && ofTrial(path) == ofTrial(page) {
		return true
	}
	return path == page && strings.Contains(query, "format=")
}

// ofTrial is the trial that a page belongs to, by its run, scenario and task; empty for
// pages of no trial.
func ofTrial(path string) string {
	rest, ok := strings.CutPrefix(path, "/runs/")
	if !ok {
		return ""
	}
	slashes := 0
	for i := range len(rest) {
		if rest[i] == '/' {
			if slashes++; slashes == 3 {
				return rest[:i]
			}
		}
	}
	if slashes < 2 {
		return ""
	}
	return rest
}

// nearest are the addresses that serve the reader of one that has no file, the
// best first: the same rows in the page's own order, the same two runs the other way
// round, or the list of what is compared where a run is yet to be chosen.
func nearest(at string) []string {
	path, q := split(at)
	switch {
	case !isCompare(path) && q.Has("sort"):
		q.Del("sort")
		q.Del("dir")
		at, _, _ = local(path + "?" + q.Encode())
		return []string{at}
	case !isCompare(path):
		return nil
	case q.Has("a") && q.Has("b"):
		q["a"], q["b"] = q["b"], q["a"]
		return []string{path + "?" + q.Encode()}
	case path == comparePath && !q.Has("run"):
		return []string{path}
	}
	return nil
}
