package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results/tables"
)

type backupCmd struct {
	storeFlag
	Public    bool   `help:"Leave out hidden runs, for a copy that others can see."`
	Downloads string `env:"CLAWATLAS_DOWNLOADS" help:"With --public: folder for the downloads that a site offers: the database, and its runs, trials, checks and steps as Parquet." placeholder:"DIR"`
	Keep      int    `help:"Keep only the newest N copies in the directory, which is created if needed; 0 keeps all." placeholder:"N"`
	File      string `arg:"" help:"File to write, or a directory for copies named by timestamp."`
}

func (backupCmd) Help() string {
	return "Writes a compact, checked copy of the whole database next to FILE and renames it to FILE, so that a server that has " +
		"FILE open switches to it without a failed request. A server and an ingest can continue meanwhile; the copy is " +
		"consistent. FILE must not be the database itself, or a file that is not an earlier copy of it. In a directory, a copy " +
		"is named by the database and the time in UTC, and --keep removes older copies once the new one is in place. " +
		"--downloads also writes the files that a site offers for download. To back up a database on a server, use pg_dump and " +
		"then copy the objects."
}

func (c *backupCmd) Validate() error {
	switch {
	case c.Keep < 0:
		return errors.New("--keep cannot be negative")
	case c.Keep > 0 && c.Public:
		return errors.New("--keep is for full copies and cannot be combined with --public")
	}
	return nil
}

func (c *backupCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	if c.Public && c.Downloads != "" { // the setting may come from the environment or a file
		return publishWithDownloads(ctx, s, at, c.Downloads, c.File)
	}
	if c.Public {
		return writeCopy(ctx, s, at, c.File, copies.Publish)
	}
	if c.Keep > 0 {
		if err := os.MkdirAll(c.File, 0o750); err != nil {
			return fmt.Errorf("directory of copies: %w", err)
		}
	}
	if info, err := os.Stat(c.File); err != nil || !info.IsDir() {
		return writeCopy(ctx, s, at, c.File, copies.Backup)
	}
	name := strings.TrimSuffix(filepath.Base(at.String()), ".db")
	file := filepath.Join(c.File, name+"-"+time.Now().UTC().Format(backupStamp)+".db")
	if err := writeCopy(ctx, s, at, file, copies.Backup); err != nil || c.Keep == 0 {
		return err
	}
	return c.prune(s, name)
}

// backupStamp is the time format in the names of backups. The names therefore sort by time.
const backupStamp = "20060102T150405Z"

func (c *backupCmd) prune(s *streams, name string) error {
	entries, err := os.ReadDir(c.File)
	if err != nil {
		return fmt.Errorf("list copies: %w", err)
	}
	var copies []string
	for _, e := range entries {
		stamp, ok := strings.CutPrefix(e.Name(), name+"-")
		if _, err := time.Parse(backupStamp+".db", stamp); ok && err == nil && e.Type().IsRegular() {
			copies = append(copies, e.Name())
		}
	}
	for _, old := range copies[:max(0, len(copies)-c.Keep)] {
		if err := os.Remove(filepath.Join(c.File, old)); err != nil {
			return fmt.Errorf("remove copy: %w", err)
		}
		s.out.Printf("removed %s\n", filepath.Join(c.File, old))
	}
	return nil
}

func writeCopy(ctx context.Context, s *streams, from place, file string, write func(copies, context.Context, string) error) error {
	db, err := from.copies(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	word := "wrote"
	if _, err := os.Stat(file); err == nil {
		word = "replaced the earlier copy"
	}
	if err := write(db, ctx, file); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	s.out.Printf("%s %s, %d bytes\n", word, file, info.Size())
	return nil
}

// publishWithDownloads writes the downloads to the directory dir and publishes a database snapshot
// with the same data.
func publishWithDownloads(ctx context.Context, s *streams, from place, dir, to string) (err error) {
	db, err := from.copies(ctx)
	if err != nil {
		return err
	}
	// The published file is made from a copy, and the copy does not know the path of the original.
	if err := errors.Join(db.MayReplace(ctx, to), db.Close()); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("downloads: %w", err)
	}
	made, err := os.MkdirTemp(dir, tables.Building)
	if err != nil {
		return fmt.Errorf("downloads: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(made)) }()
	whole := filepath.Join(made, tables.DatabaseFile)
	if err := writeCopy(ctx, s, from, whole, copies.Publish); err != nil {
		return err
	}
	n, err := tablesOf(ctx, file(whole), made)
	if err != nil {
		return err
	}
	if err := writeCopy(ctx, s, file(whole), to, copies.Publish); err != nil {
		return err
	}
	if err := tables.Offer(dir, made, n, time.Now()); err != nil {
		return err
	}
	s.out.Printf("offered in %s: the database, %s, %s, %s, %s\n", dir, counted(n.Runs, "run"), counted(n.Trials, "trial"),
		counted(n.Checks, "check"), counted(n.Steps, "step"))
	return nil
}

func tablesOf(ctx context.Context, from place, dir string) (tables.Written, error) {
	db, err := from.reader(ctx)
	if err != nil {
		return tables.Written{}, err
	}
	defer db.Close()
	return tables.Write(ctx, db, dir)
}
