package web

import (
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	BadgeRoute      = "/badge/:benchmark/:run"
	ModelBadgeRoute = "/badge/:benchmark/models/:model"
)

// embedPolicy is the policy of an answer that other sites may show; empty for all
// others, which no site may frame.
func embedPolicy(c echo.Context) string {
	switch {
	case IsPicture(c):
		return fingerprint.Policy
	case c.Path() == BadgeRoute, c.Path() == ModelBadgeRoute:
		return views.BadgePolicy
	case strings.HasPrefix(c.Path(), "/embed/"):
		return ui.EmbedPolicy
	}
	return ""
}

// MayEmbed lets other sites show the answer, if it is one for that: as an image,
// in a frame, or read by their scripts.
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
