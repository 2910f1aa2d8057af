package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

type backupCmd struct {
	storeFlag
	Keep int    `help:"Leave the newest N copies in the directory, which is made if there is none; 0 leaves all." placeholder:"N"`
	File string `arg:"" help:"File to write, or a directory for copies named by the time."`
}

// Help implements kong's detailed help.
func (backupCmd) Help() string {
	return "A copy of everything, hidden runs too, is made beside FILE in one step, checked, brought to the disk and moved into " +
		"its place whole. A server and an ingest may go on meanwhile: the copy is of one moment. In a directory it is named by " +
		"the database and the time in UTC. With --keep older copies with such a name are removed, once the new one is in its " +
		"place. A database on a server is refused: pg_dump, with a copy of the bodies made after it, is its backup."
}

// Validate implements kong's check of the arguments.
func (c *backupCmd) Validate() error {
	if c.Keep < 0 {
		return errors.New("--keep is less than 0")
	}
	return nil
}

// Run writes the copy.
func (c *backupCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	if c.Keep > 0 {
		if err := os.MkdirAll(c.File, 0o750); err != nil {
			return fmt.Errorf("directory of copies: %w", err)
		}
	}
	if info, err := os.Stat(c.File); err != nil || !info.IsDir() {
		return writeCopy(ctx, s, at, c.File, "wrote", copies.Backup)
	}
	name := strings.TrimSuffix(filepath.Base(at.String()), ".db")
	file := filepath.Join(c.File, name+"-"+time.Now().UTC().Format(backupStamp)+".db")
	if err := writeCopy(ctx, s, at, file, "wrote", copies.Backup); err != nil || c.Keep == 0 {
		return err
	}
	return c.prune(s, name)
}

// backupStamp is the time in the name of a copy: names in order are copies in order.
const backupStamp = "20060102T150405Z"

// prune removes the oldest dated copies of a database.
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

// writeCopy writes a copy of a database to a file and says what became of it.
func writeCopy(ctx context.Context, s *streams, from place, file, done string, write func(copies, context.Context, string) error) error {
	db, err := from.copies(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := write(db, ctx, file); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	s.out.Printf("%s %s, %d bytes\n", done, file, info.Size())
	return nil
}
