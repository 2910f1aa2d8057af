package parquet

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path"

	pq "github.com/parquet-go/parquet-go"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// write stores one run. It makes a separate pass over the trajectories.
func (x *export) write(r *run) error {
	meta := &results.Run{
		Benchmark: x.about.ID, ModelName: r.model, Evidence: results.Records, Format: Name, Label: x.name,
		System: results.System{Model: r.model, Framework: r.framework, Variant: x.in.Identity.Variant, Provider: x.in.Identity.Provider},
	}
	rw, err := x.w.BeginRun(x.ctx, meta)
	if err != nil {
		return err
	}
	for _, note := range x.warnings {
		rw.Warn(note)
	}
	if r.framework == "" {
		rw.Warn(ingest.Warn(x.names[r.rows[0].file], 0, "no trajectory of %s names its agent (name it with --framework)", r.model))
	}
	attempts := map[results.TaskName]int{}
	err = x.trajectories(r.rows, func(row *row, doc []byte) error {
		name := row.taskName()
		attempts[name]++
		t := &attempt{Telling: ingest.Telling{Ctx: x.ctx, In: x.in, RW: rw, File: x.names[row.file]}, x: x, row: row}
		if err := t.write(attempts[name], doc); err != nil {
			return err
		}
		meta.StartedAt, meta.FinishedAt = results.Earlier(meta.StartedAt, t.Trial.StartedAt), results.Later(meta.FinishedAt, t.Trial.FinishedAt)
		if t.steps > 0 {
			meta.Evidence = results.Recomputed
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := x.missing(rw, r); err != nil {
		return err
	}
	meta.StartedAt = cmp.Or(meta.StartedAt, x.in.Identity.StartedAt())
	return rw.Commit(x.ctx)
}

// missing adds missing trials to cases with fewer attempts than others, because omitted rows must
// not raise the mean.
func (x *export) missing(rw ingest.RunWriter, r *run) error {
	var cases []*row
	seen, most := map[results.TaskName]int{}, 0
	for _, row := range r.rows {
		name := row.taskName()
		if seen[name]++; seen[name] == 1 {
			cases = append(cases, row)
		}
		most = max(most, seen[name])
	}
	for _, row := range cases {
		for n := seen[row.taskName()] + 1; n <= most; n++ {
			err := rw.Trial(x.ctx, &results.Trial{
				Scenario: row.scenario, Task: row.task, Kind: row.kind, Attempt: n, Attempts: 1, Status: results.Missing,
				Details: results.TrialDetails{TraceNote: fmt.Sprintf("The table has %d attempts at another case, but no row for this attempt.", most)},
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// trajectories calls take for each row with the row's trajectory. The trajectory is valid only
// during the call.
func (x *export) trajectories(rows []*row, take func(*row, []byte) error) error {
	var column *values
	defer func() { column.Close() }()
	at := 0
	for i, r := range rows {
		if err := x.ctx.Err(); err != nil {
			return err
		}
		if i == 0 || r.file != rows[i-1].file || r.group != rows[i-1].group {
			column.Close()
			t := x.tables[r.file]
			column, at = t.column(t.file.RowGroups()[r.group], "trajectory"), 0
		}
		var v []pq.Value
		for ; at <= r.index; at++ {
			var err error
			if v, err = column.next(); err != nil {
				return fmt.Errorf("read the trajectory of row %d of %s: %w", r.number, x.names[r.file], err)
			}
		}
		if err := take(r, v[0].Bytes()); err != nil {
			return err
		}
	}
	return nil
}

type attempt struct {
	ingest.Telling
	x     *export
	row   *row
	steps int
}

func (a *attempt) write(n int, doc []byte) error {
	r := a.row
	a.Trial = &results.Trial{Scenario: r.scenario, Task: r.task, Kind: r.kind, Attempt: n, Attempts: 1, Score: r.Reward}
	d := &a.Trial.Details
	d.SourceTrial = fmt.Sprintf("row %d of %s", r.number, path.Base(a.x.names[r.file]))
	switch {
	case r.Reward != nil:
		a.Trial.Status = results.Failed
		if *r.Reward >= 1 {
			a.Trial.Status = results.Passed
		}
		d.Metrics = map[string]float64{"reward": *r.Reward}
		if r.Correct != nil && *r.Correct != (*r.Reward >= 1) {
			a.warn(0, fmt.Sprintf("is_correct is %v, but the reward is %v: using the reward", *r.Correct, *r.Reward))
		}
	case r.odd == "" && !a.x.judged:
		a.Trial.Status, d.ErrorText = results.NotJudged, "No row of the table has a reward, so the attempt has no verdict."
	default:
		a.unjudged()
	}
	if err := a.RW.Trial(a.Ctx, a.Trial); err != nil {
		return err
	}
	if err := a.keepRow(); err != nil {
		return err
	}
	if err := a.trace(doc); err != nil {
		return err
	}
	return a.RW.AmendTrial(a.Ctx, a.Trial)
}

// unjudged sets score 0 and the status of an attempt without a valid reward in a table with
// rewards. The harness's mean also counts such an attempt as 0.
func (a *attempt) unjudged() {
	zero, why := 0.0, cmp.Or(a.row.odd, "the row has no reward")
	a.Trial.Status, a.Trial.Score = results.JudgeError, &zero
	a.Trial.Details.ErrorText = "There is no verdict: " + why + ". The attempt scores 0."
	if a.row.odd != "" {
		a.warn(0, a.row.odd+": the attempt scores 0")
	}
}

func (a *attempt) warn(line int, message string) {
	if line > 0 {
		message = fmt.Sprintf("line %d of its trajectory: %s", line, message)
	}
	a.RW.Warn(ingest.Warn(a.File, 0, "row %d: %s", a.row.number, message))
}

// keepRow stores the small columns as a raw record, because the reward is evidence and must be part
// of the run's digest.
func (a *attempt) keepRow() error {
	r := a.row
	data, err := json.Marshal(r.cells)
	if err != nil {
		return fmt.Errorf("write row %d: %w", r.number, err)
	}
	_, err = a.keep("row.json", data)
	return err
}

func (a *attempt) keep(name string, data []byte) (*ingest.Record, error) {
	rec := &ingest.Record{Name: path.Join(a.File, fmt.Sprintf("row-%06d", a.row.number), name), Data: data,
		Size: int64(len(data)), Sum: sha256.Sum256(data)}
	if a.In.Redact != nil {
		rec.Data = a.In.Redact.Bytes(data)
	}
	return rec, a.RW.Raw(a.Ctx, rec)
}

func (a *attempt) trace(doc []byte) error {
	d := &a.Trial.Details
	limit := a.In.Limits.RecordLimit()
	switch {
	case len(doc) == 0:
		d.TraceNote = "The row has no trajectory."
		return nil
	case int64(len(doc)) > limit:
		d.TraceNote = fmt.Sprintf("The trajectory has %d bytes, more than the limit of %d, and is left out.", len(doc), limit)
		a.warn(0, d.TraceNote)
		return nil
	}
	rec, err := a.keep("trajectory.json", doc)
	if err != nil {
		return err
	}
	dialect := trace.Detect("trajectory.json", rec.Data)
	sum, err := trace.Read(dialect, trace.Source{Data: rec.Data}, trace.Sink{Step: a.step, Warn: a.warn})
	switch {
	case a.Spoilt != nil:
		return a.Spoilt
	case err != nil:
		d.TraceNote = "The trajectory could not be read to its end: " + err.Error()
		a.warn(0, err.Error()+"; the trace ends there")
	case dialect == trace.DialectText:
		d.TraceNote = "The trajectory is in no known format and is shown as text."
		a.warn(0, "its trajectory has an unknown format")
	}
	sum.Describe(a.Trial)
	d.TraceNote = cmp.Or(d.TraceNote, sum.Error)
	return nil
}

func (a *attempt) step(s *results.Step) error {
	a.steps++
	return a.Telling.Step(s)
}
