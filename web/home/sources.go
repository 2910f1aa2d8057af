package home

import (
	"math"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sources"
	"github.com/clawatlas/clawatlas/web"
)

// Sources are the public repositories that are known to hold records of runs.
type Sources struct {
	Sources []sources.Here `json:"sources"` // with what the database has of each
}

// SourceRoutes registers the list; the page of it is a document.
func (s Pages) SourceRoutes(api web.Route) {
	api("/sources", web.Light, web.JsonOf(s.sources), web.Nothing(), Sources{})
}

func (s Pages) sources(c echo.Context) (*Sources, error) {
	runs, _, err := s.Store.Runs(c.Request().Context(), results.RunFilter{Bare: true, Limit: math.MaxInt32})
	return &Sources{sources.In(sources.All(), runs)}, err
}
