package trial

import (
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/web"
)

// trialText is the page of a trial as plain text, window by window.
func (s Pages) trialText(c echo.Context) error {
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	q.From = web.Ask(c).Number("from")
	ctx := c.Request().Context()
	t, err := s.LoadTrial(ctx, q)
	if err != nil {
		return err
	}
	if err := beyond(t); err != nil {
		return err
	}
	if t.StepsTotal > 0 {
		if err := s.loadTrace(ctx, t); err != nil {
			return err
		}
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/plain; charset=utf-8")
	h.Set("Content-Security-Policy", web.RawPolicy)
	c.Response().WriteHeader(http.StatusOK)
	_, err = io.WriteString(c.Response(), t.AsText())
	return err
}
