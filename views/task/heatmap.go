package task

import (
	"fmt"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// heatmapParts is what the template shows.
type heatmapParts struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Lead      string
	By        []ui.Tab // rows are scenarios or tasks
	Filter    *ui.Filter
	Map       *chart.Heatmap // by scenario
	Tasks     *heatmapTasks  // by task
	Notes     []string       // what a reader has to know of the numbers
	// Pagers of rows and of systems side by side; nil where one page holds all.
	RowsPager, SystemsPager *ui.Pager

	Hidden  int    // systems without any number here
	ShowAll string // address that shows them too
	Empty   string // why there is nothing to show
}

// heatmapTasks is a heatmap of tasks, with their spread over the systems.
type heatmapTasks struct {
	Caption string
	Noun    string // of a task
	Cols    []chart.HeatHead
	Rows    []heatmapTask
	Totals  []ui.HeatOf
}

// heatmapTask is one task.
type heatmapTask struct {
	Label, Title, Href string
	Group              string // opens a block where it differs from the row before
	Cells              []ui.HeatOf
	Mean, SD           *float64
	N                  int    // ranked systems with a score
	Note               string // what the mean is over, or why there is none
}

// setting says in a line what the page is set to.
func (p heatmapParts) setting() string {
	for _, t := range p.By {
		if t.Current {
			return t.Label + "; " + p.Filter.Setting()
		}
	}
	return p.Filter.Setting()
}

// newGroup reports whether row i begins a block.
func (g heatmapTasks) newGroup(i int) bool {
	return g.Rows[i].Group != "" && (i == 0 || g.Rows[i].Group != g.Rows[i-1].Group)
}

// heatmapView draws a report.Heatmap.
type heatmapView struct {
	*taskreport.Heatmap
	frame views.Frame
}

// HeatmapPage is the map of scenarios (or tasks) against systems.
func HeatmapPage(f views.Frame, d *taskreport.Heatmap) templ.Component {
	v := heatmapView{d, f}
	p := v.parts()
	p.Meta = v.meta(p.Lead)
	return heatmapPage(p)
}

func (d heatmapView) meta(lead string) ui.Meta {
	b, q := d.Of, d.Query.Values()
	m := d.frame.Meta(d.TitleWords(), lead, link.To(link.With(url.Values{}, "metric", d.Query.Metric, "by", q.Get("by"), "source", d.Query.Source), "b", b.ID, "heatmap"),
		link.API(q, "benchmarks", b.ID, "heatmap"), views.Crumbs(b, views.TabLabel(b, "heatmap"))...)
	m.CSVPath = link.To(link.With(q, "format", "csv"), "b", b.ID, "heatmap")
	m.MethodPath = link.Benchmark(b.ID, "method")
	m.Scripted, m.Wide = b.Scripted, true
	return m
}

// Href is the heatmap's address with one parameter changed; the other list stays
// on its page.
func (d heatmapView) Href(key, value string) string {
	q := link.With(d.Query.Values(), d.Query.Rows.Key, d.Query.Rows.Value(), d.Query.Block.Key, d.Query.Block.Value())
	return link.To(link.With(q, key, value), "b", d.Benchmark, "heatmap")
}

// parts builds the page.
func (d heatmapView) parts() heatmapParts {
	word, label := d.Noun(), d.metricLabel()
	p := heatmapParts{Benchmark: d.Of}
	p.Lead = fmt.Sprintf("%s of %s on %s.", words.Capital(label), words.Plural(d.SystemsTotal, "system", "systems"), words.Plural(d.Total, word, word+"s"))
	p.RowsPager, p.SystemsPager = views.PagerOf(d.Query.Rows, word+"s", d.Href), views.PagerOf(d.Query.Block, "systems", d.Href)
	p.By = d.byTabs()
	if !d.frame.Static {
		p.Filter = d.filter()
	}
	if d.Empty() {
		p.Lead = fmt.Sprintf("No %s by %s is known of any system.", label, word)
		p.Empty = fmt.Sprintf("Neither a run nor a published figure of %s tells %s by %s. Read a run in with:", d.Of.Name, label, word)
		return p
	}
	if d.By == "task" {
		p.Tasks = d.taskGrid()
		if x := p.RowsPager; x != nil {
			p.Tasks.Caption += fmt.Sprintf("; here %d to %d", x.From, x.To)
		}
		p.Notes = append(p.Notes, "A cell is the mean score of the scored attempts of one system's run, in whole percent; its title has two decimals and the number of attempts. A dot: no scored attempt. "+d.meansOver())
		if text := d.incomplete(); text != "" {
			p.Notes = append(p.Notes, text)
		}
		return p
	}
	p.Map = d.heatTable()
	p.Notes = d.notes()
	if d.Source == nil && !d.Query.All {
		p.Hidden = len(d.Board.Rows) - d.SystemsTotal
		q := d.Query
		q.All = true
		p.ShowAll = link.To(q.Values(), "b", d.Of.ID, "heatmap")
	}
	return p
}

func (d heatmapView) byTabs() []ui.Tab {
	if !slices.ContainsFunc(d.Board.Rows, func(r results.BoardRow) bool { return r.Run != nil }) {
		return nil
	}
	var tabs []ui.Tab
	for _, by := range []string{"scenario", "task"} {
		word := d.Of.Words.Scenario
		if by == "task" {
			word = d.Of.Words.Task
		}
		tabs = append(tabs, ui.Tab{Label: "By " + word, Href: link.To(taskreport.HeatmapQuery{By: by}.Values(), "b", d.Of.ID, "heatmap"), Current: d.By == by})
	}
	return tabs
}

// filter is the form above the map.
func (d heatmapView) filter() *ui.Filter {
	q := d.Query
	f := &ui.Filter{Action: link.Benchmark(d.Of.ID, "heatmap"), Submit: "Show"}
	add := func(name, label, current string, choices ...[2]string) {
		field := ui.Field{Name: name, Label: label, Kind: ui.Select}
		for _, c := range choices {
			field.Choices = append(field.Choices, ui.Choice{Value: c[0], Label: c[1], Selected: c[0] == current})
		}
		f.Fields = append(f.Fields, field)
	}
	orders := [][2]string{{"", "as in the dataset"}, {"name", "by name"}, {"mean", "by mean, lowest first"}, {"-mean", "by mean, highest first"}}
	if q.By == "task" {
		f.Keep = append(f.Keep, ui.Pair{Name: "by", Value: "task"})
		orders = append(orders, [2]string{"sd", "by standard deviation, largest first"})
	} else {
		var metrics [][2]string
		for _, k := range d.Metrics {
			metrics = append(metrics, [2]string{k, metric.Of(k).Label})
		}
		if len(metrics) > 1 {
			add("metric", "Metric", d.Metric, metrics...)
		}
		if len(d.Sources) > 1 || len(d.Sources) == 1 && q.Source != "" {
			sources := [][2]string{{"", "runs and current figures"}}
			for _, src := range d.Sources {
				sources = append(sources, [2]string{src.ID, "figures only: " + src.Title})
			}
			add("source", "Numbers", q.Source, sources...)
		}
	}
	add("sort", "Rows", q.Sort, orders...)
	add("columns", "Systems", q.Columns, [2]string{"", "by rank"}, [2]string{"name", "by name"}, [2]string{"mean", "by mean"})
	return f
}
