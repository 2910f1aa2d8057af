package world

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// versionMark is how a file's name says which version it is.
var versionMark = regexp.MustCompile(`[-_. ]?[vV]([0-9]+)$`)

// OlderVersion reports whether the name of a file in the same folder says that it
// holds an earlier state of another one: log.md of log-complete.md, where the shorter
// name is long enough to mean the same, or plan.md and plan_v1.md of plan_v2.md.
func OlderVersion(old, new string) bool {
	if old == new || path.Dir(old) != path.Dir(new) || path.Ext(old) != path.Ext(new) {
		return false
	}
	a, b := stem(old), stem(new)
	a, first := version(a)
	b, second := version(b)
	if a == b {
		return first < second
	}
	rest, longer := strings.CutPrefix(b, a)
	return longer && first == 0 && second == 0 && len(a) >= leastStem && strings.IndexByte("-_. ", rest[0]) >= 0
}

func stem(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }

// version takes the mark off a stem; a stem without one is of version 0.
func version(stem string) (string, int) {
	m := versionMark.FindStringSubmatchIndex(stem)
	if m == nil || m[0] == 0 {
		return stem, 0
	}
	n, err := strconv.Atoi(stem[m[2]:m[3]])
	if err != nil {
		return stem, 0
	}
	return stem[:m[0]], n
}

// earlier finds for each change whether the object existed before it and which existing
// files are older versions of it. Files without a unique base name are skipped: calls do
// not always tell them apart.
func (s *Scene) earlier(initial map[ObjectID][]byte) {
	there, share := map[ObjectID]bool{}, s.bases(initial)
	for id := range initial {
		there[id] = true
	}
	for i := range s.changes {
		id := s.changes[i].Object
		s.existed = append(s.existed, there[id])
		there[id] = true
		var older []string
		for other := range there {
			if id.Kind == File && other.Kind == File && share[path.Base(other.Path)] == 1 && OlderVersion(other.Path, id.Path) {
				older = append(older, other.Path)
			}
		}
		slices.Sort(older)
		s.older = append(s.older, older)
	}
}
