package web

import (
	_ "embed"
	"net/http"

	"github.com/labstack/echo/v4"
)

// openAPI describes the part of the JSON API that clients may rely on; docs/api.md
// is the same for people. It is written by hand, and a test compares answers with it.
//
//go:embed openapi.json
var openAPI []byte

func serveOpenAPI(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/openapi+json;version=3.1", openAPI)
}
