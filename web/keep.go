package web

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"
)

// Keeping says how long caches between the site and its readers may answer by
// themselves. A reader's own browser always asks again, so that after a change
// of the database a page is at most SMaxAge old (and StaleWhileRevalidate, if
// that is set), which is also how long a run that was taken down may be seen.
type Keeping struct {
	SMaxAge time.Duration // of all pages; 0: caches ask each time
	// RunSMaxAge is that of a run's own pages and records, whose addresses hold
	// the digest of the records.
	RunSMaxAge           time.Duration
	StaleWhileRevalidate time.Duration // beyond these; browsers heed it as well
}

// control is the value of Cache-Control for the pages of a route.
func (k Keeping) control(route string) string {
	age := k.SMaxAge
	// A record's number is that of the database, not of the run.
	if names := PathNames(route); slices.Contains(names, "run") && !slices.Contains(names, "id") {
		age = k.RunSMaxAge
	}
	if age < time.Second {
		return "no-cache"
	}
	value := fmt.Sprintf("public, max-age=0, s-maxage=%d", int(age.Seconds()))
	if stale := int(k.StaleWhileRevalidate.Seconds()); stale > 0 {
		return fmt.Sprintf("%s, stale-while-revalidate=%d", value, stale)
	}
	return value + ", must-revalidate"
}

// mayKeep sets the headers of an answer that may be kept, and has to be asked
// for again with its validator when its time is over.
func (s *Server) mayKeep(c echo.Context, etag string) {
	h := c.Response().Header()
	h.Set("ETag", etag)
	h.Set("Cache-Control", s.keeping.control(c.Path()))
	h.Set("Vary", "Accept-Encoding")
}

// mustNotKeep is for answers of no known state of the database, and for those
// that are no page.
func mustNotKeep(h http.Header) {
	h.Del("ETag")
	h.Set("Cache-Control", "no-store")
}
