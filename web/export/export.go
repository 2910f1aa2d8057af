// Package export writes the site as static files. It finds the pages by following links from the
// home page.
package export

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

type Report struct {
	Files   int               // number of files of the site
	Written int               // number of files that are new or have changed
	Removed int               // number of files removed because they are no longer part of the site
	Failed  map[string]string // reason for each link that could not be exported, by link
}

const (
	// marker is the name of the file that lists the exported files. An export writes only to an
	// empty directory or one with this file, and removes only files listed in it.
	marker     = ".clawatlas-export.txt"
	markerHead = "Written by 'clawatlas export', which removes what the site no longer has:\n"
	staging    = ".clawatlas-export-tmp"
)

type exporter struct {
	h        http.Handler
	root     *os.Root
	base     string
	progress func(done, found int)
	spool    *os.File     // temporary file with the responses, used until the files of all links are known
	spooled  atomic.Int64 // size of the spool in bytes

	mu    sync.Mutex // guards the fields below
	pages map[string]*page
	next  []*page // pages that have been found but not requested
	done  int
	rep   Report
}

// Write requests "/" and every page linked from there, and writes the responses below dir. fileName
// determines the file of a link, wanted which links with a query become files. Links become
// relative, so that the files work in any directory of a web server or on a disk. A link without a
// file is removed.
//
// base is the URL of the exported directory, such as https://example.org/atlas/; empty if unknown.
// With a base, the site has to use Origin as its own origin, and Write also exports the pages of
// its sitemap. progress receives the number of requested and of known links.
//
// The directory must be new, empty or from an earlier export. Unchanged files are not touched, and
// files that no longer belong to the site are removed. Write changes nothing before the whole site
// is rendered, and it replaces each file atomically. After an interruption the next export writes
// the remaining files.
//
// A page that cannot be rendered is listed in the report. Write fails only if the home page or a
// disk operation fails.
func Write(ctx context.Context, h http.Handler, dir, base string, progress func(done, found int)) (Report, error) {
	s := &exporter{h: h, base: base, progress: progress, pages: map[string]*page{}, rep: Report{Failed: map[string]string{}}}
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		s.root, err = os.OpenRoot(dir)
	}
	if err == nil {
		err = errors.Join(s.write(ctx), s.root.RemoveAll(staging), s.root.Close())
	}
	if err != nil {
		err = fmt.Errorf("export to %s: %w", dir, err)
	}
	return s.rep, err
}

// marked returns the names of the files from the previous export. It returns an error if the
// directory is not empty and has no marker file.
func (s *exporter) marked() (map[string]bool, error) {
	text, err := s.root.ReadFile(marker)
	if list, _ := fs.ReadDir(s.root.FS(), "."); errors.Is(err, fs.ErrNotExist) && len(list) == 0 {
		err = nil
	}
	ours := map[string]bool{}
	for _, name := range strings.Split(string(text), "\n")[1:] {
		ours[name] = true
	}
	return ours, err
}

func (s *exporter) write(ctx context.Context) error {
	ours, err := s.marked()
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("the directory is not empty and was not written by an earlier export")
	}
	if err != nil {
		return err
	}
	if err := errors.Join(s.root.RemoveAll(staging), s.root.Mkdir(staging, 0o755), s.mark(ours)); err != nil {
		return err
	}
	if s.spool, err = s.root.Create(staging + "/spool"); err != nil {
		return err
	}
	defer s.spool.Close()
	list, err := s.crawl(ctx)
	if err != nil {
		return err
	}
	now := map[string]bool{}
	for _, p := range list {
		now[p.file], ours[p.file] = true, true
	}
	s.rep.Files = len(list)
	if err := s.mark(ours); err != nil { // the next export needs this if the current one is interrupted
		return err
	}
	if err := s.each(ctx, list, s.put); err != nil {
		return err
	}
	for file := range ours {
		if now[file] || !filepath.IsLocal(file) {
			continue
		}
		if err := s.root.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		s.rep.Removed++
		for dir := path.Dir(file); dir != "." && s.root.Remove(dir) == nil; { // also remove directories that became empty
			dir = path.Dir(dir)
		}
	}
	return s.mark(now)
}

func (s *exporter) mark(files map[string]bool) error {
	text := []byte(markerHead + strings.Join(slices.Sorted(maps.Keys(files)), "\n") + "\n")
	err := s.root.WriteFile(staging+"/marker", text, 0o644)
	if err == nil {
		_, err = s.place(staging+"/marker", marker)
	}
	return err
}

func (s *exporter) each(ctx context.Context, list []*page, f func(context.Context, *page) error) error {
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range list {
		all.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return f(ctx, p)
		})
	}
	return all.Wait()
}

func (s *exporter) put(_ context.Context, p *page) error {
	if !p.streamed {
		body := make([]byte, p.size)
		if _, err := s.spool.ReadAt(body, p.from); err != nil {
			return err
		}
		if p.document() {
			body = relink(body, p.ending, func(l link) (string, bool) { return s.way(p.file, l) })
		}
		if err := s.root.WriteFile(p.staged, body, 0o644); err != nil {
			return err
		}
	}
	written, err := s.place(p.staged, p.file)
	if written {
		s.mu.Lock()
		s.rep.Written++
		s.mu.Unlock()
	}
	return err
}

// place moves a staged file to its final path, unless that file already has the same content.
func (s *exporter) place(staged, name string) (moved bool, err error) {
	if there, err := s.digest(name); err == nil {
		if here, err := s.digest(staged); err != nil || bytes.Equal(here, there) {
			return false, err
		}
	}
	if err = s.root.MkdirAll(path.Dir(name), 0o755); err == nil {
		err = s.root.Rename(staged, name)
	}
	return err == nil, err
}

func (s *exporter) digest(name string) ([]byte, error) {
	f, err := s.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return h.Sum(nil), err
}

type page struct {
	at       string
	alias    string // target of a redirect
	failed   string // reason why the request failed
	ending   string // file extension, which follows from the content type
	record   bool   // set if the content is a record of a run
	file     string // file name; empty until all pages are known
	from     int64  // offset of the response in the spool file
	size     int
	streamed bool   // set if the response is in the staged file instead of the spool file
	staged   string // name of the staged file
}

// document reports whether the response is a document generated by the site, with links to follow
// and rewrite. Records of runs are excluded.
func (p *page) document() bool {
	return !p.record && slices.Contains([]string{".html", ".svg", ".xml", ".atom", ".json", ".txt"}, p.ending)
}

// crawl requests all pages reachable from the home page, breadth first, and returns the successful
// ones.
func (s *exporter) crawl(ctx context.Context) (list []*page, err error) {
	s.next = []*page{s.found("/"), s.found(notFound)}
	if s.base != "" {
		s.next = append(s.next, s.found("/robots.txt"), s.found("/sitemap.xml"))
	}
	for len(s.next) > 0 {
		round := s.next
		s.next = nil
		if err := s.each(ctx, round, s.visit); err != nil {
			return nil, err
		}
	}
	for _, p := range s.pages {
		if p.failed != "" {
			s.rep.Failed[p.at] = p.failed
		} else if p.alias == "" {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *page) int { return strings.Compare(a.at, b.at) })
	claim(list)
	// The file .nojekyll prevents GitHub Pages from processing the files with Jekyll.
	return append(list, &page{file: ".nojekyll", staged: staging + "/nojekyll"}), nil
}

// found adds the page for a link. The caller must hold the lock.
func (s *exporter) found(at string) *page {
	p := &page{at: at, staged: staging + "/" + strconv.Itoa(len(s.pages))}
	s.pages[at] = p
	return p
}

// visit requests a page and then the other formats of its content, while the server still has the
// data in its cache.
func (s *exporter) visit(ctx context.Context, p *page) error {
	links, err := s.fetch(ctx, p)
	if err = cmp.Or(err, ctx.Err()); err != nil { // a cancelled request has no response
		return err
	}
	if p.at == "/" && p.failed != "" {
		return errors.New("/: " + p.failed)
	}
	var same []*page
	s.mu.Lock()
	for _, at := range links {
		switch {
		case s.pages[at] != nil || !wanted(at, p.at) && p.alias == "":
		case sameContent(at, p.at):
			same = append(same, s.found(at))
		default:
			s.next = append(s.next, s.found(at))
		}
	}
	s.done++
	s.progress(s.done, len(s.pages))
	s.mu.Unlock()
	for _, p := range same {
		if err := s.visit(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// fetch requests a page, stores the response and returns its links. It returns an error only if the
// file system fails; other errors are recorded in p.failed.
func (s *exporter) fetch(ctx context.Context, p *page) (links []string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.at, nil)
	if err != nil {
		p.failed = err.Error()
		return nil, nil
	}
	req.RequestURI, req.RemoteAddr, req.Host = p.at, "127.0.0.1:0", "localhost"
	a := &answer{page: p, root: s.root, header: http.Header{}}
	s.h.ServeHTTP(a, req)
	a.WriteHeader(http.StatusOK)
	if a.file != nil {
		a.err = errors.Join(a.err, a.file.Close())
	}
	length, size := a.header.Get("Content-Length"), strconv.Itoa(p.size)
	switch to := a.header.Get("Location"); {
	case to != "" && a.code >= 300 && a.code < 400:
		p.alias = to
		if l, ok := local(to); ok {
			links = []string{l.at}
		}
		return links, a.err
	case a.code != http.StatusOK && p.at != notFound:
		p.failed = fmt.Sprintf("the site links to it but answers %d %s", a.code, http.StatusText(a.code))
	case length != "" && length != size:
		p.failed = size + " of " + length + " bytes came"
	case p.ending == ".html" && !bytes.Contains(a.body.Bytes(), []byte(`http-equiv="Content-Security-Policy"`)):
		p.failed = "the page does not carry the policy that keeps records from acting"
	case p.document():
		relink(a.body.Bytes(), p.ending, func(l link) (string, bool) {
			links = append(links, l.at)
			return "", false
		})
		slices.Sort(links)
	}
	if a.err == nil && !p.streamed {
		p.from = s.spooled.Add(int64(p.size)) - int64(p.size)
		_, a.err = s.spool.WriteAt(a.body.Bytes(), p.from)
	}
	return slices.Compact(links), a.err
}

// answer is an http.ResponseWriter that buffers small responses in memory and writes large ones to
// a staged file.
type answer struct {
	page   *page
	root   *os.Root
	header http.Header
	code   int
	body   bytes.Buffer
	file   *os.File
	err    error
}

func (a *answer) Header() http.Header { return a.header }
func (a *answer) Flush()              {}

func (a *answer) WriteHeader(code int) {
	if a.code == 0 {
		a.code = code
		a.page.record = strings.Contains(a.header.Get("Content-Security-Policy"), "sandbox")
		a.page.ending = ending(a.header.Get("Content-Type"), a.page.record)
	}
}

func (a *answer) Write(b []byte) (n int, err error) {
	a.WriteHeader(http.StatusOK)
	if a.page.size += len(b); a.page.size > 1<<20 && !a.page.document() && !a.page.streamed {
		a.page.streamed = true
		if a.file, a.err = a.root.Create(a.page.staged); a.err == nil {
			_, a.err = a.body.WriteTo(a.file)
		}
	}
	switch {
	case a.err == nil && a.page.streamed:
		n, a.err = a.file.Write(b)
	case a.err == nil:
		n, a.err = a.body.Write(b)
	}
	return n, a.err
}
