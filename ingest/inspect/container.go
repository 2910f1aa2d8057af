package inspect

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

// Limits of what an archive may unfold to.
const (
	maxEntries = 1_000_000
	maxEntry   = 8 << 30
	maxUnfold  = 64 << 30
	maxRatio   = 2000 // unfolded bytes per byte of the archive
	ratioFloor = 4 << 20
)

// The entries of an archive that are not of a sample.
const (
	headerName     = "header.json"
	startName      = "_journal/start.json"
	summariesName  = "summaries.json"
	reductionsName = "reductions.json"
	journalDir     = "_journal/summaries/"
	samplesDir     = "samples/"
)

// unzstd reads entries that zstd has compressed, in one frame or several. One that asks
// for a larger window is refused.
var unzstd = zstd.ZipDecompressor( //nolint:gochecknoglobals // it pools its decoders
	zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20))

// entry is one file of a log: of an archive, or a range of a log that is one document.
type entry struct {
	name string
	size int64
	open func() (io.ReadCloser, error)
}

// stored is what a log is kept in.
type stored struct {
	entries  map[string]*entry
	order    []string // names in the order of the container
	document bool     // the log is one JSON document, cut into entries
	sampled  bool     // the document has a list of samples
	closers  []io.Closer
	kept     []*ingest.Record // of the run, as they are read
	warnings []results.Warning
}

func (c *stored) close() {
	for _, x := range slices.Backward(c.closers) {
		_ = x.Close() // of reading
	}
}

func (c *stored) add(e *entry) bool {
	_, known := c.entries[e.name]
	c.entries[e.name] = e
	if !known {
		c.order = append(c.order, e.name)
	}
	return !known
}

// openStored opens the log at the item's place: an archive, a document, or the folder
// that an archive was unpacked into.
func openStored(in *ingest.Input) (*stored, error) {
	c := &stored{entries: map[string]*entry{}}
	info, err := fs.Stat(in.FS, in.Item.Dir)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return c, c.openFolder(in.FS, in.Item.Dir)
	}
	f, err := in.FS.Open(in.Item.Dir)
	if err != nil {
		return nil, err
	}
	c.closers = append(c.closers, f)
	at, size, err := c.randomly(f, info.Size())
	if err != nil {
		c.close()
		return nil, err
	}
	var magic [4]byte
	if n, _ := at.ReadAt(magic[:], 0); string(magic[:n]) == "PK\x03\x04" {
		err = c.openZip(at, size, in.Item.Dir)
	} else {
		err = c.openDocument(at, size)
	}
	if err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// randomly gives a file that can be read at any place.
func (c *stored) randomly(f fs.File, size int64) (io.ReaderAt, int64, error) {
	if at, ok := f.(io.ReaderAt); ok {
		return at, size, nil
	}
	spool := &ingest.Spool{}
	c.closers = append(c.closers, spool)
	n, err := io.Copy(spool, io.LimitReader(f, maxUnfold))
	return spool, n, err
}

func (c *stored) openFolder(fsys fs.FS, dir string) error {
	return fs.WalkDir(fsys, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		c.add(&entry{strings.TrimPrefix(name, dir+"/"), info.Size(), func() (io.ReadCloser, error) { return fsys.Open(name) }})
		if len(c.order) > maxEntries {
			return fmt.Errorf("more than %d entries", maxEntries)
		}
		return nil
	})
}

func (c *stored) openZip(at io.ReaderAt, size int64, name string) error {
	z, err := zip.NewReader(at, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return fmt.Errorf("the archive cannot be read: %w", err)
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, unzstd)
	if len(z.File) > maxEntries {
		return fmt.Errorf("the archive has more than %d entries", maxEntries)
	}
	total, doubled := uint64(0), 0
	for _, f := range z.File {
		if f.Mode().IsDir() {
			continue
		}
		if f.UncompressedSize64 > maxEntry {
			return fmt.Errorf("%s has %d bytes, at most %d are read", f.Name, f.UncompressedSize64, int64(maxEntry))
		}
		if total += f.UncompressedSize64; total > maxUnfold || total > ratioFloor && total/maxRatio > uint64(size) {
			return fmt.Errorf("the archive unfolds to more than %d times its size, or more than %d bytes", maxRatio, int64(maxUnfold))
		}
		if !c.add(&entry{f.Name, int64(f.UncompressedSize64), func() (io.ReadCloser, error) { return openWhole(f) }}) {
			doubled++
		}
	}
	if doubled > 0 {
		c.warnings = append(c.warnings, ingest.Warn(name, 0,
			"%d entries of the archive have the name of another: the last of each name counts, as in Inspect itself", doubled))
	}
	return nil
}

// openWhole opens an entry that must not give more than it says.
func openWhole(f *zip.File) (io.ReadCloser, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &bounded{r, int64(f.UncompressedSize64)}, nil
}

type bounded struct {
	io.ReadCloser
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errors.New("the entry is longer than the archive says")
	}
	return n, err
}

// openDocument cuts a log that is one JSON document into what an archive would hold.
func (c *stored) openDocument(at io.ReaderAt, size int64) error {
	c.document = true
	s := newScanner(io.NewSectionReader(at, 0, size), maxPiece)
	var head bytes.Buffer
	seen := map[string]bool{}
	n := 0
	err := s.object(func(name string) error {
		if seen[name] {
			return s.fail("the name %q is repeated", name)
		}
		seen[name] = true
		if name == "samples" {
			if b, err := s.peek(); err != nil || b != '[' {
				if err == nil {
					err = s.skip()
				}
				return err
			}
			c.sampled = true
			return s.array(func() error {
				if _, err := s.peek(); err != nil {
					return err
				}
				from := s.offset()
				s.cut()
				if err := s.skip(); err != nil {
					return err
				}
				n++
				c.add(section(at, from, s.offset(), fmt.Sprintf("%s%d.json", samplesDir, n)))
				s.cut()
				return nil
			})
		}
		s.cut()
		if err := s.skip(); err != nil {
			return err
		}
		piece, _ := s.cut()
		if head.Len()+len(piece) > maxPiece {
			return s.fail("the log's header is larger than %d bytes", maxPiece)
		}
		from, to := valueIn(piece, alone)
		sep := ","
		if head.Len() == 0 {
			sep = "{"
		}
		fmt.Fprintf(&head, "%s%s:%s", sep, strconv.Quote(name), piece[from:to])
		return nil
	})
	if err == nil {
		err = s.rest()
	}
	if head.Len() == 0 {
		head.WriteByte('{')
	}
	head.WriteByte('}')
	text := head.Bytes()
	c.add(&entry{headerName, int64(len(text)), func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }})
	return err
}

func section(at io.ReaderAt, from, to int64, name string) *entry {
	return &entry{name, to - from, func() (io.ReadCloser, error) {
		return io.NopCloser(io.NewSectionReader(at, from, to-from)), nil
	}}
}

// read reads a small entry whole.
func (c *stored) read(name string, limit int64) ([]byte, error) {
	e := c.entries[name]
	if e == nil {
		return nil, fs.ErrNotExist
	}
	r, err := e.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("larger than %d bytes: %w", limit, ingest.ErrTooLarge)
	}
	return head.WithoutMark(data), err
}

// place is where the parts of one sample are.
type place struct {
	name  string            // of its entry, or of the folder of its chunks
	main  *entry            // the sample, or what of it is not in chunks
	parts map[string]series // of a chunked sample, by kind
	rest  []*entry          // what else is in its folder, such as an index of its chunks
}

// series are the chunks of one kind in their order.
type series []chunk

type chunk struct {
	start int // place of its first element
	*entry
}

// wholeKind is an entry that holds all of a kind, where no chunks do.
type wholeKind struct {
	kind string
	*entry
}

var (
	wholeSample = regexp.MustCompile(`^samples/(.+)_epoch_[0-9]+\.json$`)
	chunkOf     = regexp.MustCompile(`^samples/(.+_epoch_[0-9]+)/(?:(sample)\.json|([a-z_]+)\.json|([a-z_]+)/([0-9]+)\.json|.*)$`)
)

// chunked are the kinds of chunks that a sample is put together from.
var chunked = []string{"messages", "attachments", "events", "metadata", "store", "calls"}

// places lists the samples in the order of the container. An id may hold slashes, so that
// only a folder with a sample.json is one of chunks.
func (c *stored) places() []*place {
	var list []*place
	folders := map[string]*place{}
	whole := map[*place][]wholeKind{}
	for _, name := range c.order {
		if m := chunkOf.FindStringSubmatch(name); m != nil && m[2] != "" {
			folders[m[1]] = &place{name: samplesDir + m[1], main: c.entries[name], parts: map[string]series{}}
			list = append(list, folders[m[1]])
		}
	}
	for _, name := range c.order {
		if m := chunkOf.FindStringSubmatch(name); m != nil && folders[m[1]] != nil {
			p := folders[m[1]]
			switch {
			case m[3] != "" && slices.Contains(chunked, m[3]):
				whole[p] = append(whole[p], wholeKind{m[3], c.entries[name]})
			case m[3] != "":
				p.rest = append(p.rest, c.entries[name])
			case m[4] != "":
				if start, err := strconv.Atoi(m[5]); err == nil {
					p.parts[m[4]] = append(p.parts[m[4]], chunk{start, c.entries[name]})
				}
			case m[2] == "":
				p.rest = append(p.rest, c.entries[name])
			}
			continue
		}
		if wholeSample.MatchString(name) || c.document && strings.HasPrefix(name, samplesDir) {
			list = append(list, &place{name: name, main: c.entries[name]})
		}
	}
	for _, p := range list {
		for _, w := range whole[p] {
			if len(p.parts[w.kind]) > 0 { // an index of the chunks
				p.rest = append(p.rest, w.entry)
				continue
			}
			p.parts[w.kind] = series{{0, w.entry}}
		}
		for _, parts := range p.parts {
			slices.SortFunc(parts, func(a, b chunk) int { return a.start - b.start })
		}
	}
	return list
}

// journal lists the summaries that were written while the log was.
func (c *stored) journal() []string {
	var list []string
	for _, name := range c.order {
		if strings.HasPrefix(name, journalDir) {
			list = append(list, name)
		}
	}
	number := func(name string) int {
		n, _ := strconv.Atoi(strings.TrimSuffix(path.Base(name), ".json"))
		return n
	}
	slices.SortStableFunc(list, func(a, b string) int { return number(a) - number(b) })
	return list
}
