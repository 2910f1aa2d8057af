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
	if err := s.fill(ctx, now); err != nil {
		return err
	}
	if err := s.addIndex(now); err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	now.index()
	s.rep.Files = len(now.Records)
	if err := s.sweep(now); err != nil {
		return err
	}
	return s.keep(now)
}

// savedEvery is how many files are written until the manifest says so: what an export
// that was broken off has written is not written again.
const savedEvery = 1000

// fill writes the files of pages and fills their records.
func (s *exporter) fill(ctx context.Context, now *manifest) error {
	var c contentReader
	for i := range now.Records {
		if i%savedEvery == 0 || ctx.Err() != nil {
			if err := errors.Join(s.keep(s.halfway(now, i)), ctx.Err()); err != nil {
				return err
			}
		}
		r := &now.Records[i]
		p := s.pages[r.At]
		if p != nil && p.kept != nil {
			continue
		}
		body, err := c.of(s, p)
		if err == nil {
			err = s.save(r, body)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.File, err)
		}
		if p != nil {
			r.Ways = s.ways(p)
		}
	}
	return nil
}

// contentReader gives what is written of pages, one after the other.
type contentReader struct {
	body []byte       // as the site has answered
	doc  bytes.Buffer // with its links turned
}

// streamedFrom is the size in bytes from which an answer without links is not read
// as a whole.
const streamedFrom = 1 << 20

// of is the content of a page's file, until the next call; nothing without a page.
func (c *contentReader) of(s *exporter, p *page) (io.ReadSeeker, error) {
	switch {
	case p == nil:
		return bytes.NewReader(nil), nil
	case len(p.slots) == 0 && p.body.n >= streamedFrom:
		return p.body.reader(), nil
	}
	c.body = slices.Grow(c.body[:0], int(p.body.n))[:p.body.n]
	if _, err := io.ReadFull(p.body.reader(), c.body); err != nil {
		return nil, err
	}
	if len(p.slots) == 0 {
		return bytes.NewReader(c.body), nil
	}
	c.doc.Reset()
	file := s.files[p.at]
	relink(&c.doc, c.body, p.slots, func(sl *slot) (string, bool) { return s.way(file, c.body, sl) })
	return bytes.NewReader(c.doc.Bytes()), nil
}

// halfway names the files of both exports when so many records of the new one are
// written, so that after an interruption the next export knows which are ours and which
// are as they should be.
func (s *exporter) halfway(now *manifest, written int) *manifest {
	both := &manifest{Base: now.Base, Records: slices.Clone(now.Records[:written])}
	done := &manifest{Records: both.Records}
	done.index()
	if s.last != nil {
		for _, r := range s.last.Records {
			if done.file(r.File) == nil {
				both.Records = append(both.Records, r)
			}
		}
	}
	for _, r := range now.Records[written:] {
		if s.last.file(r.File) == nil {
			both.Records = append(both.Records, record{File: r.File})
		}
	}
	return both
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

// save writes a file unless it is there with the same bytes, and fills its record.
func (s *exporter) save(r *record, body io.ReadSeeker) error {
	if !filepath.IsLocal(r.File) {
		return fmt.Errorf("%q leaves the directory", r.File)
	}
	sum := sha256.New()
	var err error
	if r.Size, err = io.Copy(sum, body); err != nil {
		return err
	}
	r.Digest = hex.EncodeToString(sum.Sum(nil)[:12])
	if old := s.last.file(r.File); old != nil && old.Digest == r.Digest && old.Size == r.Size && s.untouched(old) {
		r.Time = old.Time
		return nil
	}
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return err
	}
	dir := path.Dir(r.File)
	if dir != "." {
		if err := s.root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	s.rep.Written++
	if s.last == nil { // nobody reads it yet
		r.Time, err = writeFile(s.root, r.File, body)
		return err
	}
	const half = unfinished + ".tmp"
	if r.Time, err = writeFile(s.root, half, body); err != nil {
		return err
	}
	return s.root.Rename(half, r.File)
}

// writeFile writes a file and gives the time of its last change.
func writeFile(dir *os.Root, name string, body io.Reader) (int64, error) {
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
