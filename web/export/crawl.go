package export

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// page is what the site answers at an address.
type page struct {
	at string
	answered
	etag  string
	alias string // where the address leads instead; empty if it is answered
	body  part
	slots []slot  // of a document
	kept  *record // as the last export has it, if nothing has changed
	ok    bool
}

// crawler follows every link from the first addresses on, several at a time.
type crawler struct {
	h    http.Handler
	last *manifest
	tell func(done, found int)

	mu    sync.Mutex
	pages map[string]*page // all that were found
	next  []*page          // those of them that are to be asked for in the next round
	done  int
	err   error // why nothing more is asked for
	rep   *Report
}

// crawl asks for all that is reached from the seeds, in rounds: what the pages of one
// are the first to name is the next.
func (s *exporter) crawl(ctx context.Context, seeds ...string) error {
	c := &crawler{h: s.h, last: s.last, tell: s.opt.Progress, pages: s.pages, rep: &s.rep}
	for _, at := range seeds {
		c.next = append(c.next, c.found(at))
	}
	for len(c.next) > 0 && !c.over(ctx) {
		round := make(chan *page, len(c.next))
		for _, p := range c.next {
			round <- p
		}
		close(round)
		c.next = nil
		var all sync.WaitGroup
		for _, to := range s.spools {
			all.Go(func() {
				for p := range round {
					c.visit(ctx, p, to)
				}
			})
		}
		all.Wait()
	}
	slices.SortFunc(s.rep.Failed, func(a, b Failure) int { return strings.Compare(a.Address, b.Address) })
	return c.err
}

// found is the page of an address that was not known; the lock is held, or nobody
// works yet.
func (c *crawler) found(at string) *page {
	p := &page{at: at}
	c.pages[at] = p
	return p
}

// over reports whether nothing more is to be asked for.
func (c *crawler) over(ctx context.Context) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = ctx.Err()
	}
	return c.err != nil
}

// visit asks for a page, and at once for what says the same: the site may still have
// at hand what it computed for that.
func (c *crawler) visit(ctx context.Context, p *page, to *spool) {
	for same := []*page{p}; len(same) > 0 && !c.over(ctx); {
		p, same = same[0], same[1:]
		same = append(same, c.finished(p, p.fetch(ctx, c.h, to, c.last))...)
	}
}

// finished takes up where a page leads, and gives what says the same as it.
func (c *crawler) finished(p *page, err error) (same []*page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	switch {
	case err != nil && (p.at == "/" || hopeless(err)):
		c.err = cmp.Or(c.err, fmt.Errorf("export %s: %w", p.at, err))
	case err != nil:
		c.rep.Failed = append(c.rep.Failed, Failure{p.at, err.Error()})
	case p.alias != "":
		if at, _, ok := local(p.alias); ok && c.pages[at] == nil {
			c.next = append(c.next, c.found(at))
		}
	default:
		p.ok = true
		for _, at := range p.names() {
			switch {
			case c.pages[at] != nil || !wanted(at, p.at):
			case sameContent(at, p.at):
				same = append(same, c.found(at))
			default:
				c.next = append(c.next, c.found(at))
			}
		}
	}
	if c.tell != nil {
		c.tell(c.done, len(c.pages))
	}
	return same
}

// names are the addresses that a page names, each once.
func (p *page) names() []string {
	if p.kept != nil {
		return p.kept.Names
	}
	list := make([]string, len(p.slots))
	for i := range p.slots {
		list[i] = p.slots[i].at
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// hopeless reports whether every further file would fail as well.
func hopeless(err error) bool {
	for _, cause := range []error{context.Canceled, syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return false
}

// fetch asks the site for the page and puts what it answers into the spool,
// unless that is what the last export has.
func (p *page) fetch(ctx context.Context, h http.Handler, to *spool, last *manifest) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.at, nil)
	if err != nil {
		return err
	}
	req.RequestURI, req.RemoteAddr, req.Host = p.at, "127.0.0.1:0", "localhost"
	known := last.find(p.at)
	if known != nil && known.ETag != "" {
		req.Header.Set("If-None-Match", known.ETag)
	}
	a := &answer{header: http.Header{}, expected: http.StatusOK, to: to}
	if p.at == notFound {
		a.expected = http.StatusNotFound
	}
	h.ServeHTTP(a, req)
	switch {
	case a.code == http.StatusNotModified && known != nil:
		p.kept, p.answered, p.etag = known, answered{known.Kind, known.Record}, known.ETag
		return nil
	case a.code >= 300 && a.code < 400 && a.header.Get("Location") != "":
		p.alias = a.header.Get("Location")
		return nil
	}
	if p.body, err = a.finish(); err != nil {
		return err
	}
	p.answered, p.etag = a.answered(), a.header.Get("ETag")
	if p.document() {
		p.slots = slots(a.doc.Bytes(), p.markup(), to.places)
	}
	return nil
}

// document reports whether the site itself has written the answer, so that
// addresses in it are the site's.
func (a answered) document() bool {
	switch a.ending() {
	case ".html":
		return true
	case ".svg", ".xml", ".atom", ".json", ".txt":
		return !a.record
	}
	return false
}

// markup reports whether addresses stand in attributes.
func (a answered) markup() bool {
	switch a.ending() {
	case ".html", ".svg", ".xml", ".atom":
		return true
	}
	return false
}

// answer is a ResponseWriter that keeps a document and streams everything else
// into the spool: a record may be larger than memory.
type answer struct {
	header   http.Header
	expected int // the status that is to be written
	to       *spool

	code int
	doc  *bytes.Buffer
	body part
	err  error
}

func (a *answer) Header() http.Header { return a.header }

// Flush implements http.Flusher.
func (a *answer) Flush() {}

// answered says how the answer is to be called. What the site sends with a
// sandbox is a record.
func (a *answer) answered() answered {
	return answered{a.header.Get("Content-Type"), strings.Contains(a.header.Get("Content-Security-Policy"), "sandbox")}
}

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(code int) {
	if a.code != 0 {
		return
	}
	if a.code = code; code == a.expected {
		a.body = a.to.begin()
		if a.answered().document() {
			a.doc = &a.to.doc
			a.doc.Reset()
		}
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	switch {
	case a.err != nil:
		return 0, a.err
	case a.code != a.expected:
		return len(p), nil
	case a.doc != nil:
		a.doc.Write(p)
	}
	a.err = a.to.write(&a.body, p)
	return len(p), a.err
}

// finish says what is wrong with the answer.
func (a *answer) finish() (part, error) {
	switch {
	case a.err != nil:
		return a.body, a.err
	case a.code != a.expected:
		return a.body, fmt.Errorf("the site links to it but answers %d %s", a.code, http.StatusText(a.code))
	}
	if length := a.header.Get("Content-Length"); length != "" && length != strconv.FormatInt(a.body.n, 10) {
		return a.body, fmt.Errorf("%d of %s bytes came", a.body.n, length)
	}
	if a.answered().ending() == ".html" && !bytes.Contains(a.doc.Bytes(), []byte(`http-equiv="Content-Security-Policy"`)) {
		return a.body, errors.New("the page does not carry the policy that keeps records from acting")
	}
	return a.body, nil
}

// spool is a file with answers one after another, until all are known and their
// links can be written. One goroutine at a time writes to it.
type spool struct {
	f      *os.File
	end    int64
	places places
	doc    bytes.Buffer // of the answer under way
}

// part is an answer in a spool.
type part struct {
	in    *spool
	at, n int64
}

func (s *spool) begin() part { return part{in: s, at: s.end} }

func (s *spool) write(p *part, b []byte) error {
	n, err := s.f.Write(b)
	s.end += int64(n)
	p.n += int64(n)
	return err
}

func (p part) reader() *io.SectionReader { return io.NewSectionReader(p.in.f, p.at, p.n) }
