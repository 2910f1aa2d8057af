package sqlstore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// numberColumns is the number of stored values per metric: value, standard error, its degrees of
// freedom, variance between runs, variance by chance, value with missing verdicts failed, and value
// with missing verdicts passed.
const numberColumns = 7

// SaveRunScore stores a run's score and replaces any earlier one.
func (db *DB) SaveRunScore(ctx context.Context, s *results.RunScore) error {
	what := fmt.Sprintf("save score of run %d", s.Run)
	counts, err := toJSON(s.Counts)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	sweeps := ""
	if s.Sweeps != nil {
		if sweeps, err = toJSON(s.Sweeps); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	metrics, numbers := packNumbers(s.Conventions)
	var units []byte
	if s.Units != nil {
		if units, err = packSized(packFloats(nil, s.Units...)); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return db.ofRun(ctx, what, s.Run, func(tx *sqlx.Tx) error {
		if err := deleteRunScore(ctx, tx, s.Run, s.Without); err != nil {
			return err
		}
		if err := insert(ctx, tx, what, "run_scores",
			"run_id, without, key, complete, counts, clusters, bounded, metrics, numbers, units, sweeps",
			s.Run, s.Without, s.Key, s.Complete, counts, s.Clusters, s.Bounded, metrics, numbers, units, sweeps); err != nil {
			return err
		}
		for _, c := range s.Conventions {
			if len(c.Draws) == 0 {
				continue
			}
			if err := insert(ctx, tx, what, "run_draws", "run_id, without, convention, data", s.Run, s.Without, c.Convention, c.Draws); err != nil {
				return err
			}
		}
		return nil
	})
}

// DeleteRunScore deletes the score of a run that no longer represents its system.
func (db *DB) DeleteRunScore(ctx context.Context, run int64, without string) error {
	return db.ofRun(ctx, fmt.Sprintf("delete score of run %d", run), run, func(tx *sqlx.Tx) error {
		return deleteRunScore(ctx, tx, run, without)
	})
}

func deleteRunScore(ctx context.Context, tx *sqlx.Tx, run int64, without string) error {
	return exec(ctx, tx, "delete score", "DELETE FROM run_scores WHERE run_id = ? AND without = ?", run, without)
}

// RunScores returns a benchmark's scores without units and bootstrap values. It scans the scores of
// all benchmarks, because an index lookup would also read the large rows.
func (db *DB) RunScores(ctx context.Context, benchmark string) ([]results.RunScore, error) {
	const q = `SELECT s.run_id, s.without, s.key, s.complete, s.counts, s.clusters, s.bounded, s.metrics, s.numbers, s.sweeps
FROM run_scores s
CROSS JOIN runs r ON r.id = s.run_id
WHERE r.benchmark_id = (SELECT id FROM benchmarks WHERE slug = ?)
ORDER BY s.run_id, s.without`
	rows, err := db.r.QueryContext(ctx, q, benchmark)
	if err != nil {
		return nil, MapError("list scores of "+benchmark, err)
	}
	defer rows.Close()
	list := []results.RunScore{}
	for rows.Next() {
		var s results.RunScore
		var counts, sweeps string
		var metrics int
		var numbers sql.RawBytes
		if err := rows.Scan(&s.Run, &s.Without, &s.Key, &s.Complete, &counts, &s.Clusters, &s.Bounded, &metrics, &numbers,
			&sweeps); err != nil {
			return nil, MapError("list scores of "+benchmark, err)
		}
		if err := fromJSON(counts, &s.Counts); err != nil {
			return nil, err
		}
		if sweeps != "" {
			if err := fromJSON(sweeps, &s.Sweeps); err != nil {
				return nil, err
			}
		}
		s.Conventions = unpackNumbers(metrics, numbers, s.Bounded)
		list = append(list, s)
	}
	return list, MapError("list scores of "+benchmark, rows.Err())
}

// RunUnits returns the unit vectors of a complete run.
func (db *DB) RunUnits(ctx context.Context, run int64, without string) ([][]float64, error) {
	const q = `SELECT clusters, units
FROM run_scores
WHERE run_id = ?
  AND without = ?`
	row, err := oneOf[struct {
		Clusters int
		Units    []byte
	}](ctx, db.r, fmt.Sprintf("read units of run %d", run), q, run, without)
	if err != nil || row.Units == nil || row.Clusters == 0 {
		return nil, err
	}
	data, err := unpackSized(row.Units)
	if err != nil {
		return nil, fmt.Errorf("read units of run %d: %w", run, err)
	}
	units := make([][]float64, row.Clusters)
	width := len(data) / row.Clusters
	for i := range units {
		units[i] = unpackFloats(data[i*width : (i+1)*width])
	}
	return units, nil
}

// RunDraws returns the packed bootstrap values of the headline, in the order of runs.
func (db *DB) RunDraws(ctx context.Context, without, convention string, runs []int64) ([][]byte, error) {
	q := `SELECT run_id AS key, data AS value
FROM run_draws
WHERE run_id IN (SELECT value FROM ` + db.dialect.Numbers("?") + ` x)
  AND without = ?
  AND convention = ?`
	found, err := mapOf[int64, []byte](ctx, db.r, "read draws", q, IDList(runs), without, convention)
	if err != nil {
		return nil, err
	}
	list := make([][]byte, len(runs))
	for i, run := range runs {
		if list[i] = found[run]; list[i] == nil {
			return nil, fmt.Errorf("draws of run %d: %w", run, results.ErrNotFound)
		}
	}
	return list, nil
}

// packNumbers encodes all metric values as bytes. metrics is the number of metrics per convention.
func packNumbers(list []results.ConventionScore) (metrics int, data []byte) {
	for i := range list {
		c := &list[i]
		metrics = len(c.Values)
		for _, numbers := range [numberColumns][]float64{c.Values, c.SE, c.DF, c.Between, c.Chance, c.Failed, c.Passed} {
			for k := range metrics {
				x := math.NaN()
				if k < len(numbers) {
					x = numbers[k]
				}
				data = packFloats(data, []float64{x})
			}
		}
	}
	return metrics, data
}

func unpackNumbers(metrics int, data []byte, bounded bool) []results.ConventionScore {
	var list []results.ConventionScore
	x := unpackFloats(data)
	for ; metrics > 0 && len(x) >= numberColumns*metrics; x = x[numberColumns*metrics:] {
		of := func(column int) []float64 { return x[column*metrics : (column+1)*metrics] }
		c := results.ConventionScore{Values: of(0), SE: of(1), DF: of(2), Between: of(3), Chance: of(4)}
		if bounded {
			c.Failed, c.Passed = of(5), of(6)
		}
		list = append(list, c)
	}
	return list
}

func packFloats(data []byte, rows ...[]float64) []byte {
	for _, row := range rows {
		for _, x := range row {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
	}
	return data
}

func unpackFloats(data []byte) []float64 {
	list := make([]float64, len(data)/8)
	for i := range list {
		list[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return list
}
