package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/clawatlas/clawatlas/results"
)

// withdrawal is a line in the file next to a database that lists the withdrawn runs. The file
// ensures that restoring an older copy of the database does not restore these runs.
type withdrawal struct {
	Run    string `json:"run"`
	Reason string `json:"reason"`
	At     int64  `json:"at"` // time in Unix milliseconds
}

func (f file) withdrawals() string { return f.real() + ".withdrawn" }

// withdrawn reads the list of withdrawn runs. It returns an empty list if the file does not exist.
func (f file) withdrawn() ([]withdrawal, error) {
	data, err := os.ReadFile(f.withdrawals())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []withdrawal
	for line := range bytes.Lines(data) {
		var w withdrawal
		if json.Unmarshal(line, &w) == nil && w.Run != "" { // the last line may be incomplete
			list = append(list, w)
		}
	}
	return list, err
}

func (f file) noteWithdrawal(w withdrawal) error {
	out, err := os.OpenFile(f.withdrawals(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("record withdrawals: %w", err)
	}
	line, err := json.Marshal(w)
	if err == nil {
		_, err = out.Write(append(append([]byte("\n"), line...), '\n'))
	}
	return errors.Join(err, out.Sync(), out.Close())
}

func (f file) forgetWithdrawal(run string) error {
	list, err := f.withdrawn()
	if err != nil || len(list) == 0 {
		return err
	}
	var kept bytes.Buffer
	for _, w := range list {
		if w.Run != run {
			line, err := json.Marshal(w)
			if err != nil {
				return err
			}
			kept.Write(append(line, '\n'))
		}
	}
	aside := f.withdrawals() + ".new"
	if err := os.WriteFile(aside, kept.Bytes(), 0o600); err != nil {
		return err
	}
	return os.Rename(aside, f.withdrawals())
}

// withdrawAgain withdraws the listed runs that the database contains again, because an older copy
// was restored.
func withdrawAgain(ctx context.Context, p place, db store) (runs []string, err error) {
	f, is := p.(file)
	if !is {
		return nil, nil
	}
	list, err := f.withdrawn()
	for _, w := range list {
		if _, ferr := db.FindWithdrawal(ctx, w.Run); !errors.Is(ferr, results.ErrNotFound) {
			err = errors.Join(err, ferr)
			continue
		}
		switch werr := db.WithdrawRun(ctx, w.Run, w.Reason, w.At); {
		case werr == nil:
			runs = append(runs, w.Run)
		case !errors.Is(werr, results.ErrNotFound):
			err = errors.Join(err, werr)
		}
	}
	if err != nil || len(runs) == 0 {
		return runs, err
	}
	if _, err = newLoader(db).Refresh(ctx); err == nil {
		err = db.Compact(ctx)
	}
	return runs, err
}

// errReturned is the reason for not serving a database that contains withdrawn runs.
var errReturned = errors.New("it contains runs that were withdrawn after the copy was made")

// noneReturned returns an error if the database contains a run that the file next to it lists as
// withdrawn.
func noneReturned(ctx context.Context, f file, db interface {
	FindRun(ctx context.Context, slug string) (results.Run, error)
}) error {
	list, err := f.withdrawn()
	for _, w := range list {
		_, ferr := db.FindRun(ctx, w.Run)
		if ferr == nil {
			return fmt.Errorf("%w, such as %s; to remove them: %s", errReturned, w.Run, f.command("migrate"))
		}
		if !errors.Is(ferr, results.ErrNotFound) {
			err = errors.Join(err, ferr)
		}
	}
	return err
}
