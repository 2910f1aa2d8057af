package web

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// casesRoutes registers the pages of this file.
func (s *Server) casesRoutes(page, api route) {
	page("/b/:benchmark/cases", heavy, s.casesPage, caseFields())
	page("/cases/:case", heavy, s.casePage, nothing())
	api("/benchmarks/:benchmark/cases", heavy, s.casesAPI, caseFields().and(windowFields()...))
	api("/cases/:case", heavy, s.caseAPI, nothing())
}

// caseFilter is what the index is narrowed by.
type caseFilter struct{ dimension, mode, model, label string }

func (f caseFilter) values() url.Values {
	return url.Values{"dimension": {f.dimension}, "mode": {f.mode}, "model": {f.model}, "label": {f.label}}
}

// caseFields are the parameters of the index.
func caseFields() query {
	return query{textField("dimension"), textField("mode"), textField("model"), textField("label")}
}

func readCaseFilter(c echo.Context) caseFilter {
	a := ask(c)
	return caseFilter{a.text("dimension"), a.text("mode"), a.text("model"), a.text("label")}
}

// casesData is what the index and its JSON twin are made of.
type casesData struct {
	benchmark results.Benchmark
	filter    caseFilter
	written   []casebook.Case
	mined     []results.MinedCase // that match
	total     int                 // mined cases of the benchmark
	labels    []results.Label
	runs      []results.Run
}

func (s *Server) loadCases(c echo.Context) (*casesData, error) {
	ctx := c.Request().Context()
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	d := &casesData{filter: readCaseFilter(c)}
	if d.benchmark, err = s.store.FindBenchmark(ctx, id); err != nil {
		return nil, err
	}
	all, err := s.store.Cases(ctx, id)
	if err != nil {
		return nil, err
	}
	if d.runs, err = s.allRuns(ctx, results.RunFilter{Benchmark: id}); err != nil {
		return nil, err
	}
	if d.labels, err = s.store.Labels(ctx, id, d.filter.label); err != nil {
		return nil, err
	}
	written, err := casebook.All()
	if err != nil {
		return nil, err
	}
	d.total = len(all)
	for _, w := range written {
		if w.Benchmark == id && d.filter.written(w) {
			d.written = append(d.written, w)
		}
	}
	models := map[string]string{}
	for _, r := range d.runs {
		models[r.Slug] = r.System.Model
	}
	for _, m := range all {
		if d.filter.mined(m, models) {
			d.mined = append(d.mined, m)
		}
	}
	return d, nil
}

func (f caseFilter) written(c casebook.Case) bool {
	return f.model == "" && f.label == "" && (f.dimension == "" || slices.Contains(c.Dimensions, f.dimension)) && (f.mode == "" || slices.Contains(c.Modes, f.mode))
}

func (f caseFilter) mined(c results.MinedCase, models map[string]string) bool {
	if f.dimension != "" || f.mode != "" && f.mode != c.Rule {
		return false
	}
	return f.model == "" || slices.ContainsFunc(c.Trials, func(t results.CaseRef) bool { return models[t.Run] == f.model })
}

// casesPage is /b/{benchmark}/cases.
func (s *Server) casesPage(c echo.Context) error {
	d, err := s.loadCases(c)
	if err != nil {
		return err
	}
	names, err := s.modelNames(c.Request().Context())
	if err != nil {
		return err
	}
	return html(c, views.CasesPage(s.buildCases(d, names)))
}

func (s *Server) buildCases(d *casesData, names map[string]string) views.Cases {
	b := d.benchmark
	path := link.To(d.filter.values(), "b", b.ID, "cases")
	p := views.Cases{Benchmark: b, Written: d.written, Total: d.total, Shown: len(d.mined)}
	p.Meta = s.frame.Meta("Case studies of "+b.Name, "Why tasks are failed: written cases and cases that rules found in the records.", path, link.API(d.filter.values(), "benchmarks", b.ID, "cases"),
		views.Crumbs(b, "Cases")...)
	p.Meta.Scripted = b.Scripted
	for _, r := range cases.Rules() {
		g := views.CaseGroup{Rule: r.ID, Title: r.Title, Explain: r.Explain}
		for _, m := range d.mined {
			if m.Rule == r.ID {
				g.Cases = append(g.Cases, m)
			}
		}
		if len(g.Cases) > 0 {
			p.Groups = append(p.Groups, g)
		}
	}
	p.Filter = d.form(names)
	counts := map[string]int{}
	for _, l := range d.labels {
		if counts[l.Label] == 0 {
			p.Labels = append(p.Labels, views.LabelCount{Label: l.Label, Href: link.To(url.Values{"label": {l.Label}}, "b", b.ID, "cases")})
		}
		counts[l.Label]++
	}
	for i := range p.Labels {
		p.Labels[i].Count = counts[p.Labels[i].Label]
	}
	return p
}

// form is the filter with the words that occur.
func (d *casesData) form(names map[string]string) ui.Filter {
	f := ui.Filter{Action: link.Benchmark(d.benchmark.ID, "cases")}
	if d.filter != (caseFilter{}) {
		f.Clear = f.Action
	}
	choice := func(name, label, current string, values []string, word func(string) string) {
		field := ui.Field{Name: name, Label: label, Kind: ui.Select, Choices: []ui.Choice{{Label: "any"}}}
		for _, v := range values {
			field.Choices = append(field.Choices, ui.Choice{Value: v, Label: word(v), Selected: v == current})
		}
		f.Fields = append(f.Fields, field)
	}
	same := func(s string) string { return s }
	var modes, models []string
	written, err := casebook.All()
	if err == nil {
		for _, w := range written {
			if w.Benchmark == d.benchmark.ID {
				modes = append(modes, w.Modes...)
			}
		}
	}
	for _, r := range cases.Rules() {
		modes = append(modes, r.ID)
	}
	for _, r := range d.runs {
		models = append(models, r.System.Model)
	}
	slices.Sort(modes)
	slices.Sort(models)
	choice("dimension", "Dimension", d.filter.dimension, casebook.Dimensions(), same)
	choice("mode", "Failure mode", d.filter.mode, slices.Compact(modes), same)
	choice("model", "System", d.filter.model, slices.Compact(models), func(id string) string {
		if n := names[id]; n != "" {
			return n
		}
		return id
	})
	return f
}

// casesAPI is GET /api/v1/benchmarks/{b}/cases.
func (s *Server) casesAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	d, err := s.loadCases(c)
	if err != nil {
		return err
	}
	mined := d.mined[min(offset, len(d.mined)):min(offset+limit, len(d.mined))]
	written := []writtenJSON{}
	for _, w := range d.written {
		written = append(written, writtenOf(w))
	}
	list := []minedJSON{}
	for _, m := range mined {
		list = append(list, minedOf(m, caseTrials))
	}
	return object(c, map[string]any{"benchmark": d.benchmark.ID, "written": written, "mined": list, "total": len(d.mined), "limit": limit, "offset": offset, "labels": d.labels})
}

// caseTrials is how many trials of a mined case a list has; the case's own answer
// has all.
const caseTrials = 10

type minedJSON struct {
	results.MinedCase
	TrialsTotal int    `json:"trials_total"`
	URL         string `json:"url"`
}

func minedOf(m results.MinedCase, most int) minedJSON {
	x := minedJSON{MinedCase: m, TrialsTotal: len(m.Trials), URL: link.Case(m.Slug)}
	x.Trials = m.Trials[:min(len(m.Trials), most)]
	return x
}

type writtenJSON struct {
	Slug       string   `json:"slug"`
	Title      string   `json:"title"`
	Benchmark  string   `json:"benchmark"`
	Dimensions []string `json:"dimensions"`
	Modes      []string `json:"modes"`
	Rounds     []string `json:"rounds"`
	Sources    []string `json:"sources"`
	URL        string   `json:"url"`
}

func writtenOf(w casebook.Case) writtenJSON {
	return writtenJSON{w.Slug, w.Title, w.Benchmark, w.Dimensions, w.Modes, w.Rounds, w.Sources, link.Case(w.Slug)}
}

// casePage is /cases/{case}, written or mined.
func (s *Server) casePage(c echo.Context) error {
	ctx := c.Request().Context()
	slug, err := param(c, "case")
	if err != nil {
		return err
	}
	if w, ok, err := casebook.Find(slug); err != nil {
		return err
	} else if ok {
		page, err := s.buildWritten(ctx, w)
		if err != nil {
			return err
		}
		return html(c, views.WrittenCaseView(page))
	}
	m, err := s.store.FindCase(ctx, slug)
	if err != nil {
		return err
	}
	page, err := s.buildMined(ctx, m)
	if err != nil {
		return err
	}
	return html(c, views.MinedCaseView(page))
}

// caseAPI is GET /api/v1/cases/{case}.
func (s *Server) caseAPI(c echo.Context) error {
	slug, err := param(c, "case")
	if err != nil {
		return err
	}
	if w, ok, err := casebook.Find(slug); err != nil || ok {
		if err != nil {
			return err
		}
		return object(c, writtenOf(w))
	}
	m, err := s.store.FindCase(c.Request().Context(), slug)
	if err != nil {
		return err
	}
	return object(c, minedOf(m, len(m.Trials)))
}

func (s *Server) caseMeta(b results.Benchmark, title, description, slug string) ui.Meta {
	m := s.frame.Meta(title, description, link.Case(slug), link.API(nil, "cases", slug),
		ui.Crumb{Label: "Benchmarks", Href: "/"}, ui.Crumb{Label: b.Name, Href: link.Benchmark(b.ID)}, ui.Crumb{Label: "Cases", Href: link.Benchmark(b.ID, "cases")}, ui.Crumb{Label: "Case"})
	m.Scripted = b.Scripted
	return m
}

func (s *Server) buildMined(ctx context.Context, m results.MinedCase) (views.MinedCasePage, error) {
	p := views.MinedCasePage{Case: m, Names: map[string]string{}}
	rule, ok := cases.FindRule(m.Rule)
	if !ok {
		return p, fmt.Errorf("rule %s: %w", m.Rule, results.ErrNotFound)
	}
	p.RuleTitle, p.Explain = rule.Title, rule.Explain
	var err error
	if p.Benchmark, err = s.store.FindBenchmark(ctx, m.Benchmark); err != nil {
		return p, err
	}
	p.Meta = s.caseMeta(p.Benchmark, m.Title, m.Finding, m.Slug)
	if p.Names, err = s.runNames(ctx, m.Benchmark); err != nil {
		return p, err
	}
	if m.Task != "" {
		t, err := s.store.FindTask(ctx, m.Benchmark, m.Scenario, m.Task)
		if err != nil && !isNotFound(err) {
			return p, err
		}
		if err == nil {
			p.Task = &t
		}
	}
	p.Beside, err = s.casesOf(ctx, m.Benchmark, m.Scenario, m.Task, "", m.Slug)
	return p, err
}

// runNames labels every run of a benchmark by its system.
func (s *Server) runNames(ctx context.Context, benchmark string) (map[string]string, error) {
	names, err := s.modelNames(ctx)
	if err != nil {
		return nil, err
	}
	runs, err := s.allRuns(ctx, results.RunFilter{Benchmark: benchmark})
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(runs))
	for _, r := range runs {
		label := names[r.System.Model]
		for _, part := range []string{r.System.Framework, r.System.Variant} {
			if part != "" {
				label += " · " + part
			}
		}
		out[r.Slug] = label
	}
	return out, nil
}

// casesOf lists the cases, written and mined, that a task belongs to; of one
// run's trial at it if run is not empty.
func (s *Server) casesOf(ctx context.Context, benchmark, scenario, task, run, except string) ([]views.CaseLink, error) {
	var list []views.CaseLink
	written, err := casebook.All()
	if err != nil {
		return nil, err
	}
	for _, w := range written {
		if w.Benchmark == benchmark && w.Slug != except && slices.Contains(w.Rounds, scenario+"/"+task) {
			list = append(list, views.CaseLink{Title: w.Title, Href: link.Case(w.Slug)})
		}
	}
	mined, err := s.store.TaskCases(ctx, benchmark, scenario, task)
	if err != nil {
		return nil, err
	}
	for _, m := range mined {
		in := run == "" || slices.ContainsFunc(m.Trials, func(t results.CaseRef) bool {
			return t.Run == run && t.Scenario == scenario && t.Task == task
		})
		if m.Slug != except && in {
			list = append(list, views.CaseLink{Title: strings.TrimSpace(m.Title), Href: link.Case(m.Slug)})
		}
	}
	return list, nil
}
