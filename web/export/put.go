package export

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// put writes what is new, removes what is gone, and says in the manifest what
// there is. Until that is done the manifest has the files of both exports.
func (s *exporter) put(ctx context.Context, list []string) error {
	now := &manifest{Base: s.opt.Base}
	for _, at := range list {
		p := s.pages[at]
		r := record{At: at, File: s.files[at], Kind: p.kind, Record: p.record, ETag: p.etag, Names: p.names()}
		if p.kept != nil {
			r = *p.kept
		}
		now.Records = append(now.Records, r)
	}
	// Hosts that make pages of files by Jekyll would obey the front matter of
	// a record, which can name it a page.
	now.Records = append(now.Records, record{File: ".nojekyll"})
	slices.SortFunc(now.Records, func(a, b record) int { return strings.Compare(a.File, b.File) })
	now.index()
	if err := s.announce(now); err != nil {
		return err
	}
	w := &writer{root: s.root, last: s.last}
	defer w.close()
	var doc bytes.Buffer
	for i := range now.Records {
		if err := ctx.Err(); err != nil {
			return err
		}
		r := &now.Records[i]
		p := s.pages[r.At]
		if p != nil && p.kept != nil {
			continue
		}
		var err error
		switch {
		case p == nil:
			err = w.put(r, bytes.NewReader(nil))
		case len(p.slots) == 0:
			err = w.put(r, p.body.reader())
		default:
			doc.Reset()
			if err = s.rewrite(&doc, p); err == nil {
				err = w.put(r, bytes.NewReader(doc.Bytes()))
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.File, err)
		}
		if p != nil {
			r.Ways = s.ways(p)
		}
	}
	if err := s.addIndex(w, now); err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	now.index()
	s.rep.Files, s.rep.Written = len(now.Records), w.written
	if err := s.sweep(now); err != nil {
		return err
	}
	return s.keep(now)
}

// rewrite is the document with its links turned.
func (s *exporter) rewrite(dst *bytes.Buffer, p *page) error {
	body := make([]byte, p.body.n)
	if _, err := io.ReadFull(p.body.reader(), body); err != nil {
		return err
	}
	file := s.files[p.at]
	relink(dst, body, p.slots, func(sl *slot) (string, bool) { return s.way(file, body, sl) })
	return nil
}

// announce names the files of both exports before any is changed, so that after
// an interruption the next export knows which are ours.
func (s *exporter) announce(now *manifest) error {
	both := &manifest{Base: now.Base}
	if s.last != nil {
		both.Records = slices.Clone(s.last.Records)
	}
	for _, r := range now.Records {
		if s.last.file(r.File) == nil {
			both.Records = append(both.Records, record{File: r.File})
		}
	}
	return s.keep(both)
}

// keep writes the manifest.
func (s *exporter) keep(m *manifest) error {
	const name = manifestName + ".tmp"
	f, err := s.root.Create(name)
	if err != nil {
		return err
	}
	if err := errors.Join(m.encode(f), f.Close()); err != nil {
		return err
	}
	return s.root.Rename(name, manifestName)
}

// sweep removes the files of the last export that this one has not, and the
// directories that are empty then.
func (s *exporter) sweep(now *manifest) error {
	if s.last == nil {
		return nil
	}
	for _, r := range s.last.Records {
		if now.file(r.File) != nil || !filepath.IsLocal(r.File) {
			continue
		}
		if err := s.root.Remove(r.File); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		s.rep.Removed++
		for dir := path.Dir(r.File); dir != "."; dir = path.Dir(dir) {
			if s.root.Remove(dir) != nil {
				break // something is in it
			}
		}
	}
	return nil
}

// untouched reports whether a file of the last export is as that has left it.
func (s *exporter) untouched(r *record) bool {
	info, err := s.root.Stat(r.File)
	return err == nil && info.Mode().IsRegular() && info.Size() == r.Size && info.ModTime().UnixNano() == r.Time
}

// writer writes files, those of one directory after another.
type writer struct {
	root    *os.Root
	last    *manifest
	dir     *os.Root // of the last file
	name    string   // of dir
	written int
}

// enter opens the directory of a file.
func (w *writer) enter(name string) (base string, err error) {
	if !filepath.IsLocal(name) {
		return "", fmt.Errorf("%q leaves the directory", name)
	}
	dir, base := path.Split(name)
	dir = path.Clean(dir)
	if w.dir != nil && w.name == dir {
		return base, nil
	}
	w.close()
	if dir != "." {
		if err := w.root.MkdirAll(dir, 0o755); err != nil {
			return "", err
		}
	}
	w.dir, err = w.root.OpenRoot(dir)
	w.name = dir
	return base, err
}

func (w *writer) close() {
	if w.dir != nil {
		_ = w.dir.Close()
		w.dir = nil
	}
}

// put writes a file unless it is there with the same bytes, and fills its record.
func (w *writer) put(r *record, body io.ReadSeeker) error {
	base, err := w.enter(r.File)
	if err != nil {
		return err
	}
	sum := sha256.New()
	if r.Size, err = io.Copy(sum, body); err != nil {
		return err
	}
	r.Digest = hex.EncodeToString(sum.Sum(nil)[:12])
	if old := w.last.file(r.File); old != nil && old.Digest == r.Digest && old.Size == r.Size {
		if info, err := w.dir.Stat(base); err == nil && info.Size() == r.Size && info.ModTime().UnixNano() == old.Time {
			r.Time = old.Time
			return nil
		}
	}
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return err
	}
	w.written++
	if w.last == nil { // nobody reads it yet
		r.Time, err = fill(w.dir, base, body)
		return err
	}
	const half = ".clawatlas-export.tmp"
	if r.Time, err = fill(w.dir, half, body); err != nil {
		return err
	}
	return w.dir.Rename(half, base)
}

// fill writes a file and gives the time of its last change.
func fill(dir *os.Root, name string, body io.Reader) (int64, error) {
	f, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(f, body)
	info, failed := f.Stat()
	if err = errors.Join(err, failed, f.Close()); err != nil {
		return 0, err
	}
	return info.ModTime().UnixNano(), nil
}
