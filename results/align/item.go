package align

import (
	"crypto/sha256"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// Item is one tool call of a trace, or one message without a call. Contents are kept only as
// hashes, so that aligning long traces needs little memory.
type Item struct {
	Step    int    // number of the step, from 1
	Call    int    // index of the call in the step; -1 if the item is a message
	Source  string // source of the step: "user", "agent" or "system"
	Agent   string // path of the sub-agent; empty for the main agent
	Name    string // recorded name of the tool
	Tool    string // kind of tool after resolving aliases; empty for a message
	Target  string // file, program or other target of the call; may be empty
	Intent  string // kind of operation and its target; empty for a message
	Head    string // first words of the arguments or of the message
	Failed  bool
	Outcome results.CallOutcome // set if the call was refused, or if its search found nothing
	Key     Key                 // normalised content; equal items have equal keys
	Out     Hash                // hash of the call's result

	onFile, changes bool // onFile: Intent was derived from a file operation; changes: that operation changes the file
}

// Key identifies a call by tool and normalised arguments, or a message by source and text.
type Key struct {
	Tool string
	Hash Hash
}

// Hash is a truncated SHA-256 sum.
type Hash [16]byte

// IsCall reports whether the item is a tool call.
func (i *Item) IsCall() bool { return i.Call >= 0 }

// Items returns the calls and messages of the steps. It skips events such as compactions and log
// lines, and context copied from an earlier trace. The trail determines the file operations of the
// calls.
func Items(steps []results.Step, trail *files.Trail, names files.Names) (items []Item, touches []files.Touch) {
	for i := range steps {
		s := &steps[i]
		if s.Copied || s.Event != "" && len(s.ToolCalls) == 0 {
			continue
		}
		if len(s.ToolCalls) == 0 {
			items = append(items, messageItem(s))
			continue
		}
		for c := range s.ToolCalls {
			items = append(items, callItem(s, c, names))
		}
		found := trail.Follow(0, names, []*results.Step{s})
		for i := range found {
			items[len(items)-len(s.ToolCalls)+found[i].Call-1].aims(&found[i])
		}
		touches = append(touches, found...)
	}
	return items, touches
}

// aims sets the intention of a call from the first file that it changes, otherwise from the first
// file that it reads.
func (i *Item) aims(x *files.Touch) {
	if changes := x.Op.Changes(); !i.onFile || changes && !i.changes {
		i.onFile, i.changes = true, changes
		i.Intent = map[bool]string{false: "read ", true: "write "}[changes] + x.Path
	}
}

func messageItem(s *results.Step) Item {
	text := s.Message
	if text == "" && s.Observation != nil {
		for i := range s.Observation.Results {
			text += s.Observation.Results[i].Content
		}
	}
	return Item{
		Step: s.StepID, Call: -1, Source: s.Source, Agent: s.Agent, Head: head(text), Failed: s.Failed(),
		Key: Key{Hash: hash(s.Source + "\x00" + plainText(text))},
	}
}

func callItem(s *results.Step, c int, names files.Names) Item {
	call := &s.ToolCalls[c]
	k := KeyOf(call.Name, call.Arguments, names)
	it := Item{
		Step: s.StepID, Call: c, Source: s.Source, Agent: s.Agent, Name: call.Name, Tool: k.Tool, Target: k.Target,
		Intent: k.Tool + " " + k.Target, Head: head(k.Shown),
		Key: Key{Tool: k.Tool, Hash: hash(k.Arguments)},
	}
	if r := s.ResultOf(c); r != nil {
		it.Failed, it.Outcome = r.Failed, r.Outcome
		it.Out = hash(plainText(r.Content))
	}
	return it
}

func hash(s string) Hash {
	sum := sha256.Sum256([]byte(s))
	return Hash(sum[:16])
}

// plainText removes a leading timestamp and collapses white space.
func plainText(s string) string {
	return strings.Join(strings.Fields(results.CutClock(strings.TrimSpace(s))), " ")
}

const headRunes = 120

func head(s string) string {
	if len(s) > 8*headRunes {
		s = s[:8*headRunes]
	}
	s = strings.ToValidUTF8(plainText(s), "")
	n := 0
	for i := range s {
		if n == headRunes {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
