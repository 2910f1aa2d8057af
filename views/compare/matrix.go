package compare

import (
	"fmt"
	"net/url"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// matrixParts is what the template shows. What a benchmark has nothing of is
// left out.
type matrixParts struct {
	Meta       ui.Meta
	Benchmark  results.Benchmark
	Lead       string
	Notes      []string
	Metrics    []ui.Tab
	Fix        []ui.Tab
	Frameworks views.Grid
	// Pagers of the tables of models and of additions; nil where one page holds all.
	FrameworksPager, AblationPager *ui.Pager
	Ablation                       views.Grid
	Effects                        views.Grid
	Settings                       views.Grid
	Sweeps                         views.Grid
	Slope                          chart.Named  // of the models over frameworks
	PairsPlot                      chart.Forest // rows where there are pairs
	PairsTake                      chart.Named
	PairsVerdict                   string
	Pairs                          views.Grid
	PairsNote                      string
	Pair                           views.Grid // the chosen pair's systems
	Factors                        views.Grid
	SolvedChart                    chart.Named
	Solved                         views.Grid
	SolvedAll                      views.Grid
	SolvedNone                     views.Grid
	SolvedNote                     string
	Tables                         []views.Grid
	Empty                          bool // nothing changes alone
}

// matrixView draws a report.Matrix.
type matrixView struct {
	*comparereport.Matrix
	frame views.Frame
}

// MatrixPage shows what changes when one thing changes.
func MatrixPage(f views.Frame, x *comparereport.Matrix) templ.Component {
	return matrixPage(matrixView{x, f}.parts())
}

func (d matrixView) parts() matrixParts {
	b, chosen := d.Of, d.Query.Pair
	q := url.Values{}
	if d.Metric != d.Headline {
		q.Set("metric", d.Metric)
	}
	if d.Fix != "model" {
		q.Set("fix", d.Fix)
	}
	p := matrixParts{Benchmark: b, Notes: d.Notes, Empty: d.Empty(), Lead: "What changes when one thing changes: the framework, an addition, the setting or a factor of the " + b.Words.Task + "."}
	title := "Matrix"
	if q.Has("metric") {
		title += " of " + metric.Of(d.Metric).Label
	}
	if q.Has("fix") {
		title += " by " + d.Fix
	}
	if chosen != "" {
		title += ", pair " + chosen
	}
	p.Meta = d.frame.BenchMeta(b, "matrix", title, p.Lead, link.With(q, "pair", chosen))
	path := []string{"b", b.ID, "matrix"}
	turn := func(key, value string) string {
		return link.To(link.With(q, "pair", chosen, d.Query.Additions.Key, d.Query.Additions.Value(), d.Query.Models.Key, d.Query.Models.Value(), key, value), path...)
	}
	csv := turn("format", "csv") // with the page of models that is drawn
	if len(d.Models) > 0 {
		all := len(d.Models)
		lo, hi := d.scale() // over all models, before one page of them is cut out
		d.Models = report.Rows(&d.Query.Models, d.Models)
		p.Frameworks, p.Slope = d.frameworksTable(lo, hi), views.Takeable(csv, "frameworks", d.slope())
		if p.FrameworksPager = views.PagerOf(d.Query.Models, "models", turn); p.FrameworksPager != nil {
			p.Frameworks.Caption += fmt.Sprintf(", of %d", all)
		}
	}
	p.AblationPager = views.PagerOf(d.Query.Additions, "additions", turn)
	if len(d.Models) > 0 {
		p.Fix = views.Tabs("fix", d.Fix, q, path, [][2]string{{"model", "Compare frameworks of one model"}, {"framework", "Compare models of one framework"}})
	}
	if len(d.Models) > 0 || len(d.Additions) > 0 {
		var keys [][2]string
		for _, k := range d.Keys {
			keys = append(keys, [2]string{k, metric.Of(k).Label})
		}
		p.Metrics = views.Tabs("metric", d.Metric, q, path, keys)
	}
	if len(d.Additions) > 0 {
		p.Ablation, p.Effects = d.additionsTable(), d.effectsTable()
	}
	if len(d.Settings) > 0 {
		p.Settings = seriesTable(d.Settings, "Settings of the same tasks")
	}
	if len(d.Sweeps) > 0 {
		p.Sweeps = seriesTable(d.Sweeps, "Repeated sweeps of the same system")
	}
	if len(d.Pairs) > 0 {
		at := link.To(q, path...)
		p.Pairs, p.Factors = d.pairsTable(at), d.factorsTable()
		p.PairsPlot, p.PairsVerdict = d.pairsForest(), d.pairsVerdict()
		p.PairsTake = views.Takeable(csv, "pairs", p.PairsPlot)
		p.PairsNote = fmt.Sprintf("The change is paired: each ranked system on both tasks. 95 %% intervals are percentiles of %s bootstrap draws of the systems, seed %d; p is the exact sign-flip of the systems' changes, adjusted by Holm over %d pairs. They speak of other systems, not of other tasks.", words.Count(stats.Draws), stats.Seed, len(d.Pairs))
		if pair := d.Pair(); pair != nil {
			p.Pair = pairTable(pair)
		}
	}
	if d.Solved != nil {
		solved := solvedView{d.Solved}
		p.SolvedChart, p.Solved = views.Takeable(csv, "solved", solved.bars(b)), solved.Table(b)
		p.SolvedAll, p.SolvedNone = tasksTable(d.Solved.All, b, "solved by every system"), tasksTable(d.Solved.None, b, "solved by no system")
		p.SolvedNote = fmt.Sprintf("Solved means full marks on every attempt. Over %d ranked systems; of the %d %ss that none solves, %d bring no system any score.", d.Solved.Systems, len(d.Solved.None), b.Words.Task, d.Solved.Zero)
	}
	for _, t := range d.Tables {
		p.Tables = append(p.Tables, views.StatGrid(b, t))
	}
	return p
}
