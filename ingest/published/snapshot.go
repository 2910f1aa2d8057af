package published

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// SnapshotFormat is the format id of LiveClawBench's site data. Runs from snapshots have the same
// id, so that they are equal to runs read from the site data.
const SnapshotFormat = "liveclawbench-site"

// Snapshot is the data on a benchmark's site on one day: the mean score of each model on each task,
// without attempts or traces.
type Snapshot struct {
	Benchmark  string
	Source     string // id of the snapshot's FigureSource
	Date       string // ISO date
	Superseded bool   // set if a later snapshot replaces it on the leaderboard
	Runs       []SnapshotRun
}

// SnapshotRun holds one model's results in a snapshot.
type SnapshotRun struct {
	Model string // model name on the site
	Tasks []ingest.TaskMean
}

// variant distinguishes the runs of a superseded snapshot from the current ones.
func (s *Snapshot) variant() string {
	if s.Superseded {
		return "snapshot-" + s.Date
	}
	return ""
}

// snapshotFile is the JSON form of a snapshot. For each task, Attempts has one digit with the
// number of attempts and Avg has the mean. A mean of 1 means that all attempts passed.
type snapshotFile struct {
	Benchmark  string   `json:"benchmark"`
	Source     string   `json:"source"`
	Date       string   `json:"date"`
	Superseded bool     `json:"superseded"`
	Tasks      []string `json:"tasks"`
	Runs       []struct {
		Model    string     `json:"model"`
		Attempts string     `json:"attempts"`
		Avg      []*float64 `json:"avg"`
	} `json:"runs"`
}

func (b *Bundle) readSnapshot(in *ingest.Input, name string) error {
	var file snapshotFile
	if err := decode(in, name, &file); err != nil {
		return err
	}
	s := Snapshot{Benchmark: file.Benchmark, Source: file.Source, Date: file.Date, Superseded: file.Superseded}
	for _, r := range file.Runs {
		if len(r.Attempts) != len(file.Tasks) || len(r.Avg) != len(file.Tasks) {
			return fmt.Errorf("%s: %s: %d attempts and %d means for %d tasks: %w",
				in.Path(name), r.Model, len(r.Attempts), len(r.Avg), len(file.Tasks), results.ErrInvalid)
		}
		run := SnapshotRun{Model: r.Model}
		for i, task := range file.Tasks {
			n, avg := int(r.Attempts[i]-'0'), r.Avg[i]
			if n < 0 || n > 9 || (n == 0) != (avg == nil) || avg != nil && (*avg < 0 || *avg > 1) {
				return fmt.Errorf("%s: %s, %s: attempts and mean disagree: %w", in.Path(name), r.Model, task, results.ErrInvalid)
			}
			run.Tasks = append(run.Tasks, ingest.TaskMean{Task: task, Avg: avg, Attempts: n, AllPassed: avg != nil && *avg == 1})
		}
		s.Runs = append(s.Runs, run)
	}
	b.Snapshots = append(b.Snapshots, s)
	return nil
}

// save stores each model of the snapshot as a run. It does not change runs that already exist.
func (s *Snapshot) save(ctx context.Context, w ingest.Writer, id ingest.Identity) error {
	d, err := w.FindDataset(ctx, s.Benchmark)
	if err != nil {
		return fmt.Errorf("find dataset %s: %w", s.Benchmark, err)
	}
	day, err := time.Parse(time.DateOnly, s.Date)
	if err != nil {
		return fmt.Errorf("snapshot of %s: %w", s.Benchmark, err)
	}
	at, labels := day.UnixMilli(), results.WriteTaskLabels(s.boardLabels())
	for i := range s.Runs {
		run := &results.Run{
			Benchmark: s.Benchmark, Evidence: results.Records, Format: SnapshotFormat,
			System: results.System{Model: s.Runs[i].Model, Framework: id.Framework, Variant: cmp.Or(id.Variant, s.variant()),
				Provider: id.Provider},
			ModelName: s.Runs[i].Model, Label: "site data of " + s.Date, FinishedAt: &at,
			Facts: map[string]string{results.FactSnapshot: s.Date, results.FactSource: s.Source, results.FactLabels: labels},
		}
		if s.Superseded {
			run.Exclusions = []results.Exclusion{{Kind: results.ExclusionSnapshot,
				Message: "a later snapshot of the same source replaces it"}}
		}
		if err := s.saveRun(ctx, w, d, run, &s.Runs[i]); err != nil {
			return fmt.Errorf("snapshot %s, %s: %w", s.Date, s.Runs[i].Model, err)
		}
	}
	return nil
}

func (s *Snapshot) saveRun(ctx context.Context, w ingest.Writer, d *results.Dataset, run *results.Run, sr *SnapshotRun) error {
	rec, err := ingest.MeansRecord(s.Benchmark, s.Date, sr.Model, sr.Tasks)
	if err != nil {
		return err
	}
	rw, err := w.BeginRun(ctx, run)
	if err != nil {
		return fmt.Errorf("begin run: %w", err)
	}
	if err := rw.Raw(ctx, rec); err != nil {
		return fmt.Errorf("keep record: %w", err)
	}
	byTask := make(map[string]*ingest.TaskMean, len(sr.Tasks))
	for i := range sr.Tasks {
		byTask[sr.Tasks[i].Task] = &sr.Tasks[i]
	}
	for i := range d.Tasks {
		mean := byTask[d.Tasks[i].Slug]
		delete(byTask, d.Tasks[i].Slug)
		if mean == nil || mean.Avg == nil {
			continue // no attempt recorded, so the task is missing, not failed
		}
		if err := rw.Trial(ctx, trialOf(mean, d.Tasks[i].Scenario)); err != nil {
			return fmt.Errorf("save trial %s: %w", mean.Task, err)
		}
	}
	for _, m := range sr.Tasks {
		if byTask[m.Task] != nil {
			rw.Warn(ingest.Warn(rec.Name, 0, "task %s is not part of %s: left out", m.Task, s.Benchmark))
		}
	}
	if err := rw.Commit(ctx); err != nil && !errors.Is(err, results.ErrUnchanged) {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func trialOf(m *ingest.TaskMean, scenario string) *results.Trial {
	status := results.Failed
	if m.AllPassed {
		status = results.Passed
	}
	score := *m.Avg
	return &results.Trial{
		Scenario: scenario, Task: m.Task, Attempt: 1, Attempts: m.Attempts,
		Status: status, Score: &score, Kind: results.KindReward,
		Details: results.TrialDetails{TraceNote: fmt.Sprintf("The site publishes the mean over %d recorded attempts and no trace.",
			m.Attempts)},
	}
}

// boardLabels returns difficulty labels that reproduce the leaderboard's columns. A task is easy if
// its mean over all models is at least 0.7 and hard if it is below 0.3. The site itself does not
// publish labels.
func (s *Snapshot) boardLabels() map[string]string {
	sum, n := map[string]float64{}, map[string]float64{}
	for i := range s.Runs {
		for _, m := range s.Runs[i].Tasks {
			if m.Avg != nil {
				sum[m.Task] += *m.Avg
				n[m.Task]++
			}
		}
	}
	labels := make(map[string]string, len(n))
	for task := range n {
		switch mean := sum[task] / n[task]; {
		case mean >= 0.7:
			labels[task] = "easy"
		case mean < 0.3:
			labels[task] = "hard"
		default:
			labels[task] = "medium"
		}
	}
	return labels
}
