package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// efficiencyFields are the parameters of the page.
func efficiencyFields() query {
	words := []string{""}
	for _, a := range report.ExpenseAxes() {
		words = append(words, a.Key)
	}
	return query{wordField("x", words...), textField("group")}
}

// efficiency reads the address and everything that the page shows.
func (s *Server) efficiency(c echo.Context) (*report.Efficiency, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	totals, err := s.store.RunTotals(ctx, v.Benchmark.ID, 0)
	if err != nil {
		return nil, err
	}
	figures, err := s.store.Figures(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	d, err := report.NewEfficiency(v, totals, figures, ask(c).word("x"), ask(c).text("group"))
	if err != nil || !d.Testable() {
		return d, err
	}
	g, err := s.loadGroup(ctx, v, d.Group)
	if err != nil {
		return nil, err
	}
	d.Beat(v, g)
	return d, nil
}

// efficiencyPage is GET /b/{benchmark}/efficiency.
func (s *Server) efficiencyPage(c echo.Context) error {
	d, err := s.efficiency(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, d.Benchmark+"-efficiency", views.EfficiencyTable(d))
	}
	d.Window = readLeaf(c, pageParam, rowsOnPage)
	return html(c, views.EfficiencyPage(s.frame, d))
}
