package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/casebook"
	"github.com/clawatlas/clawatlas/views/ui"
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
		out.Caption = fmt.Sprintf("What the checker of %s said to %s", at, ui.Plural(len(trials), "run", "runs"))
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
	out.Caption = fmt.Sprintf("Options of %s/%s: what %s selected", e.Scenario, e.Task, ui.Plural(len(trials), "run", "runs"))
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

// metricEvidence lists one metric of every row of the board, or of one scope:
// then of the runs and of what was published about it.
func (s *Server) metricEvidence(ctx context.Context, b results.Benchmark, e casebook.Evidence) (views.CaseEvidence, error) {
	out := views.CaseEvidence{Kind: e.Kind, Metric: e.Metric, Href: link(nil, "b", b.ID)}
	board, err := s.defaultBoard(ctx, b)
	if err != nil {
		return out, err
	}
	label := views.MetricOf(e.Metric).Label
	if e.Scope != "" {
		if out.Values, err = s.scopedValues(ctx, b, e, board); err != nil {
			return out, err
		}
		out.Caption = fmt.Sprintf("%s of %s, %s", label, e.Scope, ui.Plural(len(out.Values), "number", "numbers"))
	} else {
		for _, r := range board.Rows {
			if v := r.Metrics[e.Metric].Value; v != nil {
				out.Values = append(out.Values, caseValue(r, v))
			}
		}
		out.Caption = fmt.Sprintf("%s of %s, convention %q", label, ui.Plural(len(out.Values), "system", "systems"), score.Conventions(b.Scoring)[0].Title)
	}
	if len(out.Values) == 0 {
		out.Missing = fmt.Sprintf("No run of %s with this number is in this database. Read its records with clawatlas ingest.", b.Name)
	}
	return out, nil
}

func caseValue(r results.BoardRow, value *float64) views.CaseValue {
	v := views.CaseValue{Name: r.Name, Evidence: r.Evidence, Value: value, Href: link(nil, "models", r.System.Model)}
	for _, part := range []string{r.System.Framework, r.System.Variant} {
		if part != "" {
			v.Name += " · " + part
		}
	}
	if r.Run != nil {
		v.Href = link(nil, "runs", *r.Run)
	}
	return v
}

// scopedValues reads a metric of one scope from the runs on the board and,
// with the place where each stands, from what was published.
func (s *Server) scopedValues(ctx context.Context, b results.Benchmark, e casebook.Evidence, board results.Board) ([]views.CaseValue, error) {
	scoped, err := s.store.ScopedMetrics(ctx, b.ID, e.Scope)
	if err != nil {
		return nil, err
	}
	values := map[int64]*float64{}
	for _, m := range scoped {
		if m.Scope == e.Scope && m.Key == e.Metric {
			values[m.Run] = m.Value
		}
	}
	runs, _, err := s.store.Runs(ctx, results.RunFilter{Benchmark: b.ID, Limit: 1000})
	if err != nil {
		return nil, err
	}
	ids := map[string]int64{}
	for _, r := range runs {
		ids[r.Slug] = r.ID
	}
	var list []views.CaseValue
	for _, r := range board.Rows {
		if r.Run == nil {
			continue
		}
		if v := values[ids[*r.Run]]; v != nil {
			list = append(list, caseValue(r, v))
		}
	}
	figures, err := s.store.Figures(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	names, err := s.modelNames(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range figures {
		if f.Scope != e.Scope || f.Metric != e.Metric || f.Value == nil {
			continue
		}
		name := names[f.Model]
		if f.Variant != "" {
			name += " · " + f.Variant
		}
		list = append(list, views.CaseValue{Name: name + ", " + f.Table, Evidence: results.Published, Value: f.Value, Href: link(nil, "models", f.Model)})
	}
	return list, nil
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
	where := fmt.Sprintf("%d: %s at %s/%s", t.StepsTotal, names[t.Run], t.Scenario, t.Task)
	if out.Caption = fmt.Sprintf("Steps %d to %d of %s", e.From, e.From+len(steps)-1, where); len(steps) == 1 {
		out.Caption = fmt.Sprintf("Step %d of %s", e.From, where)
	}
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
	call.Arguments, call.MoreArguments = headOf(plainArguments(c.Arguments))
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

// plainArguments writes the arguments of a call one below the other, and text
// among them with its line breaks, so that a file that was written can be read.
// What is no object stays as it is.
func plainArguments(raw json.RawMessage) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return string(raw)
	}
	var lines []string
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return string(raw)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return string(raw)
		}
		text := string(value)
		var s string
		if json.Unmarshal(value, &s) == nil {
			text = strings.TrimRight(s, "\n")
		}
		sep := " "
		if strings.Contains(text, "\n") {
			sep = "\n"
		}
		lines = append(lines, fmt.Sprintf("%v:%s%s", name, sep, text))
	}
	return strings.Join(lines, "\n")
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
