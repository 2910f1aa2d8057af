package task

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// told reports whether it is known what the agent is told, or what changes.
func (p taskView) told() bool {
	return slices.ContainsFunc(p.Facts.Stages, func(s results.Stage) bool { return s.Notification != "" || len(s.Changes) > 0 })
}

func (p taskView) dayWord() string { return cmp.Or(p.Records.Benchmark.Words.Day, "day") }

// stageTitle is the stage with its time in the story.
func stageTitle(s results.Stage) string {
	if s.Time == "" {
		return ui.Plain(s.ID)
	}
	return ui.Plain(s.ID) + ", " + ui.Plain(s.Time)
}

// labelCounts says how many changes of a stage their author calls what.
func labelCounts(s results.Stage) string {
	if len(s.Changes) == 0 {
		return "Nothing changes before it."
	}
	n := map[string]int{}
	for _, c := range s.Changes {
		n[c.Label]++
	}
	var parts []string
	for _, x := range []struct{ label, word string }{{"silent", "silent"}, {"loud", "loud"}, {"", "not labelled"}} {
		if n[x.label] > 0 {
			parts = append(parts, words.Count(n[x.label])+" "+x.word)
		}
	}
	return words.Counted(len(s.Changes), "change") + ": " + strings.Join(parts, ", ")
}

// contrary reports whether the author's label and the text say different things.
func contrary(c results.StageChange) bool {
	return c.Label == "loud" && c.Told == "no" || c.Label == "silent" && c.Told != "no"
}

// changeMarks are what has to be known of a change before it is believed.
func changeMarks(c results.StageChange) []string {
	var list []string
	if c.Conditional {
		list = append(list, "conditional")
	}
	if c.Repeated {
		list = append(list, "any number of times")
	}
	if !c.Static {
		list = append(list, "partly unknown")
	}
	return list
}

// written is one thing that a change writes.
type written struct{ Name, Text string }

// payloadParts are the arguments of a change as people read them: names and texts
// without the shape that the service gives them.
func payloadParts(c results.StageChange) []written {
	var list []written
	var args []json.RawMessage
	if json.Unmarshal(c.Payload, &args) != nil {
		return nil
	}
	for _, a := range args {
		for _, m := range membersOf(a) {
			text := strings.Join(leavesOf(m.Raw, nil), " · ")
			if text == "" || m.Name == "" && text == c.Object {
				continue
			}
			list = append(list, written{cmp.Or(m.Name, "value"), text})
		}
	}
	return list
}

// member is one entry of an object in its order, or a whole value.
type member struct {
	Name string
	Raw  json.RawMessage
}

func membersOf(raw json.RawMessage) []member {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return []member{{"", raw}}
	}
	var list []member
	for dec.More() {
		name, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			break
		}
		list = append(list, member{fmt.Sprint(name), value})
	}
	return list
}

// leavesOf lists the texts and numbers in a value.
func leavesOf(raw json.RawMessage, list []string) []string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return list
	}
	switch v := v.(type) {
	case map[string]any:
		for _, m := range membersOf(raw) {
			list = leavesOf(m.Raw, list)
		}
	case []any:
		var parts []json.RawMessage
		if json.Unmarshal(raw, &parts) == nil {
			for _, x := range parts {
				list = leavesOf(x, list)
			}
		}
	case nil:
	default:
		if text := fmt.Sprint(v); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// linkedBy is the value by which a change is linked to the nth of its checks.
func linkedBy(c results.StageChange, n int) string {
	if n < len(c.LinkedBy) {
		return "looks for " + c.LinkedBy[n]
	}
	return ""
}

// checkOn is when a check is made and what it is about.
func (p taskView) checkOn(id string) string {
	for i := range p.Checks {
		if c := &p.Checks[i]; c.ID == id {
			return checkDays(c)
		}
	}
	return ""
}

// checkDays says when a check is made, and which stage it is about if another.
func checkDays(c *TaskCheck) string {
	if c.About == "" || c.About == c.Day {
		return "checked at " + c.Day
	}
	return "checked at " + c.Day + ", about " + c.About
}

// checkNotes are what is known of a check beside its description.
func checkNotes(c *TaskCheck) []string {
	var list []string
	if c.About != "" && c.About != c.Day {
		list = append(list, "about "+c.About)
	}
	if len(c.Services) > 0 {
		list = append(list, "reads "+strings.Join(c.Services, ", "))
	}
	if c.NamesSilent {
		list = append(list, "speaks of a silent change")
	}
	return list
}

// linkedChange names a change that a check is linked to.
func linkedChange(l CheckLink) string {
	return strings.TrimSpace(l.Label + " change " + strconv.Itoa(l.Place))
}

// byValue groups the changes that bring the same value before the same stage.
func byValue(list []CheckLink) [][]CheckLink {
	var groups [][]CheckLink
	for _, l := range list {
		i := slices.IndexFunc(groups, func(g []CheckLink) bool { return g[0].Value == l.Value && g[0].Stage == l.Stage })
		if i < 0 {
			groups = append(groups, nil)
			i = len(groups) - 1
		}
		groups[i] = append(groups[i], l)
	}
	return groups
}
