package world

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// insteadMost is how many calls a sign lists that were made instead of a look.
const insteadMost = 8

// trail collects what the calls of one round show for its signs.
type trail struct {
	instead []results.CaseProof
	older   map[int]results.CaseProof // by change: the first call that opened an older version
	listing *results.CaseProof
	hidden  []int // changed chats that the listing left out
}

// note adds a call to the trail of its round.
func (w *watch) note(c *seen, change []int) {
	w.retell(c, change)
	s := w.scene
	proof := results.CaseProof{What: ProofCalled, Step: c.step, Call: c.call, Quote: short(c.tool)}
	switch {
	case c.args.Kind == calls.Look:
		proof.What, proof.Quote = ProofOpened, short(c.args.Path)
	case c.args.Kind == calls.Shell:
		proof.What, proof.Quote = ProofRan, short(c.args.Command)
	}
	if len(w.trail.instead) < insteadMost {
		w.trail.instead = append(w.trail.instead, proof)
	}
	if c.content == "" || c.failed {
		return
	}
	w.shownLater(c)
	w.noteListing(c, change)
	for _, i := range change {
		if _, known := w.trail.older[i]; known || s.changes[i].Round != c.round {
			continue
		}
		for k := range s.olderNames[i] {
			if n := &s.olderNames[i][k]; strings.Contains(c.text, n.name) && (n.askedBy(c) || n.openedIn(c.commands)) {
				p := proof
				p.What, p.Object = ProofOpened, path.Base(s.older[i][k])
				w.trail.older[i] = p
				break
			}
		}
	}
}

// openedBefore notes that a call opened an object before an update changes it.
func (w *watch) openedBefore(c *seen) {
	for i := range w.scene.changes {
		if !w.scene.existed[i] || w.opened[i] || w.scene.changes[i].Round <= c.round {
			continue
		}
		if n := &w.scene.names[i]; strings.Contains(c.text, n.name) && (n.askedBy(c) || n.openedIn(c.commands)) {
			w.opened[i] = true
		}
	}
}

// retell finds calls quoted in the result of a call: the history of the agent's own
// session may hold calls that the trace lacks, because the round was sent again. Objects
// that they opened count as opened.
func (w *watch) retell(c *seen, open []int) {
	if !c.isJSON || !strings.Contains(c.content, `"arguments"`) {
		return
	}
	for _, told := range retold(c.value, nil) {
		x := seen{args: calls.Read(&told), tool: strings.ToLower(told.Name), text: argumentText(told.Arguments)}
		if x.args.Kind == calls.Shell {
			x.commands = calls.Commands(x.args.Command)
		}
		for _, i := range open {
			if n := &w.scene.names[i]; strings.Contains(x.text, n.name) && (n.askedBy(&x) || n.openedIn(x.commands)) {
				w.retold[i] = true
			}
		}
	}
}

// retold are the tool calls in a value of JSON.
func retold(v any, list []results.ToolCall) []results.ToolCall {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			list = retold(x, list)
		}
	case map[string]any:
		name, named := v["name"].(string)
		if args, ok := v["arguments"].(map[string]any); ok && named {
			raw, err := json.Marshal(args)
			if err == nil {
				list = append(list, results.ToolCall{Name: name, Arguments: raw})
			}
		}
		for _, x := range v {
			list = retold(x, list)
		}
	}
	return list
}

// noteListing keeps the first listing of a round that left out changed chats which had not
// been noticed. Listings with a filter are skipped: the filter may have left them out.
func (w *watch) noteListing(c *seen, change []int) {
	n, ok := listed(c)
	if !ok || n >= w.scene.chats[c.round] || !unfiltered(c, n) {
		return
	}
	var out []int
	for _, i := range change {
		if w.scene.changes[i].Object.Kind == Chat && !w.levels[i].Noticed() && w.scene.names[i].in(c.content) < 0 {
			out = append(out, i)
		}
	}
	if w.trail.listing == nil && len(out) > 0 {
		w.trail.listing = &results.CaseProof{What: ProofListed, Step: c.step, Call: c.call,
			Quote: short(c.tool + " " + c.arguments), Shown: n, Exist: w.scene.chats[c.round]}
		w.trail.hidden = out
	}
}

// unfiltered reports whether a listing has no argument but a limit above the n it returned.
func unfiltered(c *seen, n int) bool {
	var args map[string]json.RawMessage
	if c.arguments != "" && json.Unmarshal([]byte(c.arguments), &args) != nil {
		return false
	}
	for name, raw := range args {
		var limit int
		if name != "limit" || json.Unmarshal(raw, &limit) != nil || limit <= n {
			return false
		}
	}
	return true
}

// shownLater removes chats that a later listing of the round shows from the hidden ones.
func (w *watch) shownLater(c *seen) {
	if _, ok := listed(c); !ok {
		return
	}
	w.trail.hidden = slices.DeleteFunc(w.trail.hidden, func(i int) bool { return w.scene.names[i].in(c.content) >= 0 })
}
