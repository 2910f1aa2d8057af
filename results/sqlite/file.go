package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// applicationID ("ClAt") is stored at offset 68 of the file and identifies databases of clawatlas.
// Databases of older releases do not have it and are identified by their tables.
const applicationID = 0x436c4174

// header is a part of the first 100 bytes of an SQLite file
// (https://www.sqlite.org/fileformat2.html).
type header struct {
	application uint32
	version     uint32 // version of the schema
	log         bool   // set if the file has a write-ahead log, as no copy has before it is written to
}

// inspect checks a file without SQLite, which could change its journal mode, and reports whether
// the file has content. The file must not be open in this process, because inspect releases the
// process's locks on it.
func inspect(ctx context.Context, path string) (there bool, err error) {
	if err := mayBeDatabase(path); err != nil {
		return true, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case info.IsDir():
		return true, errors.New("it is a directory, not a database")
	case !info.Mode().IsRegular():
		return true, errors.New("it is not a regular file")
	case info.Size() == 0:
		return false, nil
	}
	h, err := readHeader(path)
	switch {
	case err != nil:
		return true, err
	case h.application == applicationID:
		return true, known(int(h.version), path)
	case h.application != 0:
		return true, fmt.Errorf("its application id is %#08x: %w", h.application, results.ErrForeign)
	}
	return true, inspectTables(ctx, path)
}

// mayBeDatabase returns an error for the name of a file that belongs to another database.
func mayBeDatabase(path string) error {
	for _, end := range []string{"-wal", "-shm", "-journal", ".withdrawn"} {
		of, found := strings.CutSuffix(path, end)
		if _, err := os.Stat(of); found && err == nil {
			return fmt.Errorf("this file belongs to the database %s", of)
		}
	}
	return nil
}

func readHeader(path string) (header, error) {
	f, err := os.Open(path)
	if err != nil {
		return header{}, err
	}
	defer f.Close()
	var b [100]byte
	if _, err := io.ReadFull(f, b[:]); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return header{}, err
	}
	if !strings.HasPrefix(string(b[:]), "SQLite format 3\x00") {
		return header{}, errors.New("it is not a database")
	}
	return header{application: binary.BigEndian.Uint32(b[68:]), version: binary.BigEndian.Uint32(b[60:]), log: b[18] == 2}, nil
}

// inspectTables distinguishes a database of an older release from a file of another application.
func inspectTables(ctx context.Context, path string) error {
	options := "mode=ro&immutable=1" // do not create -wal or -shm files
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		options = "mode=ro" // the WAL contains data that must be read
	}
	db, err := connect(ctx, dsn(path, options))
	if err != nil {
		return sqlstore.MapError("look into it", err)
	}
	defer db.Close()
	return ours(ctx, db, path)
}

// ours returns an error if the database belongs to another application or has a newer schema
// version.
func ours(ctx context.Context, db *sqlx.DB, path string) error {
	var state struct{ Application, Version, Tables, Own int }
	const q = `SELECT
  (SELECT application_id FROM pragma_application_id) AS application,
  (SELECT user_version FROM pragma_user_version) AS version,
  (SELECT count(*) FROM sqlite_schema) AS tables,
  (SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('meta', 'benchmarks', 'runs', 'trials', 'steps')) AS own`
	if err := db.GetContext(ctx, &state, q); err != nil {
		return sqlstore.MapError("look into it", err)
	}
	switch {
	case state.Application == applicationID, state.Application == 0 && state.Tables == 0:
	case state.Application != 0:
		return fmt.Errorf("its application id is %#08x: %w", state.Application, results.ErrForeign)
	case state.Own != 5 || state.Version == 0:
		return fmt.Errorf("it has other tables than those of clawatlas: %w", results.ErrForeign)
	}
	return known(state.Version, path)
}

func known(version int, path string) error {
	if version > schemaVersion {
		return fmt.Errorf("schema version %d, this program knows %d: %w", version, schemaVersion, results.ErrNewerDatabase)
	}
	return nil
}

// lockFile waits for an exclusive lock on a file; tryLockFile does not wait. Closing f releases the
// lock.
func lockFile(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }

func unlockFile(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

func tryLockFile(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
