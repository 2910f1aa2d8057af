package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/results"
)

// asksAll asks what no test of all stores asks.
func asksAll(t *testing.T, db *DB) {
	t.Helper()
	ctx, run := t.Context(), runID(t, db)
	const bench = "bench"
	ids := []int64{run}
	trial := func(err error) error { // there is none
		if errors.Is(err, results.ErrNotFound) {
			return nil
		}
		return err
	}
	_, _, changes := db.ChangeGroups(ctx, results.ChangeFilter{Benchmark: bench, Limit: 10})
	_, details := db.Details(ctx, 1)
	_, board := db.FindBoardRuns(ctx, bench, "paper", "")
	errs := []error{
		changes, trial(details), trial(board),
		db.SaveEvidence(ctx, run, "k", map[string][]byte{"s1": []byte("x")}),
		db.EachEvidence(ctx, bench, "s1", func(int64, []byte) error { return nil }),
		db.TaskOutcomes(ctx, bench, func(*results.RunOutcomes) {}),
		db.TaskScores(ctx, bench, "s1", func(*results.TaskScore) {}),
		db.RunDraws(ctx, bench, "", "paper", nil, func([][]byte) {}),
		db.MarkStale(ctx),
	}
	and := func(_ any, err error) { errs = append(errs, err) }
	and(db.BenchmarkTools(ctx, bench))
	and(db.BoardFigures(ctx, bench))
	and(db.DatasetWarnings(ctx, bench))
	and(db.Datasets(ctx))
	and(db.EvidenceKeys(ctx, bench))
	and(db.CheckWords(ctx, bench, []results.FailedTrial{{Run: run, TaskName: results.TaskName{Scenario: "s1", Task: "q1"}, Attempt: 1}}))
	and(db.Labels(ctx, bench, "label"))
	and(db.ListRuns(ctx, bench))
	and(db.ManyChecks(ctx, ids))
	and(db.ManyDetails(ctx, ids))
	and(db.ModelFigures(ctx, "model-one"))
	and(db.ModelSizes(ctx))
	and(db.Models(ctx))
	and(db.RunTotals(ctx, bench, 0))
	and(db.RunTotals(ctx, bench, ids[0]))
	and(db.RunsPointingAt(ctx, "run1"))
	and(db.RunValues(ctx, bench, "paper", "crs"))
	and(db.ScenarioKeys(ctx, bench, []string{"crs"}))
	and(db.ScenarioMetric(ctx, bench, "crs", 0))
	and(db.ScenarioMetric(ctx, bench, "crs", ids[0]))
	and(db.HasCases(ctx, bench))
	and(db.HasTools(ctx, bench))
	and(db.ScenarioSizes(ctx, bench))
	and(db.ScenarioTrials(ctx, bench, "s1", ids))
	and(db.ScopedMetrics(ctx, bench, "s1"))
	and(db.ScenarioScores(ctx, bench, "s1", nil, func(*results.TaskScore) {}))
	and(db.ScoredRuns(ctx, bench))
	and(db.TaskMeans(ctx, ids))
	and(db.DropBenchmark(ctx, bench))
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
}

func runID(t *testing.T, db *DB) int64 {
	t.Helper()
	list, _, err := db.Runs(t.Context(), results.RunFilter{Limit: 1})
	if err != nil || len(list) == 0 {
		t.Fatal(len(list), err)
	}
	return list[0].ID
}

// grown fills every table of a database with as many rows as some hundred runs have.
// They mean nothing, but to the planner.
func grown(t *testing.T, server *pgtest.Server, empty string) *pgx.Conn {
	t.Helper()
	ctx, name := t.Context(), create(t, server, empty)
	open(t, server, name)
	db := found(pgx.Connect(ctx, server.Address(name)))(t)
	t.Cleanup(func() { db.Close(context.Background()) })
	exec := func(q string) {
		t.Helper()
		if _, err := db.Exec(ctx, q); err != nil {
			t.Fatalf("%s\n%v", q, err)
		}
	}
	exec("SET session_replication_role = replica") // no references, no triggers
	exec("SET search_path = main")
	rows, err := db.Query(ctx, `SELECT table_name, column_name, data_type
FROM information_schema.columns
WHERE table_schema = 'main' AND table_name <> 'schema_version'
ORDER BY table_name, ordinal_position`)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][][2]string{}
	var table, column, kind string
	if _, err := pgx.ForEachRow(rows, []any{&table, &column, &kind}, func() error {
		tables[table] = append(tables[table], [2]string{column, kind})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		n, ok := grownRows[table]
		if !ok {
			n = grownElse
		}
		var names, values []string
		for _, c := range tables[table] {
			names = append(names, `"`+c[0]+`"`)
			values = append(values, grownValue(c[0], c[1], n))
		}
		exec(fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM generate_series(1, %d) AS i ON CONFLICT DO NOTHING", table, strings.Join(names, ", "), strings.Join(values, ", "), n))
	}
	exec("VACUUM ANALYZE")
	// Which plan is chosen shall not hang on parameters, and to read here and there
	// costs little more than one after the other, as on disks of today.
	exec("SET plan_cache_mode = force_generic_plan")
	exec("SET random_page_cost = 1.1")
	return db
}

const (
	grownRuns = 300
	grownElse = 12000
)

// grownRows are tables of another size than others. Those that have a row for each run
// or trial become smaller by themselves.
var grownRows = map[string]int{
	"benchmarks": 5, "models": 60, "model_aliases": 60, "scenarios": 100, "worlds": 100, "world_scenes": 100, "tasks": 500, "runs": grownRuns,
	"figure_sources": 10, "figures": 500, "stat_tables": 5, "meta": 5,
	"steps": 60000, "step_text": 60000, "step_text_pieces": 12000, "run_scores": 600, "run_tests": 1200, "trial_checks": 24000,
}

func grownValue(column, kind string, n int) string {
	per := func(k int) string { return fmt.Sprintf("(i - 1) * %d / %d + 1", k, n) }
	switch column {
	case "run_id":
		return per(grownRuns)
	case "trial_id":
		return per(min(n, grownElse))
	case "benchmark_id":
		return "i % 5 + 1"
	case "run", "other":
		return "'v' || (" + per(grownRuns) + ")"
	case "slug", "alias", "digest", "trajectory", "session", "word", "key":
		return "'v' || i"
	case "details", "data", "units":
		if kind == "bytea" {
			return "convert_to(repeat('x', 200), 'UTF8')"
		}
	case "words":
		return "CAST('w' || i % 5000 || ':1 v' || i % 20 || ':2 x:3' AS tsvector)"
	}
	switch kind {
	case "bigint":
		if column == "task_id" || column == "scenario_id" || column == "model_id" {
			return "i % 100 + 1"
		}
		return "i"
	case "boolean":
		return "i % 50 = 0"
	case "double precision":
		return "i % 3"
	case "bytea":
		return "convert_to('x' || i, 'UTF8')"
	}
	return "'v' || i % 40"
}
