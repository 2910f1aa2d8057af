package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/views"
)

// What scripts of other sites may ask with, and what they may read of an answer
// beside its body and the headers that every browser hands on.
const (
	corsMethods = "GET, HEAD, OPTIONS"
	corsAsked   = "Accept, If-Match, If-None-Match, If-Range, Range"
	corsShown   = "Accept-Ranges, Content-Disposition, Content-Encoding, Content-Length, Content-Range, ETag, Link, Location, " +
		"Retry-After, X-Request-Id"
	corsMaxAge = "86400" // seconds for which a browser need not ask again whether it may ask
)

// cors lets scripts of any site read what is data: the API, tables and raw
// records; pictures say so themselves, see mayEmbed. They cannot send cookies
// along, and there are none. A page is not data: no site may read one or put it
// into a frame.
func (s *Server) cors(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		if s.cfg.SameOrigin {
			c.Response().Before(func() { h.Del(echo.HeaderAccessControlAllowOrigin) }) // also of a picture
			return next(c)
		}
		if !isData(c) {
			return next(c)
		}
		h.Set(echo.HeaderAccessControlAllowOrigin, "*")
		if c.Request().Method != http.MethodOptions {
			h.Set(echo.HeaderAccessControlExposeHeaders, corsShown)
			return next(c)
		}
		h.Set(echo.HeaderAllow, corsMethods)
		h.Set(echo.HeaderAccessControlAllowMethods, corsMethods)
		h.Set(echo.HeaderAccessControlAllowHeaders, corsAsked)
		h.Set(echo.HeaderAccessControlMaxAge, corsMaxAge)
		return c.NoContent(http.StatusNoContent)
	}
}

// isData reports whether a request is for data rather than for a page. A fault
// answers as what was asked for would, so that a script learns what is wrong.
func isData(c echo.Context) bool {
	at := c.Request().URL.Path
	switch {
	case strings.HasPrefix(at, "/api/v1/"), strings.HasPrefix(at, "/raw/"), strings.HasPrefix(at, "/data/"):
		return true
	case strings.HasPrefix(at, "/runs/") && isRaw(c.Path()):
		return true
	}
	return isTable(c.QueryParam("format"))
}

// isRaw reports whether a route below a run sends records as they were kept.
func isRaw(route string) bool {
	return strings.HasSuffix(route, "/raw") || strings.HasSuffix(route, "/raw/*") || strings.HasSuffix(route, "/records/:id")
}

const (
	BadgeRoute      = "/badge/:benchmark/:run"
	ModelBadgeRoute = "/badge/:benchmark/models/:model"
)

// embedPolicy is the policy of an answer that other sites may show; empty for all
// others, which no site may frame.
func embedPolicy(c echo.Context) string {
	switch {
	case c.Path() == BadgeRoute, c.Path() == ModelBadgeRoute:
		return views.BadgePolicy
	}
	return ""
}

// MayEmbed lets other sites show the answer, if it is one for that: as an image
// or read by their scripts.
func MayEmbed(c echo.Context) {
	policy := embedPolicy(c)
	if policy == "" {
		return
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
}
