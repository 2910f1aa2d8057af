package web

import (
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ablations"
	runviews "github.com/clawatlas/clawatlas/views/run"
	taskviews "github.com/clawatlas/clawatlas/views/task"
)

// fact is what a number of the site is about. Whoever shows a number for the
// same fact shows the same number.
type fact struct{ Benchmark, Convention, system, metric, scope string }

// printedEps is half of the last digit of a percentage as pages show it.
const printedEps = 0.5e-4 + 1e-9

// ledger holds the first number of each fact with the address that gave it, and
// how many others agreed.
type ledger struct {
	t      *testing.T
	site   *testSite
	values map[fact]*float64
	from   map[fact]string
	agreed map[string]int // by kind of address
}

// add holds a number against the one that the ledger has of the fact.
func (l *ledger) add(kind, url string, f fact, v *float64, eps float64) {
	first, ok := l.values[f]
	if !ok {
		l.values[f], l.from[f] = v, url
		return
	}
	if (first == nil) != (v == nil) || v != nil && !resultstest.Near(*v, *first, eps) {
		l.t.Errorf("%+v\n\tis %s at %s\n\tand %s at %s", f, views.Exact(first), l.from[f], views.Exact(v), url)
	}
	l.agreed[kind]++
}

// sameOn collects the numbers of all benchmarks of a site from all its answers.
func sameOn(t *testing.T, site *testSite) *ledger {
	l := &ledger{t: t, site: site, values: map[fact]*float64{}, from: map[fact]string{}, agreed: map[string]int{}}
	list := site.benchmarks(t)
	for _, b := range list {
		for _, c := range score.ConventionsOf(b) {
			l.Board(b, c.ID)
		}
		l.runs(b)
		l.scenarios(b)
		l.tasks(b)
		l.others(b)
	}
	l.Home(list)
	return l
}

// Board takes the leaderboard under one convention from JSON, CSV and HTML.
func (l *ledger) Board(b results.Benchmark, convention string) {
	query := "?limit=1000&convention=" + convention
	url := "/api/v1/benchmarks/" + b.ID + "/leaderboard" + query
	var answer struct{ Rows []results.BoardRow }
	l.site.object(l.t, url, &answer)
	for _, r := range answer.Rows {
		l.row("board", url, b, convention, &r)
	}
	url = "/b/" + b.ID + "?format=csv&convention=" + convention
	for _, r := range l.site.csv(l.t, url) {
		for name, v := range r {
			if k, ok := strings.CutSuffix(name, "_pct"); ok {
				x := l.Number(v)
				if x != nil {
					*x /= 100
				}
				l.add("board csv", url, fact{b.ID, convention, systemKey(r["run"], r["model"], r["framework"], r["variant"]), k, ""}, x, 1e-12)
			}
		}
		for _, k := range []string{"passed", "scored", "expected"} {
			if r["run"] != "" {
				l.add("board csv", url, fact{b.ID, "", r["run"], k, "count"}, l.Number(r[k]), 0)
			}
		}
	}
	url = "/b/" + b.ID + "?convention=" + convention
	l.links("board html", url, l.site.page(l.t, url), b.ID, convention)
}

// links takes the numbers of a page that lead to their derivation on a run's page.
func (l *ledger) links(kind, url string, doc *goquery.Document, benchmark, convention string) {
	doc.Find("a[href*='#m-']").Each(func(_ int, a *goquery.Selection) {
		href, _ := a.Attr("href")
		run, key, _ := strings.Cut(strings.TrimPrefix(href, "/runs/"), "#m-")
		run, _, _ = strings.Cut(run, "?")
		if v := l.percent(squash(a)); v != nil {
			l.add(kind, url, fact{benchmark, convention, run, key, ""}, v, printedEps)
		}
	})
}

// row takes the metrics and counts of one row of a board.
func (l *ledger) row(kind, url string, b results.Benchmark, convention string, r *results.BoardRow) {
	run := ""
	if r.Run != nil {
		run = *r.Run
	}
	for k, m := range r.Metrics {
		l.add(kind, url, fact{b.ID, convention, systemKey(run, r.System.Model, r.System.Framework, r.System.Variant), k, ""}, m.Value, 0)
	}
	if run != "" && r.Counts != nil {
		l.counts(kind, url, b.ID, run, *r.Counts)
	}
}

func (l *ledger) counts(kind, url, benchmark, run string, c results.Counts) {
	for k, n := range map[string]int{"passed": c.Passed, "scored": c.Scored, "expected": c.Expected} {
		x := float64(n)
		l.add(kind, url, fact{benchmark, "", run, k, "count"}, &x, 0)
	}
}

// runs takes each run's own answers, and the list of runs.
func (l *ledger) runs(b results.Benchmark) {
	url := "/api/v1/runs?limit=1000&benchmark=" + b.ID
	var answer struct{ Runs []views.RunHead }
	l.site.object(l.t, url, &answer)
	for _, r := range answer.Runs {
		l.counts("runs", url, b.ID, r.Run, r.Counts)
		l.known("runs", url, b.ID, r.Convention, r.Run, r.Metrics)
		l.run(b, r.Run)
	}
	url = "/runs?format=csv&benchmark=" + b.ID
	for _, r := range l.site.csv(l.t, url) {
		for _, k := range []string{"passed", "scored", "expected"} {
			l.add("runs csv", url, fact{b.ID, "", r["run"], k, "count"}, l.Number(r[k]), 0)
		}
	}
}

// known takes those metrics that a board shows too; a run has more.
func (l *ledger) known(kind, url, benchmark, convention, run string, metrics map[string]results.MetricValue) {
	for k, m := range metrics {
		f := fact{benchmark, convention, run, k, ""}
		if _, ok := l.values[f]; ok || m.Value != nil {
			l.add(kind, url, f, m.Value, 0)
		}
	}
}

func (l *ledger) run(b results.Benchmark, slug string) {
	url := "/api/v1/runs/" + slug
	var r runviews.Run
	l.site.object(l.t, url, &r)
	l.counts("run", url, b.ID, slug, r.Counts)
	for c, metrics := range r.Conventions {
		l.known("run", url, b.ID, c, slug, metrics)
	}
	for _, sc := range r.Scenarios {
		for k, v := range sc.Metrics {
			l.add("run", url, fact{b.ID, "", slug, k, "scenario:" + sc.ID}, v, 0)
		}
	}
	for _, c := range score.ConventionsOf(b) {
		url := "/runs/" + slug + "?convention=" + c.ID
		l.site.page(l.t, url).Find("tr[id^='m-']").Each(func(_ int, tr *goquery.Selection) {
			id, _ := tr.Attr("id")
			if v := l.percent(squash(tr.Find("td.num").First())); v != nil {
				l.add("run html", url, fact{b.ID, c.ID, slug, strings.TrimPrefix(id, "m-"), ""}, v, printedEps)
			}
		})
	}
}

// scenarios takes the heatmap of every metric and each scenario's page.
func (l *ledger) scenarios(b results.Benchmark) {
	base := "/api/v1/benchmarks/" + b.ID + "/heatmap?limit=1000"
	var grid taskviews.Heatmap
	l.site.object(l.t, base, &grid)
	for _, metric := range grid.Metrics {
		url := base + "&metric=" + metric
		var grid taskviews.Heatmap
		l.site.object(l.t, url, &grid)
		for _, r := range grid.Rows {
			l.add("heatmap", url, fact{b.ID, "", "mean", metric, "scenario:" + r.Scenario}, r.Mean, 0)
			for k, s := range grid.Systems {
				if s.Run != nil {
					l.add("heatmap", url, fact{b.ID, "", *s.Run, metric, "scenario:" + r.Scenario}, r.Cells[k].Value, 0)
				}
			}
		}
		url = "/b/" + b.ID + "/heatmap?format=csv&metric=" + metric
		for _, r := range l.site.csv(l.t, url) {
			l.add("heatmap csv", url, fact{b.ID, "", "mean", metric, "scenario:" + r["scenario"]}, l.Number(r["mean"]), 0)
		}
	}
	for _, row := range grid.Rows {
		url := "/api/v1/benchmarks/" + b.ID + "/scenarios/" + row.Scenario + "?limit=1000"
		var sc taskviews.Scenario
		l.site.object(l.t, url, &sc)
		for _, r := range sc.Runs {
			for k, v := range r.Metrics {
				if slices.Contains(grid.Metrics, k) {
					l.add("scenario", url, fact{b.ID, "", r.Run, k, "scenario:" + row.Scenario}, v, 0)
				}
			}
		}
		for _, x := range sc.Tasks {
			l.rate("scenario", url, b.ID, row.Scenario+"/"+x.ID, x.Scored, x.Passed, x.Mean)
		}
	}
}

// rate takes how many systems pass a task, and their mean score.
func (l *ledger) rate(kind, url, benchmark, task string, scored, passed int, mean *float64) {
	n, k := float64(scored), float64(passed)
	l.add(kind, url, fact{benchmark, "", "all", "scored", task}, &n, 0)
	l.add(kind, url, fact{benchmark, "", "all", "passed", task}, &k, 0)
	l.add(kind, url, fact{benchmark, "", "mean", "task", task}, mean, 1e-12)
}

// tasks takes the list of tasks and the pages of some.
func (l *ledger) tasks(b results.Benchmark) {
	url := "/api/v1/benchmarks/" + b.ID + "/tasks?limit=1000"
	var list taskviews.TaskList
	l.site.object(l.t, url, &list)
	for i, x := range list.Tasks {
		l.rate("tasks", url, b.ID, x.Scenario+"/"+x.ID, x.Scored, x.Passed, x.Mean)
		if i%7 == 0 {
			url := "/api/v1/benchmarks/" + b.ID + "/scenarios/" + x.Scenario + "/" + x.ID
			var task taskviews.Task
			l.site.object(l.t, url, &task)
			l.rate("task", url, b.ID, x.Scenario+"/"+x.ID, task.Scored, task.Passed, task.Mean)
		}
	}
	url = "/b/" + b.ID + "/heatmap?format=csv&table=tasks"
	for _, r := range l.site.csv(l.t, url) {
		for _, k := range []string{"scored", "passed"} {
			l.add("tasks csv", url, fact{b.ID, "", "all", k, r["scenario"] + "/" + r["task"]}, l.Number(r[k]), 0)
		}
		l.add("tasks csv", url, fact{b.ID, "", "mean", "task", r["scenario"] + "/" + r["task"]}, l.Number(r["mean_score"]), 1e-6)
	}
}

// others takes the answers that show the headline of many systems.
func (l *ledger) others(b results.Benchmark) {
	convention := score.ConventionsOf(b)[0].ID
	url := "/api/v1/benchmarks/" + b.ID + "/ablations"
	var m ablations.Ablations
	l.site.object(l.t, url, &m)
	for _, model := range m.Models {
		for _, c := range model.Cells {
			if run, ok := strings.CutPrefix(c.URL, "/runs/"); ok {
				l.add("ablations", url, fact{b.ID, convention, run, m.Metric, ""}, c.Value, 0)
			} else if c.Value != nil {
				l.add("ablations", url, fact{b.ID, convention, systemKey("", model.Model, c.Framework, ""), m.Metric, ""}, c.Value, 0)
			}
		}
	}
	var board struct{ Rows []results.BoardRow }
	l.site.object(l.t, "/api/v1/benchmarks/"+b.ID+"/leaderboard?limit=1000", &board)
	seen := map[string]bool{}
	for _, r := range board.Rows {
		if seen[r.System.Model] {
			continue
		}
		seen[r.System.Model] = true
		url := "/api/v1/models/" + r.System.Model
		var model struct {
			Places []struct {
				results.BoardRow
				Benchmark, Convention string
			}
		}
		l.site.object(l.t, url, &model)
		for _, p := range model.Places {
			if p.Benchmark == b.ID {
				l.row("model", url, b, p.Convention, &p.BoardRow)
			}
		}
	}
}

// Home takes the leaders that the first page names.
func (l *ledger) Home(list []results.Benchmark) {
	headline := map[string]results.Benchmark{}
	for _, b := range list {
		headline[b.ID] = b
	}
	l.site.page(l.t, "/").Find(".bd").Each(func(_ int, card *goquery.Selection) {
		href, _ := card.Find("h2 a").Attr("href")
		b := headline[strings.TrimPrefix(href, "/b/")]
		card.Find(".mini tbody tr").Each(func(_ int, li *goquery.Selection) {
			href, _ := li.Find("a").Attr("href")
			if run, ok := strings.CutPrefix(href, "/runs/"); ok {
				l.add("home", "/", fact{b.ID, score.ConventionsOf(b)[0].ID, run, b.Headline, ""}, l.percent(squash(li.Find("td.hl"))), printedEps)
			}
		})
	})
}

// One number is the same number wherever the site shows it: on the home page,
// boards, runs, heatmaps, models, tasks, ablations, in JSON, CSV and HTML.
func TestSameNumberEverywhere(t *testing.T) {
	for name, site := range map[string]func(testing.TB) *testSite{"example": testServer, "released": realServer} {
		t.Run(name, func(t *testing.T) {
			l := sameOn(t, site(t))
			for kind, least := range map[string]int{"board csv": 100, "board html": 30, "runs": 8, "runs csv": 9, "run": 20, "run html": 20, "heatmap": 20, "heatmap csv": 3,
				"scenario": 20, "tasks": 60, "tasks csv": 60, "task": 9, "ablations": 5, "model": 40, "home": 2} {
				if l.agreed[kind] < least {
					t.Errorf("%d numbers of %s were held against others, want at least %d: the test does not see them", l.agreed[kind], kind, least)
				}
			}
		})
	}
}
