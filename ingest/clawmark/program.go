package clawmark

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/ingest/clawmark/taskpy"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
)

var errOtherRubric = errors.New("its rubric is not the known one")

// fill brings what a program says to a task that is known by its facts, if these are
// the program's.
func (x *treeTask) fill(task *results.Task) error {
	p := x.program
	if len(task.Checks) == 0 && len(task.Facts.Stages) == 0 {
		x.facts(task)
		return nil
	}
	if len(p.Checks) != len(task.Checks) {
		return fmt.Errorf("%w: %d checks, not %d", errOtherRubric, len(p.Checks), len(task.Checks))
	}
	checks := map[string]*taskpy.Check{}
	for i := range p.Checks {
		checks[p.Checks[i].ID] = &p.Checks[i]
	}
	for i := range task.Checks {
		spec := &task.Checks[i]
		c := checks[spec.ID]
		if c == nil || c.At != spec.Day || c.Weight != nil && *c.Weight != spec.Weight {
			return fmt.Errorf("%w: %s", errOtherRubric, spec.ID)
		}
		spec.Description = cmp.Or(spec.Description, c.Doc)
		spec.Services = c.Services
	}
	if len(p.Stages) != len(task.Facts.Stages) {
		return fmt.Errorf("it has %d stages, not %d", len(p.Stages), len(task.Facts.Stages))
	}
	fresh := freshLines(p)
	for i := range p.Stages {
		st, was := &p.Stages[i], &task.Facts.Stages[i]
		if st.ID != was.ID || was.Time != "" && st.Time != "" && st.Time != was.Time {
			return fmt.Errorf("its %s at %s is not the known %s at %s", st.ID, st.Time, was.ID, was.Time)
		}
		was.Time = cmp.Or(was.Time, st.Time)
		was.Notification = st.Notification
		if i > 0 {
			was.Changes = changesOf(st, fresh)
		}
	}
	task.Facts.Prompt = cmp.Or(p.Prompt, task.Facts.Prompt)
	return nil
}

// facts are all that a program says of a task that nobody knows.
func (x *treeTask) facts(task *results.Task) {
	p, f := x.program, &task.Facts
	f.Prompt, f.Role, f.Difficulty = p.Prompt, word(p, "role"), word(p, "difficulty")
	if list, ok := p.Metadata.Get("environments"); ok {
		for _, v := range list.List {
			if v.Kind == taskpy.Text {
				f.Tags = append(f.Tags, v.Text)
			}
		}
	}
	fresh := freshLines(p)
	for i := range p.Stages {
		st := &p.Stages[i]
		day := results.Stage{ID: st.ID, Time: st.Time, Notification: st.Notification}
		for k := range st.Changes {
			switch st.Changes[k].Label {
			case taskpy.Silent:
				day.Silent++
			case taskpy.Loud:
				day.Loud++
			}
		}
		if i > 0 {
			day.Changes = changesOf(st, fresh)
		}
		f.Stages = append(f.Stages, day)
	}
	for i := range p.Checks {
		c := &p.Checks[i]
		spec := results.CheckSpec{ID: c.ID, Day: c.At, RedLine: c.RedLine, Description: c.Doc, Services: c.Services}
		if c.About != c.At {
			spec.About = c.About
		}
		if c.Weight != nil && *c.Weight > 0 && *c.Weight < maxWeight {
			spec.Weight = *c.Weight
		}
		task.Checks = append(task.Checks, spec)
	}
}

func word(p *taskpy.Task, key string) string {
	if v, ok := p.Metadata.Get(key); ok && v.Kind == taskpy.Text {
		return v.Text
	}
	return ""
}

// maxValues is how many values of a change are kept: enough to tell whether a result
// shows it, and no second copy of a large table.
const maxValues = 200

// maxLines is the same for the long lines of its texts.
const maxLines = 40

// freshLines are the long lines of what each change writes that no earlier stage has,
// the set-up included.
func freshLines(p *taskpy.Task) map[*taskpy.Change][]string {
	out, before := map[*taskpy.Change][]string{}, map[string]bool{}
	for i := range p.Stages {
		var now []string
		for k := range p.Stages[i].Changes {
			c := &p.Stages[i].Changes[k]
			for _, line := range world.LongLines(payload(c.Args)) {
				now = append(now, line)
				if !before[line] && len(out[c]) < maxLines {
					out[c] = append(out[c], line)
				}
			}
		}
		for _, line := range now {
			before[line] = true
		}
	}
	return out
}

// changesOf are the changes of a stage as they are kept.
func changesOf(st *taskpy.Stage, fresh map[*taskpy.Change][]string) []results.StageChange {
	var out []results.StageChange
	for i := range st.Changes {
		c := &st.Changes[i]
		x := results.StageChange{
			Service: c.Service, Method: c.Method, Line: c.Line, Object: c.Object, Label: string(c.Label), Told: string(c.Told),
			Conditional: c.Conditional, Repeated: c.Repeated, Static: c.Static && c.Gaps == 0, Comment: c.Comment, Payload: payload(c.Args),
			Values: c.Values[:min(len(c.Values), maxValues)], Lines: fresh[c], Checks: c.Checks, LinkedBy: c.LinkedBy,
		}
		for _, f := range c.Fields {
			x.Fields = append(x.Fields, results.ChangedField{Name: f.Name, New: f.New, Old: f.Old})
		}
		out = append(out, x)
	}
	return out
}

// payload writes the arguments of a call as one JSON array, those with a name as an
// object at its end.
func payload(args []taskpy.Arg) json.RawMessage {
	var plain, named [][]byte
	for _, a := range args {
		raw, _ := a.Value.MarshalJSON() // of texts, numbers and what holds them
		if a.Name == "" {
			plain = append(plain, raw)
			continue
		}
		name, _ := json.Marshal(a.Name) // a text
		named = append(named, append(append(name, ':'), raw...))
	}
	if len(named) > 0 {
		plain = append(plain, []byte("{"+string(bytes.Join(named, []byte(",")))+"}"))
	}
	return slices.Concat([]byte("["), bytes.Join(plain, []byte(",")), []byte("]"))
}
