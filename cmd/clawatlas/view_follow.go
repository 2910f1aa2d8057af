package main

import (
	"context"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// How files are followed. They are looked at by polling: events of the file system
// tell nothing of what lies deeper, and nothing on disks of a network.
const (
	viewEvery  = 300 * time.Millisecond // between two looks
	viewSettle = time.Second            // after which a change is taken although there are more
	viewQuiet  = 2 * time.Second        // after which a broken document is taken as it is
	viewRest   = 3                      // times as long as a reading took, before the next one
)

// snapshot is what the files of some paths looked like.
type snapshot map[string]fs.FileInfo

// look notes every file at or below the paths.
func look(paths []string) snapshot {
	s := snapshot{}
	for _, p := range paths {
		if root, err := filepath.EvalSymlinks(p); err == nil {
			p = root // of links only the path itself is followed, as when it is read
		}
		_ = filepath.WalkDir(p, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil // what cannot be listed cannot be read either
			}
			if info, err := d.Info(); err == nil {
				s[name] = info
			}
			return nil
		})
	}
	return s
}

// same reports whether no file has changed, come or gone.
func (s snapshot) same(other snapshot) bool {
	return maps.EqualFunc(s, other, sameState)
}

func sameState(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// whole reports whether no document that has changed since former is still being
// written. Lines are no documents: a last one that is cut is left out when they are read.
func (s snapshot) whole(former snapshot, now time.Time) bool {
	for name, info := range s {
		if old := former[name]; old != nil && sameState(old, info) || !strings.EqualFold(filepath.Ext(name), ".json") ||
			now.Sub(info.ModTime()) > viewQuiet {
			continue
		}
		if data, err := os.ReadFile(name); err != nil || !json.Valid(data) {
			return false
		}
	}
	return true
}

// follow reads the records again whenever they have changed and stay as they are from
// one look to the next, or go on changing for a second. Between two readings it rests
// for three times as long as the first of them took, so that following takes at most a
// quarter of one processor, whatever the size of the records.
func (v *viewer) follow(ctx context.Context) {
	follow(ctx, v.paths, v.loaded, func() {
		if err := v.again(ctx); err != nil && ctx.Err() == nil {
			v.out.err.Printf("clawatlas: the files have changed and cannot be shown now: %s\n", err)
		}
	})
}

// follow calls again for the files of some paths that were loaded as they were then.
func follow(ctx context.Context, paths []string, loaded snapshot, again func()) {
	last, since := loaded, time.Time{}
	var rest time.Time
	tick := time.NewTicker(viewEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		begun := time.Now()
		now := look(paths)
		tick.Reset(max(viewEvery, 10*time.Since(begun))) // a folder of very many files takes longer
		if now.same(loaded) {
			last, since = now, time.Time{}
			continue
		}
		if since.IsZero() {
			since = begun
		}
		settled := now.same(last) || begun.Sub(since) >= viewSettle
		last = now
		if !settled || begun.Before(rest) || !now.whole(loaded, begun) {
			continue
		}
		again()
		loaded, since = now, time.Time{}
		rest = time.Now().Add(viewRest * time.Since(begun))
	}
}
