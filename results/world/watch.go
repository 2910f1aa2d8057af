package world

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// watch finds the read accesses of one run while it processes the rounds of a scene in order.
type watch struct {
	scene   *Scene
	levels  []Level           // strongest evidence so far that the agent read each change
	looks   []results.Look    // first call with that evidence, for each change
	scripts map[string]string // texts of the agent's scripts, by base name
	traced  []bool            // flag of each change: a round of its window has a trace
	signs   []results.LookSign
	instead []results.CaseProof // first calls of the current round
}

// watch processes the rounds of a run. The window of a change is the time in which the new version
// can be read: from the update to the last round before the same file or chat changes again.
func (s *Scene) watch(turns []Turn) *watch {
	n := len(s.changes)
	w := &watch{scene: s, levels: make([]Level, n), looks: make([]results.Look, n), scripts: map[string]string{}, traced: make([]bool, n)}
	for i := range s.changes {
		c := &s.changes[i]
		w.levels[i] = Never
		w.looks[i] = results.Look{Round: s.rounds[c.Round].Slug, Kind: string(c.Object.Kind), Path: c.Object.Path}
	}
	for i := range turns {
		w.turn(&turns[i])
	}
	for i := range w.looks {
		if !w.traced[i] {
			w.levels[i] = Untraced
		}
	}
	return w
}

func (w *watch) turn(t *Turn) {
	var open []int // changes whose window includes the current round
	for i := range w.scene.changes {
		if w.scene.changes[i].Round <= t.Round && t.Round < w.scene.ends[i] {
			open = append(open, i)
			w.traced[i] = w.traced[i] || len(t.Steps) > 0
		}
	}
	w.instead = nil
	for _, step := range t.Steps {
		if step.Copied {
			continue
		}
		for i := range step.ToolCalls {
			w.call(t.Round, step, i, open)
		}
	}
	w.conclude(t, open)
}

// seen is a call with the data from which its level is determined.
type seen struct {
	round    int // index of the round
	step     int // step number in the round's trace
	call     int // number of the call in its step, starting at 1
	args     calls.Args
	tool     string
	text     string // decoded text of the arguments
	commands []calls.Command
	scripts  []string // texts of the agent's scripts that the call ran
	content  string   // text of the result
	value    any      // JSON value of the result; nil if it is not JSON or is not needed
	isJSON   bool
	failed   bool
	shown    map[int][]int32 // anchors in the result, by change
}

func (w *watch) call(round int, step *results.Step, i int, open []int) {
	call, result := &step.ToolCalls[i], step.ResultOf(i)
	c := seen{round: round, step: step.StepID, call: i + 1, args: calls.Read(call), tool: strings.ToLower(call.Name)}
	if result != nil {
		c.content, c.failed = strings.TrimSpace(result.Content), result.Fruitless()
	}
	if c.args.Kind == calls.Shell {
		c.commands = calls.Commands(c.args.Command)
	}
	if result != nil && !c.failed {
		w.written(&c)
	}
	if c.args.Kind == calls.Write || c.args.Kind == calls.Edit || results.ToolFamily(call.Name) == results.FamilyPlan {
		return // such calls never read a file
	}
	c.text = argumentText(call.Arguments)
	if w.ran(&c); len(c.scripts) > 0 && (result == nil || !started(result)) {
		c.scripts = nil
	}
	if len(open) > 0 {
		c.value, c.isJSON = decoded(c.content)
	}
	w.note(&c)
	w.anchors(&c, open)
	for _, change := range open {
		if level := w.level(&c, change); !w.levels[change].Noticed() && ranks[level] > ranks[w.levels[change]] {
			w.levels[change] = level
			l := &w.looks[change]
			l.At, l.Step, l.Rounds = w.scene.rounds[round].Slug, c.step, round-w.scene.changes[change].Round
		}
	}
}

// argumentText returns the text of all values in a call's arguments.
func argumentText(raw json.RawMessage) string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return string(raw)
	}
	return strings.Join(stringsIn(v, nil), "\n")
}

// anchors finds the anchors of the changes in open that occur in the result of a call.
func (w *watch) anchors(c *seen, open []int) {
	if c.content == "" || len(open) == 0 {
		return
	}
	s := w.scene
	s.anchors.in(shown(c.content, c.value, c.isJSON), func(a int32) {
		for _, change := range s.owners[a] {
			if s.until[a] <= c.round || !slices.Contains(open, int(change)) || slices.Contains(c.shown[int(change)], a) {
				continue
			}
			if c.shown == nil {
				c.shown = map[int][]int32{}
			}
			c.shown[int(change)] = append(c.shown[int(change)], a)
		}
	})
}

// level returns how strongly a call shows that the agent read the change.
func (w *watch) level(c *seen, change int) Level {
	n := &w.scene.names[change]
	if found := len(c.shown[change]); found > 1 || found == 1 && (n.in(c.text) >= 0 || w.scene.known(change, c.round) == 1) {
		return ByContent
	}
	asked := n.askedBy(c)
	got := c.content != "" && c.content != "(no output)" && !c.failed
	switch {
	case got && (asked || n.openedIn(c.commands)):
		return Opened
	case slices.ContainsFunc(c.scripts, n.opensInScript):
		return ByScript
	case asked && c.failed:
		return Refused
	case c.args.Kind != calls.Look && n.in(c.content) >= 0: // a name inside the content of a file does not count as listed
		return Listed
	}
	return Never
}

// askedBy reports whether a reading call names the file or chat in its arguments.
func (n *naming) askedBy(c *seen) bool {
	if c.args.Kind == calls.Look {
		return n.isFile(c.args.Path)
	}
	return n.chat && strings.Contains(c.tool, "history") && n.in(c.text) >= 0
}
