package run

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

func RunsPage(f views.Frame, l *Runs) templ.Component {
	m := f.Meta("Runs", "All runs with records, the newest first.", l.at(), link.API(l.Values(views.ListLimit), "runs"), ui.Crumb{Label: "Runs"})
	m.CSVPath = l.at("format", "csv")
	return runsPage(m, l)
}

func (l *Runs) at(pairs ...string) string {
	return link.To(link.With(l.Values(RunsOnPage), pairs...), "runs")
}

func (l *Runs) pager() ui.Pager {
	return table.Pager(l.Offset, len(l.List), l.Total, l.Limit, "runs", func(offset string) string { return l.at("offset", offset) })
}

type Runs struct {
	Limit  int             `json:"limit"`  // maximum number of runs per response
	Offset int             `json:"offset"` // number of runs before the first one in this response
	Runs   []views.RunHead `json:"runs"`   // runs with their metrics under the benchmark's default convention
	Total  int             `json:"total"`  // number of matching runs on all pages

	Filter results.RunFilter `json:"-"`
	List   []results.Run     `json:"-"`
	Names  map[string]string `json:"-"` // model names by id
	Called map[string]string `json:"-"` // benchmark names by id
}

func NewRuns(f results.RunFilter, list []results.Run, total int) *Runs {
	return &Runs{Limit: f.Limit, Offset: f.Offset, Runs: []views.RunHead{}, Total: total, Filter: f, List: list}
}

// RunsOnPage is the default number of runs per page, which fit in six screens of a phone.
const RunsOnPage = 60

// Values returns the URL parameters of the list without the offset. It omits the limit if it equals
// preset.
func (l *Runs) Values(preset int) url.Values {
	v := link.With(nil, "benchmark", l.Filter.Benchmark, "model", l.Filter.Model)
	if l.Limit != preset {
		v.Set("limit", strconv.Itoa(l.Limit))
	}
	return v
}

func (l *Runs) Add(r results.Run, b results.Benchmark, metrics []results.Metric) {
	head := views.NewRunHead(r)
	head.Convention = score.ConventionsOf(b)[0].ID
	head.Metrics = metricValues(metrics, head.Convention)
	l.Runs = append(l.Runs, head)
}

func RunsCSV(runs []results.Run) (header []string, rows [][]string) {
	header = slices.Concat([]string{"run", "benchmark", "model", "framework", "variant", "provider", "evidence", "complete",
		"scripted"}, views.CountColumns(), []string{"started_at", "format", "digest", "label"})
	for i := range runs {
		r := &runs[i]
		rows = append(rows, slices.Concat([]string{r.Slug, r.Benchmark, r.System.Model, r.System.Framework, r.System.Variant,
			r.System.Provider, string(r.Evidence),
			fmt.Sprint(r.Complete), fmt.Sprint(r.Scripted)}, views.CountCells(&r.Counts),
			[]string{views.Exact(r.StartedAt), r.Format, r.Digest, r.Label}))
	}
	return header, rows
}

func (r *Run) CSV() (header []string, rows [][]string) {
	header = []string{"run", "scenario", "task", "attempt", "kind", "status", "score", "selected", "gold", "steps",
		"tool_calls", "failed_calls", "duration_ms", "tokens_input", "tokens_output", "cost_usd", "reason", "why"}
	reasons := why.ByTrial(r.Stored.Trials, r.Stored.Reasons)
	for i := range r.Stored.Trials {
		t := &r.Stored.Trials[i]
		x := reasons[t.ID]
		rows = append(rows, []string{r.Run, t.Scenario, t.Task, fmt.Sprint(t.Attempt), t.Kind, string(t.Status), views.Exact(t.Score),
			strings.Join(t.Selected, ""), strings.Join(t.Gold, ""), views.Exact(t.Traced(t.StepsTotal)), views.Exact(t.Traced(t.ToolCalls)),
			views.Exact(t.Traced(t.FailedCalls)),
			views.Exact(t.DurationMS), views.Exact(t.Usage.Input), views.Exact(t.Usage.Output), views.Exact(t.Usage.CostUSD),
			string(x.Kind), x.Sentence})
	}
	return header, rows
}
