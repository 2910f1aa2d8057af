package world

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

var sessionID = regexp.MustCompile(`_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// Name returns the display name: the base name of a file or the channel of a chat.
func (id ObjectID) Name() string {
	name := path.Base(id.Path)
	if id.Kind == Chat {
		name = sessionID.ReplaceAllString(strings.TrimSuffix(strings.TrimSuffix(name, ".jsonl"), ".md"), "")
	}
	return name
}

// told returns how the round's prompt mentions a file or chat. It uses the text in the dataset,
// because the text sent to the agent differs between runs.
func (r *Round) told(id ObjectID) Told {
	if r.says(id.Name()) {
		return Named
	}
	if r.Announced {
		return Announced
	}
	return Silent
}

func (r *Round) says(name string) bool {
	return strings.Contains(r.Question, name) || slices.ContainsFunc(r.Options, func(o string) bool { return strings.Contains(o, name) })
}
