package home

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/findings"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	findingviews "github.com/clawatlas/clawatlas/views/findings"
	"github.com/clawatlas/clawatlas/views/fingerprint"
)

type Home struct {
	Boards   []HomeBoard // benchmarks with ranked systems, most systems first
	Bare     []HomeBoard // benchmarks of papers with reported results or runs, but without a ranked system
	Empty    []HomeBoard // benchmarks of papers, without any data
	Single   []HomeBoard // other groups: single tasks, transcripts, and scripted agents
	Leaders  []HomeRun   // at most two runs of systems tied for first, from the first board that has traces
	Findings []findingviews.Finding
	Runs     []HomeRun // newest complete runs, at most two per board
	Names    map[string]string
}

type HomeBoard struct {
	Of    results.Benchmark
	Size  results.BenchmarkSize
	Board results.Board
	Gap   *boardviews.Gap // difference between the two ranked systems if there are exactly two
}

type HomeRun struct {
	Run     results.Run
	Of      results.Benchmark
	Picture views.Fingerprint
}

const (
	leastTasks   = 20 // minimum number of tasks for a benchmark without a paper to be shown in a section of its own
	rowsOfBoard  = 5
	rowsOfFew    = 4 // number of rows up to which reported results are added after the ranked systems
	homeFindings = 4
	homeLeaders  = 2
	runsOfBoard  = 2
	homeRuns     = 8
)

// NeedsBoard reports whether the home page shows the benchmark's board rather than only its name.
func NeedsBoard(b results.Benchmark, n results.BenchmarkSize) bool {
	return b.Scored() && (b.Paper != "" || n.Runs > 0 && n.Tasks >= leastTasks)
}

func NewHome(list []HomeBoard) *Home {
	d := &Home{}
	var scripted []HomeBoard
	for _, b := range list {
		switch {
		case b.Of.Scripted && b.ranked() > 0:
			scripted = append(scripted, b)
		case b.ranked() > 0 && NeedsBoard(b.Of, b.Size):
			d.Boards = append(d.Boards, b)
		case b.Of.Paper != "" && !b.Of.Scripted && len(b.Board.Rows) > 0:
			d.Bare = append(d.Bare, b)
		case b.Of.Paper != "" && !b.Of.Scripted:
			d.Empty = append(d.Empty, b)
		default:
			d.Single = append(d.Single, b)
		}
	}
	if len(d.Boards) == 0 {
		d.Boards, scripted = scripted, nil
	}
	d.Single = append(d.Single, scripted...)
	slices.SortStableFunc(d.Boards, func(a, b HomeBoard) int { return cmp.Compare(b.ranked(), a.ranked()) })
	return d
}

// Shown returns the runs to plot: the leaders, unless an earlier board has already provided some,
// and the newest ranked runs.
func (d *Home) Shown(b HomeBoard, runs []results.Run) (leaders, newest []results.Run) {
	ranked := map[string]bool{}
	for _, r := range board.Population(b.Board) {
		ranked[*r.Run] = true
	}
	bySlug := map[string]results.Run{}
	for _, r := range runs {
		bySlug[r.Slug] = r
		if ranked[r.Slug] {
			newest = append(newest, r)
		}
	}
	slices.SortStableFunc(newest, func(a, b results.Run) int { return cmp.Compare(b.IngestedAt, a.IngestedAt) })
	newest = newest[:min(len(newest), runsOfBoard, max(0, homeRuns-len(d.Runs)))]
	for _, r := range boardviews.First(b.Board) {
		if run, ok := bySlug[*r.Run]; ok && r.Evidence == results.Recomputed && len(d.Leaders) == 0 && len(leaders) < homeLeaders {
			leaders = append(leaders, run)
		}
	}
	return leaders, newest
}

// Needed returns the slugs of the runs to load for a board: the leading runs, or all runs if
// exactly two systems are ranked.
func (b *HomeBoard) Needed() []string {
	var list []string
	ranked := board.Population(b.Board)
	for i := range ranked {
		switch {
		case len(ranked) == 2:
			list = append(list, views.SweepRuns(&ranked[i])...)
		case boardviews.TiedForFirst(&ranked[i]) && len(list) < homeLeaders:
			list = append(list, *ranked[i].Run)
		}
	}
	return list
}

func (b *HomeBoard) ranked() int { return len(board.Population(b.Board)) }

func (b *HomeBoard) reported() []results.BoardRow {
	return slices.DeleteFunc(slices.Clone(b.Board.Rows), func(r results.BoardRow) bool {
		return r.Run != nil || r.Metrics[b.Board.Headline].Value == nil
	})
}

// rows returns the first ranked systems, including those tied for first up to a limit. If only a
// few systems are ranked, it adds reported results.
func (b *HomeBoard) rows() []results.BoardRow {
	ranked := board.Population(b.Board)
	rows := ranked[:min(len(ranked), max(rowsOfBoard, min(len(boardviews.First(b.Board)), 2*rowsOfBoard)))]
	if more := rowsOfFew - len(rows); more > 0 {
		reported := b.reported()
		rows = append(slices.Clone(rows), reported[:min(more, len(reported))]...)
	}
	return rows
}

func (b *HomeBoard) shaded(r *results.BoardRow) bool {
	return boardviews.TiedForFirst(r) && len(boardviews.First(b.Board)) > 1
}

func (b *HomeBoard) evidence() (results.Evidence, string) {
	for _, r := range board.Population(b.Board) {
		if r.Evidence != results.Recomputed {
			return results.Records, "verdicts"
		}
	}
	return results.Recomputed, "traces"
}

func (b *HomeBoard) all() string {
	text := "All " + words.Count(b.ranked()) + " systems"
	if n := b.ranked(); n <= 2 {
		text = map[int]string{1: "One system", 2: "Both systems"}[n]
	}
	if n := len(b.reported()); n > 0 {
		text += " and " + words.Counted(n, "reported result")
	}
	return text
}

func (b *HomeBoard) highest() string {
	m := views.MetricOf(b.Board.Headline)
	var list []string
	for i, r := range b.reported() {
		if i < 3 {
			list = append(list, views.RowName(&r)+" "+m.Show(r.Metrics[b.Board.Headline].Value))
		}
	}
	return strings.Join(list, ", ")
}

func (b *HomeBoard) tasks() string { return views.NounCount(b.Size.Tasks, b.Of.Words.Task, "task") }

func (d *Home) lead() string {
	systems := 0
	for i := range d.Boards {
		systems += d.Boards[i].ranked()
	}
	if systems == 0 {
		return "Leaderboards scored from run records, down to each tool call of each trace."
	}
	return words.Capital(words.Numeral(len(d.Boards))) + map[bool]string{true: " leaderboard", false: " leaderboards"}[len(d.Boards) == 1] + " with " +
		words.Counted(systems, "ranked system") + ". Every ranked score links to the run behind it."
}

func (r *HomeRun) picture(names map[string]string) fingerprint.Run {
	f := r.Picture
	f.Kinds = false // cells are too small for letters
	return views.FingerprintOf(f, r.Of, words.System(views.Name(names, r.Run.System.Model), r.Run.System), "")
}

func (r *HomeRun) caption(names map[string]string) string {
	return views.RowName(&results.BoardRow{Name: names[r.Run.System.Model], System: r.Run.System})
}

func (d *Home) cells() []fingerprint.Row {
	var rows []fingerprint.Row
	for i := range d.Leaders {
		rows = append(rows, d.Leaders[i].picture(d.Names).Rows...)
	}
	return rows
}

// more returns the findings that the boards do not already show.
func (d *Home) more() []findingviews.Finding {
	list := slices.DeleteFunc(slices.Clone(d.Findings), func(f findingviews.Finding) bool {
		return f.Kind == string(findings.Leads) || f.Kind == string(findings.Tied)
	})
	return list[:min(len(list), homeFindings)]
}

func (d *Home) single() string {
	runs := 0
	for _, b := range d.Single {
		runs += b.Size.Runs
	}
	return words.Counted(runs, "run") + " in " + words.Counted(len(d.Single), "group")
}

func HomePage(f views.Frame, d *Home) templ.Component {
	m := f.Meta("", "Leaderboards and traces of agent benchmarks. Scores come from run records and link to them.", "/", link.API(nil, "benchmarks"))
	m.CSVPath, m.FeedPath = f.Table(nil), link.ChangesFeed(nil)
	return homePage(d, m)
}

type BenchmarkRow struct {
	ID             string `json:"id"`              // slug of the benchmark
	Name           string `json:"name"`            // display name
	Version        string `json:"version"`         // version of the dataset
	Scenarios      int    `json:"scenarios"`       // number of scenarios; 0 if the dataset is not in the database
	Tasks          int    `json:"tasks"`           // number of tasks; 0 if the dataset is not in the database
	Runs           int    `json:"runs"`            // number of runs in the database
	HeadlineMetric string `json:"headline_metric"` // key of the ranking metric
	Scripted       bool   `json:"scripted"`        // true if all runs were made by scripted agents
	URL            string `json:"url"`             // URL of its leaderboard
}

func NewBenchmarkRow(b results.Benchmark, n results.BenchmarkSize) BenchmarkRow {
	return BenchmarkRow{ID: b.ID, Name: b.Name, Version: b.Version, Scenarios: n.Scenarios, Tasks: n.Tasks, Runs: n.Runs,
		HeadlineMetric: b.Headline, Scripted: b.Scripted, URL: link.Benchmark(b.ID)}
}

type Benchmarks struct {
	Benchmarks []BenchmarkRow `json:"benchmarks"` // benchmarks on this page
	Limit      int            `json:"limit"`      // maximum number of benchmarks per response
	Offset     int            `json:"offset"`     // number of benchmarks before the first one on this page
	Total      int            `json:"total"`      // number of benchmarks in the database
}

func (b *Benchmarks) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "name", "version", "scenarios", "tasks", "runs", "headline_metric", "scripted"}
	for _, x := range b.Benchmarks {
		rows = append(rows, []string{x.ID, x.Name, x.Version, strconv.Itoa(x.Scenarios), strconv.Itoa(x.Tasks),
			strconv.Itoa(x.Runs), x.HeadlineMetric, strconv.FormatBool(x.Scripted)})
	}
	return header, rows
}
