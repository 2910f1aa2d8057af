package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
)

const (
	// RowsOnPage is how many rows a table shows at once.
	RowsOnPage = 100
	// SystemsAbreast is how many systems a table shows side by side.
	SystemsAbreast = 50
)

// The parameters that turn pages: of rows, and of systems side by side.
const (
	PageParam  = "page"
	BlockParam = "block"
)

// BlockField is the block of what stands side by side.
func BlockField() Field { return NumberField(BlockParam, 1, 1, 1_000_000) }

// PageField is the number of a list's page.
func PageField() Field { return NumberField(PageParam, 1, 1, 1_000_000) }

// ReadLeaf reads which page of a list the address asks for.
func ReadLeaf(c echo.Context, key string, size int) report.Window {
	return report.Window{Key: key, Number: Ask(c).Number(key), Size: size}
}
