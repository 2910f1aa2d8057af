package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// Files are checked at intervals, because file system events cover neither subdirectories nor
// network disks.
const (
	viewEvery  = 300 * time.Millisecond // interval between two checks
	viewSettle = time.Second            // time after which changed files are imported even if they keep changing
	viewRest   = 3                      // pause before the next import, as a multiple of the duration of the last one
)

// look returns a list of all files at or below the paths with their sizes and times. The list
// changes whenever a file changes.
func look(paths []string) string {
	var s strings.Builder
	for _, p := range paths {
		if root, err := filepath.EvalSymlinks(p); err == nil {
			p = root // like ingest, follow only links that are given as paths
		}
		_ = filepath.WalkDir(p, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil // importing will not be able to read the directory either
			}
			if info, err := d.Info(); err == nil {
				fmt.Fprintln(&s, name, info.Size(), info.ModTime().UnixNano())
			}
			return nil
		})
	}
	return s.String()
}

// follow calls again whenever files have changed. It waits until they are the same at two
// consecutive checks, or at most viewSettle. It then pauses for three times the duration of the
// call, which limits the load to a quarter of one CPU.
func follow(ctx context.Context, paths []string, loaded string, again func()) {
	last, since, wait := loaded, time.Time{}, viewEvery
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		begun := time.Now()
		now := look(paths)
		settled := now == last
		last = now
		wait = max(viewEvery, 10*time.Since(begun))
		if now == loaded {
			since = time.Time{}
			continue
		}
		if since.IsZero() {
			since = begun
		}
		if settled || begun.Sub(since) >= viewSettle {
			again()
			loaded, since = now, time.Time{}
			wait = max(wait, viewRest*time.Since(begun))
		}
	}
}

// wholeLines is a file system that cuts JSON lines files after the last complete line, because a
// program may still be writing the rest.
type wholeLines struct{ inner fs.FS }

func (w wholeLines) Open(name string) (fs.File, error) {
	f, err := w.inner.Open(name)
	if err != nil {
		return nil, err
	}
	at, seeks := f.(io.ReaderAt)
	info, err := f.Stat()
	if ext := strings.ToLower(path.Ext(name)); !seeks || err != nil || !info.Mode().IsRegular() || ext != ".jsonl" && ext != ".ndjson" {
		return f, nil
	}
	size := info.Size()
	tail := make([]byte, min(size, tailMost))
	if _, err := at.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		f.Close()
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	last := tail[bytes.LastIndexByte(tail, '\n')+1:]
	// some programs do not end the last line; the last line of a multi-line document is a bracket
	if !bytes.HasPrefix(last, []byte("{")) || json.Valid(last) {
		return f, nil
	}
	size -= int64(len(last))
	return &cutFile{File: f, SectionReader: io.NewSectionReader(at, 0, size), info: cutInfo{info, size}}, nil
}

func (w wholeLines) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(w.inner, name) }

// tailMost is the maximum length in bytes of a last line that is checked for completeness.
const tailMost = 4 << 20

type cutFile struct {
	fs.File
	*io.SectionReader
	info cutInfo
}

func (f *cutFile) Read(p []byte) (int, error) { return f.SectionReader.Read(p) }
func (f *cutFile) Stat() (fs.FileInfo, error) { return f.info, nil }

type cutInfo struct {
	fs.FileInfo
	size int64
}

func (i cutInfo) Size() int64 { return i.size }
