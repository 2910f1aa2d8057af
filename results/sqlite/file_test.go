package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// execFile runs statements on a file as any application would.
func execFile(t *testing.T, path string, statements ...string) {
	t.Helper()
	db := must.Get(sql.Open("sqlite3", "file:"+path))(t)
	defer db.Close()
	for _, s := range statements {
		must.Get(db.Exec(s))(t)
	}
}

// What is no database of ours is refused for reading and writing and stays as it
// is, with nothing beside it.
func TestForeignFiles(t *testing.T) {
	for _, tt := range []struct {
		name, says string
		is         error
		make       func(t *testing.T, path string)
	}{
		{"text", "not a database", nil, func(t *testing.T, path string) {
			must.Do(t, os.WriteFile(path, []byte("{\"a\": 1}\n"), 0o600))
		}},
		{"directory", "a directory", nil, func(t *testing.T, path string) {
			must.Do(t, os.Mkdir(path, 0o700))
		}},
		{"another application's id", "0x47504b47", results.ErrForeign, func(t *testing.T, path string) {
			execFile(t, path, "PRAGMA application_id = 0x47504b47", "CREATE TABLE meta (key TEXT, value TEXT)")
		}},
		{"tables without an id", "other tables", results.ErrForeign, func(t *testing.T, path string) {
			execFile(t, path, "CREATE TABLE meta (key TEXT, value TEXT)", "CREATE TABLE places (id INTEGER)", "PRAGMA user_version = 3")
		}},
		{"tables without an id, in the log's mode", "other tables", results.ErrForeign, func(t *testing.T, path string) {
			execFile(t, path, "PRAGMA journal_mode = WAL", "CREATE TABLE places (id INTEGER)")
		}},
		{"a later version of ours", "newer version", results.ErrNewerDatabase, func(t *testing.T, path string) {
			execFile(t, path, "PRAGMA application_id = 0x436c4174", "CREATE TABLE meta (key TEXT)", "PRAGMA user_version = 999")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x.db")
			tt.make(t, path)
			before, _ := os.ReadFile(path)
			for what, open := range map[string]func(context.Context, string) (*DB, error){"reader": OpenReader, "writer": OpenWriter} {
				db, err := open(t.Context(), path)
				if err == nil {
					db.Close()
					t.Fatalf("%s: the file was opened", what)
				}
				if !strings.Contains(err.Error(), tt.says) || !strings.Contains(err.Error(), path) || tt.is != nil && !errors.Is(err, tt.is) {
					t.Errorf("%s: error %q, want the path and %q", what, err, tt.says)
				}
			}
			after, _ := os.ReadFile(path)
			if !bytes.Equal(before, after) {
				t.Errorf("the file was changed")
			}
			if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
				t.Errorf("directory has %v, %v; want the file alone", list, err)
			}
		})
	}
}

// An empty file may become a database, and no reader takes it for one.
func TestEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	must.Do(t, os.WriteFile(path, nil, 0o600))
	if _, err := OpenReader(t.Context(), path); !errors.Is(err, results.ErrNotFound) || !strings.Contains(err.Error(), "empty") {
		t.Errorf("reader: %v, want ErrNotFound, because it is empty", err)
	}
	db := must.Get(OpenWriter(t.Context(), path))(t)
	db.Close()
	if h, err := readHeader(path); err != nil || h.application != applicationID {
		t.Errorf("header %+v, %v; want our application id", h, err)
	}
}

// A database that is made appears whole or not at all, and takes no other's place.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x [1]*.db")
	left := path + buildingSuffix + "1"
	for _, name := range []string{left, left + "-wal"} {
		must.Do(t, os.WriteFile(name, []byte("of a dead process"), 0o600))
	}
	broken := errors.New("broken")
	if err := Create(t.Context(), path, nil, func(*DB) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("error %v, want that of the filling", err)
	}
	if list, _ := os.ReadDir(dir); len(list) != 0 {
		t.Errorf("%v is left of a failed making and of a dead process", list)
	}
	save := func(db *DB) error { return db.SaveDataset(t.Context(), dataset()) }
	err := Create(t.Context(), path, nil, func(db *DB) error {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the database is seen before it is whole: %v", err)
		}
		if err := Create(t.Context(), path, nil, save); err != nil { // another process is faster
			t.Errorf("the other: %v", err)
		}
		return nil
	})
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("the slower of two: %v, want fs.ErrExist", err)
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("directory has %v, want the database alone", list)
	}
	db := must.Get(OpenReader(t.Context(), path))(t)
	defer db.Close()
	if n, err := db.Benchmarks(t.Context()); err != nil || len(n) != 1 {
		t.Errorf("benchmarks %v, %v; want that of the faster", n, err)
	}
}

// A rebuild that began before another process marked the boards again does not
// strike off that mark.
func TestMarkedMeanwhile(t *testing.T) {
	db := twoBenchmarks(t)
	if list, err := db.StaleBenchmarks(t.Context()); err != nil || len(list) != 2 {
		t.Fatalf("stale %v, %v; want both", list, err)
	}
	other := must.Get(OpenWriter(t.Context(), db.Path()))(t)
	defer other.Close()
	must.Do(t, writeRun(t, other, "r9", "d9", 3, "z"))
	for _, b := range []string{"bench", "other"} {
		must.Do(t, db.MarkCurrent(t.Context(), b))
	}
	if list, err := db.StaleBenchmarks(t.Context()); err != nil || len(list) != 1 || list[0] != "bench" {
		t.Errorf("stale %v, %v; want bench, to which a run came", list, err)
	}
}

// A second process rebuilds when the first has done.
func TestRebuildingAlone(t *testing.T) {
	db := open(t)
	other := must.Get(OpenWriter(t.Context(), db.Path()))(t)
	defer other.Close()
	done, mine, err := db.Rebuilding(t.Context(), "a")
	if err != nil || !mine {
		t.Fatal(mine, err)
	}
	if _, mine, err := other.Rebuilding(t.Context(), "a"); mine || err != nil {
		t.Errorf("second at the same time: %v, %v", mine, err)
	}
	done()
	if done, mine, err = other.Rebuilding(t.Context(), "a"); err != nil || !mine {
		t.Errorf("second afterwards: %v, %v", mine, err)
	} else {
		done()
	}
}

// What is missing or is not what was written is found, with the run that has it.
func TestExamine(t *testing.T) {
	for _, tt := range []struct{ name, harm, want string }{
		{"sound", "", ""},
		{"a piece that is gone", "DELETE FROM trace_frames", "run run1: piece 0 of trace"},
		{"a piece that was altered", "UPDATE body_blocks SET data = CAST(x'00' || substr(data, 2) AS BLOB)", "run run1: piece 0 of trace"},
		{"a piece that is too short", "UPDATE steps SET length = length + 1000", "ends before its steps"},
		{"a raw record without its bytes", "INSERT INTO raws (id, run_id, name, media, size, sum) SELECT 7, id, 'x', 'x', 5, x'00' FROM runs LIMIT 1", "run run1: raw record 7 has 0 of its 5 bytes"},
		{"steps of no trial", "UPDATE steps SET trial_id = 1", "steps of no trial: 2"},
		{"rows that refer to nothing", "PRAGMA foreign_keys = OFF; DELETE FROM tasks", "refers to no tasks"},
		{"a copy that is not whole", "INSERT INTO meta (key, value) VALUES ('note.copy', 'a b half')", "incomplete copy"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db := open(t)
			fill(t, db, 2)
			must.Get(db.w.Exec(tt.harm))(t)
			reader := must.Get(OpenReader(t.Context(), db.path))(t)
			defer reader.Close()
			x := must.Get(reader.Examine(t.Context()))(t)
			got := strings.Join(x.Faults, "\n")
			if tt.want == "" && (got != "" || x.Runs != 2 || len(x.Notes) > 0) || !strings.Contains(got, tt.want) {
				t.Errorf("%q, notes %q, of %d runs, want %q", got, x.Notes, x.Runs, tt.want)
			}
		})
	}
}

// TestMigratedInPlace: a server that has a database open, which a later program migrates
// in its place, learns so when it looks at it again.
func TestMigratedInPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	w, err := OpenWriter(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	db, err := OpenReader(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	later, err := connect(t.Context(), dsn(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	_, err = later.Exec("PRAGMA user_version = 9999")
	if err := errors.Join(err, later.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Verify(t.Context()); err == nil {
		t.Error("the schema of a later program is read as if it were known")
	}
}

// TestPrivate: a database, what stands beside it and its backups are for their owner
// alone, because hidden runs are inside; what is published is for everyone.
func TestPrivate(t *testing.T) {
	dir := t.TempDir()
	opened := filepath.Join(dir, "opened.db")
	db := must.Get(OpenWriter(t.Context(), opened))(t)
	created := filepath.Join(dir, "created.db")
	must.Do(t, Create(t.Context(), created, nil, func(*DB) error { return nil }))
	backup, public := filepath.Join(dir, "backup.db"), filepath.Join(dir, "public.db")
	must.Do(t, db.Backup(t.Context(), backup))
	must.Do(t, db.Publish(t.Context(), public))
	for path, want := range map[string]os.FileMode{opened: 0o600, opened + "-wal": 0o600, created: 0o600, backup: 0o600, public: 0o644} {
		if info := must.Get(os.Stat(path))(t); info.Mode().Perm() != want {
			t.Errorf("%s is %o, want %o", filepath.Base(path), info.Mode().Perm(), want)
		}
	}
	must.Do(t, db.Close())
}

// TestCopyReplacesOnlyCopies: a copy takes the place of an earlier one of the same
// database, and of no other file.
func TestCopyReplacesOnlyCopies(t *testing.T) {
	db, dir := open(t), t.TempDir()
	file, linked, hard := filepath.Join(dir, "copy.db"), filepath.Join(dir, "linked.db"), filepath.Join(dir, "hard.db")
	text, other := filepath.Join(dir, "notes.txt"), open(t)
	must.Do(t, errors.Join(db.Compact(t.Context()), other.Compact(t.Context()), os.Symlink(db.path, linked), os.Link(db.path, hard), os.WriteFile(text, []byte("notes"), 0o600)))
	for range 2 {
		must.Do(t, db.Backup(t.Context(), file))
	}
	must.Do(t, db.Publish(t.Context(), file))
	for _, path := range []string{db.path, linked, hard, text, other.path, dir} {
		for what, write := range map[string]func(context.Context, string) error{"backup": db.Backup, "publish": db.Publish} {
			before, _ := os.ReadFile(path)
			if err := write(t.Context(), path); err == nil {
				t.Errorf("%s to %s is done", what, path)
			}
			if now, _ := os.ReadFile(path); !bytes.Equal(before, now) {
				t.Errorf("%s changed %s", what, path)
			}
		}
	}
}

// Nothing is made of, or put over, a file that belongs to another database, or a copy that
// has been written to since.
func TestCopiesTakeNothing(t *testing.T) {
	dir := t.TempDir()
	path, to := filepath.Join(dir, "x.db"), filepath.Join(dir, "copy.db")
	db := must.Get(OpenWriter(t.Context(), path))(t)
	must.Do(t, db.SaveDataset(t.Context(), dataset()))
	defer db.Close()
	for _, end := range []string{"-wal", "-shm", "-journal", ".withdrawn"} {
		if err := db.Backup(t.Context(), filepath.Join(dir, "x.db"+end)); err == nil || !strings.Contains(err.Error(), "belongs to the database") {
			t.Errorf("backup to x.db%s: %v", end, err)
		}
		if w, err := OpenWriter(t.Context(), filepath.Join(dir, "x.db"+end)); err == nil {
			t.Errorf("x.db%s was made a database", end)
			w.Close()
		}
	}
	must.Do(t, db.Backup(t.Context(), to))
	must.Do(t, db.Backup(t.Context(), to))
	other := must.Get(OpenWriter(t.Context(), to))(t)
	must.Do(t, other.SaveNote(t.Context(), "own", "1"))
	must.Do(t, other.Close())
	if err := db.Backup(t.Context(), to); err == nil || !strings.Contains(err.Error(), "written to since") {
		t.Errorf("backup over a copy that was written to: %v", err)
	}
}

// The log of a file that is gone is not applied to the one that takes its place.
func TestLogOfAFormerFile(t *testing.T) {
	dir := t.TempDir()
	path, to := filepath.Join(dir, "x.db"), filepath.Join(dir, "copy.db")
	db := must.Get(OpenWriter(t.Context(), path))(t)
	must.Do(t, db.SaveDataset(t.Context(), dataset()))
	log := must.Get(os.ReadFile(path + "-wal"))(t)
	if len(log) == 0 {
		t.Fatal("the database has no log")
	}
	defer db.Close()
	for name, write := range map[string]func() error{
		"backup": func() error { return db.Backup(t.Context(), to) },
		"create": func() error { return Create(t.Context(), to, nil, func(*DB) error { return nil }) },
	} {
		must.Do(t, os.WriteFile(to+"-wal", log, 0o600))
		must.Do(t, write())
		if now, err := os.Stat(to + "-wal"); err == nil && now.Size() > 0 {
			t.Errorf("%s: the log of the former file is beside the new one", name)
		}
		must.Do(t, os.Remove(to))
	}
}
