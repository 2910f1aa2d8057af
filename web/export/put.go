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
// there is.
func (s *exporter) put(ctx context.Context, list []string) error {
	// Hosts that make pages of files by Jekyll would obey the front matter of
	// a record, which can name it a page.
	now := []*record{{File: ".nojekyll"}}
	for _, at := range list {
		p := s.pages[at]
		p.File = s.files[at]
		now = append(now, &p.record)
	}
	slices.SortFunc(now, func(a, b *record) int { return strings.Compare(a.File, b.File) })
	if err := s.announce(now); err != nil {
		return err
	}
	if err := s.fill(ctx, now); err != nil {
		return err
	}
	index, files, err := s.addIndex(now)
	if err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	now = append(now, files...)
	s.rep.Files = len(now)
	if err := s.sweep(now); err != nil {
		return err
	}
	for _, p := range s.pages {
		if p.Alias != "" && p.State != "" {
			now = append(now, &p.record)
		}
	}
	return s.keep(index, now)
}

// announce notes the files that will be ours, so that the next export knows them if this
// one is broken off.
func (s *exporter) announce(list []*record) error {
	var l line
	for _, r := range list {
		if s.last.byFile[r.File] == nil {
			l.Files = append(l.Files, record{File: r.File})
		}
	}
	return errors.Join(s.log.enc.Encode(l), s.log.Flush())
}

// fill writes the files of pages and fills their records.
func (s *exporter) fill(ctx context.Context, now []*record) error {
	var c contentReader
	for _, r := range now {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := s.pages[r.At]
		if r.Digest != "" {
			continue
		}
		body, err := c.of(s, p)
		if err == nil {
			err = s.save(r, body)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.File, err)
		}
		if r.Body = nil; p != nil {
			r.Ways = s.ways(p)
		}
		if err := s.log.page(r); err != nil {
			return err
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
	case !p.answered().document() && p.Body.N >= streamedFrom:
		return s.reader(p.Body), nil
	}
	c.body = slices.Grow(c.body[:0], int(p.Body.N))[:p.Body.N]
	if _, err := io.ReadFull(s.reader(p.Body), c.body); err != nil {
		return nil, err
	}
	if !p.answered().document() {
		return bytes.NewReader(c.body), nil
	}
	c.doc.Reset()
	list := slots(c.body, p.answered().markup(), s.spools[0].places)
	relink(&c.doc, c.body, list, func(sl *slot) (string, bool) { return s.wayOf(p.File, c.body, sl) })
	return bytes.NewReader(c.doc.Bytes()), nil
}

// sweep removes the files of the last export that this one has not, and the
// directories that are empty then.
func (s *exporter) sweep(now []*record) error {
	have := make(map[string]bool, len(now))
	for _, r := range now {
		have[r.File] = true
	}
	for file := range s.last.byFile {
		if have[file] || !filepath.IsLocal(file) {
			continue
		}
		if err := s.root.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		s.rep.Removed++
		for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
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
	if old := s.last.byFile[r.File]; old != nil && old.Digest == r.Digest && old.Size == r.Size && s.untouched(old) {
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
	if s.fresh {
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
