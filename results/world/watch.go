package world

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// Watch follows one run through the rounds of a scene.
type Watch struct {
	scene   *Scene
	looks   []Look
	rounds  []LookedRound
	scripts map[string]string // that the agent wrote, by base name
	calls   int               // so far
	begun   []int             // by change: calls before the round of its update
	traced  []int             // by change: rounds of its window that have a trace
	listed  []bool            // by change: a listing of chats has shown it in its window

	// What signs are found by.
	signs   []sign
	trail   trail
	whole   []bool // by round: it has a trace from its beginning
	opened  []bool // by change: a call opened the object in an earlier state
	retold  []bool // by change: a result retells a call that opened it
	claimed []int  // by change: the round of the last claim of a review, from 1

	// What the use of values is found by.
	used  []results.UsedValue
	known map[string]bool // values that the agent has from elsewhere
}

func (s *Scene) watch(turns []Turn) *Watch {
	n := len(s.changes)
	w := &Watch{scene: s, scripts: map[string]string{}, begun: make([]int, n), traced: make([]int, n), listed: make([]bool, n),
		whole: make([]bool, len(s.rounds)), opened: make([]bool, n), retold: make([]bool, n), claimed: make([]int, n), known: map[string]bool{}}
	for i := range s.changes {
		w.looks = append(w.looks, Look{Change: i, Level: Never, Anchors: s.known(i, s.changes[i].Round)})
	}
	for i := range turns {
		w.turn(&turns[i])
	}
	for i := range w.looks {
		w.finish(&w.looks[i])
	}
	w.sum(turns)
	return w
}

// turn goes through the calls of a round.
func (w *Watch) turn(t *Turn) {
	var open []int // changes in whose window the round lies
	for i := range w.scene.changes {
		if c := &w.scene.changes[i]; c.Round <= t.Round && t.Round < w.scene.ends[i] {
			open = append(open, i)
			if c.Round == t.Round {
				w.begun[i] = w.calls
			}
			if len(t.Steps) > 0 {
				w.traced[i]++
			}
		}
	}
	w.whole[t.Round] = len(t.Steps) > 0 && !t.Late
	w.trail.reset()
	w.prompted(t)
	for _, step := range t.Steps {
		if step.Copied {
			continue
		}
		w.claims(t.Round, step, 0, step.Message, open)
		for i := range step.ToolCalls {
			w.calls++
			w.call(t.Round, step, i, open)
		}
	}
	w.conclude(t, open)
}

// seen is one call with what is needed to judge it.
type seen struct {
	at        Place
	args      calls.Args
	tool      string
	arguments string // as the record has them
	text      string // of the arguments, decoded
	commands  []calls.Command
	scripts   []string // text of the agent's own scripts that it ran
	content   string   // of its result
	value     any      // of the result, where it is JSON and some change is open
	isJSON    bool
	failed    bool
	shown     map[int][]int32 // anchors in the result, by change
}

func (w *Watch) call(round int, step *results.Step, i int, open []int) {
	call := &step.ToolCalls[i]
	c := seen{at: Place{Round: round, Step: step.StepID, Call: i + 1, CallID: call.ID}, args: calls.Read(call),
		tool: strings.ToLower(call.Name), arguments: string(call.Arguments)}
	result := step.ResultOf(i)
	if result != nil {
		c.content, c.failed = strings.TrimSpace(result.Content), result.Fruitless()
	}
	if c.args.Kind == calls.Shell {
		c.commands = calls.Commands(c.args.Command)
	}
	if result != nil && !c.failed {
		w.written(&c)
	}
	for _, text := range writtenBy(&c.args) {
		w.claims(round, step, i+1, text, open)
	}
	if result != nil && !c.failed && step.Source == results.SourceAgent && step.Depth == 0 {
		w.uses(&c)
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
	w.openedBefore(&c)
	w.note(&c, open)
	w.anchors(&c, open)
	for _, change := range open {
		level, quote := w.level(&c, change)
		look := &w.looks[change]
		if !look.Level.Noticed() && level.rank() > look.Level.rank() {
			look.Level, look.At, look.Quote = level, c.at, short(quote)
			look.Rounds, look.Calls = round-w.scene.changes[change].Round, w.calls-w.begun[change]
			look.Shown = len(c.shown[change])
		}
		w.listing(&c, look, round)
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
func (w *Watch) anchors(c *seen, open []int) {
	if c.content == "" || len(open) == 0 {
		return
	}
	s := w.scene
	s.anchors.in(shown(c.content, c.value, c.isJSON), func(a int32) {
		for _, change := range s.owners[a] {
			if s.until[a] <= c.at.Round || !slices.Contains(open, int(change)) || slices.Contains(c.shown[int(change)], a) {
				continue
			}
			if c.shown == nil {
				c.shown = map[int][]int32{}
			}
			c.shown[int(change)] = append(c.shown[int(change)], a)
		}
	})
}

// level is how far a call gets with a change, with the line that shows it.
func (w *Watch) level(c *seen, change int) (Level, string) {
	n := &w.scene.names[change]
	if found := c.shown[change]; len(found) > 1 || len(found) == 1 && (n.in(c.text) >= 0 || w.scene.known(change, c.at.Round) == 1) {
		return ByContent, w.scene.anchors.texts[found[0]]
	}
	asked := n.askedBy(c)
	got := c.content != "" && c.content != "(no output)" && !c.failed
	switch {
	case got && (asked || n.openedIn(c.commands)):
		return Opened, n.line(c.text)
	case slices.ContainsFunc(c.scripts, n.opensInScript):
		return ByScript, c.args.Command
	case asked && c.failed:
		return Refused, c.content
	case c.args.Kind != calls.Look && n.in(c.content) >= 0: // what a file cites is not listed
		return Listed, n.line(c.content)
	}
	return Never, ""
}

// askedBy reports whether a call that reads names the object.
func (n *naming) askedBy(c *seen) bool {
	if c.args.Kind == calls.Look {
		return n.isFile(c.args.Path)
	}
	return n.chat && strings.Contains(c.tool, "history") && n.in(c.text) >= 0
}

// listing remembers a listing of chats that did not show the changed one.
func (w *Watch) listing(c *seen, look *Look, round int) {
	if w.scene.changes[look.Change].Object.Kind != Chat {
		return
	}
	n, ok := listed(c)
	if !ok {
		return
	}
	if w.scene.names[look.Change].in(c.content) >= 0 {
		w.listed[look.Change] = true
		return
	}
	if exist := w.scene.chats[round]; look.Hidden == nil && n < exist {
		look.Hidden = &Listing{At: c.at, Shown: n, Exist: exist}
	}
}

// listed counts the sessions that a listing of chats returned; ok is false for any
// other call.
func listed(c *seen) (n int, ok bool) {
	if c.tool != "sessions_list" || c.failed {
		return 0, false
	}
	var list struct {
		Sessions []json.RawMessage `json:"sessions"`
	}
	if json.Unmarshal([]byte(c.content), &list) != nil || list.Sessions == nil {
		return 0, false
	}
	return len(list.Sessions), true
}

// finish says what is known once all rounds are through.
func (w *Watch) finish(look *Look) {
	from, to := w.scene.changes[look.Change].Round, w.scene.ends[look.Change]
	look.Missing = to - from - w.traced[look.Change]
	if w.traced[look.Change] == 0 {
		look.Level = Untraced
	}
	if look.Level.Noticed() || look.Level == Listed || w.listed[look.Change] {
		look.Hidden = nil
	}
}

// sum sums up the rounds of updates.
func (w *Watch) sum(turns []Turn) {
	for i := range w.looks {
		round := w.scene.changes[i].Round
		if n := len(w.rounds); n == 0 || w.rounds[n-1].Round != round {
			w.rounds = append(w.rounds, LookedRound{Round: round})
		}
		r := &w.rounds[len(w.rounds)-1]
		r.Objects++
		if w.looks[i].Level.Noticed() {
			r.Ever++
			if w.looks[i].At.Round == round {
				r.Same++
			}
		}
	}
	for i := range w.rounds {
		r := &w.rounds[i]
		at := slices.IndexFunc(turns, func(t Turn) bool { return t.Round == r.Round })
		r.Traced = at >= 0 && len(turns[at].Steps) > 0
		r.Blind = r.Traced && turns[at].Answered && r.Same == 0
	}
}
