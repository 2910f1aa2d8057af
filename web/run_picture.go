package web

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// PictureEnd is how the address of a run's picture ends.
const PictureEnd = ".svg"

// IsPicture reports whether a request is for the picture of a run.
func IsPicture(c echo.Context) bool {
	return c.Path() == "/runs/:run" && strings.HasSuffix(pathValue(c.Param("run")), PictureEnd)
}

// Fingerprints reads those of runs of a benchmark, by their keys.
func (s *Server) Fingerprints(ctx context.Context, b results.Benchmark, runs []int64) (map[int64]report.Fingerprint, error) {
	scenarios, err := s.Store.Scenarios(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, b.ID, "")
	if err != nil {
		return nil, err
	}
	means, err := s.Store.TaskMeans(ctx, runs)
	if err != nil {
		return nil, err
	}
	return report.Fingerprints(b, scenarios, tasks, means, runs), nil
}
