package web

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// ChartFields are the parameters with which a page answers one of its charts, or
// its table.
func ChartFields() Query {
	return Query{TextField("chart"), WordField("format", "", "csv", "parquet", "svg", "png").Also("html")}
}

// ChartAsked is the chart that an address asks for; empty for the page itself.
func ChartAsked(c echo.Context) string {
	a := Ask(c)
	if a.Fields.Find("chart") == nil {
		return ""
	}
	return a.Text("chart")
}

// WantsChart reports whether an address asks for one of the page's charts.
func WantsChart(c echo.Context) bool {
	a := Ask(c)
	return a.Fields.Find("chart") != nil && (a.Text("chart") != "" || slices.Contains([]string{"svg", "png"}, a.Word("format")))
}

// chartSource is the line below a chart that stands by itself: its page, and the day
// on which the page's benchmark has changed last, or else the database.
func chartSource(c echo.Context) (string, error) {
	source := "ClawAtlas, " + c.Request().URL.Path
	changed, ok := c.Get(changedKey).(func(context.Context, string) (int64, error))
	if !ok {
		return source, nil
	}
	for _, benchmark := range []string{c.Param("benchmark"), ""} {
		if at, err := changed(c.Request().Context(), benchmark); err != nil || at != 0 {
			return source + ", as of " + words.Date(&at), err
		}
	}
	return source, nil
}

// answerChart answers with one chart of a page, as a picture or as its numbers. The
// page is rendered to find it, so that what can be taken is what is shown.
func answerChart(c echo.Context, page templ.Component) error {
	ctx, found := chart.Collecting(ui.At(c.Request().Context(), placeOf(c)))
	if err := page.Render(ctx, io.Discard); err != nil {
		return err
	}
	id, format := ChartAsked(c), Ask(c).Word("format")
	d, ok := found.Find(id)
	switch {
	case !ok && len(found.IDs()) == 0:
		return Bad("This page has no chart.")
	case !ok:
		return Bad("chart=%s is not drawn on this page; it has %s.", id, strings.Join(found.IDs(), ", "))
	case format == "":
		return Bad("chart=%s needs a format: svg, png, csv or parquet.", id)
	}
	name := strings.ReplaceAll(strings.Trim(c.Request().URL.Path, "/"), "/", "-") + "-" + id
	if isTable(format) {
		header, rows := d.Data()
		return Table(c, name, header, rows)
	}
	source, err := chartSource(c)
	if err != nil {
		return err
	}
	if format == "png" {
		draw, ok := c.Get(drawKey).(func(context.Context, chart.Drawing, string) ([]byte, error))
		if !ok {
			return errors.New("a request without a way to draw")
		}
		png, err := draw(c.Request().Context(), d, source)
		if err != nil {
			return err
		}
		c.Response().Header().Set("Content-Disposition", `inline; filename="`+name+`.png"`)
		return c.Blob(http.StatusOK, "image/png", png)
	}
	svg, _, err := chart.File(d, source)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", chart.Policy)
	h.Set("Content-Disposition", `inline; filename="`+name+`.svg"`)
	h.Set(echo.HeaderContentType, "image/svg+xml")
	c.Response().WriteHeader(http.StatusOK)
	_, err = io.WriteString(c.Response(), svg)
	return err
}

// drawChart gives a chart as a picture of pixels. To draw one takes an export longer
// than most pages, and views of a page and former boards show many alike: there a
// picture is drawn once.
func (s *Server) drawChart(ctx context.Context, d chart.Drawing, source string) ([]byte, error) {
	if !s.Frame.Static {
		png, _, err := chart.PNG(d, source)
		return png, err
	}
	same, _, err := chart.File(d, source)
	if err != nil {
		return nil, err
	}
	key := MemoKey{What: "picture", Convention: fmt.Sprintf("%x", sha256.Sum256([]byte(same)))}
	return Remember(ctx, s.pictures, key, func() ([]byte, error) {
		png, _, err := chart.PNG(d, source)
		return png, err
	})
}
