package align

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// Item is one tool call of a trace, or one message without a call. Contents are kept only as
// hashes, so that aligning long traces needs little memory.
type Item struct {
	Step    int      // number of the step, from 1
	Call    int      // index of the call in the step; -1 if the item is a message
	Source  string   // source of the step: "user", "agent" or "system"
	Agent   string   // path of the sub-agent; empty for the main agent
	Name    string   // recorded name of the tool
	Tool    string   // kind of tool after resolving aliases; empty for a message
	Target  string   // file, program or other target of the call; may be empty
	Intent  string   // kind of operation and its target; empty for a message
	Purpose Purpose  // purpose of the call; empty for a message
	Works   []string // tool and target of each action, without other arguments; nil for a message
	Head    string   // first words of the arguments or of the message
	Failed  bool
	Outcome results.CallOutcome // set if the call was refused, or if its search found nothing
	Key     Key                 // normalised content; equal items have equal keys
	Out     Hash                // hash of the call's result

	onFile, changes bool // onFile: Intent was derived from a file operation; changes: that operation changes the file
}

// Purpose is the purpose of a call.
type Purpose string

// Purposes of calls.
const (
	Looks  Purpose = "looks"  // reads or searches something
	Writes Purpose = "writes" // changes a file
	Checks Purpose = "checks" // runs a program
	Acts   Purpose = "acts"   // calls another tool
)

// purposeOf returns the purpose of a call whose files are not known.
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

// Runners are programs that run code written by an agent.
var Runners = []string{"pytest", "python", "python3", "node", "npm", "go", "cargo", "make", "bash", "sh", "jq", "diff", "uv", "ruby",
	"java", "tox", "ctest"}

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
// lines, and context copied from an earlier trace; skipped is the number of such steps. The trail
// determines the file operations of the calls.
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

// aims sets the intention of a call from the first file that it changes, otherwise from the first
// file that it reads.
func (i *Item) aims(x *files.Touch) {
	if i.Works = append(i.Works, intentOf(x)); !i.onFile {
		i.Works = i.Works[1:] // remove the name of the program
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

// workOf returns the tool and target of a call. The target is a command's programs with their
// operands, another tool's file, or otherwise all arguments.
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
