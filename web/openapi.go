package web

import (
	_ "embed"
	"net/http"

	"github.com/labstack/echo/v4"
)

// openAPI describes the JSON API; a test validates the answers against it.
//
//go:embed openapi.json
var openAPI []byte

func serveOpenAPI(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/openapi+json;version=3.1", openAPI)
}
