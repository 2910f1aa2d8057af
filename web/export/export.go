// Package export writes the site as static files by calling its handler in
// process and following the links of the pages.
package export

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"html"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Options say how a site is written.
type Options struct {
	// Base is the address below which the files will stand, such as
	// https://example.org/atlas/; empty if it is not known. The handler has to call
	// itself Origin then.
	Base string
	// State says of an address what its answer depends on, if that is known without
	// asking the site: where it is as in the last export, so is the answer. Nil, or empty,
	// where it is not known.
	State func(at string) string
	// Progress is told how many addresses were asked for, and how many were found.
	Progress func(done, found int)
	Workers  int // pages that are rendered at once; 0: as many as there are processors
}

// Report says what was written and what was not.
type Report struct {
	Files   int // of the site
	Written int // those that are new or other than before
	Removed int // of the last export, which this one has not
	Failed  []Failure
}

// Failure is an address that has no file.
type Failure struct{ Address, Reason string }

// exporter is one export under way.
type exporter struct {
	h       http.Handler
	opt     Options
	root    *os.Root
	last    *manifest
	fresh   bool // nobody reads the directory yet
	journal *os.File
	log     *lines
	spools  []*spool
	pages   map[string]*page  // by address
	files   map[string]string // by address
	to      map[string]way    // by address: where links to it lead
	rep     Report
}

// Write calls h for "/" and every page that is linked from there and writes
// the answers below dir. Which address is which file is said by fileName, and
// which addresses with a query have one by wanted. Links become relative, so that
// the files work below any directory of any web server and from a disk; those to
// what has no file lose their address.
//
// The directory is new, empty or of an earlier export. Of such a one the files
// that stay as they are are not touched, and those that the site no longer has are
// removed. Nothing is changed before the whole site was rendered, and each file is
// replaced as a whole. An export that was broken off, at any time and in any way, is gone
// on with: what it has rendered and what it has written is not made again.
//
// What cannot be written costs only itself and is in the report. An error is
// what concerns the whole: the directory, or a disk that takes no more.
func Write(ctx context.Context, h http.Handler, dir string, opt Options) (Report, error) {
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	s := &exporter{h: h, opt: opt, last: newManifest(), pages: map[string]*page{}, to: map[string]way{}}
	err := s.write(ctx, dir)
	if err = cmp.Or(err, s.close(err == nil)); err != nil {
		return s.rep, fmt.Errorf("export to %s: %w", dir, err)
	}
	return s.rep, nil
}

func (s *exporter) write(ctx context.Context, dir string) error {
	if err := s.open(dir); err != nil {
		return err
	}
	seeds := []string{"/", notFound}
	if s.opt.Base != "" {
		seeds = append(seeds, "/robots.txt", "/sitemap.xml")
	}
	if err := s.crawl(ctx, seeds...); err != nil {
		return err
	}
	list := slices.DeleteFunc(slices.Sorted(maps.Keys(s.pages)), func(at string) bool { return !s.pages[at].ok })
	s.files = claim(list, func(at string) answered { return s.pages[at].answered() })
	if err := s.renew(ctx, list); err != nil {
		return err
	}
	return s.put(ctx, list)
}

// open makes the directory, or finds in it what earlier exports have written.
func (s *exporter) open(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var err error
	if s.root, err = os.OpenRoot(dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	begun := slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == journalName })
	s.fresh = !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == manifestName })
	if s.fresh && !begun && slices.ContainsFunc(entries, func(e os.DirEntry) bool { return !isUnfinished(e.Name()) }) {
		return errors.New("the directory is not empty, and not of an earlier export")
	}
	if !s.fresh {
		if err := s.readManifest(); err != nil {
			return err
		}
	}
	return s.goOn()
}

// unfinished begins the names of files in the directory that nobody needs after the end of
// an export.
const unfinished = ".clawatlas-export"

func spoolName(i int) string { return unfinished + "-" + strconv.Itoa(i) + ".tmp" }

func isUnfinished(name string) bool {
	return strings.HasPrefix(name, unfinished) && strings.HasSuffix(name, ".tmp")
}

// close takes back what is not for readers, if the export is whole.
func (s *exporter) close(whole bool) error {
	var err error
	if s.log != nil {
		err = s.log.Flush()
	}
	for i := range s.spools {
		err = errors.Join(err, s.spools[i].f.Close())
	}
	if s.journal != nil {
		err = errors.Join(err, s.journal.Close())
	}
	if whole {
		left, failed := fs.Glob(s.root.FS(), unfinished+"*.tmp")
		err = errors.Join(err, failed, s.root.Remove(journalName))
		for _, name := range left {
			err = errors.Join(err, s.root.Remove(name))
		}
	}
	if s.root != nil {
		err = errors.Join(err, s.root.Close())
	}
	return err
}

// renew renders pages again that are as they were, but lead to other files now,
// or whose files are not as they were left.
func (s *exporter) renew(ctx context.Context, list []string) error {
	for _, at := range list {
		p := s.pages[at]
		if p.Digest == "" || p.File == s.files[at] && p.Ways == s.ways(p) && s.untouched(&p.record) {
			continue
		}
		p.record, p.kept = record{At: at, State: p.State}, false
		named, err := s.fetch(ctx, p, s.spools[len(s.spools)-1], nil)
		if err == nil {
			err = s.note(p, named)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return nil
}

// ways is a digest of where the links of a page lead.
func (s *exporter) ways(p *page) string {
	h := fnv.New128a()
	for _, n := range p.Links {
		w := s.target(s.last.names.list[n])
		io.WriteString(h, w.file)
		h.Write([]byte{0})
		io.WriteString(h, w.fragment)
		h.Write([]byte{0})
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// way is where an address leads: a file, empty if it has none, and a place in it.
type way struct{ file, fragment string }

// target is the file that an address stands for, over the addresses that lead to
// others, or that of an address that says the same.
func (s *exporter) target(at string) way {
	w, ok := s.to[at]
	if !ok {
		w = s.lookUp(at)
		s.to[at] = w
	}
	return w
}

func (s *exporter) lookUp(at string) (w way) {
	for range 5 {
		p := s.pages[at]
		if p == nil {
			for _, other := range nearest(at) {
				if file, ok := s.files[other]; ok {
					w.file = file
					return w
				}
			}
			return way{}
		}
		if p.Alias == "" {
			w.file = s.files[at]
			return w
		}
		next, fragment, ok := local(p.Alias)
		if !ok {
			return way{}
		}
		if at = next; w.fragment == "" {
			w.fragment = fragment
		}
	}
	return way{}
}

// wayOf is what stands for an address of a slot in a file: the relative address of
// the other or, where the page said the site's name, the whole one.
func (s *exporter) wayOf(file string, body []byte, sl *slot) (string, bool) {
	whole := bytes.HasPrefix(body[sl.from:sl.to], []byte(Origin))
	w := s.target(sl.at)
	to, fragment, ok := w.file, cmp.Or(sl.fragment, w.fragment), w.file != ""
	if ok && to == file && s.pages[sl.at] == nil {
		ok = false // what is nearest is where the reader is
	}
	if !ok || sl.form && sl.at != searchPath {
		if whole && sl.dropTo == 0 { // words that people read
			return html.EscapeString(strings.TrimSuffix(s.opt.Base, "/") + sl.at), true
		}
		return "", false
	}
	if sl.pattern {
		if i := strings.LastIndex(to, "/1/"); i >= 0 {
			to = to[:i] + "/" + numbered + to[i+2:]
		}
	}
	switch {
	case whole:
		to = strings.TrimSuffix(s.opt.Base, "/") + "/" + to
	case file == s.files[notFound]:
		to = rooted(s.opt.Base, to)
	default:
		to = climb(file, to)
	}
	if fragment != "" {
		to += "#" + fragment
	}
	return html.EscapeString(to), true
}

// rooted is the address of a file for the page of what is not there, which hosts
// answer with at any depth.
func rooted(base, file string) string {
	below := ""
	if _, rest, ok := strings.Cut(base, "://"); ok {
		_, below, _ = strings.Cut(rest, "/")
	}
	return "/" + below + file
}

// climb is the relative path from one file to another.
func climb(from, to string) string {
	same := 0
	for i := range min(len(from), len(to)) {
		if from[i] != to[i] {
			break
		}
		if from[i] == '/' {
			same = i + 1
		}
	}
	return strings.Repeat("../", strings.Count(from[same:], "/")) + to[same:]
}
