package board

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/web"
)

// efficiencyFields are the parameters of the page.
func efficiencyFields() web.Query {
	words := []string{""}
	for _, a := range report.ExpenseAxes() {
		words = append(words, a.Key)
	}
	return web.Query{web.WordField("x", words...), web.TextField("group")}
}

// efficiency reads the address and everything that the page shows.
func (s Pages) efficiency(c echo.Context) (*boardreport.Efficiency, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	totals, err := s.Store.RunTotals(ctx, v.Benchmark.ID, 0)
	if err != nil {
		return nil, err
	}
	figures, err := s.Store.Figures(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	d, err := boardreport.NewEfficiency(v, totals, figures, web.Ask(c).Word("x"), web.Ask(c).Text("group"))
	if err != nil || !d.Testable() {
		return d, err
	}
	g, err := s.JudgedGroup(ctx, v, d.Group)
	if err != nil {
		return nil, err
	}
	d.Beat(g)
	return d, nil
}

// efficiencyPage is GET /b/{benchmark}/efficiency.
func (s Pages) efficiencyPage(c echo.Context) error {
	d, err := s.efficiency(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, d.Benchmark+"-efficiency", boardviews.EfficiencyTable(d))
	}
	d.Window = web.ReadLeaf(c, web.PageParam, web.RowsOnPage)
	return web.HTML(c, boardviews.EfficiencyPage(s.Frame, d))
}
