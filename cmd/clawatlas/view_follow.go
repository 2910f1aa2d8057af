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

// How files are followed. They are looked at by polling: events of the file system
// tell nothing of what lies deeper, and nothing on disks of a network.
const (
	viewEvery  = 300 * time.Millisecond // between two looks
	viewSettle = time.Second            // after which a change is taken although there are more
	viewRest   = 3                      // times as long as a reading took, before the next one
)

// look notes every file at or below the paths: a change of one changes the text.
func look(paths []string) string {
	var s strings.Builder
	for _, p := range paths {
		if root, err := filepath.EvalSymlinks(p); err == nil {
			p = root // of links only the path itself is followed, as when it is read
		}
		_ = filepath.WalkDir(p, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil // what cannot be listed cannot be read either
			}
			if info, err := d.Info(); err == nil {
				fmt.Fprintln(&s, name, info.Size(), info.ModTime().UnixNano())
			}
			return nil
		})
	}
	return s.String()
}

// follow calls again when the files of some paths are others than those that were loaded
// and stay as they are from one look to the next, or go on changing for a second. It then
// rests for three times as long as that took, so that following takes at most a quarter
// of one processor, whatever the size of the records.
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
		wait = max(viewEvery, 10*time.Since(begun)) // a folder of very many files takes longer
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

// wholeLines is a file system in which files of JSON lines end with their last whole
// line: what follows it is still being written.
type wholeLines struct{ inner fs.FS }

// Open implements fs.FS.
func (w wholeLines) Open(name string) (fs.File, error) {
	f, err := w.inner.Open(name)
	if err != nil {
		return nil, err
	}
	at, seeks := f.(io.ReaderAt)
	info, err := f.Stat()
	if ext := strings.ToLower(path.Ext(name)); !seeks || err != nil || !info.Mode().IsRegular() || ext != ".jsonl" && ext != ".ndjson" {
		return f, nil // who reads it will say
	}
	size := info.Size()
	tail := make([]byte, min(size, tailMost))
	if _, err := at.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		f.Close()
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	last := tail[bytes.LastIndexByte(tail, '\n')+1:]
	// Not every program ends its last line, and one document over many lines ends with a
	// bracket, whatever its name ends with.
	if !bytes.HasPrefix(last, []byte("{")) || json.Valid(last) {
		return f, nil
	}
	size -= int64(len(last))
	return &cutFile{File: f, SectionReader: io.NewSectionReader(at, 0, size), info: cutInfo{info, size}}, nil
}

// ReadDir implements fs.ReadDirFS, also for archives, which open as files.
func (w wholeLines) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(w.inner, name) }

// tailMost is how long a last line can be to be looked at whether it is whole.
const tailMost = 4 << 20

// cutFile is a file that ends before its end.
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
