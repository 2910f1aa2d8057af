package clawmark

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/clawatlas/clawatlas/results"
)

// shipped contains the facts that facts.py extracted from each task.py, by the digest of task.py.
// Texts are offsets into task.py, because the dataset's licence does not allow redistribution.
//
//go:embed facts.json
var shipped []byte

var knownFacts = sync.OnceValues(func() (map[string][]json.RawMessage, error) {
	known := map[string][]json.RawMessage{}
	err := json.Unmarshal(shipped, &known)
	return known, err
})

var (
	errUnknownEvents = errors.New("its events are not known: it is not a " + programFile + " of the public dataset, or it was changed")
	errOtherRubric   = errors.New("its rubric differs from the known one")
)

type program struct {
	ID         string
	Role       string
	Difficulty string
	Tags       []string
	Prompt     string
	Stages     []results.Stage
	Checks     []results.CheckSpec
}

func factsOf(sum [32]byte, src []byte) ([]byte, error) {
	known, err := knownFacts()
	if err != nil {
		return nil, fmt.Errorf("read the bundled facts: %w", err)
	}
	parts, ok := known[hex.EncodeToString(sum[:])]
	if !ok {
		return nil, errUnknownEvents
	}
	var out bytes.Buffer
	for _, part := range parts {
		var place [2]int
		var text string
		if json.Unmarshal(part, &text) == nil {
			out.WriteString(text)
			continue
		}
		if err := json.Unmarshal(part, &place); err != nil || place[0] < 0 || place[1] < 0 || place[0]+place[1] > len(src) {
			return nil, fmt.Errorf("its facts refer to an unknown service %s: %w", part, results.ErrInvalid)
		}
		quoted, err := json.Marshal(string(src[place[0] : place[0]+place[1]]))
		if err != nil {
			return nil, err
		}
		out.Write(quoted[1 : len(quoted)-1])
	}
	return out.Bytes(), nil
}

// fill adds the texts of a program to a stored task if the program's facts match the task.
func (p *program) fill(task *results.Task) error {
	if len(task.Checks) == 0 && len(task.Facts.Stages) == 0 {
		p.facts(task)
		return nil
	}
	if len(p.Checks) != len(task.Checks) {
		return fmt.Errorf("%w: %d checks, not %d", errOtherRubric, len(p.Checks), len(task.Checks))
	}
	checks := map[string]*results.CheckSpec{}
	for i := range p.Checks {
		checks[p.Checks[i].ID] = &p.Checks[i]
	}
	for i := range task.Checks {
		spec := &task.Checks[i]
		c := checks[spec.ID]
		if c == nil || c.Day != spec.Day || c.Weight != spec.Weight {
			return fmt.Errorf("%w: %s", errOtherRubric, spec.ID)
		}
		spec.Description = cmp.Or(spec.Description, c.Description)
		spec.Services = c.Services
	}
	if len(p.Stages) != len(task.Facts.Stages) {
		return fmt.Errorf("it has %d stages, not %d", len(p.Stages), len(task.Facts.Stages))
	}
	for i := range p.Stages {
		st, was := &p.Stages[i], &task.Facts.Stages[i]
		if st.ID != was.ID || was.Time != "" && st.Time != "" && st.Time != was.Time {
			return fmt.Errorf("its %s at %s differs from the known %s at %s", st.ID, st.Time, was.ID, was.Time)
		}
		was.Time, was.Notification, was.Changes = cmp.Or(was.Time, st.Time), st.Notification, st.Changes
	}
	task.Facts.Prompt = cmp.Or(p.Prompt, task.Facts.Prompt)
	return nil
}

func (p *program) facts(task *results.Task) {
	f := &task.Facts
	f.Prompt, f.Role, f.Difficulty, f.Tags, f.Stages, task.Checks = p.Prompt, p.Role, p.Difficulty, p.Tags, p.Stages, p.Checks
}
