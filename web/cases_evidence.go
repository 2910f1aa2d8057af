package web

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/casebook"
)

// caseTextMost is how much of a text a case study shows of a step, in bytes;
// the rest is one link away.
const caseTextMost = 1500

// buildWritten reads the evidence that a written case embeds.
func (s *Server) buildWritten(ctx context.Context, w casebook.Case) (views.WrittenCasePage, error) {
	p := views.WrittenCasePage{Case: w}
	var err error
	if p.Benchmark, err = s.store.FindBenchmark(ctx, w.Benchmark); err != nil {
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

// evidence reads what one directive shows.
func (s *Server) evidence(ctx context.Context, b results.Benchmark, names map[string]string, e casebook.Evidence) (views.CaseEvidence, error) {
	if e.Kind == casebook.Metric {
		return s.metricEvidence(ctx, b, e)
	}
	at := e.Scenario + "/" + e.Task
	out := views.CaseEvidence{Kind: e.Kind, Href: link(nil, "b", b.ID, "scenarios", e.Scenario, e.Task)}
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
		out.Missing = fmt.Sprintf("%s is in this database. Read the records of %s with clawatlas ingest to see this evidence.", what, b.Name)
		return out, nil
	}
	switch e.Kind {
	case casebook.Options:
		return out, s.optionEvidence(ctx, b, names, e, trials, &out)
	case casebook.Checker:
		out.Caption = fmt.Sprintf("What the checker of %s said to %d runs", at, len(trials))
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
	return link(q, "runs", t.Run, t.Scenario, t.Task)
}

// optionEvidence fills the matrix options x systems.
func (s *Server) optionEvidence(ctx context.Context, b results.Benchmark, names map[string]string, e casebook.Evidence, trials []results.StoredTrial, out *views.CaseEvidence) error {
	task, err := s.store.FindTask(ctx, b.ID, e.Scenario, e.Task)
	if err != nil {
		return err
	}
	out.Caption = fmt.Sprintf("Options of %s/%s: what %d runs selected", e.Scenario, e.Task, len(trials))
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

// metricEvidence lists one metric of every row of the board.
func (s *Server) metricEvidence(ctx context.Context, b results.Benchmark, e casebook.Evidence) (views.CaseEvidence, error) {
	out := views.CaseEvidence{Kind: e.Kind}
	board, err := s.defaultBoard(ctx, b)
	if err != nil {
		return out, err
	}
	var scoped map[int64]*float64
	ids := map[string]int64{}
	if e.Scope != "" {
		list, err := s.store.ScopedMetrics(ctx, b.ID, e.Scope)
		if err != nil {
			return out, err
		}
		scoped = map[int64]*float64{}
		for _, m := range list {
			if m.Scope == e.Scope && m.Key == e.Metric {
				scoped[m.Run] = m.Value
			}
		}
		runs, _, err := s.store.Runs(ctx, results.RunFilter{Benchmark: b.ID, Limit: 1000})
		if err != nil {
			return out, err
		}
		for _, r := range runs {
			ids[r.Slug] = r.ID
		}
	}
	for _, r := range board.Rows {
		v := views.CaseValue{Name: r.Name, Evidence: r.Evidence, Value: r.Metrics[e.Metric].Value, Href: link(nil, "models", r.System.Model)}
		if r.System.Framework != "" {
			v.Name += " · " + r.System.Framework
		}
		if r.Run != nil {
			v.Href = link(nil, "runs", *r.Run)
		}
		if scoped != nil {
			v.Value = nil
			if r.Run != nil {
				v.Value = scoped[ids[*r.Run]]
			}
		}
		if v.Value != nil {
			out.Values = append(out.Values, v)
		}
	}
	out.Caption = fmt.Sprintf("%s of %d systems, convention %q", metricLabel(e.Metric), len(out.Values), score.Conventions(b.Scoring)[0].Title)
	if e.Scope != "" {
		out.Caption = fmt.Sprintf("%s in %s, %d systems", metricLabel(e.Metric), strings.TrimPrefix(e.Scope, "scenario:"), len(out.Values))
	}
	if len(out.Values) == 0 {
		out.Missing = fmt.Sprintf("No run of %s with this number is in this database. Read its records with clawatlas ingest.", b.Name)
	}
	return out, nil
}

// stepEvidence shows a range of steps, each cut to its head.
func (s *Server) stepEvidence(ctx context.Context, names map[string]string, e casebook.Evidence, t *results.StoredTrial, out *views.CaseEvidence) error {
	rows, err := s.store.StepRows(ctx, t, e.From, e.To-e.From+1)
	if err != nil {
		return err
	}
	steps, err := s.store.Steps(ctx, t, rows)
	if err != nil {
		return err
	}
	out.Caption = fmt.Sprintf("Steps %d to %d of %d: %s at %s/%s", e.From, e.From+len(steps)-1, t.StepsTotal, names[t.Run], t.Scenario, t.Task)
	for i := range steps {
		st := &steps[i]
		href := caseTrialLink(t)
		sep := "?"
		if strings.Contains(href, "?") {
			sep = "&"
		}
		row := views.CaseStep{Number: st.StepID, Source: st.Source, Href: fmt.Sprintf("%s%sstep=%d#step-%d", href, sep, st.StepID, st.StepID)}
		row.Text, row.More = headOf(st.Message)
		for _, c := range st.ToolCalls {
			row.Calls = append(row.Calls, caseCall(st, c))
		}
		out.Steps = append(out.Steps, row)
	}
	return nil
}

func caseCall(st *results.Step, c results.ToolCall) views.CaseCall {
	call := views.CaseCall{Name: c.Name}
	call.Arguments, call.MoreArguments = headOf(string(c.Arguments))
	if st.Observation != nil {
		for i := range st.Observation.Results {
			if r := &st.Observation.Results[i]; r.CallID == c.ID {
				call.Answer, call.More = headOf(r.Content)
				call.Failed = r.Failed
			}
		}
	}
	return call
}

// headOf cuts a text to what a case study shows and counts what is left out.
func headOf(text string) (string, int) {
	if len(text) <= caseTextMost {
		return text, 0
	}
	cut := caseTextMost
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut], utf8.RuneCountInString(text[cut:])
}
