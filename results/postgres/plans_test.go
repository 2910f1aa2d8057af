package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/internal/storetest"
)

// plan is a node of what the planner says.
type plan struct {
	Kind  string `json:"Node Type"`
	Table string `json:"Relation Name"`
	Alias string `json:"Alias"`
	Cond  string `json:"Index Cond"`

	Recheck    string `json:"Recheck Cond"`
	Filter     string `json:"Filter"`
	HashCond   string `json:"Hash Cond"`
	MergeCond  string `json:"Merge Cond"`
	JoinFilter string `json:"Join Filter"`

	Rows  float64 `json:"Actual Rows"`
	Plans []plan
}

// gathers are nodes that read all that is below them before they give a row.
var gathers = regexp.MustCompile("Sort|Aggregate|Hash|Group|WindowAgg")

// whole are the tables at and below p that are read from one end to the other. Where
// few rows are wanted an index may be read from its end.
func (p *plan) whole(few bool) []string {
	var list []string
	unbound := strings.HasPrefix(p.Kind, "Index ") && p.Table != "" && p.Cond == ""
	if p.Kind == "Seq Scan" || unbound && !few {
		list = append(list, p.Table)
	}
	few = (few || p.Kind == "Limit") && !gathers.MatchString(p.Kind)
	for i := range p.Plans {
		list = append(list, p.Plans[i].whole(few)...)
	}
	return list
}

// mayRead are queries that read all of a table that grows with the runs.
var mayRead = []struct{ table, begins, why string }{
	{"changes", "SELECT count(*)", "the log has a few rows for each run, and its pages say how many there are"},
	{"labels", "SELECT r.slug AS run, s.slug AS scenario", "people write labels, and those of a benchmark are shown together"},
	{"labels", "SELECT (\n  SELECT c.id\n  FROM mined_cases", "the first label of a benchmark ends it, and people write them"},
	{"withdrawn", "SELECT slug AS run, benchmark", "all that were withdrawn are listed"},
	{"run_tests", "DELETE FROM run_tests", "tests of all runs of a benchmark go with its dataset; each run has a few"},
	{"state_places", "DELETE FROM state_rows", "what no board of a benchmark has any more is swept when a run is removed"},
}

// explained holds that no query that stores have asked reads the whole of a table that
// has more than two rows for each run.
func (r *recorder) explained(t *testing.T, server *pgtest.Server, empty string) {
	filled := r.record(t, open(t, server, create(t, server, empty)))
	storetest.Fill(t, filled, 2)
	asksAll(t, filled)
	db, ctx := grown(t, server, empty), t.Context()
	rows, err := db.Query(ctx,
		"SELECT relname FROM pg_class WHERE relnamespace = 'main'::regnamespace AND relkind = 'r' AND reltuples > $1", 2*grownRuns)
	if err != nil {
		t.Fatal(err)
	}
	growing, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"trials", "steps", "step_text", "trial_checks", "raws", "run_metrics"} {
		if !slices.Contains(growing, table) {
			t.Errorf("%s is not filled", table)
		}
	}
	for path, queries := range r.asked {
		if _, err := db.Exec(ctx, "SET search_path = "+path); err != nil {
			t.Fatal(err)
		}
		for _, q := range slices.Sorted(maps.Keys(queries)) {
			if !reads.MatchString(q) {
				continue
			}
			root, err := explain(ctx, db, q, "EXPLAIN (FORMAT JSON)")
			if err != nil {
				t.Errorf("%s\n%v", q, err)
				continue
			}
			for _, table := range root.whole(false) {
				excused := slices.ContainsFunc(mayRead, func(e struct{ table, begins, why string }) bool {
					return e.table == table && strings.HasPrefix(q, e.begins)
				})
				if slices.Contains(growing, table) && !excused {
					t.Errorf("all of %s is read by\n%s", table, q)
				}
			}
		}
	}
	t.Run("runs named", func(t *testing.T) { r.namesRuns(t, db) })
	r.ends(t, db)
	refers(t, db, growing)
}

// refers holds that what refers to a row that goes is found by an index.
func refers(t *testing.T, db *pgx.Conn, growing []string) {
	t.Helper()
	const q = `SELECT t.relname || ': ' || pg_get_constraintdef(c.oid)
FROM pg_constraint c
JOIN pg_class t ON t.oid = c.conrelid
WHERE c.contype = 'f'
  AND t.relname = ANY ($1)
  AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND (CAST(i.indkey AS int2[]))[0:cardinality(c.conkey) - 1] @> c.conkey)`
	rows := found(db.Query(t.Context(), q, growing))(t)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(list) > 0 {
		t.Errorf("no index for %q, %v", list, err)
	}
}

// ends holds that queries that are not read to their end have one: the driver reads on
// to it.
func (r *recorder) ends(t *testing.T, db *pgx.Conn) {
	t.Helper()
	for table, of := range map[string]string{
		"run_draws":    "(benchmark_id, without, convention) = (2, 'v6', 'v6')",
		"run_evidence": "(benchmark_id, scenario) = (2, 'v6')",
	} {
		var want, asked int
		if err := db.QueryRow(t.Context(), "SELECT count(*) FROM main."+table+" WHERE "+of).Scan(&want); err != nil || want == 0 {
			t.Fatal(table, want, err)
		}
		for q := range r.asked[readerPath] {
			if !strings.Contains(q, "FROM "+table) || !strings.Contains(q, "ORDER BY") {
				continue
			}
			asked++
			root, err := explain(t.Context(), db, q, "EXPLAIN (ANALYZE, FORMAT JSON)", "v2", "v6", "v6")
			if err != nil || root.Rows != float64(want) {
				t.Errorf("%s: %v rows, %v, want %d", table, root.Rows, err, want)
			}
		}
		if asked == 0 {
			t.Errorf("nothing was read of %s", table)
		}
	}
}

// reads finds queries that look for rows.
var reads = regexp.MustCompile(`(?s)^\s*(SELECT|WITH|UPDATE|DELETE|INSERT.*SELECT)\b`)

var parameter = regexp.MustCompile(`\$\d+`)

// explain is the plan of a query, whatever its parameters are. Those that are not given
// are NULL.
func explain(ctx context.Context, db *pgx.Conn, q, how string, args ...string) (root plan, err error) {
	q = translate(q)
	run := "EXECUTE asked"
	if n := len(slices.Compact(slices.Sorted(slices.Values(parameter.FindAllString(q, -1))))); n > 0 {
		values := make([]string, n)
		for i := range values {
			values[i] = "NULL"
			if i < len(args) {
				values[i] = "'" + args[i] + "'"
			}
		}
		run += "(" + strings.Join(values, ", ") + ")"
	}
	if _, err := db.PgConn().Exec(ctx, "PREPARE asked AS "+q).ReadAll(); err != nil {
		return root, err
	}
	var text string
	err = db.QueryRow(ctx, how+" "+run, pgx.QueryExecModeSimpleProtocol).Scan(&text)
	if _, end := db.PgConn().Exec(ctx, "DEALLOCATE asked").ReadAll(); err != nil || end != nil {
		return root, errors.Join(err, end)
	}
	var list []struct{ Plan plan }
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) == 0 {
		return root, fmt.Errorf("%s: %w", text, err)
	}
	return list[0].Plan, nil
}
