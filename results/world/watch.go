package world

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// watch follows one run through the rounds of a scene.
type watch struct {
	scene   *Scene
	levels  []Level           // by change: how far the agent got with it in its window
	looks   []results.Look    // by change: the first call that noticed it, or else that reached the level
	scripts map[string]string // that the agent wrote, by base name
	traced  []bool            // by change: a round of its window has a trace
	signs   []results.LookSign
	instead []results.CaseProof // the first calls of the round
}

// watch goes through the rounds of a run. The window of a change goes from its update up
// to the round before the object changes again.
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

// turn goes through the calls of a round.
func (w *watch) turn(t *Turn) {
	var open []int // changes in whose window the round lies
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

// seen is one call with what is needed to judge it.
type seen struct {
	round    int // index
	step     int // number in the round's trace
	call     int // of the step's calls, from 1
	args     calls.Args
	tool     string
	text     string // of the arguments, decoded
	commands []calls.Command
	scripts  []string // text of the agent's own scripts that it ran
	content  string   // of its result
	value    any      // of the result, where it is JSON and some change is open
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
		return // never a look
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

// argumentText is all that the arguments of a call say.
func argumentText(raw json.RawMessage) string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return string(raw)
	}
	return strings.Join(stringsIn(v, nil), "\n")
}

// anchors finds those in the result of a call.
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

// level is how far a call gets with a change.
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
	case c.args.Kind != calls.Look && n.in(c.content) >= 0: // what a file cites is not listed
		return Listed
	}
	return Never
}

// askedBy reports whether a call that reads names the object.
func (n *naming) askedBy(c *seen) bool {
	if c.args.Kind == calls.Look {
		return n.isFile(c.args.Path)
	}
	return n.chat && strings.Contains(c.tool, "history") && n.in(c.text) >= 0
}
