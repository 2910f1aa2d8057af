package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// toFreeKeys makes of a database what version 12 would have: the steps of all
// runs have the next free numbers, here from 101 on, and what came later is not there.
const toFreeKeys = `CREATE TEMP TABLE at (id INTEGER PRIMARY KEY, was INTEGER);
INSERT INTO temp.at SELECT id, 100 + row_number() OVER (ORDER BY id) FROM steps;
UPDATE trials SET first_step = (SELECT was FROM temp.at WHERE id = first_step) WHERE steps_total > 0;
UPDATE trials SET first_step = (SELECT COALESCE(max(p.first_step + p.steps_total), 101) FROM trials p WHERE p.id < trials.id AND p.steps_total > 0) WHERE steps_total = 0;
UPDATE steps SET id = (SELECT was FROM temp.at WHERE at.id = steps.id);
DROP TABLE temp.at;
DROP TABLE step_text_terms;
DELETE FROM meta WHERE key = 'last_run';
PRAGMA user_version = 12;`

// undone takes away what the migrations after a version have made.
func undone(t *testing.T, version int) string {
	t.Helper()
	names := found(migrationFiles())(t)
	made := regexp.MustCompile(`(?m)^CREATE (TABLE|TRIGGER|INDEX|VIEW) ("?\w+"?)`)
	added := regexp.MustCompile(`(?m)^ALTER TABLE (\w+) ADD COLUMN (\w+)`)
	columns, triggers, tables, views := "", "", "", ""
	for _, name := range names[version:] {
		data := found(migrations.ReadFile(name))(t)
		for _, m := range added.FindAllStringSubmatch(string(data), -1) {
			columns += "ALTER TABLE " + m[1] + " DROP COLUMN " + m[2] + ";\n"
		}
		for _, m := range made.FindAllStringSubmatch(string(data), -1) {
			drop := "DROP " + m[1] + " IF EXISTS " + m[2] + ";\n"
			switch m[1] {
			case "TABLE":
				tables = drop + tables
			case "VIEW":
				views = drop + views
			default:
				triggers = drop + triggers
			}
		}
	}
	return views + triggers + columns + tables
}

// Runs of version 12, hidden ones too, come out as if this program had read them.
func TestKeysOfOldDatabase(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "t.db")
	db := openFile(t, path)
	must(t, db.SaveDataset(ctx, dataset()))
	for i, steps := range []int{3, 1, 70} {
		slug := fmt.Sprintf("r%d", i+1)
		must(t, writeRun(t, db, slug, slug, steps, "word"+slug+" 文本"))
	}
	must(t, db.RemoveRun(ctx, "r1"))
	traceless := &results.Run{Slug: "r4", Digest: "r4", Benchmark: "bench", ModelName: "Model One"}
	tx := found(db.BeginRun(ctx, traceless))(t)
	for _, task := range []string{"q1", "q2"} {
		must(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: task, Status: results.Passed}))
	}
	must(t, tx.SaveStep(ctx, &results.Step{Source: results.SourceAgent, Message: "after a trial without"}))
	must(t, tx.Finish(ctx, traceless, nil))
	must(t, db.HideRun(ctx, "r2", true))
	dump, keys := dumpOf(t, db), keysOf(t, db)
	found(db.w.ExecContext(ctx, undone(t, 13)+toFreeKeys))(t)
	if old := keysOf(t, db); old[0] != "101" || old[len(old)-1] != fmt.Sprint(100+len(old)) {
		t.Fatalf("keys %v are not those of version 12", old)
	}
	db.Close()

	db = openFile(t, path)
	same(t, "keys of steps (-new +old)", keys, keysOf(t, db))
	same(t, "content (-new +old)", strings.Split(dump, "\n"), strings.Split(dumpOf(t, db), "\n"))
	if err := db.Check(ctx); err != nil {
		t.Error(err)
	}
	for line, want := range map[string]int{"wordr3": 70, "wordr2": 0, "without": 1, "文本": 70} {
		res, err := db.Search(ctx, search.Query{Terms: search.Parse(line).Terms, Limit: 100})
		if err != nil || res.Total != want {
			t.Errorf("%s: %d hits, %v; want %d", line, res.Total, err, want)
		}
	}
	must(t, writeRun(t, db, "r5", "r5", 2, "next"))
	if got := keysOf(t, db); got[len(got)-1] != fmt.Sprint(int64(5)<<32+2) {
		t.Errorf("the last step of the next run is %s, want the second of run 5", got[len(got)-1])
	}
}

// A run's number is never given twice, so that no key means two things.
func TestRunNumberIsNotGivenAgain(t *testing.T) {
	db := open(t)
	must(t, db.SaveDataset(t.Context(), dataset()))
	var ids [2]int64
	for i := range ids {
		must(t, writeRun(t, db, "r1", "d", 1, "x"))
		run := found(db.FindRun(t.Context(), "r1"))(t)
		ids[i] = run.ID
		must(t, db.RemoveRun(t.Context(), "r1"))
	}
	if ids[0] == ids[1] {
		t.Errorf("number %d was given twice", ids[0])
	}
}

func openFile(t *testing.T, path string) *DB {
	t.Helper()
	db := found(OpenWriter(context.Background(), path))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

func dumpOf(t *testing.T, db *DB) string {
	t.Helper()
	var b strings.Builder
	must(t, db.Dump(t.Context(), &b))
	return b.String()
}

func keysOf(t *testing.T, db *DB) []string {
	t.Helper()
	keys := []string{}
	must(t, db.r.Select(&keys, "SELECT id FROM steps ORDER BY id"))
	return keys
}
