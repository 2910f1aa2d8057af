package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
)

const (
	// rowsOnPage is how many rows a table shows at once.
	rowsOnPage = 100
	// systemsAbreast is how many systems a table shows side by side.
	systemsAbreast = 50
)

// The parameters that turn pages: of rows, and of systems side by side.
const (
	pageParam  = "page"
	blockParam = "block"
)

// blockField is the block of what stands side by side.
func blockField() field { return numberField(blockParam, 1, 1, 1_000_000) }

// pageField is the number of a list's page.
func pageField() field { return numberField(pageParam, 1, 1, 1_000_000) }

// readLeaf reads which page of a list the address asks for.
func readLeaf(c echo.Context, key string, size int) report.Window {
	return report.Window{Key: key, Number: ask(c).number(key), Size: size}
}
