package board

import (
	"context"
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

// lastDay is a day that no state of a board is after.
const lastDay = "9999-12-31"

// state reads how a board stood on a day.
func (s Pages) state(ctx context.Context, b results.Benchmark, q boardreport.BoardQuery, day string) (*boardreport.BoardState, error) {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return nil, web.Bad("as_of=%s is no day; write it as 2026-01-31.", day)
	}
	kept, err := s.Store.FindBoardState(ctx, b.ID, q.Convention, q.Without, day)
	if err != nil {
		return nil, err
	}
	days, err := s.Store.StateDays(ctx, b.ID, q.Convention, q.Without)
	if err != nil {
		return nil, err
	}
	d, err := boardreport.NewBoardState(b, q, kept, days)
	if err != nil {
		return nil, err
	}
	if d.Board.Size, err = s.Store.BenchmarkSize(ctx, b.ID); err != nil {
		return nil, err
	}
	d.Board.Cite, err = s.Citation(ctx, b.ID)
	return d, err
}

// statePage is GET /b/{benchmark}?as_of={day}. A day on which nothing changed
// leads to the state in which the board was.
func (s Pages) statePage(c echo.Context, b results.Benchmark, q boardreport.BoardQuery, day string) error {
	csv := web.WantsCSV(c)
	d, err := s.state(c.Request().Context(), b, q, day)
	if err != nil {
		return err
	}
	if d.Day != day {
		values := c.Request().URL.Query()
		values.Set("as_of", d.Day)
		return c.Redirect(http.StatusFound, link.To(values, "b", b.ID))
	}
	if csv {
		header, rows := d.Board.CSV()
		return web.Table(c, d.Benchmark+"-leaderboard-"+d.Day, header, rows)
	}
	d.Board.Window = web.ReadLeaf(c, web.PageParam, web.RowsOnPage)
	return web.HTML(c, boardviews.StatePage(s.Frame, d))
}

// boardCitation is the state of a benchmark's board.
func (s Pages) boardCitation(ctx context.Context, d *boardreport.Board) (report.Citation, error) {
	x, err := s.Citation(ctx, d.Benchmark)
	if err != nil || s.Frame.Static { // written to files, a board has no former states
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
	if days, err := s.Store.StateDays(ctx, d.Benchmark, d.Query.Convention, d.Query.Without); err != nil {
		return x, err
	} else if len(days) > 1 {
		d.Before = days[1]
	}
	return x, nil
}
