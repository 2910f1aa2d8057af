package web

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/views/table"
)

const (
	RowsOnPage     = 100
	SystemsAbreast = 50
)

const (
	PageParam  = "page"
	BlockParam = "block"
)

func BlockField() Field { return NumberField(BlockParam, 1, 1, 1_000_000) }

func PageField() Field { return NumberField(PageParam, 1, 1, 1_000_000) }

func SortField(columns ...string) Field { return OrderField("sort", columns...) }

// OrderField is SortField with a different parameter name, for pages with two tables.
func OrderField(name string, columns ...string) Field {
	list := []string{""}
	for _, key := range columns {
		list = append(list, key, "-"+key)
	}
	return WordField(name, list...)
}

func ReadLeaf(c echo.Context, key string, size int) table.Window {
	return table.Window{Key: key, Number: Ask(c).Number(key), Size: size}
}

// LastPage returns the URL of the last page if the requested offset is beyond it; otherwise "".
func LastPage(c echo.Context, total, size int) string {
	if offset := Ask(c).Number("offset"); offset == 0 || offset < total {
		return ""
	}
	return pageFrom(c, max(total-1, 0)/size*size)
}

func pageFrom(c echo.Context, offset int) string {
	q := maps.Clone(Ask(c).values)
	q.Del("offset")
	if offset > 0 {
		q.Set("offset", strconv.Itoa(offset))
	}
	at := url.URL{Path: c.Request().URL.Path, RawPath: c.Request().URL.RawPath, RawQuery: q.Encode()}
	return at.String()
}

// linkPages sets the Link header (RFC 8288) to the pages before and after the list v.
func linkPages(c echo.Context, v any) {
	a, asked := c.Get(askedKey).(*asked)
	list := reflect.Indirect(reflect.ValueOf(v))
	if !asked || a.Fields.Find("offset") == nil || list.Kind() != reflect.Struct {
		return
	}
	number := func(name string) int {
		if f := list.FieldByName(name); f.IsValid() && f.CanInt() {
			return int(f.Int())
		}
		return 0
	}
	limit, offset, total := number("Limit"), number("Offset"), max(number("Total"), number("TasksTotal"))
	if limit == 0 {
		return
	}
	link := func(offset int, rel string) {
		c.Response().Header().Add("Link", "<"+pageFrom(c, offset)+`>; rel="`+rel+`"`)
	}
	if offset > 0 {
		link(max(0, min(offset, (total+limit-1)/limit*limit)-limit), "prev")
	}
	if offset+limit < total {
		link(offset+limit, "next")
	}
}

type Tabled interface {
	CSV() (header []string, rows [][]string)
}

func SendTable(c echo.Context, name string, of Tabled) error {
	header, rows := of.CSV()
	return Table(c, name, header, rows)
}

// Table sends rows as CSV, JSON or Parquet, as requested by the parameter format.
func Table(c echo.Context, name string, header []string, rows [][]string) error {
	format := Ask(c).Word("format")
	kind := map[string]string{"csv": "text/csv; charset=utf-8", "json": "application/json; charset=utf-8"}[format]
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, cmp.Or(kind, "application/vnd.apache.parquet"))
	if format != "json" {
		h.Set("Content-Disposition", `attachment; filename="`+name+`.`+format+`"`)
	}
	c.Response().WriteHeader(http.StatusOK)
	switch format {
	case "csv":
		return table.WriteCSV(c.Response(), header, slices.Values(rows))
	case "json":
		return table.WriteJSON(c.Response(), header, rows)
	}
	return table.WriteParquet(c.Response(), header, rows)
}

// ItemWindow is the number of steps decoded at a time when aligning two traces, to limit memory
// use.
const ItemWindow = 500
