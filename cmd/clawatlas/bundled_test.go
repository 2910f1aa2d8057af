package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/klauspost/compress/zstd"

	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// The database that ships is the one that this program makes of the bundled data, and
// one that begins with it is a database of its own, of the day on which it was made.
func TestBundledDatabase(t *testing.T) {
	slow, _ := bundledDatabase(t, nil)
	if *update {
		bundled.Database = pack(t, slow)
		must.Do(t, os.WriteFile(filepath.Join("..", "..", "ingest", "bundled", "bundled.db.zst"), bundled.Database, 0o644))
	}
	quick, m := bundledDatabase(t, bundled.FS)
	if m.bundled || m.program || len(m.boards) > 0 {
		t.Errorf("what ships is not whole: %+v", m)
	}
	got, want := content(t, quick), content(t, slow)
	if got != want {
		t.Errorf("the bundled database is not what the bundled data make: %s\nmake it anew: make bundled", firstDifference(got, want))
	}
}

func pack(t *testing.T, path string) []byte {
	t.Helper()
	db := must.Get(sqlite.OpenReader(t.Context(), path))(t)
	var packed bytes.Buffer
	must.Do(t, errors.Join(db.Pack(t.Context(), &packed, t.TempDir()), db.Close()))
	return packed.Bytes()
}

// content is what a database holds, and of the tables that a dump leaves out how much.
func content(t *testing.T, path string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(dumpOf(t, path))
	raw := opened(t, path)
	for _, c := range columnsOf(t, raw) {
		n := 0
		must.Do(t, raw.Get(&n, fmt.Sprintf("SELECT count(DISTINCT %q) FROM %q", c.Name, c.Table)))
		if c != (column{"changes", "at"}) && c != (column{"runs", "ingested_at"}) { // some in one millisecond
			fmt.Fprintf(&b, "%s.%s has %d values\n", c.Table, c.Name, n)
		}
	}
	return b.String()
}

// A database that begins with the one that ships says of nothing that it was there when
// that one was packed.
func TestBundledDatabaseIsNew(t *testing.T) {
	packed := filepath.Join(t.TempDir(), "packed.db")
	z := must.Get(zstd.NewReader(nil))(t)
	defer z.Close()
	data := must.Get(z.DecodeAll(bundled.Database, nil))(t)
	must.Do(t, os.WriteFile(packed, data, 0o644))
	var first, last int64
	var id, day string
	if err := opened(t, packed).QueryRowx("SELECT min(at), max(at), (SELECT value FROM meta WHERE key = 'id'), (SELECT max(day) FROM board_states) FROM changes").Scan(&first, &last, &id, &day); err != nil {
		t.Fatal(err)
	}
	ids, looked := map[string]bool{id: true}, 0
	for range 2 {
		begun := time.Now()
		path, _ := bundledDatabase(t, bundled.FS)
		db := opened(t, path)
		if err := db.Get(&id, "SELECT value FROM meta WHERE key = 'id'"); err != nil || ids[id] {
			t.Errorf("identity %q again, or %v", id, err)
		}
		ids[id] = true
		var newest int64
		if err := db.Get(&newest, "SELECT max(at) FROM changes"); err != nil || newest < begun.UnixMilli() || newest > time.Now().UnixMilli() {
			t.Errorf("its newest change is of %d, %v; it was made after %d", newest, err, begun.UnixMilli())
		}
		for _, c := range columnsOf(t, db) {
			// Times are Unix milliseconds; a day is one again on the day of packing.
			q := fmt.Sprintf("SELECT count(*) FROM %[1]q WHERE %[2]q BETWEEN ? AND ? OR %[2]q = ? AND ? <> ?", c.Table, c.Name)
			old := 0
			if err := db.Get(&old, q, first-60_000, last, day, day, begun.UTC().Format(time.DateOnly)); err != nil || old > 0 {
				t.Errorf("%s.%s: %d cells are of the packed database, %v", c.Table, c.Name, old, err)
			}
			looked++
		}
	}
	if looked < 200 {
		t.Errorf("%d columns were looked at", looked)
	}
}

// bundledDatabase is the path of a new database with the bundled data, and what was to
// be done to make it whole; it begins with first.
func bundledDatabase(t *testing.T, first fs.FS) (path string, m mended) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "x.db")
	err := file(path).create(t.Context(), first, func(db store) (err error) {
		m, err = mend(t.Context(), db, bundled.FS)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return path, m
}

func opened(t *testing.T, path string) *sqlx.DB {
	t.Helper()
	db := must.Get(sqlx.Connect("sqlite3", "file:"+path+"?mode=ro"))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

type column struct{ Table, Name string }

// columnsOf are the columns of all tables but those inside of the text index.
func columnsOf(t *testing.T, db *sqlx.DB) (list []column) {
	t.Helper()
	const q = `SELECT t.name AS "table", c.name AS name
FROM sqlite_schema t, pragma_table_info(t.name) c
WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND t.name NOT LIKE 'step\_text%' ESCAPE '\'
ORDER BY 1, 2`
	must.Do(t, db.Select(&list, q))
	return list
}
