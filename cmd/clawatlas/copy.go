package main

import (
	"context"
	"errors"
	"os"
	"strings"
)

type copyCmd struct {
	From      string `required:"" help:"Database to copy." placeholder:"sqlite:FILE|postgres://HOST/NAME"`
	To        string `required:"" help:"Database to copy into: a new one, or one that a copy of the same has begun." placeholder:"sqlite:FILE|postgres://HOST/NAME"`
	Blobs     string `env:"CLAWATLAS_BLOBS" help:"Directory or bucket of the bodies of traces and raw records of the one that is on a server, of that of --to if both are." placeholder:"DIR|s3://BUCKET"`
	FromBlobs string `name:"from-blobs" help:"The same of --from, if both are on servers." placeholder:"DIR|s3://BUCKET"`
}

// Help implements kong's detailed help.
func (copyCmd) Help() string {
	return "Everything is copied as it is at the beginning: runs with their traces and raw records, hidden ones too, figures, " +
		"boards with their former states, withdrawals, the log of changes. All addresses stay. The copy has an identity of its " +
		"own. A copy that was broken off goes on when the same command is given again, and later the same command brings what " +
		"has come, changed or gone since, unless the target was written to meanwhile. At the end both sides are compared by " +
		"digests of each run with its bodies and by all other rows; what differs is said, and the command fails. Until then " +
		"the target is not served, published, exported or written to; a server that has served an earlier copy goes on with " +
		"its whole runs, and its /healthz is 503 until the end."
}

// places are where the two databases are.
func (c *copyCmd) places() (from, to place, err error) {
	isFrom, isTo := onServer(c.From), onServer(c.To)
	switch {
	case c.Blobs != "" && !isFrom && !isTo:
		return nil, nil, usageError("--blobs belongs to a database on a server")
	case c.FromBlobs != "" && !(isFrom && isTo):
		return nil, nil, usageError("--from-blobs is for a copy from one server to another; --blobs are the bodies of the one database that is on a server")
	case isFrom && isTo && c.FromBlobs == "":
		return nil, nil, usageError("both databases are on servers: --from-blobs has the bodies of --from, and --blobs those of --to")
	}
	bodies := c.Blobs // of --from
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

// sameFile refuses a file that is both, before it is opened twice: SQLite's locks would
// not stand that.
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

// onServer reports whether an address is that of a server.
func onServer(address string) bool {
	scheme, _, found := strings.Cut(address, "://")
	return found && (scheme == "postgres" || scheme == "postgresql")
}

// placeAt is the place that an address names.
func placeAt(flag, address, bodies string) (place, error) {
	if onServer(address) {
		return newServer(flag, address, "", bodies)
	}
	name, found := strings.CutPrefix(address, "sqlite:")
	if !found || name == "" {
		return nil, usageError(flag + " is neither sqlite:FILE nor an address as postgres://USER@HOST/DATABASE")
	}
	return file(name), nil
}

// Run copies the database and compares both.
func (c *copyCmd) Run(ctx context.Context, s *streams) error {
	from, to, err := c.places()
	if err != nil {
		return err
	}
	source, err := from.moment(ctx) // before anything is made
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := to.writer(ctx)
	if err != nil {
		return err
	}
	bar := newCountProgress(s.err, "copying", "runs", "runs")
	n, err := target.CopyFrom(ctx, source, bar.at)
	bar.end()
	if err = errors.Join(err, target.Close()); err != nil {
		return err
	}
	s.out.Printf("copied %s to %s\n", from, to)
	s.out.Printf("%s: %d written, %d there already", counted(n.Runs, "run"), n.Written, n.Runs-n.Written)
	if n.Gone > 0 {
		s.out.Printf("; %d of an earlier copy were other ones", n.Gone)
	}
	s.out.Printf("\nthe same on both sides: %d rows, %d pieces of bodies of %d bytes\n", n.Rows, n.Bodies, n.Bytes)
	return nil
}
