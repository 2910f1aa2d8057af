package align

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// Item is one tool call of a trace, or one message without a call. Bodies are
// kept as hashes only, so that long traces can be aligned in little memory.
type Item struct {
	Step    int      // number of its step, from 1
	Call    int      // index of the call in the step; -1 for a message
	Source  string   // of the step: user, agent or system
	Agent   string   // path of the sub-agent, empty for the main one
	Name    string   // the tool's name as recorded
	Tool    string   // the kind of tool after aliases; empty for a message
	Target  string   // what the call acts on, or empty
	Intent  string   // what for: the kind of operation and its object; empty for a message
	Purpose Purpose  // of a call; empty for a message
	Works   []string // what is done: tool and object, whatever the other arguments; none for a message
	Head    string   // first words of the arguments or of the message
	Failed  bool
	Outcome results.CallOutcome // refused, or empty where it found nothing
	Key     Key                 // equal for the same call or the same text
	Out     Hash                // of the answer to the call

	onFile, changes bool // what the intention was taken from
}

// Purpose is what a call is for.
type Purpose string

// The purposes.
const (
	Looks  Purpose = "looks"  // reads
	Writes Purpose = "writes" // changes a file
	Checks Purpose = "checks" // runs something
	Acts   Purpose = "acts"   // of any other tool
)

// purposeOf is that of a call of which no file is known.
func purposeOf(k *Normal) Purpose {
	switch k.Tool {
	case "shell":
		for _, c := range calls.Commands(k.Shown) {
			if slices.Contains(Runners, c.Program) {
				return Checks
			}
		}
		return Looks
	case "read":
		return Looks
	case "write", "edit":
		return Writes
	}
	for _, w := range []string{"get", "list", "search", "find", "grep", "glob", "view", "fetch", "history", "status", "query", "show"} {
		if strings.HasPrefix(strings.ToLower(k.Tool), w) || strings.Contains(strings.ToLower(k.Tool), "_"+w) {
			return Looks
		}
	}
	return Acts
}

// Runners are the programs that run what an agent wrote.
var Runners = []string{"pytest", "python", "python3", "node", "npm", "go", "cargo", "make", "bash", "sh", "jq", "diff", "uv", "ruby",
	"java", "tox", "ctest"}

// Key identifies a call by tool and normalised arguments, or a message by its
// source and text.
type Key struct {
	Tool string
	Hash Hash
}

// Hash is the start of a SHA-256 sum.
type Hash [16]byte

// IsCall reports whether the item is a tool call.
func (i *Item) IsCall() bool { return i.Call >= 0 }

// Items lists the calls and messages of steps. Entries that are not messages
// (compactions, log lines) and context copied from an earlier trace are left
// out; skipped counts them. The trail tells what the calls did with files.
func Items(steps []results.Step, trail *files.Trail, names files.Names) (items []Item, touches []files.Touch, skipped int) {
	for i := range steps {
		s := &steps[i]
		if s.Copied || s.Event != "" && len(s.ToolCalls) == 0 {
			skipped++
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
	return items, touches, skipped
}

// aims takes the intention of a call from the first file that it changes, or else
// from the first that it reads.
func (i *Item) aims(x *files.Touch) {
	if i.Works = append(i.Works, intentOf(x)); !i.onFile {
		i.Works = i.Works[1:] // the command itself
	}
	if i.onFile && (i.changes || !x.Op.Changes()) {
		return
	}
	i.onFile, i.changes = true, x.Op.Changes()
	if i.changes {
		i.Purpose = Writes
	} else if i.Purpose == Acts {
		i.Purpose = Looks
	}
	i.Intent = intentOf(x)
}

func intentOf(x *files.Touch) string {
	return map[bool]string{false: "read ", true: "write "}[x.Op.Changes()] + x.Path
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
		Intent: k.Tool + " " + k.Target, Works: []string{workOf(&k)}, Purpose: purposeOf(&k),
		Head: head(k.Shown), Key: Key{Tool: k.Tool, Hash: hash(k.Arguments)},
	}
	if r := s.ResultOf(c); r != nil {
		it.Failed, it.Outcome = r.Failed, r.Outcome
		it.Out = hash(plainText(r.Content))
	}
	return it
}

// workOf names tool and object of a call: the programs of a command with what they are
// run on, without their flags and quotes; the file of another; else all its arguments.
func workOf(k *Normal) string {
	switch {
	case k.Tool == "shell":
		text := k.Tool
		for _, c := range calls.Commands(k.Shown) {
			if c.Program != "cd" {
				text += " " + c.Program + " " + strings.Join(c.Operands(), " ")
			}
		}
		if text != k.Tool {
			return text
		}
	case k.Target != "":
		return k.Tool + " " + k.Target
	}
	return k.Tool + " " + k.Arguments
}

func hash(s string) Hash {
	sum := sha256.Sum256([]byte(s))
	return Hash(sum[:16])
}

// plainText is a text without the time before it and with single spaces.
func plainText(s string) string {
	return strings.Join(strings.Fields(results.CutClock(strings.TrimSpace(s))), " ")
}

const headRunes = 120

// head is the start of a text on one line.
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
