package trial

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
	"github.com/clawatlas/clawatlas/web"
)

const (
	filesMost     = 16 << 20 // maximum size in bytes of a trace whose file changes are reconstructed
	fileTextsMost = 8 << 20  // maximum total size in bytes of the file texts that are held for a page
)

func (s Pages) filesRoutes(page, api web.Route) {
	for _, base := range trialBases() {
		page(base+"/files", web.Heavy, s.filesPage, TrialFields().And(web.NumberField("file", 0, 1, stepsMost), web.NumberField("line", 0, 1, stepsMost), web.CSVField()))
		page(base+"/files/:file/:version", web.Heavy, s.fileText, TrialFields())
	}
	api("/runs/:run/:scenario/:task/files", web.Heavy, web.JsonOf(s.trialFiles), TrialFields())
}

func (s Pages) trialFiles(c echo.Context) (*trialviews.TrialFiles, error) {
	return s.filesOf(c, nil)
}

func (s Pages) filesOf(c echo.Context, wanted func(file int, v *trialviews.FileVersion) bool) (*trialviews.TrialFiles, error) {
	t, err := s.askedTrial(c, 0)
	if err != nil {
		return nil, err
	}
	room := fileTextsMost
	if wanted != nil {
		room = filesMost * 2
	}
	return s.loadFiles(c.Request().Context(), t, trialviews.NewTrialFiles(t, room, wanted))
}

// loadFiles reconstructs the files from the trace one window at a time. It sets f.Long and stops if
// the trace is too long.
func (s Pages) loadFiles(ctx context.Context, t *trialviews.Trial, f *trialviews.TrialFiles) (*trialviews.TrialFiles, error) {
	sum, trial := 0, &t.Stored.Trial
	var windows [][]results.StepRow
	for from := 1; from <= t.StepsTotal; from += web.ItemWindow {
		rows, err := s.Store.StepRows(ctx, trial, from, web.ItemWindow)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			sum += r.Bytes
		}
		if f.Long = sum > filesMost; f.Long {
			return f.Finish(), nil
		}
		windows = append(windows, rows)
	}
	for _, rows := range windows {
		steps, err := s.Store.Steps(ctx, trial, rows)
		if err != nil {
			return nil, err
		}
		f.AddSteps(steps)
	}
	return f.Finish(), nil
}

func (s Pages) filesPage(c echo.Context) error {
	f, err := s.trialFiles(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.SendTable(c, f.Run+"-"+f.Scenario+"-"+f.Task+"-files", f)
	}
	v := &trialviews.FilesView{TrialFiles: f, File: web.Ask(c).Number("file"), Line: web.Ask(c).Number("line")}
	if v.File > len(f.Files) {
		return fmt.Errorf("file %d of a trial: %w", v.File, results.ErrNotFound)
	}
	return web.HTML(c, trialviews.FilesPage(s.Frame, v))
}

func (s Pages) fileText(c echo.Context) error {
	file, e1 := numberOf(c, "file", stepsMost)
	version, e2 := numberOf(c, "version", stepsMost)
	if err := cmp.Or(e1, e2); err != nil {
		return err
	}
	f, err := s.filesOf(c, func(n int, v *trialviews.FileVersion) bool { return n == file && v.Version == version })
	if err != nil {
		return err
	}
	if file > len(f.Files) || version > len(f.Files[file-1].Versions) || !f.Files[file-1].Versions[version-1].Kept {
		return fmt.Errorf("version %d of file %d: %w", version, file, results.ErrNotFound)
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", web.RawPolicy)
	h.Set("Content-Disposition", `inline; filename*=UTF-8''`+url.PathEscape(web.FileOf(f.Files[file-1].Path)))
	return c.Blob(http.StatusOK, echo.MIMETextPlainCharsetUTF8, []byte(f.Files[file-1].Versions[version-1].Body))
}
