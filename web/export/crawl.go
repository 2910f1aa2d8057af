package export

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
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
	record
	kept bool // the file of the last export is what the site answers
	ok   bool
}

// crawler follows every link from the first addresses on, several at a time.
type crawler struct {
	*exporter

	mu   sync.Mutex
	next []*page // those of the pages that are to be asked for in the next round
	done int
	err  error // why nothing more is asked for
}

// crawl asks for all that is reached from the seeds, in rounds: what the pages of one
// are the first to name is the next.
func (s *exporter) crawl(ctx context.Context, seeds ...string) error {
	c := &crawler{exporter: s}
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
		for _, to := range s.spools[len(s.spools)-s.opt.Workers:] {
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
	p := &page{record: record{At: at}}
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
		named, err := c.fetch(ctx, p, to, c.last.byAt[p.At])
		same = append(same, c.finished(p, named, err)...)
	}
}

// finished takes up where a page leads, and gives what says the same as it.
func (c *crawler) finished(p *page, named []string, err error) (same []*page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	if err == nil && !p.kept {
		err = c.note(p, named)
	}
	switch {
	case err != nil && (p.At == "/" || hopeless(err)):
		c.err = cmp.Or(c.err, fmt.Errorf("export %s: %w", p.At, err))
	case err != nil:
		c.rep.Failed = append(c.rep.Failed, Failure{p.At, err.Error()})
	case p.Alias != "":
		if at, _, ok := local(p.Alias); ok && c.pages[at] == nil {
			c.next = append(c.next, c.found(at))
		}
	default:
		p.ok = true
		for _, n := range p.Links {
			switch at := c.last.names.list[n]; {
			case c.pages[at] != nil || !wanted(at, p.At):
			case sameContent(at, p.At):
				same = append(same, c.found(at))
			default:
				c.next = append(c.next, c.found(at))
			}
		}
	}
	if c.opt.Progress != nil {
		c.opt.Progress(c.done, len(c.pages))
	}
	return same
}

// note writes into the journal what a page was answered with.
func (s *exporter) note(p *page, named []string) error {
	for _, at := range named {
		p.Links = append(p.Links, s.last.names.of(at))
	}
	return s.log.page(&p.record)
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

// fetch asks the site for the page and puts what it answers into the spool, unless that
// is known. It gives the addresses that a new answer names.
func (s *exporter) fetch(ctx context.Context, p *page, to *spool, known *record) (named []string, err error) {
	if s.opt.State != nil {
		p.State = s.opt.State(p.At)
	}
	if known != nil && known.State != "" && known.State == p.State {
		p.take(known)
		return nil, nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.At, nil)
	if err != nil {
		return nil, err
	}
	req.RequestURI, req.RemoteAddr, req.Host = p.At, "127.0.0.1:0", "localhost"
	if known != nil && known.ETag != "" {
		req.Header.Set("If-None-Match", known.ETag)
	}
	a := &answer{header: http.Header{}, expected: http.StatusOK, to: to}
	if p.At == notFound {
		a.expected = http.StatusNotFound
	}
	s.h.ServeHTTP(a, req)
	switch {
	case a.code == http.StatusNotModified && known != nil:
		p.take(known)
		return nil, nil
	case a.code >= 300 && a.code < 400 && a.header.Get("Location") != "":
		p.Alias = a.header.Get("Location")
		return nil, nil
	}
	body, err := a.finish()
	if err != nil {
		return nil, err
	}
	is := a.answered()
	p.Kind, p.Record, p.ETag, p.Body = is.kind, is.record, a.header.Get("ETag"), &body
	if !is.document() {
		return nil, nil
	}
	for _, sl := range slots(a.doc.Bytes(), is.markup(), to.places) {
		named = append(named, sl.at)
	}
	slices.Sort(named)
	return slices.Compact(named), nil
}

// take is that the page is as it is known, in the state that it has now.
func (p *page) take(known *record) {
	state := p.State
	p.record, p.kept = *known, true
	p.State = state
}

func (r *record) answered() answered { return answered{r.Kind, r.Record} }

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
	if length := a.header.Get("Content-Length"); length != "" && length != strconv.FormatInt(a.body.N, 10) {
		return a.body, fmt.Errorf("%d of %s bytes came", a.body.N, length)
	}
	if a.answered().ending() == ".html" && !bytes.Contains(a.doc.Bytes(), []byte(`http-equiv="Content-Security-Policy"`)) {
		return a.body, errors.New("the page does not carry the policy that keeps records from acting")
	}
	return a.body, nil
}

// spool is a file with answers one after another, until all are known and their
// links can be written. One goroutine at a time writes to it.
type spool struct {
	n      int // its number
	f      *os.File
	end    int64
	places places
	doc    bytes.Buffer // of the answer under way
}

// part is an answer in a spool.
type part struct {
	Spool int    `json:"spool"`
	At    int64  `json:"at"`
	N     int64  `json:"n"`   // bytes
	Sum   uint32 `json:"sum"` // CRC-32C of them
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (s *spool) begin() part { return part{Spool: s.n, At: s.end} }

func (s *spool) write(p *part, b []byte) error {
	n, err := s.f.Write(b)
	s.end += int64(n)
	p.N += int64(n)
	p.Sum = crc32.Update(p.Sum, castagnoli, b[:n])
	return err
}

func (s *exporter) reader(p *part) *io.SectionReader {
	return io.NewSectionReader(s.spools[p.Spool].f, p.At, p.N)
}
