package clawarena

import (
	"context"
	"fmt"
	"sort"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type run struct {
	in        *ingest.Input
	out       ingest.RunWriter
	dataset   *results.Dataset
	tasks     map[results.TaskName]*results.Task
	located   *located
	meta      results.Run
	pending   []results.Warning // warnings from before the run was opened
	report    *reportCheck      // parsed report.json; nil if missing or unreadable
	questions *ingest.Questions
	metaClaw  bool               // records were written by MetaClaw's own harness
	judged    int                // number of rounds with an answer and a verdict
	unheard   []results.TaskName // tasks whose answer is in none of the agent's messages
	// Previous round of the scenario. The next prompt begins with the feedback on it.
	prevTask  *results.Task
	prevTrial results.Trial
}

func readRun(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	l, err := locate(in)
	if err != nil {
		return err
	}
	d, err := chooseBenchmark(ctx, in, w, l)
	if err != nil {
		return err
	}
	r := &run{in: in, dataset: d, located: l, tasks: map[results.TaskName]*results.Task{},
		questions: ingest.NewQuestions(d.Tasks)}
	for i := range d.Tasks {
		r.tasks[d.Tasks[i].Name()] = &d.Tasks[i]
	}
	for _, x := range l.skipped {
		r.pending = append(r.pending, ingest.Warn(x.file, 0, "%s", x.message))
	}
	return r.read(ctx, w)
}

func (r *run) order() []*roundFiles {
	var list []*roundFiles
	taken := map[results.TaskName]bool{}
	for i := range r.dataset.Tasks {
		k := r.dataset.Tasks[i].Name()
		if f := r.located.rounds[k]; f != nil {
			list = append(list, f)
			taken[k] = true
		}
	}
	var extra []*roundFiles
	for k, f := range r.located.rounds {
		if !taken[k] {
			extra = append(extra, f)
		}
	}
	sort.Slice(extra, func(i, j int) bool {
		if extra[i].test != extra[j].test {
			return naturalLess(extra[i].test, extra[j].test)
		}
		return naturalLess(extra[i].round, extra[j].round)
	})
	return append(list, extra...)
}

func (r *run) read(ctx context.Context, w ingest.Writer) error {
	rounds := r.order()
	framework, model := r.peek(rounds)
	warn := func(x results.Warning) { r.pending = append(r.pending, x) }
	system, label, guessed := identify(r.in, framework, model, r.metaClaw, warn)
	r.meta = results.Run{
		Benchmark: r.dataset.Benchmark.ID, System: system,
		Evidence: r.evidence(rounds), StartedAt: r.in.Identity.StartedAt(), Scripted: r.dataset.Benchmark.Scripted,
	}
	r.meta.ModelName = r.meta.System.Model
	if guessed {
		r.meta.SetFact(results.FactModelPlace, r.in.Item.Label)
	}
	out, err := w.BeginRun(ctx, &r.meta)
	if err != nil {
		return err
	}
	r.out = out
	out.Label(label.Model, label.Framework)
	for _, x := range r.pending {
		out.Warn(x)
	}
	if err := r.readReport(ctx); err != nil {
		return err
	}
	if err := r.rounds(ctx, rounds); err != nil {
		return err
	}
	r.missing()
	r.checkReport()
	r.exclusions()
	return out.Commit(ctx)
}

// evidence returns the run's evidence level. It is "verdicts only" if no answer is recorded.
func (r *run) evidence(rounds []*roundFiles) results.Evidence {
	for _, f := range rounds {
		if f.infer != "" {
			return results.Recomputed
		}
	}
	return results.Records
}

// peek reads the framework, and the model if needed, from the first readable records.
func (r *run) peek(rounds []*roundFiles) (framework, model string) {
	known := func() bool {
		_, ok := labelled(r.in.Item.Label, framework)
		return framework != "" && (ok || model != "" || r.in.Identity.Model != "")
	}
	for _, f := range rounds[:min(len(rounds), 16)] {
		for _, name := range []string{f.scoring, f.infer} {
			if name == "" || known() {
				continue
			}
			rec, err := r.in.Ahead().Record(name)
			if err != nil {
				continue
			}
			var m struct {
				Meta recordMeta `json:"meta"`
				topRecord
				Log *struct {
					Messages []struct {
						Model string `json:"model"`
					} `json:"messages"`
				} `json:"llm_log"`
			}
			if rec.Decode(&m) != nil {
				continue
			}
			framework = first(framework, r.in.Clean(m.into(&m.Meta).Framework))
			r.metaClaw = r.metaClaw || m.metaClaw()
			if m.Log != nil {
				for _, msg := range m.Log.Messages {
					model = first(model, r.in.Clean(msg.Model))
				}
			}
		}
	}
	return framework, model
}

func (r *run) missing() {
	byScenario := map[string][]string{}
	for i := range r.dataset.Tasks {
		t := &r.dataset.Tasks[i]
		if r.located.rounds[t.Name()] == nil {
			byScenario[t.Scenario] = append(byScenario[t.Scenario], t.Slug)
		}
	}
	for _, s := range r.dataset.Scenarios {
		if list := byScenario[s.Slug]; len(list) > 0 {
			total := 0
			for i := range r.dataset.Tasks {
				if r.dataset.Tasks[i].Scenario == s.Slug {
					total++
				}
			}
			r.out.Warn(ingest.Warn(r.in.Path("scoring", s.Slug), 0, "no record of %d of %d rounds: %s", len(list), total, joinShort(list)))
		}
	}
}

func joinShort(list []string) string {
	s := ""
	for i, x := range list {
		if i == 12 {
			return s + fmt.Sprintf(" and %d more", len(list)-i)
		}
		if i > 0 {
			s += ", "
		}
		s += x
	}
	return s
}
