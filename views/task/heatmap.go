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
func (d heatmapView) setting(filter *ui.Filter) string {
	for _, t := range d.byTabs() {
		if t.Current {
			return t.Label + "; " + filter.Setting()
		}
	}
	return filter.Setting()
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
	return heatmapPage(heatmapView{d, f})
}

func (d heatmapView) meta() ui.Meta {
	b, q := d.Of, d.Query.Values()
	m := d.frame.Meta(d.TitleWords(), d.lead(), link.To(link.With(url.Values{}, "metric", d.Query.Metric, "by", q.Get("by"), "source",
		d.Query.Source), "b", b.ID, "heatmap"),
		link.API(q, "benchmarks", b.ID, "heatmap"), views.Crumbs(b, views.TabLabel(b, "heatmap"))...)
	m.CSVPath = link.To(link.With(q, "format", "csv"), "b", b.ID, "heatmap")
	m.MethodPath = link.Benchmark(b.ID, "about")
	m.Scripted, m.Wide = b.Scripted, true
	return m
}

// Href is the heatmap's address with one parameter changed; the other list stays
// on its page.
func (d heatmapView) Href(key, value string) string {
	q := link.With(d.Query.Values(), d.Query.Rows.Key, d.Query.Rows.Value(), d.Query.Block.Key, d.Query.Block.Value())
	return link.To(link.With(q, key, value), "b", d.Benchmark, "heatmap")
}

// sentence is what the page shows first: what stands out, as far as a test bears it.
func (d heatmapView) sentence() string {
	if text := d.Verdict(); text != "" {
		return text
	}
	return d.lead()
}

func (d heatmapView) lead() string {
	word, label := d.Noun(), d.metricLabel()
	if d.Empty() {
		return fmt.Sprintf("No %s by %s is known of any system.", label, word)
	}
	if len(d.Beside) > 1 {
		label = words.Counted(len(d.Beside), "metric")
	}
	return fmt.Sprintf("%s of %s on %s.", words.Capital(label), words.Plural(d.SystemsTotal, "system", "systems"),
		words.Plural(d.Total, word, word+"s"))
}

// empty says why there is nothing to show.
func (d heatmapView) empty() string {
	return fmt.Sprintf("Neither a run nor a published figure of %s tells %s by %s. Read a run in with:", d.Of.Name, d.metricLabel(), d.Noun())
}

// rowsPager leads through the rows and systemsPager through the systems side by
// side; nil where one page holds all.
func (d heatmapView) rowsPager() *ui.Pager { return views.PagerOf(d.Query.Rows, d.Noun()+"s", d.Href) }

func (d heatmapView) systemsPager() *ui.Pager { return views.PagerOf(d.Query.Block, "systems", d.Href) }

// hidden is the number of systems without any number here.
func (d heatmapView) hidden() int {
	if d.Empty() || d.By == "task" || d.Source != nil || d.Query.All {
		return 0
	}
	return len(d.Board.Rows) - d.SystemsTotal
}

// showAll is the address that shows them too.
func (d heatmapView) showAll() string {
	q := d.Query
	q.All = true
	return link.To(q.Values(), "b", d.Of.ID, "heatmap")
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
		tabs = append(tabs, ui.Tab{Label: "By " + word, Href: link.To(taskreport.HeatmapQuery{By: by}.Values(), "b", d.Of.ID, "heatmap"),
			Current: d.By == by})
	}
	return tabs
}

// filter is the form above the map; none on a site of files.
func (d heatmapView) filter() *ui.Filter {
	if d.frame.Static {
		return nil
	}
	q := d.Query
	f := &ui.Filter{Action: link.Benchmark(d.Of.ID, "heatmap"), Submit: "Show"}
	add := func(name, label, current string, choices ...[2]string) {
		field := ui.Field{Name: name, Label: label, Kind: ui.Select}
		for _, c := range choices {
			field.Choices = append(field.Choices, ui.Choice{Value: c[0], Label: c[1], Selected: c[0] == current})
		}
		f.Fields = append(f.Fields, field)
	}
	orders := [][2]string{{"", "as in the dataset"}, {"name", "by name"}, {"mean", "by mean, lowest first"},
		{"-mean", "by mean, highest first"}}
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
