package trial

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
	"github.com/clawatlas/clawatlas/web"
)

// recordingMost is the most bytes of a recording that are drawn for a page.
const recordingMost = 32 << 20

// screensRoutes registers what a trial's terminal showed. A site of files does not link
// them: an address there holds no time.
func (s Pages) screensRoutes(page, api web.Route) {
	fields := TrialFields().And(web.NumberField("recording", 1, 1, stepsMost), web.TextField("at"))
	for _, base := range trialBases() {
		page(base+"/screens", web.Heavy, s.screensPage, fields)
	}
	api("/runs/:run/:scenario/:task/screens", web.Heavy, web.JsonOf(s.trialScreens), fields)
}

func (s Pages) trialScreens(c echo.Context) (*trialviews.TrialScreens, error) {
	q, err := s.parseTrial(c)
	if err != nil {
		return nil, err
	}
	n, at := web.Ask(c).Number("recording"), 0.0
	if text := web.Ask(c).Text("at"); text != "" {
		if at, err = strconv.ParseFloat(text, 64); err != nil || at < 0 || math.IsNaN(at) || math.IsInf(at, 0) {
			return nil, web.Bad("at=%s is not a time in seconds.", text)
		}
	}
	ctx := c.Request().Context()
	t, err := s.LoadTrial(ctx, q)
	if err != nil {
		return nil, err
	}
	raws, err := s.Store.Raws(ctx, t.Stored.Run.ID, t.Stored.Trial.ID)
	if err != nil {
		return nil, err
	}
	x := trialviews.NewTrialScreens(t, raws)
	switch {
	case n > max(1, len(x.Recordings)):
		return nil, fmt.Errorf("recording %d of a trial: %w", n, results.ErrNotFound)
	case len(x.Recordings) == 0:
		return x, nil
	case x.Recordings[n-1].Bytes > recordingMost:
		x.Play(n, nil, at)
		return x, nil
	}
	body, err := s.Store.RawReader(ctx, x.Recordings[n-1].ID)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(body)
	if err != nil {
		return nil, fmt.Errorf("read recording %s: %w", x.Recordings[n-1].Name, err)
	}
	x.Play(n, data, at)
	return x, nil
}

// screensPage is /runs/{run}/{scenario}/{task}/screens.
func (s Pages) screensPage(c echo.Context) error {
	x, err := s.trialScreens(c)
	if err != nil {
		return err
	}
	return web.HTML(c, trialviews.ScreensPage(s.Frame, x))
}
