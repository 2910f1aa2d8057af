package published

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// SiteDataName is the id of the format of LiveClawBench's site data, and of
// the runs that come from it by any way.
const SiteDataName = "liveclawbench-site"

const (
	siteLeaderboard = "leaderboard.json"
	siteResults     = "task-results.json"
	siteWhy         = "it has " + siteLeaderboard + " and " + siteResults
	siteTasks       = "tasks.json"
	siteHistory     = "history"
	siteBenchmark   = "liveclawbench"
)

// SiteData reads the directory website/site-data of LiveClawBench's
// repository: leaderboard, task results and tasks. Snapshots below history/
// are older and are kept apart.
type SiteData struct{}

// Name returns the format's id.
func (SiteData) Name() string { return SiteDataName }

// Detect claims a directory with a leaderboard and task results.
func (SiteData) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	if !ingest.HasFile(entries, siteLeaderboard) || !ingest.HasFile(entries, siteResults) {
		return nil
	}
	items := claim(SiteDataName, dir, siteWhy, ingest.KindRuns, ingest.KindFigures)
	if ingest.HasFile(entries, siteTasks) && !isHistory(dir) {
		items = append(items, claim(SiteDataName, dir, siteWhy, ingest.KindDataset)...)
	}
	// The walk does not enter a claimed directory, so history is claimed here.
	older, err := fs.ReadDir(fsys, path.Join(dir, siteHistory))
	if err != nil {
		return items // there is none
	}
	for _, e := range older {
		sub := path.Join(dir, siteHistory, e.Name())
		inside, err := fs.ReadDir(fsys, sub)
		if err == nil && ingest.HasFile(inside, siteLeaderboard) && ingest.HasFile(inside, siteResults) {
			items = append(items, claim(SiteDataName, sub, siteWhy, ingest.KindRuns, ingest.KindFigures)...)
		}
	}
	return items
}

// Owns implements ingest.Owner: of the folders there only history is read.
func (SiteData) Owns(_ fs.FS, _ ingest.Item, e fs.DirEntry) bool {
	return !e.IsDir() || e.Name() == siteHistory
}

// isHistory reports whether dir holds an older snapshot, by its place.
func isHistory(dir string) bool {
	return strings.Contains("/"+dir, "/"+siteHistory+"/")
}

// Read pushes the tasks, the runs or the figures, as the item's kind says.
func (SiteData) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	switch in.Item.Kind {
	case ingest.KindDataset:
		d, err := readSiteTasks(in)
		if err != nil {
			return err
		}
		return w.SaveDataset(ctx, d)
	case ingest.KindRuns:
		board, err := readBoard(in)
		if err != nil {
			return err
		}
		s, err := readSiteResults(in)
		if err != nil {
			return err
		}
		return s.save(ctx, w, in.Identity, board)
	case ingest.KindFigures:
		src, figs, err := readSiteLeaderboard(in)
		if err != nil {
			return err
		}
		return w.SaveFigures(ctx, src, figs)
	}
	return fmt.Errorf("read site data: unknown kind %d", in.Item.Kind)
}

// readSiteResults reads the task results; the leaderboard gives their date and
// the order of the models.
func readSiteResults(in *ingest.Input) (*Snapshot, error) {
	board, err := readBoard(in)
	if err != nil {
		return nil, err
	}
	var byTask map[string][]struct {
		Model     string   `json:"model"`
		AvgScore  *float64 `json:"avgScore"`
		Attempts  int      `json:"attempts"`
		AllPassed bool     `json:"allPassed"`
	}
	if err := decode(in, siteResults, &byTask); err != nil {
		return nil, err
	}
	s := &Snapshot{
		Benchmark: siteBenchmark, Source: siteSource(board.UpdatedAt), Date: board.UpdatedAt, Superseded: isHistory(in.Item.Dir),
	}
	at := map[string]int{}
	for i := range board.Models {
		if _, twice := at[board.Models[i].Model]; twice {
			return nil, fmt.Errorf("%s: model %s stands there twice: %w", in.Path(siteLeaderboard), board.Models[i].Model, results.ErrInvalid)
		}
		at[board.Models[i].Model] = i
		s.Runs = append(s.Runs, SnapshotRun{Model: board.Models[i].Model})
	}
	for _, task := range sortedKeys(byTask) {
		seen := map[string]bool{}
		for _, r := range byTask[task] {
			if seen[r.Model] {
				return nil, fmt.Errorf("%s: %s: model %s stands there twice: %w", in.Path(siteResults), task, r.Model, results.ErrInvalid)
			}
			seen[r.Model] = true
			i, ok := at[r.Model]
			if !ok {
				return nil, fmt.Errorf("%s: %s: model %s is not on the leaderboard: %w", in.Path(siteResults), task, r.Model,
					results.ErrInvalid)
			}
			m := TaskMean{Task: task, Avg: r.AvgScore, Attempts: r.Attempts, AllPassed: r.AllPassed}
			if (m.Attempts == 0) != (m.Avg == nil) || m.Attempts < 0 || m.Avg != nil && (*m.Avg < 0 || *m.Avg > 1) {
				return nil, fmt.Errorf("%s: %s, %s: attempts and mean disagree: %w", in.Path(siteResults), task, r.Model,
					results.ErrInvalid)
			}
			s.Runs[i].Tasks = append(s.Runs[i].Tasks, m)
		}
	}
	return s, nil
}

func readBoard(in *ingest.Input) (*leaderboard, error) {
	var board leaderboard
	if err := decode(in, siteLeaderboard, &board); err != nil {
		return nil, err
	}
	return &board, nil
}

func siteSource(date string) string { return "liveclawbench-site-" + date }
