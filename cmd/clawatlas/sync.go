package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
)

// syncFlags say which source is kept in step with the database.
type syncFlags struct {
	Sync      string `help:"Folder or repository whose runs the database is to have, and no others of it: adds, replaces and removes. In the place of paths." placeholder:"PATH"`
	Source    string `help:"Name under which --sync keeps runs together, where the folder may move; else it is the repository, or the place of the folder." placeholder:"NAME"`
	AllowLoss bool   `help:"With --sync: let go what would be kept, such as all runs of an empty folder."`
}

// check refuses flags that say nothing together.
func (f *syncFlags) check(paths []string) error {
	switch {
	case f.Sync != "" && len(paths) > 0:
		return errors.New("--sync takes the place of paths: what else is to be read needs a command of its own")
	case f.Sync == "" && (f.Source != "" || f.AllowLoss):
		return errors.New("--source and --allow-loss belong to --sync")
	case f.Source != "" && !results.ValidSlug(f.Source):
		return fmt.Errorf("--source %s: a name has small letters, digits, points, hyphens and underscores", f.Source)
	}
	return nil
}

// sync reads the folder or repository and takes away what it has no more. If it
// cannot be opened nothing is read and nothing goes.
func (f *syncFlags) sync(ctx context.Context, l *ingest.Loader, datasets []string, id ingest.Identity,
	s *streams) (*ingest.RunReport, error) {
	shelf := source.NewShelf(source.Limits{})
	defer shelf.Close()
	src, err := shelf.Open(ctx, f.Sync)
	if err != nil {
		return nil, err
	}
	if src.Git == nil {
		src.Git = src.Checkout(ctx, f.Sync, results.KnownHost)
	}
	sources, closeAll, refused := openSources(ctx, nil, datasets, id)
	defer closeAll()
	if len(refused) > 0 {
		return nil, fmt.Errorf("%s: %s", refused[0].Source, refused[0].Reason)
	}
	folder := ingestSource(src, id)
	if folder.Sync, err = f.id(src); err != nil {
		return nil, err
	}
	return withProgress(l, s, func() (*ingest.RunReport, error) { return l.Sync(ctx, append(sources, folder), f.AllowLoss) })
}

// id names the source in the database: the same repository is the same source
// whichever commit is read. The place of a folder is nobody else's business.
func (f *syncFlags) id(src *source.Source) (string, error) {
	switch {
	case f.Source != "":
		return f.Source, nil
	case src.Git != nil && src.Git.Dir != ".":
		return src.Git.Repository + "#" + src.Git.Dir, nil
	case src.Git != nil:
		return src.Git.Repository, nil
	}
	at, err := filepath.Abs(f.Sync)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(at))
	return "folder-" + hex.EncodeToString(sum[:8]), nil
}

// printSync prints what became of the runs of a source that is kept in step.
func printSync(p *printer, r *ingest.SyncReport) {
	if r == nil {
		return
	}
	if r.CutOff != 0 {
		p.Printf("finished the sync that began %s and was cut off\n", moment(r.CutOff))
	}
	for _, x := range r.Replaced {
		p.Printf("replaced %s by %s: %s\n", x.Run, x.By, x.Reason)
	}
	for _, x := range r.Removed {
		p.Printf("removed %s: %s\n", x.Run, x.Reason)
	}
	for _, x := range r.Kept {
		p.Printf("kept %s: %s\n", x.Run, x.Reason)
	}
	for _, x := range r.Others {
		p.Printf("not of this source: %s belongs to another one\n", x)
	}
	p.Printf("in step: %d added, %d replaced, %d removed, %d unchanged, %d kept\n", r.Added, len(r.Replaced), len(r.Removed),
		r.Unchanged, len(r.Kept))
}

// printOpenSyncs says of which sources the database may have only a part.
func printOpenSyncs(p *printer, list []results.OpenSync) {
	for _, o := range list {
		p.Printf("not in step: the sync of %s (%s) that began %s has not ended; it is under way, or was cut off and the next one finishes it\n", o.Name, o.Source, moment(o.At))
	}
}

// moment is a time in Unix milliseconds for people.
func moment(at int64) string { return time.UnixMilli(at).UTC().Format("2006-01-02 15:04:05 UTC") }
