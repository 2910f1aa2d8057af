package ingest

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"time"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

// Redact removes secrets and home directories from data. If there are none, it returns data
// unchanged.
type Redact interface {
	Bytes(data []byte) []byte
	// Public registers the secrets in a dataset's texts as public, so that they are not redacted.
	Public(data []byte)
}

// Limits bounds the size of a record. Zero fields mean the default.
type Limits struct {
	Record int64 // maximum size in bytes of a JSON record that is read into memory
	Line   int   // maximum length in bytes of one line of a JSON-lines record
}

// DefaultLimits returns generous limits. The largest real record is smaller than 1 MB.
func DefaultLimits() Limits {
	return Limits{Record: 64 << 20, Line: 256 << 20}
}

func (l Limits) RecordLimit() int64 { return cmp.Or(l.Record, DefaultLimits().Record) }

// ErrTooLarge means that a record exceeds its limit.
var ErrTooLarge = errors.New("record is larger than the limit")

// Input is an item to read, with its source and options.
type Input struct {
	FS       fs.FS
	Item     Item
	Identity Identity
	Limits   Limits
	Redact   Redact
	Jobs     int // maximum number of records decoded in parallel; 0: one per CPU
	// Original is set if redacted stored records are read. It holds the digests of the original
	// records by name.
	Original map[string][32]byte
	Now      time.Time
	Sessions map[string][]Session // transcripts that this load has read, by session id; nil if stored records are read
}

// Session is a transcript that has been read, with the sorted digests of its entries.
type Session struct {
	Name    string
	Entries []uint64
}

// Holds returns how many of the entries the session contains.
func (s *Session) Holds(entries []uint64) (n int) {
	for _, e := range entries {
		if _, there := slices.BinarySearch(s.Entries, e); there {
			n++
		}
	}
	return n
}

// Workers returns Jobs, or the number of CPUs if Jobs is 0.
func (in *Input) Workers() int {
	if in.Jobs > 0 {
		return in.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

// Record is one file, read into memory and redacted.
type Record struct {
	Name  string // slash-separated path inside the source
	Media string // media type; if empty, application/json for .json files, otherwise derived from the file extension
	Data  []byte // redacted content; read-only
	Size  int64  // size of the original file in bytes
	Sum   [32]byte
	BOM   bool // set if a byte order mark was removed from Data
}

// Path joins elem to the item's directory.
func (in *Input) Path(elem ...string) string {
	return path.Join(append([]string{in.Item.Dir}, elem...)...)
}

// Record reads a whole file, computes the digest of the original bytes and redacts them. name is a
// path inside FS, see Path.
func (in *Input) Record(name string) (*Record, error) {
	limit := in.Limits.RecordLimit()
	f, err := in.FS.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("stat %s: %w", name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: not a regular file", name)
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("read %s: %d bytes: %w of %d", name, info.Size(), ErrTooLarge, limit)
	}
	data, err := readSized(io.LimitReader(f, limit+1), info.Size())
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	n := int64(len(data))
	if n > limit {
		return nil, fmt.Errorf("read %s: %w of %d", name, ErrTooLarge, limit)
	}
	rec := &Record{Name: name, Size: n, Sum: in.sum(name, func() [32]byte { return sha256.Sum256(data) })}
	if utf16 := head.UTF16(data); utf16 != nil {
		if data, err = utf16.Bytes(data); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	rec.Data = in.redact(data)
	if cut, ok := bytes.CutPrefix(rec.Data, head.Mark); ok {
		rec.Data, rec.BOM = cut, true
	}
	return rec, nil
}

func (in *Input) sum(name string, of func() [32]byte) [32]byte {
	if sum, ok := in.Original[relative(name, in.Item.Dir)]; ok {
		return sum
	}
	return of()
}

// readSized reads all data from r. size is the expected number of bytes. bytes.Buffer would need
// twice the memory, and a format may hold thousands of records.
func readSized(r io.Reader, size int64) ([]byte, error) {
	b := make([]byte, 0, size+1) // the extra byte lets Read return EOF without growing the slice
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (in *Input) redact(b []byte) []byte {
	if in.Redact == nil {
		return b
	}
	if in.Item.Kind == KindDataset {
		in.Redact.Public(b)
	}
	return in.Redact.Bytes(b)
}

// Warn returns a warning about a file. line is a line number from 1, or 0 for the entire file.
func Warn(name string, line int, format string, args ...any) results.Warning {
	return results.Warning{File: name, Line: line, Message: fmt.Sprintf(format, args...)}
}

// HasFile reports whether a directory contains a regular file with the given name.
func HasFile(entries []fs.DirEntry, name string) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name && e.Type().IsRegular() })
}

// Lines reads a record line by line. Only the current line is in memory.
type Lines struct {
	file  fs.File
	r     *bufio.Reader
	in    *Input
	sum   hash.Hash
	limit int
	name  string
	n     int
	tee   io.Writer
}

// Lines opens a file for reading line by line. It writes every redacted line to tee unless tee is
// nil.
func (in *Input) Lines(name string, tee io.Writer) (*Lines, error) {
	f, err := in.FS.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	limit := in.Limits.Line
	if limit == 0 {
		limit = DefaultLimits().Line
	}
	h := sha256.New()
	r := bufio.NewReaderSize(io.TeeReader(f, h), 1<<16)
	if begin, _ := r.Peek(2); head.UTF16(begin) != nil {
		r = bufio.NewReaderSize(head.UTF16(begin).Reader(r), 1<<16)
	}
	return &Lines{file: f, r: r, in: in, sum: h, limit: limit, name: name, tee: tee}, nil
}

// Next returns the next line and its number (from 1). The line is redacted and has no line ending.
// It is valid until the next call. At the end Next returns io.EOF.
func (l *Lines) Next() ([]byte, int, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > l.limit {
			return nil, l.n + 1, fmt.Errorf("%s:%d: line: %w of %d", l.name, l.n+1, ErrTooLarge, l.limit)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
			return nil, l.n, err
		}
		break
	}
	l.n++
	line = l.in.redact(line)
	if l.tee != nil {
		if _, err := l.tee.Write(line); err != nil {
			return nil, l.n, fmt.Errorf("keep %s: %w", l.name, err)
		}
	}
	line = bytes.TrimRight(line, "\r\n")
	if l.n == 1 {
		line = head.WithoutMark(line)
	}
	return line, l.n, nil
}

// Sum returns the digest of the original bytes read so far.
func (l *Lines) Sum() [32]byte {
	return l.in.sum(l.name, func() [32]byte { return [32]byte(l.sum.Sum(nil)) })
}

// Close closes the underlying file.
func (l *Lines) Close() error { return l.file.Close() }
