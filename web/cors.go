package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/views"
)

// CORS header values, in addition to the headers that browsers always allow.
const (
	corsMethods = "GET, HEAD, OPTIONS"
	corsAsked   = "Accept, If-Match, If-None-Match, If-Range, Range"
	corsShown   = "Accept-Ranges, Content-Disposition, Content-Encoding, Content-Length, Content-Range, ETag, Link, Location, " +
		"Retry-After, X-Request-Id"
	corsMaxAge = "86400" // seconds for which a browser may cache a preflight response
)

// cors allows scripts of other sites to read data: the API, tables and raw records. It does not
// allow them to read pages. The site uses no cookies.
func (s *Server) cors(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		if s.cfg.SameOrigin {
			c.Response().Before(func() { // images for embedding have set these headers too
				h.Del(echo.HeaderAccessControlAllowOrigin)
				h.Set("Cross-Origin-Resource-Policy", "same-origin")
			})
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

// isData reports whether the URL refers to data rather than a page.
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

func isRaw(route string) bool {
	return strings.HasSuffix(route, "/raw") || strings.HasSuffix(route, "/raw/*") || strings.HasSuffix(route, "/records/:id")
}

const (
	BadgeRoute      = "/badge/:benchmark/:run"
	ModelBadgeRoute = "/badge/:benchmark/models/:model"
)

// embedPolicy returns the content security policy for a response that other sites may embed; empty
// for other responses.
func embedPolicy(c echo.Context) string {
	switch {
	case c.Path() == BadgeRoute, c.Path() == ModelBadgeRoute:
		return views.BadgePolicy
	}
	return ""
}

// MayEmbed sets headers that allow other sites to embed or fetch the response, if it is a badge.
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
