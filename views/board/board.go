package board

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

type Board struct {
	Benchmark  string                   `json:"benchmark"`                // benchmark slug
	Convention string                   `json:"convention"`               // aggregation convention; empty if there is only one
	Headline   string                   `json:"headline"`                 // key of the metric that determines the ranking
	Metrics    []string                 `json:"metrics"`                  // metric keys in table order
	Statistics results.Statistics       `json:"statistics"`               // methods used for intervals, ranks and ties
	Without    string                   `json:"without" enum:",doubtful"` // set of excluded tasks: empty for none, "doubtful" for the tasks in Impossible
	Impossible []results.ImpossibleTask `json:"doubtful"`                 // tasks with a faulty check, whether or not they are excluded
	Rows       []results.BoardRow       `json:"rows"`                     // rows that pass the filters, in the requested order
	Total      int                      `json:"total"`                    // number of rows on all pages
	Limit      int                      `json:"limit"`                    // number of rows on one page
	Offset     int                      `json:"offset"`                   // number of rows before the page

	Of     results.Benchmark          `json:"-"`
	Size   results.BenchmarkSize      `json:"-"`
	Query  BoardQuery                 `json:"-"`
	Whole  results.Board              `json:"-"` // full board, without filters and sorting
	Window table.Window               `json:"-"` // offset and limit of the page of ranked systems
	Cite   views.Citation             `json:"-"` // data for citing the page; includes the board's snapshot if there is one
	State  *BoardState                `json:"-"` // displayed snapshot; nil for the current board
	Gap    *Gap                       `json:"-"` // difference between the ranked systems if there are exactly two
	Plot   *Plot                      `json:"-"` // plot of score against resource use; nil without enough systems
	Names  map[string]string          `json:"-"` // model names by id, for boards without scores
	Runs   []results.Run              `json:"-"` // runs, for boards without scores
	Totals map[int64]results.RunTotal `json:"-"` // totals of resource use by run id, for boards without scores
	Over   map[string]int             `json:"-"` // number of rounds or tasks behind each metric, by metric key; nil if unknown
	spent  Spent
	frame  views.Frame
	cols   []boardColumn
	bar    *chart.ForestScale
	ties   map[string]int
}

// BoardState describes the snapshot of a board for a given day.
type BoardState struct {
	Day       string // ISO date (UTC) of the snapshot
	Until     string // ISO date of the next snapshot; empty if there is none
	Previous  string // ISO date of the previous snapshot; empty if there is none
	Digest    string // hex SHA-256 of the snapshot's numbers and their order
	Altered   bool   // true if a run has been removed since the snapshot; then ranks, rank intervals, P(first) and ties are omitted
	Withdrawn []results.Withdrawal
}

// NewBoard filters and sorts the rows of a board. The argument spent is nil if usage is not
// displayed.
func NewBoard(b results.Benchmark, whole results.Board, q BoardQuery, spent Spent) (*Board, error) {
	keys := whole.Keys
	if spent != nil {
		keys = append([]string{}, keys...)
		for _, a := range Axes() {
			keys = append(keys, a.Key)
		}
	}
	if err := q.CheckSort(keys); err != nil {
		return nil, err
	}
	rows := q.rows(whole, spent)
	return &Board{Benchmark: b.ID, Convention: q.Convention, Headline: whole.Headline, Metrics: append([]string{}, whole.Keys...),
		Statistics: whole.Statistics,
		Without:    q.Without, Impossible: append([]results.ImpossibleTask{}, whole.Impossible...), Rows: rows, Total: len(rows), Of: b, Query: q,
		Whole: whole, spent: spent}, nil
}

func NewBoardState(b results.Benchmark, q BoardQuery, s results.BoardState, days []string) (*Board, error) {
	digest, err := s.Digest()
	if err != nil {
		return nil, err
	}
	for i := range s.Rows {
		s.Rows[i].Published = []results.PublishedValue{}
	}
	d, err := NewBoard(b, s.Board, q, nil)
	if err != nil {
		return nil, err
	}
	d.State = &BoardState{Day: s.Day, Digest: digest, Altered: s.Altered, Withdrawn: s.Withdrawn}
	if i := slices.Index(days, s.Day); i >= 0 {
		d.State.Until, d.State.Previous = at(days, i-1), at(days, i+1)
	}
	return d, nil
}

func at(list []string, i int) string {
	if i < 0 || i >= len(list) {
		return ""
	}
	return list[i]
}

func (d *Board) Span(limit, offset int) {
	d.Limit, d.Offset = limit, offset
	d.Rows = views.Span(d.Rows, limit, offset)
}

func BoardPage(f views.Frame, d *Board) templ.Component {
	d.frame = f
	if d.State != nil {
		d.frame.Static = true // snapshots are always shown in full and in their own order
	}
	return boardPage(d, d.meta())
}

func (d *Board) meta() ui.Meta {
	b, q, own := d.Of, d.Query.Values(), d.Query.Choice()
	fact, rest := d.verdict()
	title, crumbs := b.Name+" leaderboard", []ui.Crumb(nil)
	if !b.Scored() {
		title = b.Name
	}
	if c := own.Get("convention"); c != "" {
		title += ", convention " + c
	}
	if d.Query.Without != "" {
		title += ", without faulty checks"
	}
	if d.State != nil {
		own, q = link.With(own, "as_of", d.State.Day), link.With(own, "as_of", d.State.Day)
		title, crumbs = title+", "+d.State.Day, views.CrumbsBelow(b, ui.Crumb{Label: d.State.Day})
	}
	api := q
	if expenseAxis(strings.TrimPrefix(d.Query.Sort, "-")) != nil { // the API cannot sort by resource use
		api = link.With(q, "sort", "")
	}
	m := d.frame.Meta(title, b.Name+": "+strings.TrimSpace(fact+" "+rest), link.To(own, "b", b.ID),
		link.API(api, "benchmarks", b.ID, "leaderboard"), crumbs...)
	m.Card, m.CardAlt = link.Card(d.Query.Choice(), "b", b.ID), BoardCard(b, d.Whole, card.Foot{}).Alt()
	m.CSVPath = link.To(link.With(q, "format", "csv"), "b", b.ID)
	m.FeedPath = link.ChangesFeed(url.Values{"benchmark": {b.ID}})
	m.Data = func(ctx context.Context) any { return views.Dataset(ctx, m, b) }
	m.MethodPath = link.Benchmark(b.ID, "about")
	m.Scripted = b.Scripted
	return m
}

// verdict states which system leads and whether the lead is significant.
func (d *Board) verdict() (fact, rest string) {
	if !d.Of.Scored() {
		trials := 0
		for i := range d.Runs {
			trials += d.Runs[i].Counts.Expected
		}
		return views.NounCount(trials, d.Of.Words.Task, "task") + " in " + words.Counted(len(d.Runs), "session") + " of " +
			words.Counted(len(d.Whole.Rows), "system") + ".", "Nothing here is scored, so nothing is ranked."
	}
	return Verdict(d.Of.Name, d.Whole, views.NounOr(d.Of.Words.Task, "task"), d.Gap)
}

func (d *Board) headline() views.MetricInfo { return views.MetricOf(d.Whole.Headline) }

// source returns the address of the derivation of a row's headline value.
func (d *Board) source(r *results.BoardRow) string {
	if len(views.SweepRuns(r)) > 1 {
		return link.Benchmark(d.Of.ID, "ablations") + "#runs"
	}
	return link.Run(*r.Run) + "#m-" + d.Whole.Headline
}

// ranked returns the rows of ranked systems.
func (d *Board) ranked() []results.BoardRow { return pick(d.Rows, board.InPopulation) }

func (d *Board) reported() []results.BoardRow {
	return pick(d.Rows, func(r *results.BoardRow) bool {
		// Reported results exist only for all tasks under the default convention.
		return r.Run == nil && (r.Metrics[d.Whole.Headline].Value != nil || len(d.Query.Choice()) == 0)
	})
}

func (d *Board) off() []results.BoardRow { return pick(d.Rows, views.Unranked) }

func pick(rows []results.BoardRow, keep func(*results.BoardRow) bool) []results.BoardRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r results.BoardRow) bool { return !keep(&r) })
}

// systems returns the number of ranked systems, ignoring filters.
func (d *Board) systems() int { return len(board.Population(d.Whole)) }

type boardGroup struct {
	Name, Note string // heading and a note next to it; no heading if Name is empty
	Rows       []results.BoardRow
}

// groups divides the ranked systems into blocks: tied for first, not significantly behind, and
// behind. If a different sort order is chosen, each block is a group of comparable systems.
func (d *Board) groups() []boardGroup {
	var list []boardGroup
	several := len(distinct(board.Population(d.Whole), func(r *results.BoardRow) string { return r.Group })) > 1
	for _, r := range table.Rows(&d.Window, d.ranked()) {
		g := boardGroup{}
		if d.Query.Sort == "" && r.TieClass != nil {
			g = d.standing(&r)
		}
		if several {
			g.Name = strings.TrimPrefix(g.Name+" · "+cmp.Or(r.Group, "no harness recorded"), " · ")
		}
		if n := len(list); n == 0 || list[n-1].Name != g.Name {
			list = append(list, g)
		}
		last := &list[len(list)-1]
		last.Rows = append(last.Rows, r)
	}
	return list
}

func (d *Board) standing(r *results.BoardRow) boardGroup {
	switch tied := d.tied(r.Group); {
	case *r.TieClass != results.LeadersClass:
		return boardGroup{Name: "Significantly behind the leader", Note: "p < 0.05"}
	case !TiedForFirst(r):
		return boardGroup{Name: "Not significantly behind the leader", Note: "p ≥ 0.05"}
	case tied == 1 && d.systems() == 1:
		return boardGroup{Name: "Only ranked system"}
	case tied == 1:
		return boardGroup{Name: "Leads"}
	}
	return boardGroup{Name: "Tied for first", Note: "rank interval includes 1, p ≥ 0.05"}
}

func (d *Board) tied(group string) int {
	if d.ties == nil {
		d.ties = map[string]int{}
		for i := range d.Whole.Rows {
			if TiedForFirst(&d.Whole.Rows[i]) {
				d.ties[d.Whole.Rows[i].Group]++
			}
		}
	}
	return d.ties[group]
}

func (d *Board) byHarness() []boardGroup {
	var list []boardGroup
	for _, r := range d.reported() {
		name := r.Group
		if name == "" && len(distinct(d.Whole.Rows, func(r *results.BoardRow) string { return r.Group })) > 1 {
			name = "no harness recorded"
		}
		if n := len(list); n == 0 || list[n-1].Name != name {
			g := boardGroup{Name: name}
			if r.GroupKind == results.GroupNative {
				g.Note = "the provider’s own agent; not comparable with the other harnesses"
			}
			list = append(list, g)
		}
		last := &list[len(list)-1]
		last.Rows = append(last.Rows, r)
	}
	return list
}

// distinct returns the sorted distinct values of a field, without empty values.
func distinct(rows []results.BoardRow, of func(*results.BoardRow) string) []string {
	var list []string
	for i := range rows {
		if v := of(&rows[i]); v != "" {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func frameworkOf(r *results.BoardRow) string { return r.System.Framework }

// scale returns a scale for the whole board, so that the bars do not change with the filters.
func (d *Board) scale() chart.ForestScale {
	if d.bar == nil {
		s := Scale(d.Whole)
		d.bar = &s
	}
	return *d.bar
}

func Scale(b results.Board) chart.ForestScale {
	var list []chart.Estimate
	for i := range b.Rows {
		if !views.Unranked(&b.Rows[i]) {
			list = append(list, views.EstimateOf(&b.Rows[i], b.Headline))
		}
	}
	m, unit := views.MetricOf(b.Headline), chart.Plain
	if m.Percent() {
		unit = chart.Percent
	}
	return chart.NewForestScale(unit, m.Low, list).Sparse()
}

// firstShare formats P(first). It never shows 0 or 1, because the number of bootstrap samples is
// finite.
func firstShare(p *float64) string {
	switch {
	case p == nil:
		return words.NotRecorded
	case *p < 0.005:
		return "< 0.01"
	case *p >= 0.995:
		return "> 0.99"
	}
	return words.Fixed(p, 2)
}

// RankOf returns the rank interval, or the rank if there is no interval.
func RankOf(r *results.BoardRow) string {
	switch {
	case r.RankInterval != nil:
		return words.Ranks(r.RankInterval[0], r.RankInterval[1])
	case r.Rank != nil:
		return strconv.Itoa(*r.Rank)
	}
	return ""
}

func (d *Board) why(r *results.BoardRow) string {
	var list []string
	for _, o := range r.Exclusions {
		list = append(list, ui.Plain(o.Message))
	}
	if !r.Complete && r.Counts != nil {
		word := views.NounOr(d.Of.Words.Task, "task")
		list = append(list, words.Count(r.Counts.Scored)+" of "+words.Counted(r.Counts.Expected, word)+" scored")
	}
	return cmp.Or(strings.Join(list, "; "), "no value of "+d.headline().Label)
}

func (d *Board) offTitle() string {
	if slices.ContainsFunc(d.off(), func(r results.BoardRow) bool { return r.Complete || len(r.Exclusions) > 0 }) {
		return "Not ranked"
	}
	return "Not ranked: incomplete"
}

// RowName returns the model name of a row, or a description of the scripted agent.
func RowName(r *results.BoardRow) string {
	if slices.ContainsFunc(r.Exclusions, func(o results.Exclusion) bool { return o.Kind == results.ExclusionReference }) {
		return ui.Plain(cmp.Or(results.ReferenceName(r.System), r.System.Model))
	}
	return views.RowName(r)
}

// unit returns the benchmark's noun for the units that the bootstrap resamples.
func (d *Board) unit() string {
	word := d.Of.Words.Scenario
	if d.Whole.Statistics.Unit == "task" {
		word = d.Of.Words.Task
	}
	return views.NounOr(word, d.Whole.Statistics.Unit)
}

// at returns the board's URL with one parameter changed.
func (d *Board) at(key, value string) string {
	q := link.With(d.Query.Values(), key, value)
	if key == "convention" && value == d.Query.Preset {
		q.Del(key)
	}
	return link.To(q, "b", d.Of.ID)
}

func (d *Board) conventions() []score.Convention {
	if list := score.ConventionsOf(d.Of); len(list) > 1 && d.State == nil && !d.frame.Static {
		return list
	}
	return nil
}

func (d *Board) harnesses() []string {
	ranked := board.Population(d.Whole)
	if list := distinct(ranked, frameworkOf); len(list) > 1 && len(list) < 8 && !d.frame.Static &&
		len(distinct(ranked, func(r *results.BoardRow) string { return r.Group + "." })) == 1 {
		return list
	}
	return nil
}

func (d *Board) comparable() bool { return !d.frame.Static && d.systems() > 1 }

// ticked reports whether all checkboxes are initially selected, which is so for exactly two
// systems.
func (d *Board) ticked() bool { return d.systems() == 2 }

// searched is the minimum number of ranked systems for which the page has a search box.
const searched = 20

func (d *Board) pager() *ui.Pager {
	return d.Window.Pager("ranked systems", func(key, value string) string {
		if d.State != nil {
			return link.To(link.With(d.Query.Choice(), "as_of", d.State.Day, key, value), "b", d.Of.ID)
		}
		return d.at(key, value)
	})
}

func (d *Board) evidence() []results.Evidence {
	var list []results.Evidence
	for i := range d.Rows {
		list = append(list, d.Rows[i].Evidence)
	}
	return list
}
