package web

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/tables"
	"github.com/clawatlas/clawatlas/results/words"
)

// Limits of downloads. A download ties up a connection but uses little memory.
const (
	downloadsAtOnce = 16
	downloadMost    = time.Hour
)

// download handles GET /data/{file}. It serves the published database or a table and supports range
// requests.
func (s *Server) download(c echo.Context) error {
	name, err := Param(c, "file")
	if err != nil {
		return err
	}
	if s.cfg.Downloads == nil {
		return fmt.Errorf("download %s: %w", name, results.ErrNotFound)
	}
	f, d, err := tables.OpenDownload(s.cfg.Downloads, name)
	if err != nil {
		return err
	}
	defer f.Close()
	body, ok := f.(io.ReadSeeker)
	if !ok {
		return fmt.Errorf("download %s: the file cannot be read in parts", name)
	}
	select {
	case s.downloading <- struct{}{}:
		defer func() { <-s.downloading }()
	default:
		return errBusy
	}
	h := c.Response().Header()
	s.mayKeep(c, `"`+d.SHA256+`"`)
	h.Set("Content-Security-Policy", RawPolicy)
	h.Set(echo.HeaderContentType, "application/vnd.apache.parquet")
	if name == tables.DatabaseFile {
		h.Set(echo.HeaderContentType, "application/vnd.sqlite3")
	}
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(downloadMost)) // the default deadline is a minute; the response recorder in tests does not support deadlines
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, body)
	return nil
}

func (s *Server) DataPage(page docs.Page) (docs.Page, error) {
	if s.cfg.Downloads == nil {
		return page, nil
	}
	d, err := tables.Offered(s.cfg.Downloads)
	if err != nil || len(d.Files) == 0 {
		return page, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## Downloads of this site\n\nWritten on %s from the published state, without hidden runs. Each has its "+
		"digest as `ETag`, and parts of it can be asked for.\n\n| File | Rows | Bytes | SHA-256 |\n|---|---:|---:|---|\n",
		time.UnixMilli(d.Made).UTC().Format("2006-01-02 15:04 UTC"))
	for _, f := range d.Files {
		rows := "–"
		if f.Name != tables.DatabaseFile {
			rows = words.Count(f.Rows)
		}
		fmt.Fprintf(&b, "| [%s](/data/%s) | %s | %s | `%s` |\n", f.Name, f.Name, rows, words.Count(f.Bytes), f.SHA256)
	}
	lead, rest, _ := strings.Cut(page.Markdown, "\n## ")
	page.Markdown = lead + "\n" + b.String() + "\n## " + rest
	return page, nil
}
