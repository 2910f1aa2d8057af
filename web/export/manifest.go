package export

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
)

// manifestName is the file of an export that says which files are ours, and what
// they were made of. journalName is the same of an export that is under way, written
// as it goes: the next one goes on from what one that was broken off had come to.
const (
	manifestName = unfinished + ".json.gz"
	journalName  = unfinished + ".journal"
)

// manifest is what exports into a directory have written or come to.
type manifest struct {
	names  table
	byAt   map[string]*record // pages by address
	byFile map[string]*record
	index  string // digest of the pages that can be searched
}

func newManifest() *manifest {
	return &manifest{names: table{place: map[string]int{}}, byAt: map[string]*record{}, byFile: map[string]*record{}}
}

// record is an address of the site with what was answered, and the file of it.
type record struct {
	At     string `json:"at,omitempty"`   // the site's address; empty for what the export itself has made
	File   string `json:"file,omitempty"` // empty before it is written
	Kind   string `json:"kind,omitempty"`
	Record bool   `json:"record,omitempty"`
	ETag   string `json:"etag,omitempty"`
	State  string `json:"state,omitempty"` // see Options
	Alias  string `json:"alias,omitempty"` // where the address leads instead; empty if it is answered
	Links  []int  `json:"links,omitempty"` // addresses that it names, each once, as places in the table of names
	Ways   string `json:"ways,omitempty"`  // digest of the files that its links lead to
	Digest string `json:"digest,omitempty"`
	Size   int64  `json:"size,omitempty"`
	Time   int64  `json:"time,omitempty"` // of the file's last change, Unix nanoseconds
	Body   *part  `json:"body,omitempty"` // the answer in a spool, until it is written
}

// line is one line of a manifest or a journal.
type line struct {
	Base  *string  `json:"base,omitempty"` // as in Options; the lines of an export begin with it
	Index string   `json:"index,omitempty"`
	Names []string `json:"names,omitempty"` // the next ones of the table that links are places in
	Files []record `json:"files,omitempty"` // those that are ours, whatever is in them
	Page  *record  `json:"page,omitempty"`
}

// table holds the addresses that pages name, each once.
type table struct {
	list  []string
	place map[string]int
}

// of is the place of an address.
func (t *table) of(at string) int {
	n, ok := t.place[at]
	if !ok {
		n = len(t.list)
		t.place[at], t.list = n, append(t.list, at)
	}
	return n
}

// read takes over lines, later ones in the place of earlier ones, and gives the place
// behind the last whole one. Of those for another base the files alone are of use: what
// stands in them names other addresses.
func (m *manifest) read(from io.Reader, base string) (end int64, err error) {
	var own []int // the table of names that these lines have
	same := false
	for d := json.NewDecoder(from); ; end = d.InputOffset() {
		var l line
		if err := d.Decode(&l); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return end, err
		}
		if l.Base != nil {
			own, same, m.index = nil, *l.Base == base, cmp.Or(l.Index, m.index)
		}
		for _, at := range l.Names {
			own = append(own, m.names.of(at))
		}
		for _, f := range l.Files {
			m.ours(f.File)
		}
		switch r := l.Page; {
		case r == nil:
		case !same:
			m.ours(r.File)
		default:
			for i, n := range r.Links {
				if n < 0 || n >= len(own) {
					return end, fmt.Errorf("%s leads to name %d of %d", r.At, n, len(own))
				}
				r.Links[i] = own[n]
			}
			if r.At != "" {
				m.byAt[r.At] = r
			}
			if r.File != "" {
				m.byFile[r.File] = r
			}
		}
	}
}

// ours notes a file of which nothing else is known.
func (m *manifest) ours(file string) {
	if file != "" && m.byFile[file] == nil {
		m.byFile[file] = &record{File: file}
	}
}

// lines writes a manifest or a journal.
type lines struct {
	*bufio.Writer
	enc   *json.Encoder
	names *table
	named int // so many of the names are written
}

func newLines(to io.Writer, names *table) *lines {
	w := bufio.NewWriterSize(to, 1<<16)
	return &lines{Writer: w, enc: json.NewEncoder(w), names: names}
}

// page writes a page, behind the names that its links are the first to have.
func (l *lines) page(r *record) error {
	if list := l.names.list[l.named:]; len(list) > 0 {
		l.named = len(l.names.list)
		if err := l.enc.Encode(line{Names: list}); err != nil {
			return err
		}
	}
	return l.enc.Encode(line{Page: r})
}

// begin writes the first line.
func (l *lines) begin(base, index string) error {
	return errors.Join(l.enc.Encode(line{Base: &base, Index: index}), l.Flush())
}

// goOn reads the journal of an export that was broken off, if there is one, and begins
// another one behind it.
func (s *exporter) goOn() error {
	f, err := s.root.OpenFile(journalName, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	s.journal = f
	end, err := s.last.read(f, s.opt.Base)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) { // its last line may be cut off
		return fmt.Errorf("%s: %w", journalName, err)
	}
	if err := f.Truncate(end); err != nil {
		return err
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		return err
	}
	s.log = newLines(f, &s.last.names)
	if err := s.log.begin(s.opt.Base, ""); err != nil {
		return err
	}
	return s.openSpools()
}

// openSpools finds those that the journal tells of, and makes one more for each worker.
// What is not in them as the journal says is forgotten.
func (s *exporter) openSpools() error {
	old := 0
	for _, r := range s.last.byAt {
		if r.Body != nil {
			old = max(old, r.Body.Spool+1)
		}
	}
	for i := range old + s.opt.Workers {
		how := os.O_RDWR | os.O_CREATE
		if i >= old {
			how |= os.O_TRUNC
		}
		f, err := s.root.OpenFile(spoolName(i), how, 0o644)
		if err != nil {
			return err
		}
		s.spools = append(s.spools, &spool{n: i, f: f, places: places{}})
	}
	for at, r := range s.last.byAt {
		if r.Body == nil {
			continue
		}
		sum := crc32.New(castagnoli)
		if n, err := io.Copy(sum, s.reader(r.Body)); err != nil || n != r.Body.N || sum.Sum32() != r.Body.Sum {
			delete(s.last.byAt, at)
		}
	}
	return nil
}

// readManifest reads what the last whole export has written.
func (s *exporter) readManifest() error {
	f, err := s.root.Open(manifestName)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err == nil {
		_, err = s.last.read(z, s.opt.Base)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", manifestName, err)
	}
	return nil
}

// keep writes the manifest.
func (s *exporter) keep(index string, pages []*record) error {
	const name = unfinished + ".tmp"
	f, err := s.root.Create(name)
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(f, gzip.BestSpeed)
	if err == nil {
		l := newLines(z, &table{place: map[string]int{}}) // without names that nobody has any more
		err = l.begin(s.opt.Base, index)
		for _, r := range pages {
			own := *r
			own.Links = make([]int, len(r.Links))
			for i, n := range r.Links {
				own.Links[i] = l.names.of(s.last.names.list[n])
			}
			err = errors.Join(err, l.page(&own))
		}
		err = errors.Join(err, l.Flush(), z.Close())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return s.root.Rename(name, manifestName)
}
