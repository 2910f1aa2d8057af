package world

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// sessionID is the end of a session's file name.
var sessionID = regexp.MustCompile(`_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// Name is what people call the object: the base name of a file, the channel of a
// chat.
func (id ObjectID) Name() string {
	name := path.Base(id.Path)
	if id.Kind == Chat {
		name = sessionID.ReplaceAllString(strings.TrimSuffix(strings.TrimSuffix(name, ".jsonl"), ".md"), "")
	}
	return name
}

// told finds how the round speaks of an object, in the dataset's own words and
// not in what was delivered to one run, because that differs between runs.
func (r *Round) told(id ObjectID) Told {
	if r.says(id.Name()) {
		return Named
	}
	if r.Announced {
		return Announced
	}
	return Silent
}

// says reports whether the question or an option has a name.
func (r *Round) says(name string) bool {
	return strings.Contains(r.Question, name) || slices.ContainsFunc(r.Options, func(o string) bool { return strings.Contains(o, name) })
}
