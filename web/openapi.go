package web

import (
	_ "embed"
	"net/http"

	"github.com/labstack/echo/v4"
)

// openAPI describes the stable part of the JSON API in OpenAPI format. docs/api.md is the version
// for human readers. openapi.json is written by hand, and a test compares API responses with it.
//
//go:embed openapi.json
var openAPI []byte

func serveOpenAPI(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/openapi+json;version=3.1", openAPI)
}
