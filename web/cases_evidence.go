package web

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// buildWritten reads the evidence that a written case embeds.
func (s *Server) buildWritten(ctx context.Context, w casebook.Case) (views.WrittenCasePage, error) {
	p := views.WrittenCasePage{Case: w}
	var err error
	if p.Benchmark, err = s.store.FindBenchmark(ctx, w.Benchmark); isNotFound(err) {
		return s.withoutBenchmark(p), nil
	} else if err != nil {
		return p, err
	}
	p.Meta = s.caseMeta(p.Benchmark, w.Title, w.Title+": a case study of "+p.Benchmark.Name+".", w.Slug)
	names, err := s.runNames(ctx, w.Benchmark)
	if err != nil {
		return p, err
	}
	for _, b := range w.Blocks {
		block := views.CaseBlock{Markdown: b.Markdown}
		if b.Evidence != nil {
			e, err := s.evidence(ctx, p.Benchmark, names, *b.Evidence)
			if err != nil {
				return p, err
			}
			block.Evidence = &e
		}
		p.Blocks = append(p.Blocks, block)
	}
	for _, r := range w.Rounds {
		scenario, task, _ := strings.Cut(r, "/")
		links, err := s.casesOf(ctx, w.Benchmark, scenario, task, "", w.Slug)
		if err != nil {
			return p, err
		}
		for _, l := range links {
			if !slices.Contains(p.Beside, l) {
				p.Beside = append(p.Beside, l)
			}
		}
	}
	return p, nil
}

// withoutBenchmark is a written case about a benchmark that the database does
// not have: its text, with what to ingest in the place of the evidence.
func (s *Server) withoutBenchmark(p views.WrittenCasePage) views.WrittenCasePage {
	w := p.Case
	p.Benchmark = results.Benchmark{ID: w.Benchmark, Name: w.Benchmark}
	p.Meta = s.frame.Meta(w.Title, w.Title+": a case study of "+w.Benchmark+".", link.Case(w.Slug), link.API(nil, "cases", w.Slug), ui.Crumb{Label: "Case"})
	for _, b := range w.Blocks {
		block := views.CaseBlock{Markdown: b.Markdown}
		if b.Evidence != nil {
			block.Evidence = &views.CaseEvidence{Kind: b.Evidence.Kind, Missing: "Nothing of " + w.Benchmark + " is in this database. " + ingestHint(w.Benchmark)}
		}
		p.Blocks = append(p.Blocks, block)
	}
	return p
}

// ingestHint says how the records of a benchmark come into the database.
func ingestHint(benchmark string) string {
	if benchmark == exampleBenchmark {
		return "Read its records with clawatlas ingest --example to see this evidence."
	}
	return "Read its records with clawatlas ingest PATH to see this evidence."
}

// exampleBenchmark is the one whose records are bundled.
const exampleBenchmark = "clawatlas-example"

// evidence reads what one directive shows.
func (s *Server) evidence(ctx context.Context, b results.Benchmark, names map[string]string, e casebook.Evidence) (views.CaseEvidence, error) {
	if e.Kind == casebook.Metric {
		return s.metricEvidence(ctx, b, e)
	}
	at := e.Scenario + "/" + e.Task
	out := views.CaseEvidence{Kind: e.Kind, Href: link.Task(b.ID, e.Scenario, e.Task)}
	trials, err := s.store.TaskTrials(ctx, b.ID, e.Scenario, e.Task)
	if err != nil {
		return out, err
	}
	trials = slices.DeleteFunc(trials, func(t results.StoredTrial) bool { return e.Model != "" && !s.ofModel(ctx, t.Run, e.Model) })
	if len(trials) == 0 {
		what := "No run of " + at
		if e.Model != "" {
			what = "No trace of " + e.Model + " at " + at
		}
		out.Missing = fmt.Sprintf("%s (%s) is in this database. %s", what, b.Name, ingestHint(b.ID))
		return out, nil
	}
	switch e.Kind {
	case casebook.Options:
		return out, s.optionEvidence(ctx, b, names, e, trials, &out)
	case casebook.Checker:
		out.Caption = fmt.Sprintf("What the checker of %s said to %s", at, words.Plural(len(trials), "run", "runs"))
		for i := range trials {
			sys, err := s.caseSystem(ctx, names, &trials[i])
			if err != nil {
				return out, err
			}
			out.Systems = append(out.Systems, sys)
		}
		return out, nil
	}
	return out, s.stepEvidence(ctx, names, e, &trials[0], &out)
}

func (s *Server) ofModel(ctx context.Context, run, model string) bool {
	r, err := s.store.FindRun(ctx, run)
	return err == nil && r.System.Model == model
}

// caseSystem names a trial's system and what the checker said of it.
func (s *Server) caseSystem(ctx context.Context, names map[string]string, t *results.StoredTrial) (views.CaseSystem, error) {
	sys := views.CaseSystem{Name: names[t.Run], Run: t.Run, Status: t.Status, TrialURL: caseTrialLink(t)}
	d, err := s.store.Details(ctx, t.ID)
	if err != nil {
		return sys, err
	}
	if v := d.Verdict; v != nil {
		sys.Said = strings.TrimSpace(v.Stdout)
		if sys.Said == "" {
			sys.Said = strings.TrimSpace(v.Stderr)
		}
	}
	return sys, nil
}

func caseTrialLink(t *results.StoredTrial) string {
	q := url.Values{}
	if t.Attempt > 1 {
		q.Set("attempt", fmt.Sprint(t.Attempt))
	}
	return link.To(q, "runs", t.Run, t.Scenario, t.Task)
}

// optionEvidence fills the matrix options x systems.
func (s *Server) optionEvidence(ctx context.Context, b results.Benchmark, names map[string]string, e casebook.Evidence, trials []results.StoredTrial, out *views.CaseEvidence) error {
	task, err := s.store.FindTask(ctx, b.ID, e.Scenario, e.Task)
	if err != nil {
		return err
	}
	out.Caption = fmt.Sprintf("Options of %s/%s: what %s selected", e.Scenario, e.Task, words.Plural(len(trials), "run", "runs"))
	for i := range trials {
		out.Systems = append(out.Systems, views.CaseSystem{Name: names[trials[i].Run], Run: trials[i].Run, Status: trials[i].Status, TrialURL: caseTrialLink(&trials[i])})
	}
	for _, o := range task.Options {
		row := views.CaseOption{Label: o.Label, Text: o.Text, Gold: o.Gold}
		for i := range trials {
			row.Picks = append(row.Picks, slices.Contains(trials[i].Selected, o.Label))
		}
		out.Options = append(out.Options, row)
	}
	return nil
}
