package views

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// homeParts is the home page.
type homeParts struct {
	Meta       ui.Meta
	Benchmarks []benchmarkCard
	Runs       []results.Run // newest first
	RunsTotal  int
	Names      map[string]string // model names by id
}

// benchmarkCard sums up one benchmark.
type benchmarkCard struct {
	Benchmark results.Benchmark
	Size      results.BenchmarkSize
	Headline  MetricInfo
	Leaders   []homeLeaderRow // systems with records that share the first place
	Printed   *homeLeaderRow  // the best printed figure, where it stands above them or alone
	Verdict   string          // whether the lead is real
}

// homeLeaderRow is a system at the top of a board.
type homeLeaderRow struct {
	Name, Href string
	Value      *float64
	CI         *[2]float64
	Evidence   results.Evidence
}

// HomePage shows the benchmarks, their leaders and the newest runs.
func HomePage(f Frame, d *report.Home) templ.Component {
	p := homeParts{Runs: d.Runs, RunsTotal: d.RunsTotal, Names: d.Names,
		Meta: f.Meta("", "Leaderboards and traces of agent benchmarks; scores are recomputed from the records and linked to them, and what is known from print alone says so.", "/", link.API(nil, "benchmarks"))}
	for _, b := range d.Benchmarks {
		card := benchmarkCard{Benchmark: b.Benchmark, Size: b.Size, Headline: MetricOf(b.Board.Headline), Verdict: boardNote(b.Board)}
		card.Leaders, card.Printed = leadersOf(b.Board)
		p.Benchmarks = append(p.Benchmarks, card)
	}
	return homePage(p)
}

// leadersOnCard is how many of a tie at the top a card lists.
const leadersOnCard = 12

// leadersOf are the leader and the systems with records tied with it, and
// the best printed figure where it stands above them or where there is none
// with records.
func leadersOf(b results.Board) (tied []homeLeaderRow, printed *homeLeaderRow) {
	s := board.TopOf(b)
	if board.TooFew(b.Statistics) && len(s.Tied) > 1 {
		s.Tied = s.Tied[:1] // a tie that no test could have broken
	}
	for i := range s.Tied[:min(len(s.Tied), leadersOnCard)] {
		tied = append(tied, leaderOf(b, &s.Tied[i]))
	}
	if s.Printed != nil && (len(s.Tied) == 0 || s.Above(b.Headline)) {
		l := leaderOf(b, s.Printed)
		printed = &l
	}
	return tied, printed
}

func leaderOf(b results.Board, r *results.BoardRow) homeLeaderRow {
	m := r.Metrics[b.Headline]
	l := homeLeaderRow{Name: report.RowName(r), Href: link.Model(r.System.Model), Value: m.Value, CI: m.CI, Evidence: r.Evidence}
	if r.Run != nil {
		l.Href = link.Run(*r.Run)
	}
	return l
}

// about is the leader's interval in words.
func (l homeLeaderRow) about(m MetricInfo) string {
	if l.CI == nil {
		return m.Label + ", a printed figure without an interval"
	}
	return m.Label + ", 95 % interval " + m.Show(&l.CI[0]) + " to " + m.Show(&l.CI[1])
}

// firstWith is the first benchmark with a run, to lead newcomers to; nil
// without one.
func (h homeParts) firstWith() *benchmarkCard {
	for i := range h.Benchmarks {
		if h.Benchmarks[i].Size.Runs > 0 {
			return &h.Benchmarks[i]
		}
	}
	return nil
}

// name is the model's name for people.
func name(names map[string]string, id string) string {
	if n := names[id]; n != "" {
		return n
	}
	return id
}

// known is a number of parts of a dataset; none means that the dataset is not
// in the database, not that it is empty.
func known(n int) string {
	if n == 0 {
		return words.NotRecorded
	}
	return words.Count(n)
}

// by names the metric of the numbers beside the leaders.
func (b benchmarkCard) by() string {
	if len(b.Leaders) == 0 && b.Printed == nil {
		return ""
	}
	if b.Headline.Unit == "" {
		return b.Headline.Label + ". "
	}
	return b.Headline.Label + ", " + b.Headline.Unit + ". "
}
