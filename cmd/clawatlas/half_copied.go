package main

import (
	"context"
	"errors"
	"io"
)

// errHalfCopied is returned for an interrupted copy, which is neither written to nor served nor
// copied.
var errHalfCopied = errors.New("the database is an incomplete copy: run the same 'clawatlas copy' again")

type halfCopied interface {
	HalfCopied(ctx context.Context) (bool, error)
}

// copiedWhole returns errHalfCopied for an interrupted copy.
func copiedWhole(ctx context.Context, db halfCopied) error {
	half, err := db.HalfCopied(ctx)
	if err == nil && half {
		err = errHalfCopied
	}
	return err
}

// asWhole closes a database that was just opened if it is an interrupted copy; err is the error of
// opening it.
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
