package otel

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// Name is the id of the format.
const Name = "otel"

// trial is one attempt, found before anything is stored.
type trial struct {
	unit      *unit
	benchmark string // as the records name it
	scenario  string
	name      string // of the task
	title     string // what its page is called
	model     string // as recorded; empty if no span names one
	provider  string
	framework string
	attempt   int
	place     results.TaskName
	listed    bool
}

// place is where a span stands in its source, whatever is redacted in it.
type place struct{ file, line, n int }

// group is the trials of one run.
type group struct {
	benchmark, framework, version, model, provider string

	trials []*trial
	files  map[int]bool // that spans of it stand in
	logs   map[int]bool // that log records of its spans stand in
}

// plan parts the trials into runs: one for each benchmark, agent, version and model.
func (r *reader) plan(units []*unit) []*group {
	answers := map[string]map[string]bool{} // models that answered, by who asked for which
	var trials []*trial
	for _, u := range units {
		t := r.trial(u)
		trials = append(trials, t)
		for _, s := range u.spans {
			if s.isModel() && s.leaf && s.model != "" && (s.out != nil || s.spent != nil) {
				for _, asked := range []string{s.asked, ""} {
					key := t.who() + asked
					if answers[key] == nil {
						answers[key] = map[string]bool{}
					}
					answers[key][s.model] = true
				}
			}
		}
	}
	var list []*group
	for _, t := range trials {
		// A trial whose calls all failed names the model that it asked for, or none.
		if known := answers[t.who()+t.model]; !answers[t.who()][t.model] && len(known) == 1 {
			t.model = slices.Collect(maps.Keys(known))[0]
		}
		model := cmp.Or(t.model, r.in.Identity.Model, ingest.Unrecorded)
		provider := cmp.Or(t.provider, r.in.Identity.Provider)
		i := slices.IndexFunc(list, func(g *group) bool {
			return g.benchmark == t.benchmark && g.framework == t.framework && g.version == t.unit.version && g.model == model
		})
		if i < 0 {
			i = len(list)
			list = append(list, &group{
				benchmark: t.benchmark, framework: t.framework, version: t.unit.version, model: model,
				files: map[int]bool{}, logs: map[int]bool{},
			})
		}
		g := list[i]
		g.provider = cmp.Or(g.provider, provider)
		g.trials = append(g.trials, t)
		for _, s := range t.unit.spans {
			g.files[s.at.file] = true
			for _, i := range s.logs {
				g.logs[i] = true
			}
		}
	}
	slices.SortFunc(list, func(a, b *group) int {
		return strings.Compare(fmt.Sprint(a.benchmark, a.framework, a.version, a.model), fmt.Sprint(b.benchmark, b.framework, b.version, b.model))
	})
	return list
}

func (t *trial) who() string {
	return strings.Join([]string{t.benchmark, t.framework, t.unit.version, ""}, "\x00")
}

// trial finds out what an attempt is filed under.
func (r *reader) trial(u *unit) *trial {
	t := &trial{unit: u}
	models := map[string]int{}
	for _, s := range u.spans {
		if s.isModel() && s.leaf && s.model != "" {
			models[s.model]++
			if s.out != nil || s.spent != nil { // one that has answered
				models[s.model] += len(u.spans)
			}
			t.provider = cmp.Or(t.provider, r.in.Clean(s.source))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(models)) {
		if t.model == "" || models[name] > models[t.model] {
			t.model = name
		}
	}
	if t.model == "" {
		for _, s := range u.spans {
			if s.kind == kindAgent {
				t.model, t.provider = cmp.Or(t.model, s.model), cmp.Or(t.provider, r.in.Clean(s.source))
			}
		}
	}
	t.model = r.in.Clean(t.model)
	t.benchmark = r.in.Clean(cmp.Or(benchmarkOf(u), serviceName(u.service)))
	t.framework = r.in.Clean(cmp.Or(serviceName(u.service), u.agent, r.in.Identity.Framework))
	t.scenario = cmp.Or(r.in.Clean(u.agent), t.framework, "agent")
	prompt := strings.TrimSpace(promptOf(u))
	switch {
	case u.task != "":
		t.title = r.in.Clean(u.task)
	case prompt != "":
		t.title = r.in.Clean(prompt)
	default:
		t.title = r.in.Clean(cmp.Or(u.session, traceID(u), "span"))
	}
	t.name = results.NameID(t.title) // a prompt can be long
	t.title, _, _ = strings.Cut(t.title, "\n")
	if cut := []rune(t.title); len(cut) > 100 {
		t.title = string(cut[:100]) + "…"
	}
	return t
}

func traceID(u *unit) string {
	for _, s := range u.spans {
		if s.trace != "" {
			return s.trace
		}
	}
	return ""
}

// serviceName is the name of a service; empty if it is the one that SDKs make up.
func serviceName(s string) string {
	if strings.HasPrefix(s, "unknown_service") {
		return ""
	}
	return s
}

func benchmarkOf(u *unit) string {
	for _, s := range u.spans {
		if v := s.attrs.text("metadata.benchmark", "ai.telemetry.metadata.benchmark"); v != "" {
			return v
		}
		if v := s.resource.text("benchmark"); v != "" {
			return v
		}
	}
	return ""
}

// promptOf is what the user asked first.
func promptOf(u *unit) string {
	r := newReading(u, false)
	r.read()
	for _, n := range r.main.nodes {
		if n.step.Source == results.SourceUser && !n.step.Copied {
			return n.step.Message
		}
	}
	return ""
}

// file finds the benchmark of a run and its tasks, and numbers the attempts at them.
func (r *reader) file(g *group) (*ingest.OtherRecords, error) {
	d, err := ingest.FindOther(r.ctx, r.in, r.w, ingest.Other{
		Format: Name, Name: cmp.Or(g.benchmark, "traces"), Words: results.Words{Scenario: "agent", Task: "task", Day: "day"},
		Summary: "Traces of a service: its calls of models and tools can be read, searched and compared, but nothing in them is scored.",
	})
	if err != nil {
		return nil, err
	}
	tries := map[results.TaskName]int{}
	for _, t := range g.trials {
		task, listed := d.Place(t.scenario, t.name)
		if task.Title == t.name {
			task.Title = t.title
		}
		t.place, t.listed = task.Name(), listed
		tries[t.place]++
		t.attempt = tries[t.place]
	}
	return d, d.Save(r.ctx, r.w)
}
