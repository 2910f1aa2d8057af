package web

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// withdrawn is a request for something of a run that was withdrawn.
type withdrawn struct{ results.Withdrawal }

// Error implements error. The reader sees it.
func (w withdrawn) Error() string {
	return fmt.Sprintf("The run %s was withdrawn on %s, and its content was deleted. The reason given: %s", w.Run, words.Date(&w.At), ui.Plain(w.Reason))
}

// orWithdrawn says that what was not found belonged to a withdrawn run, if the
// address names one: in its path, or as what is compared or searched.
func (s *Server) orWithdrawn(err error, c echo.Context) error {
	if !IsNotFound(err) {
		return err
	}
	ctx := context.WithoutCancel(c.Request().Context())
	for _, slug := range []string{c.Param("run"), c.QueryParam("a"), c.QueryParam("b"), c.QueryParam("run")} {
		if !results.ValidSlug(slug) {
			continue
		}
		if w, werr := s.Store.FindWithdrawal(ctx, slug); werr == nil {
			return withdrawn{w}
		}
	}
	return err
}
