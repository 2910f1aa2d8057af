package postgres

import (
	stdcmp "cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/sqlstore"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// TestPostgres runs everything that needs a server, which is one for all.
func TestPostgres(t *testing.T) {
	storetest.Wanted(t)
	server := storetest.StartServer(t)
	empty := server.Create(t, "")
	t.Run("references", func(t *testing.T) { refers(t, server, empty) })
	t.Run("opened at once", func(t *testing.T) { opensTogether(t, server) })
	t.Run("refused", func(t *testing.T) { refuses(t, server, empty) })
	t.Run("reader", func(t *testing.T) { readsOnly(t, server, empty) })
	t.Run("moment", func(t *testing.T) { readsMoment(t, server, empty) })
	t.Run("care", func(t *testing.T) { cares(t, server) })
	t.Run("news", func(t *testing.T) { tells(t, server, empty) })
	t.Run("newest of usual and long texts", func(t *testing.T) { newestOfBoth(t, server, empty) })
	t.Run("bodies", func(t *testing.T) { keepsBodies(t, server, empty) })
	t.Run("rebuilding", func(t *testing.T) { rebuildsAlone(t, server, empty) })
	t.Run("cut off", func(t *testing.T) {
		t.Run("rebuilding", func(t *testing.T) { rebuildsNoMore(t, server, empty) })
		t.Run("deleting", func(t *testing.T) { deletesNoMore(t, server, empty) })
	})
	t.Run("tried again", func(t *testing.T) { triesAgain(t, server, empty) })
	t.Run("stored surely", func(t *testing.T) { storesSurely(t, server, empty) })
}

// open opens a database with its bodies in a directory of its own.
func open(t *testing.T, server *storetest.Server, name string) *DB {
	t.Helper()
	bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
	db := must.Get(Open(t.Context(), server.Address(name), bodies, t.TempDir()))(t)
	t.Cleanup(func() {
		if err := errors.Join(db.Close(), bodies.Close()); err != nil {
			t.Error(err)
		}
	})
	return db
}

const hour = time.Hour

func putText(t *testing.T, in objects.Store, name, text string) {
	t.Helper()
	must.Do(t, in.Put(t.Context(), name, io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))))
}

// slowStore lets something happen once after an object was put.
type slowStore struct {
	objects.Store
	after func()
	puts  int
}

func (s *slowStore) Put(ctx context.Context, name string, body *io.SectionReader) error {
	s.puts++
	if err := s.Store.Put(ctx, name, body); err != nil {
		return err
	}
	if f := s.after; f != nil {
		s.after = nil
		f()
	}
	return nil
}

func storeSteps(t *testing.T, db *DB, run *results.Run, texts ...string) {
	t.Helper()
	must.Do(t, storeRun(t.Context(), db, run, texts...))
}

// fill stores a benchmark with runs run1, run2 and so on, of one step each.
func fill(t *testing.T, db *DB, runs int) {
	t.Helper()
	must.Do(t, db.SaveDataset(t.Context(), &results.Dataset{Benchmark: results.Benchmark{ID: "bench", Name: "Bench", Digest: "d1"},
		Scenarios: []results.Scenario{{Slug: "s1"}}, Tasks: []results.Task{{Scenario: "s1", Slug: "q1", Kind: results.KindMultiChoice}}}))
	for i := range runs {
		storeSteps(t, db, &results.Run{Slug: fmt.Sprintf("run%d", i+1), Digest: fmt.Sprint(i), Benchmark: "bench", ModelName: "Model One"},
			fmt.Sprintf("common word%d", i+1))
	}
}

// storeRun stores a run of one trial with steps that say the texts.
func storeRun(ctx context.Context, db *DB, run *results.Run, texts ...string) error {
	tx, err := db.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Attempt: 1, Status: results.Passed, Kind: results.KindMultiChoice}); err != nil {
		return err
	}
	for _, text := range texts {
		if err := tx.SaveStep(ctx, &results.Step{Source: results.SourceAgent, Message: text}); err != nil {
			return err
		}
	}
	return tx.Finish(ctx, run, []results.Metric{{Key: "crs", Value: new(float64)}})
}

// readText is what the first step of a run says.
func readText(t *testing.T, db *DB, run string) string {
	t.Helper()
	trial := must.Get(db.FindTrial(t.Context(), run, "s1", "q1", 1))(t)
	rows := must.Get(db.StepRows(t.Context(), &trial, 1, 1))(t)
	steps := must.Get(db.Steps(t.Context(), &trial, rows))(t)
	return steps[0].Message
}

// refers holds that what refers to a run, a trial or one of their parts is found by an
// index when that goes: these tables grow with the runs.
func refers(t *testing.T, server *storetest.Server, database string) {
	ctx := t.Context()
	db := must.Get(pgx.Connect(ctx, server.Address(database)))(t)
	defer db.Close(ctx)
	const q = `SELECT t.relname || ': ' || pg_get_constraintdef(c.oid)
FROM pg_constraint c
JOIN pg_class t ON t.oid = c.conrelid
WHERE c.contype = 'f'
  AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname IN ('run_id', 'trial_id', 'step_id', 'raw_id'))
  AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND (CAST(i.indkey AS int2[]))[0:cardinality(c.conkey) - 1] @> c.conkey)`
	list, err := pgx.CollectRows(must.Get(db.Query(ctx, q))(t), pgx.RowTo[string])
	if err != nil || len(list) > 0 {
		t.Errorf("no index for %q, %v", list, err)
	}
}

// The newest of usual and of long texts come in their order, however few are asked for,
// and what lies between those that are asked for is not passed over.
func newestOfBoth(t *testing.T, server *storetest.Server, empty string) {
	ctx, db := t.Context(), open(t, server, server.Create(t, empty))
	index := textIndex{db.w}
	long := strings.Repeat("between others ", vectorWords)
	const steps = 60
	var docs []search.Doc
	for i := range int64(steps) {
		d := search.Doc{Key: 7<<sqlstore.KeyBits + i, Words: "usual word"}
		if i%5 == 0 || i > 50 && i < 55 {
			d.Words = "word " + long + "usual"
		}
		if i%7 == 0 {
			d.Words += " left"
		}
		docs = append(docs, d)
	}
	must.Do(t, index.Index(ctx, docs))
	for _, line := range []string{"word", "usual word", "usual -left", "word -usual", "between", "left"} {
		ask := search.Ask{Terms: search.Parse(line).Terms, Order: search.ByNewest, Limit: 2 * steps}
		all := must.Get(index.Search(ctx, ask))(t)
		want := 0
		for _, d := range docs {
			met := true
			for _, term := range ask.Terms {
				met = met && slices.Contains(strings.Fields(d.Words), term.Text) != term.Not
			}
			if met {
				want++
			}
		}
		if len(all) != want || !slices.IsSortedFunc(all, func(a, b int64) int { return stdcmp.Compare(b, a) }) {
			t.Errorf("%s: %d are found, want %d, newest first: %v", line, len(all), want, all)
		}
		for ask.Limit = range steps {
			if got := must.Get(index.Search(ctx, ask))(t); !slices.Equal(got, all[:min(ask.Limit, len(all))]) {
				t.Errorf("%s, the first %d: %v, want %v", line, ask.Limit, got, all)
			}
		}
	}
}

func TestTranslate(t *testing.T) {
	for q, want := range map[string]string{
		"SELECT 1": "SELECT 1",
		"SELECT a FROM t WHERE b = ? AND c IN (?, ?)":          "SELECT a FROM t WHERE b = $1 AND c IN ($2, $3)",
		"SELECT ?2, ?1, ?2, ?":                                 "SELECT $2, $1, $2, $3",
		`SELECT '?', "?", 'it''s ?' FROM t WHERE a = ?`:        `SELECT '?', "?", 'it''s ?' FROM t WHERE a = $1`,
		"SELECT a FROM t INDEXED BY t_a\nWHERE a = ?":          "SELECT a FROM t\nWHERE a = $1",
		"SELECT a FROM t CROSS JOIN u ON u.id = t.id LIMIT 1":  "SELECT a FROM t JOIN u ON u.id = t.id LIMIT 1",
		"SELECT 'CROSS JOIN INDEXED BY x' FROM t WHERE b = '?": "SELECT 'CROSS JOIN INDEXED BY x' FROM t WHERE b = '?",
		"SELECT a FROM t WHERE b = ?1 /*! AND c = ?1 >> 32 */": "SELECT a FROM t WHERE b = $1  AND c = $1 >> 32 ",
		"": "",
	} {
		if got := translate(q); got != want {
			t.Errorf("%q becomes %q, want %q", q, got, want)
		}
	}
}
