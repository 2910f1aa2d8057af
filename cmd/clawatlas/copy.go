package main

import (
	"context"
	"errors"
	"os"
	"strings"
)

type copyCmd struct {
	From      string `required:"" help:"Database to copy." placeholder:"sqlite:FILE|postgres://HOST/NAME"`
	To        string `required:"" help:"Database to copy into: a new one, or one left by an interrupted copy of the same database." placeholder:"sqlite:FILE|postgres://HOST/NAME"`
	Blobs     string `env:"CLAWATLAS_BLOBS" help:"Directory or bucket with trace texts and raw records of the database on a server; if both are on servers, of the target." placeholder:"DIR|s3://BUCKET"`
	FromBlobs string `name:"from-blobs" help:"The same for --from, if both databases are on servers." placeholder:"DIR|s3://BUCKET"`
	LeaveOut  bool   `name:"leave-out" help:"Leave out runs whose stored records this version cannot read."`
}

func (copyCmd) Help() string {
	return "Reads the stored records of all runs, including hidden ones, into the target, and copies what the records do not " +
		"contain: datasets, reported results, withdrawals, dates of ingest, the change log and snapshots. All URLs stay the " +
		"same. The copy gets its own database id. To continue an interrupted copy, repeat the command. An unfinished copy " +
		"cannot be served, exported, backed up or written to."
}

func (c *copyCmd) places() (from, to place, err error) {
	isFrom, isTo := onServer(c.From), onServer(c.To)
	switch {
	case c.Blobs != "" && !isFrom && !isTo:
		return nil, nil, usageError("--blobs requires a database on a server")
	case c.FromBlobs != "" && !(isFrom && isTo):
		return nil, nil, usageError("--from-blobs is only for copies from one server to another; use --blobs for the database " +
			"that is on a server")
	case isFrom && isTo && c.FromBlobs == "":
		return nil, nil, usageError("both databases are on servers: pass --from-blobs for --from and --blobs for --to")
	}
	bodies := c.Blobs
	if isTo {
		bodies = c.FromBlobs
	}
	if from, err = placeAt("--from", c.From, bodies); err != nil {
		return nil, nil, err
	}
	if to, err = placeAt("--to", c.To, c.Blobs); err != nil {
		return nil, nil, err
	}
	return from, to, sameFile(from, to)
}

// sameFile returns an error if both paths refer to the same file. Opening a file twice would
// release SQLite's locks.
func sameFile(from, to place) error {
	a, ok := from.(file)
	b, both := to.(file)
	if !ok || !both {
		return nil
	}
	x, xerr := os.Stat(string(a))
	y, yerr := os.Stat(string(b))
	if xerr == nil && yerr == nil && os.SameFile(x, y) {
		return usageError("--from and --to are the same database")
	}
	return nil
}

func onServer(address string) bool {
	scheme, _, found := strings.Cut(address, "://")
	return found && (scheme == "postgres" || scheme == "postgresql")
}

func placeAt(flag, address, bodies string) (place, error) {
	if onServer(address) {
		return newServer(flag, address, "", bodies)
	}
	name, found := strings.CutPrefix(address, "sqlite:")
	if !found || name == "" || isAddress(name) {
		return nil, usageError(flag + " is neither sqlite:FILE nor a URL such as postgres://USER@HOST/DATABASE")
	}
	return file(name), nil
}

func (c *copyCmd) Run(ctx context.Context, s *streams) error {
	from, to, err := c.places()
	if err != nil {
		return err
	}
	limitMemory()
	source, err := from.moment(ctx)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := to.writer(ctx)
	if err != nil {
		return err
	}
	f := filling{what: "copying", first: s.firstData(), leave: c.LeaveOut}
	n, err := f.run(ctx, s, target, source)
	if err = errors.Join(err, target.Close()); err != nil {
		return err
	}
	s.out.Printf("copied %s to %s\n%s: %d read, %d there already", from, to, counted(n.runs, "run"), n.read, n.runs-n.read-n.left)
	if n.left > 0 {
		s.out.Printf(", %d left out", n.left)
	}
	s.out.Printf("\n")
	return nil
}
