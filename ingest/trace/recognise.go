package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// Match is the result of recognising a file by its beginning.
type Match struct {
	Dialect Dialect // Unknown if the file is not a transcript for certain
	Looks   string  // description of a format that the file resembles; empty if none
	Late    bool    // set if the file may repeat a session that is stored elsewhere
	Lacks   string  // missing feature, for the sentence "looks like ..., but ..."
}

// Recognise determines the transcript format of a file. Unlike Detect, which is for files known to
// be transcripts, it requires structural evidence, so that other JSON files are never read as runs.
func Recognise(h head.Head) Match {
	m := recognise(h)
	m.Late = m.Dialect.Export() || m.Dialect == DialectClaudeCode && h.Value().String("subtype") == "init"
	return m
}

func recognise(h head.Head) Match {
	if d := program(h); d != Unknown {
		return Match{Dialect: d}
	}
	if m, is := ofOther(h); is {
		return m
	}
	ext := h.Ext()
	switch {
	case ext == ".jsonl", ext == ".ndjson", ext == ".json" && h.IsObject() && h.Several():
		return lineWise(h)
	case ext == ".json":
		return document(h)
	}
	// a session is recognised whatever the file's name; chat messages are not, because they also
	// occur in program logs
	if m := lineWise(h); h.IsObject() && m.Dialect.about().entry != nil {
		return m
	}
	return Match{}
}

func document(h head.Head) Match {
	v := h.Value()
	switch {
	case v == nil:
		return Match{}
	case h.IsArray():
		return chatOr(bySigns("head.json", h.Data), v.Items, v.Cut)
	case strings.HasPrefix(v.String("schema_version"), "ATIF"):
		if !v.Has("steps") && h.Whole {
			return Match{Looks: "an ATIF trajectory", Lacks: "it has no steps"}
		}
		return Match{Dialect: DialectATIF}
	case !h.Whole && cutATIF(v):
		return Match{Dialect: DialectATIF}
	case isStep(v.Get("steps").First()):
		return Match{Looks: "an ATIF trajectory", Lacks: fmt.Sprintf("its schema_version is %q", v.String("schema_version"))}
	}
	return chatOr(bySigns("head.json", h.Data), []*head.Value{v}, v.Cut)
}

// cutATIF recognises a trajectory by its agent or steps if the version is not in the bytes read.
// This happens if a writer sorts keys, because the agent with its tools comes before the version.
// The version is checked when the file is read.
func cutATIF(v *head.Value) bool {
	last := v.Keys[len(v.Keys)-1]
	return last == "agent" && v.HasAll("agent") && v.Is('"', "agent", "name") ||
		last == "steps" && isStep(v.Get("steps").First())
}

// StatesATIF reports whether a complete document states a version of ATIF. It returns true for
// invalid JSON.
func StatesATIF(data []byte) bool {
	var doc struct {
		Schema text `json:"schema_version"`
	}
	return json.Unmarshal(data, &doc, decoding()) != nil || strings.HasPrefix(string(doc.Schema), "ATIF")
}

func isStep(v *head.Value) bool {
	return v.Is('0', "step_id") && slices.Contains([]string{"system", "user", "agent"}, v.String("source"))
}

func lineWise(h head.Head) Match {
	lines := h.Lines()
	if len(lines) == 0 {
		return Match{}
	}
	d := bySigns("head.jsonl", h.Data)
	if !d.Lines() {
		return Match{}
	}
	return chatOr(d, lines, !h.Whole)
}

// chatOr returns the match for dialect d if the entries have the features that the dialect
// requires.
func chatOr(d Dialect, entries []*head.Value, cut bool) Match {
	switch a := d.about(); {
	case a.entry != nil && anyOf(entries, a.entry):
		return Match{Dialect: d}
	case a.entry != nil:
		return Match{Looks: a.looks, Lacks: a.lacks}
	case d == DialectText:
		return Match{}
	}
	lacks := chatLacks(entries, cut)
	switch {
	case lacks == "":
		return Match{Dialect: d}
	case !anyOf(entries, isChat):
		return Match{}
	}
	return Match{Looks: "chat messages", Lacks: lacks}
}

func isRole(role string) bool {
	return slices.Contains([]string{"system", "developer", "user", "assistant", "tool", "toolResult", "function"}, role)
}

func isChat(e *head.Value) bool { return len(roles(e)) > 0 }

func roles(e *head.Value) []string {
	var list []string
	if role := e.String("role"); isRole(role) && e.HasAny("content", "tool_calls") {
		list = append(list, role)
	}
	if in := e.Get("messages"); in.Is('[') {
		for _, m := range in.Items {
			if role := m.String("role"); isRole(role) {
				list = append(list, role)
			}
		}
	}
	return list
}

// verdicts lists keys of records that judge or describe an attempt. Chat messages in such a record
// are not a separate transcript, because reading them as one would lose the other data.
var verdicts = []string{
	"scores", "score", "epoch", "target", "trajectory_format", "instance_id", "exit_status", "submission",
	"reward", "reward_info", "is_resolved", "resolved", "test_result", "eval_result", "termination_reason", "simulations", "traceback",
}

// chatLacks returns the reason why entries are not chat messages or sessions with chat messages, or
// "" if they are. There must be a model reply, because a list of prompts is not a transcript. If
// the first prompt is longer than the bytes read, a message role is enough. Most entries must be
// messages, because agents write other entries between them.
func chatLacks(entries []*head.Value, cut bool) string {
	messages, answered := 0, false
	for _, e := range entries {
		for _, name := range verdicts {
			if e.Has("messages") && e.HasAny(name) || e.Has("messages") && e.Has("info", name) {
				return fmt.Sprintf("the key %s next to the messages belongs to a record of another format", name)
			}
		}
		list := roles(e)
		if len(list) > 0 {
			messages++
		}
		answered = answered || slices.Contains(list, "assistant")
	}
	switch {
	case messages == 0:
		return "no entry has a role with content"
	case 2*messages < len(entries):
		return "most entries are not messages"
	case !answered && !(cut && len(entries) < 40):
		return "none of the messages is a reply from a model"
	}
	return ""
}
