package board

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/web"
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

// StateRoutes registers how boards stood on former days.
func (s Pages) StateRoutes(page, api web.Route) {
	page("/b/:benchmark/states", web.Heavy, s.statesPage, stateFields().And(web.OffsetField(), web.CSVField()))
	api("/benchmarks/:benchmark/states", web.Heavy, web.JsonOf(s.statesWindow),
		stateFields().And(web.NumberField("limit", statesOnPage, 1, 100), web.OffsetField()), boardreport.BoardStates{})
	page("/b/:benchmark/states/:day", web.Heavy, s.statePage, stateFields().And(web.PageField()).And(web.CSVField()))
	api("/benchmarks/:benchmark/states/:day", web.Heavy, web.JsonOf(s.state), stateFields(), boardreport.BoardState{})
}

// stateFields say which of a benchmark's boards is meant.
func stateFields() web.Query {
	return web.Query{web.TextField("convention"), web.WordField("without", "", results.WithoutDoubtful)}
}

// whichBoard reads the benchmark and which of its boards the address asks for.
func (s Pages) whichBoard(c echo.Context) (results.Benchmark, boardreport.BoardQuery, error) {
	var q boardreport.BoardQuery
	id, err := web.Param(c, "benchmark")
	if err != nil {
		return results.Benchmark{}, q, err
	}
	b, err := s.FindBenchmark(c.Request().Context(), id)
	if err != nil {
		return b, q, err
	}
	q, err = parseBoardChoice(c, b)
	return b, q, err
}

// states lists a window of the states of a board.
func (s Pages) states(c echo.Context, limit, offset int) (*boardreport.BoardStates, error) {
	b, q, err := s.whichBoard(c)
	if err != nil {
		return nil, err
	}
	list, total, err := s.Store.BoardStates(c.Request().Context(), b.ID, q.Convention, q.Without, limit+1, offset)
	if err != nil {
		return nil, err
	}
	d, err := boardreport.NewBoardStates(b, q, list, offset+len(list) >= total && len(list) <= limit)
	if err != nil {
		return nil, err
	}
	d.Total, d.Limit, d.Offset = total, limit, offset
	return d, nil
}

func (s Pages) statesWindow(c echo.Context) (*boardreport.BoardStates, error) {
	a := web.Ask(c)
	return s.states(c, a.Number("limit"), a.Number("offset"))
}

// statesPage is GET /b/{benchmark}/states.
func (s Pages) statesPage(c echo.Context) error {
	if web.WantsCSV(c) {
		return s.statesCSV(c)
	}
	d, err := s.states(c, statesOnPage, web.Ask(c).Number("offset"))
	if err != nil {
		return err
	}
	return web.HTML(c, boardviews.StatesPage(s.Frame, d))
}

// statesCSV is the whole list, the newest first.
func (s Pages) statesCSV(c echo.Context) error {
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
			return web.Table(c, d.Benchmark+"-states", boardreport.BoardStatesHeader(), rows)
		}
	}
}

// state reads how a board stood on the day of the address.
func (s Pages) state(c echo.Context) (*boardreport.BoardState, error) {
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
	kept, err := s.Store.FindBoardState(ctx, b.ID, q.Convention, q.Without, day)
	if err != nil {
		return nil, err
	}
	days, err := s.Store.StateDays(ctx, b.ID, q.Convention, q.Without)
	if err != nil {
		return nil, err
	}
	now, err := s.Store.FindBoard(ctx, b.ID, q.Convention, q.Without)
	if err != nil && !web.IsNotFound(err) {
		return nil, err
	}
	d, err := boardreport.NewBoardState(b, q, kept, days, now)
	if err != nil {
		return nil, err
	}
	if d.Board.Size, err = s.Store.BenchmarkSize(ctx, b.ID); err != nil {
		return nil, err
	}
	d.Board.Cite, err = s.Citation(ctx, b.ID)
	return d, err
}

// statePage is GET /b/{benchmark}/states/{day}. A day on which nothing changed
// leads to the state in which the board was.
func (s Pages) statePage(c echo.Context) error {
	csv := web.WantsCSV(c)
	d, err := s.state(c)
	if err != nil {
		return err
	}
	d.Board.Window = web.ReadLeaf(c, web.PageParam, web.RowsOnPage)
	if d.Day != c.Param("day") {
		to := d.Address(d.Day)
		if csv {
			to = link.State(link.With(d.Board.Query.Choice(), "format", web.Ask(c).Word("format")), d.Benchmark, d.Day)
		}
		return c.Redirect(http.StatusFound, to)
	}
	if csv {
		header, rows := d.Board.CSV()
		return web.Table(c, d.Benchmark+"-leaderboard-"+d.Day, header, rows)
	}
	return web.HTML(c, boardviews.StatePage(s.Frame, d))
}

// boardCitation is the state of a benchmark's board.
func (s Pages) boardCitation(ctx context.Context, d *boardreport.Board) (report.Citation, error) {
	x, err := s.Citation(ctx, d.Benchmark)
	if err != nil {
		return x, err
	}
	kept, err := s.Store.FindBoardState(ctx, d.Benchmark, d.Query.Convention, d.Query.Without, lastDay)
	if web.IsNotFound(err) {
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
