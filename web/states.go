package web

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// statesOnPage is how many states of a board are listed at once: each is compared
// with the one before, row by row.
const statesOnPage = 30

// lastState is the day that an address has for the newest state, and lastDay one
// that no state is after.
const (
	lastState = "latest"
	lastDay   = "9999-12-31"
)

// stateRoutes registers how boards stood on former days.
func (s *Server) stateRoutes(page, api route) {
	page("/b/:benchmark/states", heavy, s.statesPage, stateFields().and(offsetField(), csvField()))
	api("/benchmarks/:benchmark/states", heavy, jsonOf(s.statesWindow), stateFields().and(numberField("limit", statesOnPage, 1, 100), offsetField()), report.BoardStates{})
	page("/b/:benchmark/states/:day", heavy, s.statePage, stateFields().and(pageField()).and(chartFields()...))
	api("/benchmarks/:benchmark/states/:day", heavy, jsonOf(s.state), stateFields(), report.BoardState{})
}

// stateFields say which of a benchmark's boards is meant.
func stateFields() query {
	return query{textField("convention"), wordField("without", "", results.WithoutDoubtful)}
}

// whichBoard reads the benchmark and which of its boards the address asks for.
func (s *Server) whichBoard(c echo.Context) (results.Benchmark, report.BoardQuery, error) {
	var q report.BoardQuery
	id, err := param(c, "benchmark")
	if err != nil {
		return results.Benchmark{}, q, err
	}
	b, err := s.findBenchmark(c.Request().Context(), id)
	if err != nil {
		return b, q, err
	}
	q, err = parseBoardChoice(c, b)
	return b, q, err
}

// states lists a window of the states of a board.
func (s *Server) states(c echo.Context, limit, offset int) (*report.BoardStates, error) {
	b, q, err := s.whichBoard(c)
	if err != nil {
		return nil, err
	}
	list, total, err := s.store.BoardStates(c.Request().Context(), b.ID, q.Convention, q.Without, limit+1, offset)
	if err != nil {
		return nil, err
	}
	d, err := report.NewBoardStates(b, q, list, offset+len(list) >= total && len(list) <= limit)
	if err != nil {
		return nil, err
	}
	d.Total, d.Limit, d.Offset = total, limit, offset
	return d, nil
}

func (s *Server) statesWindow(c echo.Context) (*report.BoardStates, error) {
	a := ask(c)
	return s.states(c, a.number("limit"), a.number("offset"))
}

// statesPage is GET /b/{benchmark}/states.
func (s *Server) statesPage(c echo.Context) error {
	if wantsCSV(c) {
		return s.statesCSV(c)
	}
	d, err := s.states(c, statesOnPage, ask(c).number("offset"))
	if err != nil {
		return err
	}
	return html(c, views.StatesPage(s.frame, d))
}

// statesCSV is the whole list, the newest first.
func (s *Server) statesCSV(c echo.Context) error {
	var rows [][]string
	for offset := 0; ; offset += statesOnPage {
		d, err := s.states(c, statesOnPage, offset)
		if err != nil {
			return err
		}
		for i := range d.States {
			rows = append(rows, d.States[i].CSV()...)
		}
		if offset+statesOnPage >= d.Total {
			return table(c, d.Benchmark+"-states", report.BoardStatesHeader(), rows)
		}
	}
}

// state reads how a board stood on the day of the address.
func (s *Server) state(c echo.Context) (*report.BoardState, error) {
	b, q, err := s.whichBoard(c)
	if err != nil {
		return nil, err
	}
	ctx, day := c.Request().Context(), c.Param("day")
	if day == lastState {
		day = lastDay
	} else if _, err := time.Parse(time.DateOnly, day); err != nil {
		return nil, fmt.Errorf("day %q: %w", day, results.ErrNotFound)
	}
	kept, err := s.store.FindBoardState(ctx, b.ID, q.Convention, q.Without, day)
	if err != nil {
		return nil, err
	}
	days, err := s.store.StateDays(ctx, b.ID, q.Convention, q.Without)
	if err != nil {
		return nil, err
	}
	now, err := s.store.FindBoard(ctx, b.ID, q.Convention, q.Without)
	if err != nil && !isNotFound(err) {
		return nil, err
	}
	d, err := report.NewBoardState(b, q, kept, days, now)
	if err != nil {
		return nil, err
	}
	if d.Board.Size, err = s.store.BenchmarkSize(ctx, b.ID); err != nil {
		return nil, err
	}
	d.Board.Cite, err = s.citation(ctx, b.ID)
	return d, err
}

// statePage is GET /b/{benchmark}/states/{day}. A day on which nothing changed
// leads to the state in which the board was.
func (s *Server) statePage(c echo.Context) error {
	csv := wantsCSV(c)
	d, err := s.state(c)
	if err != nil {
		return err
	}
	d.Board.Window = readLeaf(c, pageParam, rowsOnPage)
	if d.Day != c.Param("day") {
		to := d.Address(d.Day)
		if csv || wantsChart(c) {
			q := link.With(d.Board.Query.Choice(), "format", ask(c).word("format"))
			to = link.State(link.With(q, "chart", chartAsked(c)), d.Benchmark, d.Day)
		}
		return c.Redirect(http.StatusFound, to)
	}
	if csv {
		header, rows := d.Board.CSV()
		return table(c, d.Benchmark+"-leaderboard-"+d.Day, header, rows)
	}
	return html(c, views.StatePage(s.frame, d))
}

// boardCitation is the state of a benchmark's board.
func (s *Server) boardCitation(ctx context.Context, d *report.Board) (report.Citation, error) {
	x, err := s.citation(ctx, d.Benchmark)
	if err != nil {
		return x, err
	}
	kept, err := s.store.FindBoardState(ctx, d.Benchmark, d.Query.Convention, d.Query.Without, lastDay)
	if isNotFound(err) {
		return x, nil // a database that no writer has opened since states are kept
	}
	if err != nil {
		return x, err
	}
	digest, err := kept.Digest()
	if err != nil {
		return x, err
	}
	now := results.StateOf(d.Whole, "")
	if is, err := now.Digest(); err != nil || is != digest {
		return x, err // its boards are being rebuilt
	}
	x.Digest, x.Day, x.State = digest, kept.Day, link.State(d.Query.Choice(), d.Benchmark, kept.Day)
	return x, nil
}
