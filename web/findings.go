package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/findings"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// findingRoutes registers /findings, /findings/{finding} and their twins.
func (s *Server) findingRoutes(page, api route) {
	page("/findings", heavy, s.findingsPage, nothing())
	api("/findings", heavy, s.findingsAPI, windowFields(), report.Findings{})
	page("/findings/:finding", heavy, s.findingPage, chartFields())
	api("/findings/:finding", heavy, jsonOf(s.finding), nothing(), report.Finding{})
}

// noFinding is a request for a finding that does not hold.
type noFinding struct{ text string }

// Error implements error. The reader sees it.
func (e noFinding) Error() string { return e.text }

// keptFindings are the findings that hold, in the order of the site. They change
// with the database alone.
func (s *Server) keptFindings(ctx context.Context) ([]report.Finding, error) {
	benchmarks, err := s.store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	return s.findingsOf(ctx, benchmarks)
}

// findingsOf is keptFindings for who has read the list of all benchmarks.
func (s *Server) findingsOf(ctx context.Context, benchmarks []results.Benchmark) ([]report.Finding, error) {
	return remember(ctx, s.store, memoKey{what: "findings"}, func() ([]report.Finding, error) { return s.readFindings(ctx, benchmarks) })
}

// readFindings applies the rules to every benchmark.
func (s *Server) readFindings(ctx context.Context, benchmarks []results.Benchmark) ([]report.Finding, error) {
	var all []findings.Finding
	records := map[string]report.FindingRecords{}
	for _, b := range benchmarks {
		in, err := s.findingInput(ctx, b)
		if err != nil {
			return nil, err
		}
		all = append(all, findings.Of(in)...)
		if len(in.Board.Doubtful) > 0 {
			if records[b.ID], err = s.findingRecords(ctx, b, in.Board); err != nil {
				return nil, err
			}
		}
	}
	list := []report.Finding{}
	for _, f := range findings.Order(all) {
		list = append(list, report.NewFinding(f, records[f.Benchmark.ID]))
	}
	return list, nil
}

// findingInput reads what the rules look at.
func (s *Server) findingInput(ctx context.Context, b results.Benchmark) (in findings.Input, err error) {
	in.Benchmark = b
	if in.Board, err = s.defaultBoard(ctx, b); err != nil {
		return in, err
	}
	if len(in.Board.Doubtful) > 0 {
		if in.Without, err = s.store.FindBoard(ctx, b.ID, score.ConventionsOf(b)[0].ID, results.WithoutDoubtful); err != nil && !isNotFound(err) {
			return in, err
		}
	}
	if in.Tables, err = s.store.StatTables(ctx, b.ID); err != nil {
		return in, err
	}
	if b.HasWorld {
		if err = s.findingLooks(ctx, &in); err != nil {
			return in, err
		}
	}
	first, second, ok := findings.Pair(in.Board)
	if !ok || board.TooFew(in.Board.Statistics) {
		return in, nil
	}
	c := compare.Input{Benchmark: b, Convention: in.Board.Convention}
	if c.Tasks, err = s.store.Tasks(ctx, b.ID, ""); err != nil {
		return in, err
	}
	for _, side := range []struct {
		slug string
		run  **results.ScoredRun
	}{{*first.Run, &c.A}, {*second.Run, &c.B}} {
		r := &results.ScoredRun{}
		if r.Run, err = s.store.FindRun(ctx, side.slug); err != nil {
			return in, err
		}
		if r.Trials, err = s.store.Outcomes(ctx, r.ID); err != nil {
			return in, err
		}
		*side.run = r
	}
	in.Pair = compare.Run(c)
	return in, nil
}

// looksRead is how many ranked systems are asked for their looks, best first.
const looksRead = 20

// findingLooks reads what the best ranked system looked at of which it is known.
func (s *Server) findingLooks(ctx context.Context, in *findings.Input) error {
	worlds, err := s.store.Worlds(ctx, in.Benchmark.ID)
	if err != nil || len(worlds) == 0 {
		return err
	}
	rows := board.Population(in.Board)
	for _, row := range rows[:min(len(rows), looksRead)] {
		run, err := s.store.FindRun(ctx, *row.Run)
		if err != nil {
			return err
		}
		looked, err := s.store.Looked(ctx, run.ID, "")
		if err != nil {
			return err
		}
		if x := report.NewRunLooks(row, &looked, worlds); x != nil {
			in.LooksKnown++
			if in.Looks == nil {
				in.Looks = x
			}
		}
	}
	return nil
}

// findingRecords reads the verdicts of the best ranked systems.
func (s *Server) findingRecords(ctx context.Context, b results.Benchmark, of results.Board) (r report.FindingRecords, err error) {
	rows := board.Population(of)
	r.Runs = rows[:min(len(rows), report.FindingStrips)]
	r.Fingerprints = map[string]report.Fingerprint{}
	ids := make([]int64, len(r.Runs))
	for i, row := range r.Runs {
		run, err := s.store.FindRun(ctx, *row.Run)
		if err != nil {
			return r, err
		}
		ids[i] = run.ID
	}
	all, err := s.fingerprints(ctx, b, ids)
	for i, row := range r.Runs {
		r.Fingerprints[*row.Run] = all[ids[i]]
	}
	return r, err
}

// finding is the finding that the address names.
func (s *Server) finding(c echo.Context) (*report.Finding, error) {
	slug, err := param(c, "finding")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	benchmarks, err := s.store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.findingsOf(ctx, benchmarks)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Slug == slug {
			return &list[i], nil
		}
	}
	if _, b, ok := findings.Named(slug, benchmarks); ok {
		return nil, noFinding{report.NoFinding(b)}
	}
	return nil, results.ErrNotFound
}

// findingsPage is GET /findings.
func (s *Server) findingsPage(c echo.Context) error {
	list, err := s.keptFindings(c.Request().Context())
	if err != nil {
		return err
	}
	return html(c, views.FindingsPage(s.frame, list))
}

// findingsAPI is GET /api/v1/findings.
func (s *Server) findingsAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	list, err := s.keptFindings(c.Request().Context())
	if err != nil {
		return err
	}
	return object(c, report.Findings{Findings: report.Span(list, limit, offset), Limit: limit, Offset: offset, Total: len(list)})
}

// findingPage is GET /findings/{finding}.
func (s *Server) findingPage(c echo.Context) error {
	f, err := s.finding(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		header, rows := f.CSV()
		return table(c, "finding-"+f.Slug, header, rows)
	}
	return html(c, views.FindingPage(s.frame, f))
}
