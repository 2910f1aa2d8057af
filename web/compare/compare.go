package compare

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/views"
	compareviews "github.com/clawatlas/clawatlas/views/compare"
	"github.com/clawatlas/clawatlas/web"
)

const (
	pickRuns = 500 // maximum number of runs per benchmark in a select element
	manyRuns = 50  // maximum number of runs in a URL
)

func (s Pages) CompareRoutes(page, api web.Route) {
	page("/compare", web.Heavy, s.comparePage,
		compareFields().And(formerFields()...).And(web.TextField("benchmark"), web.PageField(), web.CSVField()))
	page("/compare/:scenario/:task", web.Heavy, s.trialsPage,
		trialsFields().And(web.NumberField("from", 0, 0, 1<<30), web.CSVField()))
	api("/compare", web.Heavy, s.compareAPI, compareFields().And(web.WindowFields()...))
	api("/compare/:scenario/:task", web.Heavy, s.trialsAPI, trialsFields().And(web.WindowFields()...))
}

func compareFields() web.Query {
	return web.Query{web.TextField("a"), web.TextField("b"), web.ListField("run"), web.TextField("convention"),
		web.WordField("sweeps", "", compareviews.SweepsAlone)}
}

// formerFields declares the parameters of former views, which now redirect to the page.
func formerFields() web.Query {
	var q web.Query
	for _, name := range formerNames {
		q = append(q, web.TextField(name))
	}
	return q
}

var formerNames = []string{"part", "show", "table"}

func parseCompare(c echo.Context) (compareviews.Query, error) {
	a := web.Ask(c)
	q := compareviews.Query{Convention: a.Text("convention"), Alone: a.Word("sweeps") == compareviews.SweepsAlone}
	for _, slug := range slices.Concat([]string{a.Text("a"), a.Text("b")}, a.List("run")) {
		if slug == "" || slices.Contains(q.Runs, slug) {
			continue
		}
		if !results.ValidSlug(slug) {
			return q, web.Bad("%q is not the id of a run.", slug)
		}
		q.Runs = append(q.Runs, slug)
	}
	if len(q.Runs) > manyRuns {
		return q, web.Bad("%d runs are too many; choose two.", len(q.Runs))
	}
	return q, nil
}

func (s Pages) comparePage(c echo.Context) error {
	q, err := parseCompare(c)
	if err != nil {
		return err
	}
	ctx, a := c.Request().Context(), web.Ask(c)
	if q.Benchmark = a.Text("benchmark"); q.Benchmark != "" && !results.ValidSlug(q.Benchmark) {
		return web.Bad("benchmark=%s is not known.", q.Benchmark)
	}
	if err := s.known(ctx, q); err != nil {
		return err
	}
	switch {
	case len(q.Runs) > 2: // pairwise comparisons of more runs are on the benchmark's own page
		run, err := s.Store.FindRun(ctx, q.Runs[0])
		if err != nil {
			return err
		}
		return c.Redirect(http.StatusMovedPermanently, link.Benchmark(run.Benchmark, "ablations"))
	case len(q.Runs) < 2:
		return s.pickPage(c, q)
	case slices.ContainsFunc(formerNames, func(name string) bool { return a.Text(name) != "" }):
		format := ""
		if web.WantsCSV(c) {
			format = "csv"
		}
		return c.Redirect(http.StatusMovedPermanently, q.Link("format", format))
	case len(a.List("run")) > 0:
		return c.Redirect(http.StatusFound, q.Link())
	}
	d, err := s.load(ctx, q)
	if err != nil {
		return err
	}
	if !web.WantsCSV(c) {
		d.Query.Page = web.ReadLeaf(c, web.PageParam, 1)
		return web.HTML(c, compareviews.Page(s.Frame, d))
	}
	if !d.OneBenchmark() {
		return web.Bad("the runs belong to different benchmarks, so they cannot be compared in one table.")
	}
	return web.SendTable(c, "compare-"+views.SlugEnd(d.A.Run)+"-"+views.SlugEnd(d.B.Run), d.Table())
}

// compareAPI handles GET /api/v1/compare?a=&b=. A run may be compared with itself.
func (s Pages) compareAPI(c echo.Context) error {
	q, err := parseCompare(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if err := s.known(ctx, q); err != nil {
		return err
	}
	if a := web.Ask(c); len(q.Runs) == 1 && a.Text("a") == a.Text("b") {
		q.Runs = append(q.Runs, q.Runs[0])
	}
	if len(q.Runs) != 2 {
		return web.Bad("two runs are needed: ?a=RUN&b=RUN.")
	}
	d, err := s.load(ctx, q)
	if err != nil {
		return err
	}
	d.Cut(web.ListWindow(c))
	return web.Object(c, d)
}

func (s Pages) loadPair(ctx context.Context, slugs []string) (names map[string]string, runs [2]results.Run, of [2]results.Benchmark,
	err error) {
	if names, err = s.ModelNames(ctx); err != nil {
		return
	}
	for i := range runs {
		if runs[i], err = s.Store.FindRun(ctx, slugs[i]); err != nil {
			return
		}
		if of[i], err = s.Store.FindBenchmark(ctx, runs[i].Benchmark); err != nil {
			return
		}
	}
	return
}

// load loads two runs with their outcomes. If both belong to the same benchmark, it also loads the
// reasons for the tasks that only one of them passed.
func (s Pages) load(ctx context.Context, q compareviews.Query) (*compareviews.Comparison, error) {
	d, err := s.PairOf(ctx, q)
	if err != nil || !d.OneBenchmark() {
		return d, err
	}
	key := web.MemoKey{What: "reasons", Benchmark: d.Benchmark, Convention: q.Convention, Without: d.A.Run + "\n" + d.B.Run}
	known, err := web.Remember(ctx, s.Store, key, func() (compareviews.Known, error) { return s.reasons(ctx, d) })
	if err != nil {
		return nil, err
	}
	d.AddReasons(known)
	return d, nil
}

// PairOf loads two runs. If both belong to the same benchmark, it also loads their outcomes.
func (s Pages) PairOf(ctx context.Context, q compareviews.Query) (*compareviews.Comparison, error) {
	names, runs, of, err := s.loadPair(ctx, q.Runs)
	if err != nil {
		return nil, err
	}
	d, err := compareviews.New(q, names, runs, of)
	if err != nil || !d.OneBenchmark() {
		return d, err
	}
	var in compareviews.Outcomes
	if in.Tasks, err = s.Store.Tasks(ctx, d.Benchmark, ""); err != nil {
		return nil, err
	}
	if in.Board, err = s.BoardUnder(ctx, of[0], q.Convention); err != nil {
		return nil, err
	}
	if in.Judge, err = s.Judge(ctx, d.Benchmark, q.Convention, q.Runs); err != nil {
		return nil, err
	}
	for i, slugs := range compareviews.Together(q, &in.Board, runs) {
		for _, slug := range slugs {
			run := runs[i]
			if slug != run.Slug {
				if run, err = s.Store.FindRun(ctx, slug); err != nil {
					return nil, err
				}
			}
			trials, err := s.Store.Outcomes(ctx, run.ID)
			if err != nil {
				return nil, err
			}
			in.Trials[i] = append(in.Trials[i], trials)
		}
	}
	d.AddOutcomes(in)
	return d, nil
}

// reasons loads, for each task that only one run passed, the stored failure reason and what the
// other run did.
func (s Pages) reasons(ctx context.Context, d *compareviews.Comparison) (known compareviews.Known, err error) {
	var trials [2][]results.StoredTrial
	for i, run := range []results.Run{d.A.Of, d.B.Of} {
		if trials[i], err = s.Store.RunTrials(ctx, run.ID, ""); err != nil {
			return known, err
		}
		stored, err := s.Store.RunReasons(ctx, run.ID)
		if err != nil {
			return known, err
		}
		known.Kinds[i] = map[results.TaskName]results.ReasonKind{}
		kinds := why.ByTrial(trials[i], stored)
		for k := range trials[i] {
			t := &trials[i][k]
			if r, failed := kinds[t.ID]; failed && known.Kinds[i][t.TaskName()] == "" {
				known.Kinds[i][t.TaskName()] = r.Kind
			}
		}
	}
	known.Pairs, err = s.pairs(ctx, d, trials)
	return known, err
}

// pairs compares the trials of each task that only one of the two runs passed.
func (s Pages) pairs(ctx context.Context, d *compareviews.Comparison, trials [2][]results.StoredTrial) (map[results.TaskName]compareviews.Reason, error) {
	type pair struct {
		passed, failed *results.StoredTrial
		passing        int // index of the run that passed
	}
	pairs := map[results.TaskName]pair{}
	var ids [2][]int64
	for i := range d.Result.Tasks {
		t := &d.Result.Tasks[i]
		passing := slices.Index([]compare.Relation{compare.OnlyA, compare.OnlyB}, t.Relation())
		if passing < 0 {
			continue
		}
		passed, failed := firstOf(trials[passing], t.Task.Name(), true), firstOf(trials[1-passing], t.Task.Name(), false)
		if passed != nil && failed != nil {
			pairs[t.Task.Name()] = pair{passed, failed, passing}
			ids[0], ids[1] = append(ids[0], passed.ID), append(ids[1], failed.ID)
		}
	}
	known, err := s.Store.Explanations(ctx, ids[1])
	if err != nil {
		return nil, err
	}
	details, err := s.Store.ManyDetails(ctx, ids[0])
	if err != nil {
		return nil, err
	}
	found := make(map[results.TaskName]compareviews.Reason, len(pairs))
	for name, p := range pairs {
		passed, w := p.passed, known[p.failed.ID]
		passed.Details = details[passed.ID]
		var touches []files.Touch
		if c := why.MainCheck(w); c != nil && c.Option == "" {
			if touches, err = s.lastTouches(ctx, passed); err != nil {
				return nil, err
			}
		}
		r := compareviews.NewReason(w, passed, touches)
		if err := s.addAnchors(ctx, &r, name.Scenario, trials[p.passing], trials[1-p.passing]); err != nil {
			return nil, err
		}
		found[name] = r
	}
	return found, nil
}

// addAnchors looks up the lines that a reason quotes from trials of the run that passed and of the
// run that failed.
func (s Pages) addAnchors(ctx context.Context, r *compareviews.Reason, scenario string, passed, failed []results.StoredTrial) error {
	refs, at := r.Refs()
	if err := s.AddAnchors(ctx, failed, scenario, refs...); err != nil || at == nil {
		return err
	}
	return s.AddAnchors(ctx, passed, scenario, at)
}

// firstOf returns the first attempt at a task that passed, or the first that did not. It returns
// nil if there is none.
func firstOf(list []results.StoredTrial, task results.TaskName, passed bool) *results.StoredTrial {
	for i := range list {
		if t := &list[i]; t.TaskName() == task && (t.Status == results.Passed) == passed {
			return t
		}
	}
	return nil
}

// Maximum number of calls, and of bytes, that are read from a passed trial to find which files the
// agent wrote.
const (
	callsRead = 16
	bytesRead = 256 << 10
)

// lastTouches returns what the last calls of a trial did with files.
func (s Pages) lastTouches(ctx context.Context, t *results.StoredTrial) ([]files.Touch, error) {
	room := bytesRead
	steps, err := s.lastCalls(ctx, t, callsRead, &room)
	if n := len(steps); n > 0 && steps[n-1].StepID == t.StepsTotal {
		compareviews.Answer(&steps[n-1])
	}
	return files.NewTrail().Follow(0, files.NewNames(t.Details.Workspace), views.Pointers(steps)), err
}

// lastCalls loads the last steps with calls of a trial: at most `most` steps with a total of at
// most *room bytes. It subtracts their size from *room.
func (s Pages) lastCalls(ctx context.Context, t *results.StoredTrial, most int, room *int) ([]results.Step, error) {
	if t.StepsTotal == 0 {
		return nil, nil
	}
	from := max(1, t.StepsTotal-4*most)
	rows, err := s.Store.StepRows(ctx, t, from, t.StepsTotal-from+1)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r results.StepRow) bool { return r.Calls == 0 })
	first := len(rows)
	for first > max(0, len(rows)-most) && rows[first-1].Bytes <= *room {
		first--
		*room -= rows[first].Bytes
	}
	return s.Store.Steps(ctx, t, rows[first:])
}

func (s Pages) pickPage(c echo.Context, q compareviews.Query) error {
	ctx := c.Request().Context()
	names, err := s.ModelNames(ctx)
	if err != nil {
		return err
	}
	var chosen *results.Run
	if len(q.Runs) == 1 {
		run, err := s.Store.FindRun(ctx, q.Runs[0])
		if err != nil {
			return err
		}
		chosen = &run
	}
	p := compareviews.NewPick(q, names, chosen)
	p.Same = chosen != nil && web.Ask(c).Text("a") == web.Ask(c).Text("b")
	if err := s.addPicks(ctx, p); err != nil {
		return err
	}
	return web.HTML(c, compareviews.PickPage(s.Frame, p))
}

// known returns an error if the query contains an unknown run. For a withdrawn run, the error page
// explains the withdrawal.
func (s Pages) known(ctx context.Context, q compareviews.Query) error {
	for _, slug := range q.Runs {
		_, err := s.Store.FindRun(ctx, slug)
		if !web.IsNotFound(err) {
			if err != nil {
				return err
			}
			continue
		}
		if _, gone := s.Store.FindWithdrawal(ctx, slug); gone == nil {
			return err
		}
		return web.Bad("%s names no run.", slug)
	}
	return nil
}

// addPicks adds the runs that can be chosen: those of all benchmarks, or of the requested one.
func (s Pages) addPicks(ctx context.Context, p *compareviews.Pick) error {
	list, err := s.Store.Benchmarks(ctx)
	if id := p.Query.Benchmark; id != "" {
		var b results.Benchmark
		b, err = s.Store.FindBenchmark(ctx, id)
		list = []results.Benchmark{b}
	}
	if err != nil {
		return err
	}
	for _, b := range list {
		if s.Frame.Static {
			board, err := s.BoardRuns(ctx, b)
			if err != nil {
				return err
			}
			p.AddStanding(b, board.Rows)
			continue
		}
		runs, _, err := s.Store.Runs(ctx, results.RunFilter{Benchmark: b.ID, Limit: pickRuns})
		if err != nil {
			return err
		}
		p.AddRuns(b, runs)
	}
	return nil
}
