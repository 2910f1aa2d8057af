package main

import (
	"context"
	"errors"
	"io"
)

// errHalfCopied keeps a copy that was broken off from being written to, and from being
// shown or passed on as if it were all of its source.
var errHalfCopied = errors.New("the database is a copy that is not whole: give the same 'clawatlas copy' again")

// halfCopied is a database that may be such a copy.
type halfCopied interface {
	HalfCopied(ctx context.Context) (bool, error)
}

// copiedWhole fails with errHalfCopied if a copy into the database has not come to its end.
func copiedWhole(ctx context.Context, db halfCopied) error {
	half, err := db.HalfCopied(ctx)
	if err == nil && half {
		err = errHalfCopied
	}
	return err
}

// asWhole is copiedWhole of a database that was just opened, and closes it when it fails;
// err is what has hindered its opening.
func asWhole[DB interface {
	halfCopied
	io.Closer
}](ctx context.Context, db DB, err error) error {
	if err != nil {
		return err
	}
	if err := copiedWhole(ctx, db); err != nil {
		return errors.Join(err, db.Close())
	}
	return nil
}
