package clawmark

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// marker matches the simulated time at the end of each stage's message. A session has no other
// separator between stages.
var marker = regexp.MustCompile(`（当前时间：([^（）\n]{1,64})）`)

// days splits a session into stages. Stage times are unique and ascending within a task.
type days struct {
	exact    map[string]string
	instants map[int64]string  // stage ids by Unix milliseconds
	seen     map[string]string // stage ids by time marker, for the markers seen so far
	phases   []results.Phase
	current  string
	unknown  []string
}

func newDays(task *results.Task) *days {
	d := &days{exact: map[string]string{}, instants: map[int64]string{}, seen: map[string]string{}}
	if task == nil {
		return d
	}
	for _, s := range task.Facts.Stages {
		if s.Time == "" {
			continue
		}
		d.exact[s.Time] = s.ID
		if t, err := time.Parse(time.RFC3339, s.Time); err == nil {
			d.instants[t.UnixMilli()] = s.ID
		}
	}
	return d
}

// mark sets the stage of a step. A time that the task does not list starts the next stage.
func (d *days) mark(s *results.Step) {
	if s.Source == results.SourceUser && strings.Contains(s.Message, "（当前时间：") {
		if all := marker.FindAllStringSubmatch(s.Message, -1); len(all) > 0 {
			d.enter(strings.TrimSpace(all[len(all)-1][1]))
		}
	}
	s.Day = d.current
	d.touch(s.Timestamp)
	if s.Observation != nil {
		for i := range s.Observation.Results {
			d.touch(s.Observation.Results[i].Timestamp)
		}
	}
}

func (d *days) enter(at string) {
	id, ok := d.seen[at]
	if !ok {
		if id, ok = d.lookup(at); !ok {
			id = fmt.Sprintf("stage%d", len(d.seen))
			if len(d.exact) > 0 {
				d.unknown = append(d.unknown, at)
			}
		}
		d.seen[at] = id
	}
	if id == d.current {
		return
	}
	d.current = id
	d.phases = append(d.phases, results.Phase{Name: id})
}

func (d *days) lookup(at string) (string, bool) {
	if id, ok := d.exact[at]; ok {
		return id, true
	}
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return "", false
	}
	id, ok := d.instants[t.UnixMilli()]
	return id, ok
}

func (d *days) touch(ms *int64) {
	if ms == nil || len(d.phases) == 0 {
		return
	}
	p, at := &d.phases[len(d.phases)-1], *ms
	p.StartedAt, p.FinishedAt = results.Earlier(p.StartedAt, &at), results.Later(p.FinishedAt, &at)
}

// agentMS returns the total duration of the stages in ms, without set-up and checks. It is nil if
// the times of a stage are missing.
func (d *days) agentMS() *int64 {
	if len(d.phases) == 0 {
		return nil
	}
	sum := int64(0)
	for _, p := range d.phases {
		if p.StartedAt == nil {
			return nil
		}
		sum += *p.FinishedAt - *p.StartedAt
	}
	return &sum
}

func (d *days) missing(stages []results.StageResult) []string {
	had := map[string]bool{}
	for _, id := range d.seen {
		had[id] = true
	}
	var ids []string
	for _, s := range stages {
		ran := s.State == stateChecked || s.State == stateUnchecked
		if ran && s.ID != stageFinal && !had[s.ID] {
			ids = append(ids, s.ID)
		}
	}
	return ids
}
