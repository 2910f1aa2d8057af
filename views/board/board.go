package board

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// boardParts is the leaderboard page of one benchmark.
type boardParts struct {
	Meta        ui.Meta
	Benchmark   results.Benchmark
	Size        results.BenchmarkSize
	Statistics  results.Statistics
	Convention  BoardConvention
	Conventions []ui.Tab // empty where there is only one
	Headline    views.MetricInfo
	Verdict     views.Sentence // who leads, and whether the lead is real
	Without     bool           // the tasks that no answer can pass are left out
	Doubtful    *BoardDoubtful // those tasks; nil if there are none
	Filter      *ui.Filter
	Columns     []BoardColumn
	NoValue     []views.MetricInfo // metrics of the benchmark that no row has
	Query       boardreport.BoardQuery
	Cite        report.Citation
	Several     bool              // there is more than one convention
	Scale       chart.ForestScale // of the headline, the same under all filters
	Forest      *chart.Forest     // ranked systems and printed figures; nil if there are none
	Groups      []BoardGroup      // the same in the order asked for; without any, what is not ranked
	Unranked    []BoardGroup      // runs that are not ranked, the first of them, where others are
	Off         int               // all of those
	Drawn       int               // systems of the plot, on all pages
	Ranked      int               // ranked systems of the whole board
	Shown       int               // that pass the filters
	Elsewhere   int               // rows left out because their figures follow another convention
	Printed     string            // address of the board that has those
	Total       int
	Sorted      string      // what the rows are sorted by, if not by rank
	Compare     []ui.Choice // runs of the page, of which two can be compared
	Framework   string      // of all rows, where they share one
	Published   bool        // some row has a published figure
	Ties        bool        // some system is tied with the leader of its group
	Records     bool        // some row has records, so that outcomes can be shown
	Others      []OtherRun
	Take        chart.Named // the plot, to be taken away; without a drawing where there is none or no server
	Pager       *ui.Pager   // of the systems; nil if it has one page
	OthersTotal int         // Others are the first of them
}

// BoardConvention is the way in which the numbers of a board are aggregated.
type BoardConvention struct {
	ID, Label, About string
	Default          bool
}

// BoardColumn is one metric of the table.
type BoardColumn struct {
	Metric views.MetricInfo
	Header ui.Header
}

// BoardGroup is a block of rows that may be compared with each other.
type BoardGroup struct {
	Name string // empty where the board has only one group
	Note string // why its rows stand apart
	Rows []BoardLine
}

// BoardLine is one row as it is shown.
type BoardLine struct {
	results.BoardRow
	Repeated, RepeatedHref string // how far all complete runs of the system lie apart; empty for one run
	Tied                   bool   // one of the leader's group, where that has more than one
	Opens                  bool   // the first row below the leader's group, drawn under a heavier line
	InPopulation           bool   // it has a rank
	Unranked               string // why a run has no rank
	Label                  string // of the system, without what its group says already
	Outcomes               []Outcome
	Thumb                  fingerprint.Run // its cells; empty where they are not shown
	Matches                int             // published figures that the records confirm
	Unchecked              int             // published figures that the records cannot confirm
	Differs                []Difference
	Place                  string // where the figures are printed: "Table 3"
	Source                 string // title of that source
}

// BoardDoubtful are the tasks that no answer can pass.
type BoardDoubtful struct {
	List  []DoubtfulTask
	All   int    // tasks of the benchmark
	Tasks string // address of the list of tasks
	Other string // address of the board without them or, from there, of the whole; empty on a site of files
}

// DoubtfulTask is one of them with the reason.
type DoubtfulTask struct{ Name, Href, Reason string }

// Outcome is how many trials ended in one way.
type Outcome struct {
	Status results.Status
	N      int
}

// Difference is a published figure that the records contradict.
type Difference struct {
	Label      string // of the metric
	Text       string // recomputed minus printed, with its sign
	Printed    string
	Convention string // under which it was recomputed, where it is not the board's
}

// OtherRun is a run that does not stand on the board.
type OtherRun struct {
	Run  results.Run
	Name string
	Why  string
}

// othersCaption says which runs do not stand on the board.
func (p boardParts) othersCaption() string {
	text := words.Plural(p.OthersTotal, "run", "runs") + " that do not stand for their system on the board"
	if len(p.Others) < p.OthersTotal {
		text += fmt.Sprintf(", the newest %d", len(p.Others))
	}
	return text
}

// leftOut is how many tasks the board is without.
func (p boardParts) leftOut() int {
	if !p.Without || p.Doubtful == nil {
		return 0
	}
	return len(p.Doubtful.List)
}

// caption says what the table of metrics is and over how many.
func (p boardParts) caption() string {
	n := p.Drawn
	if n == 0 {
		n = p.Off
	}
	text := "All metrics of " + words.Plural(n, "system", "systems")
	if n < p.Total {
		text = fmt.Sprintf("All metrics of %d of %s", n, words.Plural(p.Total, "system", "systems"))
	}
	if p.Several {
		text += ", " + strings.ToLower(views.ConventionLabel(p.Convention.Label))
	}
	if n := p.leftOut(); n > 0 {
		text += ", without " + views.NounCount(n, p.Benchmark.Words.Task, "task") + " that no answer can pass"
	}
	if p.Sorted != "" {
		text += ", sorted by " + p.Sorted
	}
	return text + ". No filter and no order changes a rank or an interval."
}

// elsewhere says which systems this convention has no number of.
func (p boardParts) elsewhere() string {
	text := words.Plural(p.Elsewhere, "system is", "systems are") + " known from printed figures alone. "
	if p.leftOut() > 0 {
		return text + "Those are over all " + views.NounOr(p.Benchmark.Words.Task, "task") + "s, so they are not shown here."
	}
	return text + "Those follow another convention, so they are not shown under this one."
}

// none says why the table is empty.
func (p boardParts) none() string {
	if p.Elsewhere > 0 {
		return "No system with records matches: this board can only be computed from records."
	}
	return "No system matches these filters."
}

// wide reports whether a table of the metrics scrolls in a box of its own.
func (p boardParts) wide() bool { return len(p.Columns) > 12 }

// noValue names the metrics that no row has.
func (p boardParts) noValue() string {
	var labels []string
	for _, m := range p.NoValue {
		labels = append(labels, m.Label)
	}
	return strings.Join(labels, ", ")
}

// scored is how many of the expected trials have a score.
func (l BoardLine) scored() string {
	if l.Counts == nil {
		return words.NotRecorded
	}
	return words.Count(l.Counts.Scored) + " of " + words.Count(l.Counts.Expected)
}

func (l BoardLine) rank() string {
	if l.Rank == nil {
		return ""
	}
	return words.Count(*l.Rank)
}

// Printed reports whether the row is a printed figure alone.
func (l BoardLine) Printed() bool { return l.Run == nil }

func (l BoardLine) rankInterval() string {
	if l.RankInterval == nil {
		return ""
	}
	return words.Ranks(l.RankInterval[0], l.RankInterval[1])
}

// TitleWords is what a metric's number carries as its explanation.
func (l BoardLine) TitleWords(m views.MetricInfo) string {
	v := l.Metrics[m.Key]
	switch {
	case v.CI != nil:
		return "95 % interval " + m.Show(&v.CI[0]) + " to " + m.Show(&v.CI[1])
	case v.Value != nil && l.Run == nil:
		return "printed figure: no records, so no interval"
	case v.Bounds != nil:
		return "incomplete run: with what is missing failed, and passed"
	case v.Value != nil && !l.InPopulation:
		return "not ranked: no interval"
	}
	return ""
}

// derivation leads to how a number of the row came about.
func (l BoardLine) derivation(key string) string {
	if l.Run == nil {
		return ""
	}
	return "/runs/" + *l.Run + "#m-" + key
}

// Href leads to the run or, where there is none, to the model.
func (l BoardLine) Href() string {
	if l.Run != nil {
		return "/runs/" + *l.Run
	}
	return "/models/" + l.System.Model
}

// checked says where the figures of a row come from and how many of them the
// records cannot confirm.
func (l BoardLine) checked() string {
	if l.Unchecked == 0 {
		return l.Source
	}
	return l.Source + "; " + words.Plural(l.Unchecked, "figure", "figures") + " cannot be recomputed"
}

// under says by which convention a figure was recomputed.
func (d Difference) under() string {
	if d.Convention == "" {
		return ""
	}
	return " (" + d.Convention + ")"
}

// BoardLabel names a system in one line; without its framework where a
// heading says it already.
func BoardLabel(name string, s results.System, framework bool) string {
	if !framework {
		s.Framework = ""
	}
	return ui.Plain(words.System(name, s))
}

// bounds are the least and the most that a metric can be, in words.
func (l BoardLine) bounds(m views.MetricInfo) string {
	b := l.Metrics[m.Key].Bounds
	return m.Show(&b[0]) + "\u00a0to " + m.Show(&b[1])
}

// thumbs reports whether any row shows its fingerprint.
func (p boardParts) thumbs() bool {
	for _, g := range p.Groups {
		for _, l := range g.Rows {
			if len(l.Thumb.Rows) > 0 {
				return true
			}
		}
	}
	return false
}
