package web

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// toolFamilies lists the families in the order in which tables show them.
func toolFamilies() []string {
	return []string{results.FamilyShell, results.FamilyFile, results.FamilyState, results.FamilyWeb, results.FamilyPlan, results.FamilyOther}
}

// toolsData is everything that the page and its JSON twin are made of.
type toolsData struct {
	Benchmark string              `json:"benchmark"`
	Run       string              `json:"run"`    // that the lists below are narrowed to; empty: all
	Ranked    bool                `json:"ranked"` // without run: the sums are over the ranked systems alone
	Runs      []toolRun           `json:"runs"`
	Models    []toolRun           `json:"models"` // the same, all runs of a model together
	Families  []toolFamily        `json:"families"`
	Causes    []toolCause         `json:"causes"`
	Tools     []toolUse           `json:"tools"`
	Published []results.StatTable `json:"published"`
	page      report.Window       // of Runs and Models
}

// toolRun counts the calls of one run, or of one model, by family.
type toolRun struct {
	Run      string         `json:"run,omitempty"`
	Model    string         `json:"model"`
	Name     string         `json:"name"`
	Runs     int            `json:"runs"`
	Complete bool           `json:"complete"`
	Ranked   bool           `json:"ranked"` // the sums over all runs are over these
	Calls    int            `json:"calls"`
	Failed   int            `json:"failed"`
	Traces   int            `json:"traces"` // trials with a trace
	ByFamily map[string]int `json:"by_family"`
	URL      string         `json:"url"`
}

// toolFamily sums the calls of one family.
type toolFamily struct {
	Family string `json:"family"`
	Calls  int    `json:"calls"`
	Failed int    `json:"failed"`
}

// toolUse sums the calls of one tool.
type toolUse struct {
	Tool   string `json:"tool"`
	Family string `json:"family"`
	Calls  int    `json:"calls"`
	Failed int    `json:"failed"`
	Signs  string `json:"signs"`
}

// toolCause counts the failures of a family by the sign that shows them.
type toolCause struct {
	Family string `json:"family"`
	Sign   string `json:"sign"`
	Calls  int    `json:"calls"`
}

// tools reads the address and everything that the page shows.
func (s *Server) tools(c echo.Context) (*report.Bench, *toolsData, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, nil, err
	}
	run := ask(c).text("run")
	if run != "" && v.Runs[run].ID == 0 {
		return nil, nil, bad("run=%s is not a run of this benchmark.", run)
	}
	d, err := s.loadTools(c.Request().Context(), v, run)
	return v, d, err
}

func (s *Server) loadTools(ctx context.Context, v *report.Bench, run string) (*toolsData, error) {
	counts, err := s.store.BenchmarkTools(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	totals, err := s.store.RunTotals(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	tables, err := s.store.StatTables(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	d := &toolsData{Benchmark: v.Benchmark.ID, Run: run, Published: []results.StatTable{}}
	for _, t := range tables {
		if strings.HasPrefix(t.Label, "tools") || t.ID == "figure-4a" {
			d.Published = append(d.Published, t)
		}
	}
	traces := map[int64]int{}
	for _, t := range totals {
		traces[t.Run] = t.ToolCallsOf
	}
	d.count(v, counts, traces)
	return d, nil
}

// count sums the calls by run, model, family, cause and tool.
func (d *toolsData) count(v *report.Bench, counts []results.ToolCount, traces map[int64]int) {
	slug := map[int64]string{}
	for _, r := range v.Runs {
		slug[r.ID] = r.Slug
	}
	ranked := map[string]bool{}
	for _, r := range v.Ranked() {
		ranked[*r.Run] = true
	}
	runs := map[int64]*toolRun{}
	for _, n := range counts {
		r := runs[n.Run]
		if r == nil {
			run := v.Runs[slug[n.Run]]
			r = &toolRun{Run: run.Slug, Model: run.System.Model, Name: words.System(v.Names[run.System.Model], run.System), Runs: 1, Complete: run.Complete, Ranked: ranked[run.Slug],
				Traces: traces[n.Run], ByFamily: map[string]int{}, URL: link.Run(run.Slug) + "#tools"}
			runs[n.Run] = r
		}
		r.add(n)
	}
	d.Runs = sortedRuns(runs)
	over := d.over()
	d.Models = byModel(v, slices.DeleteFunc(slices.Clone(d.Runs), func(r toolRun) bool { return !over[r.Run] }))
	var chosen []results.ToolCount
	for _, n := range counts {
		if run := slug[n.Run]; d.Run == run || d.Run == "" && over[run] {
			chosen = append(chosen, n)
		}
	}
	d.Families, d.Causes = familiesOf(chosen)
	d.Tools = []toolUse{}
	for _, u := range toolUses(merged(chosen)) {
		d.Tools = append(d.Tools, toolUse{Tool: u.Tool, Family: family(u.Tool), Calls: u.Calls, Failed: u.Failed, Signs: u.Reasons})
	}
}

// over are the runs that sums are over: those of the ranked systems or, where
// none of them has a trace, all.
func (d *toolsData) over() map[string]bool {
	m := map[string]bool{}
	for _, ranked := range []bool{true, false} {
		for _, r := range d.Runs {
			if r.Ranked || !ranked {
				m[r.Run] = true
			}
		}
		if d.Ranked = ranked && len(m) > 0; d.Ranked {
			return m
		}
	}
	return m
}

// what says in words what the sums are over.
func (d *toolsData) what() string {
	switch {
	case d.Run != "":
		return d.Run
	case d.Ranked:
		return words.Counted(len(d.over()), "ranked system") + " with traces"
	}
	return "all runs with traces"
}

func (r *toolRun) add(n results.ToolCount) {
	r.Calls += n.Calls
	r.ByFamily[family(n.Tool)] += n.Calls
	if n.Failure != "" {
		r.Failed += n.Calls
	}
}

// family is the family of a tool; tools without a name count as other.
func family(tool string) string {
	f := results.ToolFamily(tool)
	if slices.Contains(toolFamilies(), f) {
		return f
	}
	return results.FamilyOther
}

// sortedRuns puts complete runs first, then those with more calls.
func sortedRuns(runs map[int64]*toolRun) []toolRun {
	list := []toolRun{}
	for _, r := range runs {
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b toolRun) int {
		if a.Complete != b.Complete {
			if a.Complete {
				return -1
			}
			return 1
		}
		return cmp.Or(-cmp.Compare(a.Calls, b.Calls), strings.Compare(a.Run, b.Run))
	})
	return list
}

// byModel adds up the runs of each model, for models with more than one.
func byModel(v *report.Bench, runs []toolRun) []toolRun {
	list := []toolRun{}
	at := map[string]int{}
	for _, r := range runs {
		i, ok := at[r.Model]
		if !ok {
			i = len(list)
			at[r.Model] = i
			list = append(list, toolRun{Model: r.Model, Name: v.Names[r.Model], ByFamily: map[string]int{}, Complete: true, URL: link.Model(r.Model)})
		}
		m := &list[i]
		m.Runs++
		m.Calls, m.Failed, m.Traces = m.Calls+r.Calls, m.Failed+r.Failed, m.Traces+r.Traces
		m.Complete = m.Complete && r.Complete
		for f, n := range r.ByFamily {
			m.ByFamily[f] += n
		}
	}
	return slices.DeleteFunc(list, func(r toolRun) bool { return r.Runs < 2 })
}

// familiesOf sums calls by family and failures by family and sign.
func familiesOf(counts []results.ToolCount) ([]toolFamily, []toolCause) {
	families, causes := []toolFamily{}, []toolCause{}
	for _, f := range toolFamilies() {
		sum := toolFamily{Family: f}
		signs := map[string]int{}
		for _, n := range counts {
			if family(n.Tool) != f {
				continue
			}
			sum.Calls += n.Calls
			if n.Failure != "" {
				sum.Failed += n.Calls
				signs[n.Failure] += n.Calls
			}
		}
		if sum.Calls == 0 {
			continue
		}
		families = append(families, sum)
		first := len(causes)
		for sign, n := range signs {
			causes = append(causes, toolCause{Family: f, Sign: sign, Calls: n})
		}
		slices.SortFunc(causes[first:], func(a, b toolCause) int {
			return cmp.Or(-cmp.Compare(a.Calls, b.Calls), strings.Compare(a.Sign, b.Sign))
		})
	}
	return families, causes
}

// merged sums the counts of all runs by tool and failure, in the order of names.
func merged(counts []results.ToolCount) []results.ToolCount {
	sums := map[[2]string]int{}
	for _, n := range counts {
		sums[[2]string{n.Tool, n.Failure}] += n.Calls
	}
	list := make([]results.ToolCount, 0, len(sums))
	for k, n := range sums {
		list = append(list, results.ToolCount{Tool: k[0], Failure: k[1], Calls: n})
	}
	slices.SortFunc(list, func(a, b results.ToolCount) int {
		return cmp.Or(strings.Compare(a.Tool, b.Tool), strings.Compare(a.Failure, b.Failure))
	})
	return list
}

// toolsAPI is GET /api/v1/benchmarks/{benchmark}/tools.
func (s *Server) toolsAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	_, d, err := s.tools(c)
	if err != nil {
		return err
	}
	total := len(d.Runs)
	d.Runs, d.Models = window(d.Runs, limit, offset), window(d.Models, limit, offset)
	return object(c, struct {
		*toolsData
		Total  int `json:"total"` // of runs
		Limit  int `json:"limit"`
		Offset int `json:"offset"`
	}{d, total, limit, offset})
}

// toolsPage is /b/{benchmark}/tools.
func (s *Server) toolsPage(c echo.Context) error {
	v, d, err := s.tools(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, v.Benchmark.ID+"-tools", d.runsGrid("runs"))
	}
	d.page = readLeaf(c, pageParam, rowsOnPage)
	return html(c, views.ToolsPage(s.buildTools(v, d)))
}

// buildTools makes the page struct.
func (s *Server) buildTools(v *report.Bench, d *toolsData) views.Tools {
	b := v.Benchmark
	p := views.Tools{Benchmark: b}
	calls, failed := 0, 0
	for _, f := range d.Families {
		calls, failed = calls+f.Calls, failed+f.Failed
	}
	what := d.what()
	p.Lead = fmt.Sprintf("Which tools were called, how often they failed and how the failure shows; %s calls of %s.", words.Count(calls), what)
	q := url.Values{"run": {d.Run}}
	title := "Tools"
	if d.Run != "" {
		title += " of " + d.Run
	}
	p.Meta = s.frame.BenchMeta(b, "tools", title, p.Lead, q)
	for _, t := range d.Published {
		p.Published = append(p.Published, statGrid(b.ID, t))
	}
	if len(d.Runs) == 0 {
		return p
	}
	choices := []ui.Choice{{Label: "all"}}
	lo, hi := d.page.Cut(len(d.Runs))
	for _, r := range d.Runs[lo:hi] {
		choices = append(choices, ui.Choice{Value: r.Run, Label: r.Name + " (" + r.Run[max(0, len(r.Run)-8):] + ")", Selected: r.Run == d.Run})
	}
	if !s.frame.Static {
		p.Filter = ui.Filter{Action: link.Benchmark(b.ID, "tools"), Fields: []ui.Field{{Name: "run", Label: "Run", Kind: ui.Select, Choices: choices}}}
		if d.Run != "" {
			p.Filter.Clear = p.Filter.Action
		}
	}
	p.Chart = d.bars(b, calls, what)
	p.Families = d.familiesGrid(calls, failed, what)
	if len(d.Causes) > 0 {
		p.Causes = d.causesGrid(what)
	}
	p.Tools = d.toolsGrid(calls, what)
	p.Runs = d.runsGrid("runs")
	p.Runs.Rows = p.Runs.Rows[lo:hi]
	p.Pager = views.PagerOf(d.page, "runs", func(key, value string) string { return link.To(link.With(q, key, value), "b", b.ID, "tools") })
	if len(d.Models) > 0 {
		p.Models = d.runsGrid("models")
		p.Models.Rows = between(p.Models.Rows, lo, hi)
	}
	return p
}

// bars draws the share of calls by family.
func (d *toolsData) bars(b results.Benchmark, calls int, what string) chart.Bars {
	c := chart.Bars{Title: b.Name + ": share of tool calls by family, " + what, Desc: "The same numbers stand in the table below.", X: chart.Axis{Label: "Share of calls, %", Unit: chart.Percent}}
	for _, f := range d.Families {
		c.Rows = append(c.Rows, chart.Bar{Label: f.Family, Value: share(f.Calls, calls), Text: words.Frac(f.Calls, calls) + ", " + words.Count(f.Failed) + " failed"})
	}
	return c
}
