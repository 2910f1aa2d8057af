package world

import (
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// usedMost is how many values of a change are named.
const usedMost = 3

// prompted notes the values that the words which were sent in a round give away: they
// may hold more than the dataset's question, such as feedback.
func (w *Watch) prompted(t *Turn) {
	if len(w.scene.only) > 0 {
		w.learn(prompted(t.Steps))
	}
}

func (w *Watch) learn(text string) {
	eachValue(text, func(v string, _ strength) {
		if _, only := w.scene.only[v]; only {
			w.known[v] = true
		}
	})
}

// uses finds the values of changes in what a call writes. What the agent wrote before
// the change it does not have from there.
func (w *Watch) uses(c *seen) {
	if len(w.scene.only) == 0 {
		return
	}
	for _, x := range filesWritten(c) {
		found := map[int32]map[bool][]string{}
		eachValue(x.text, func(v string, s strength) {
			o, only := w.scene.only[v]
			if !only {
				return
			}
			if c.at.Round < w.scene.changes[o.change].Round {
				w.known[v] = true
			}
			if s == part || w.known[v] || c.at.Round >= min(o.until, w.scene.ends[o.change]) || !w.scene.rounds[c.at.Round].Exec {
				return
			}
			if found[o.change] == nil {
				found[o.change] = map[bool][]string{}
			}
			if list := found[o.change][o.sure]; !slices.Contains(list, v) {
				found[o.change][o.sure] = append(list, v)
			}
		})
		for i := range w.scene.changes {
			list := found[int32(i)][true]
			if len(list) == 0 {
				list = found[int32(i)][false]
			}
			if len(list) > 1 || len(found[int32(i)][true]) > 0 {
				w.use(c, i, x, list)
			}
		}
	}
}

// use keeps the first call that writes values of a change.
func (w *Watch) use(c *seen, change int, x fileWritten, values []string) {
	o := &w.scene.changes[change]
	u := results.UsedValue{Round: w.scene.rounds[o.Round].Slug, Kind: string(o.Object.Kind), Path: o.Object.Path,
		At:   w.scene.rounds[c.at.Round].Slug,
		Step: c.at.Step, Call: c.at.Call, File: x.file, Values: values[:min(len(values), usedMost)], Quote: short(lineWith(x.text, values[0]))}
	if !slices.ContainsFunc(w.used, func(y results.UsedValue) bool { return y.Round == u.Round && y.Kind == u.Kind && y.Path == u.Path }) {
		w.used = append(w.used, u)
	}
}

// lineWith is the line of a text that has a value.
func lineWith(text, value string) string {
	for line := range strings.Lines(text) {
		has := false
		eachValue(line, func(v string, s strength) { has = has || s != part && v == value })
		if has {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// fileWritten is a text that a call writes and the base name of the file; empty where
// that is not known.
type fileWritten struct{ file, text string }

func filesWritten(c *seen) []fileWritten {
	if c.args.Kind == calls.Shell {
		var list []fileWritten
		for _, x := range c.commands {
			if x.Input != "" {
				list = append(list, fileWritten{baseOf(append(x.To, x.Added...)), x.Input})
			}
		}
		return list
	}
	var list []fileWritten
	for _, text := range writtenBy(&c.args) {
		list = append(list, fileWritten{baseOf([]string{c.args.Path}), text})
	}
	return list
}

func baseOf(paths []string) string {
	if len(paths) != 1 || paths[0] == "" || strings.HasPrefix(paths[0], "/dev/") {
		return ""
	}
	return path.Base(paths[0])
}

// addUsed adds what was found, in the order of the changes.
func (w *Watch) addUsed(to *results.Looked, scenario string) {
	for i := range w.scene.changes {
		c := &w.scene.changes[i]
		for _, u := range w.used {
			if u.Round == w.scene.rounds[c.Round].Slug && u.Kind == string(c.Object.Kind) && u.Path == c.Object.Path {
				u.Scenario = scenario
				to.Used = append(to.Used, u)
			}
		}
	}
}
