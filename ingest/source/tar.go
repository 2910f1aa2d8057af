package source

import (
	"archive/tar"
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/xi2/xz"
)

// zstdWindowMax is the maximum window size in bytes for decompression, as in the zstd program.
const zstdWindowMax = 128 << 20

// openTar indexes the entries of a tar in one pass. It unpacks a compressed tar to a spool, in
// which each entry is a contiguous range.
func (s *Source) openTar(f io.ReaderAt, size int64, lim Limits) error {
	raw := bufio.NewReaderSize(io.NewSectionReader(f, 0, size), 1<<16)
	r, done, err := decompress(raw, s.Kind)
	if err != nil {
		return fmt.Errorf("read %s: %w", s.Kind, err)
	}
	defer done()
	w := &tarWalk{source: s, tree: newTree(lim), at: f}
	if s.Kind != KindTar {
		spool := &Spool{}
		s.closers = append(s.closers, spool)
		w.at, r = spool, bufio.NewReaderSize(io.TeeReader(r, spool), 1<<16)
	}
	w.in = &unfolding{r: r, name: s.Name, archive: size, lim: lim}
	err = w.walk()
	if s.spooled = w.in.offset; s.Kind == KindTar {
		s.spooled = 0
	}
	if errors.Is(err, errNoTar) && s.Kind != KindTar {
		err = w.single()
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", s.Kind, err)
	}
	s.FS = w.tree.finish()
	return nil
}

// xzDictMax is the maximum dictionary size in bytes that an xz block may request, as with xz -9.
const xzDictMax = 64 << 20

func decompress(r *bufio.Reader, kind string) (unfolded io.Reader, done func(), err error) {
	done = func() {}
	switch kind {
	case KindTarGzip:
		unfolded, err = gzip.NewReader(r)
		return unfolded, done, err
	case KindTarZstd:
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(zstdWindowMax))
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	case KindTarXZ:
		unfolded, err = xz.NewReader(r, xzDictMax)
		return unfolded, done, err
	}
	return r, done, nil
}

// unfolding is a reader that counts uncompressed bytes and returns an error when a limit is
// exceeded.
type unfolding struct {
	r       io.Reader
	name    string
	archive int64
	offset  int64
	lim     Limits
}

func (u *unfolding) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.offset += int64(n)
	if limit := u.lim.unfolded(u.name, u.offset, u.archive); limit != nil {
		return 0, limit
	}
	return n, err
}

type tarWalk struct {
	source  *Source
	tree    *tree
	at      io.ReaderAt
	in      *unfolding
	entries int
	end     int64 // offset of the end of the last entry's data
}

func (w *tarWalk) walk() error {
	first := make([]byte, tarBlock)
	n, err := io.ReadFull(w.in, first)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if !isTar(first[:n]) && !isTarEnd(first[:n]) {
		return errNoTar
	}
	t := tar.NewReader(io.MultiReader(bytes.NewReader(first), w.in))
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return err
		}
		if w.entries++; w.entries > w.tree.lim.MaxEntries {
			return w.tree.lim.tooMany(w.source.Name)
		}
		if err := w.add(h); err != nil {
			return err
		}
	}
	if w.in.offset < w.end+tarBlock {
		return fmt.Errorf("no end marker: %w", io.ErrUnexpectedEOF)
	}
	// the rest is padding, but reading it verifies the checksums of the compression
	_, err = io.Copy(io.Discard, w.in)
	return err
}

var errNoTar = errors.New("the compressed data is not a tar archive")

// single adds the content of a compressed file that is not a tar. Its name is that of the file
// without the compression extension.
func (w *tarWalk) single() error {
	if _, err := io.Copy(io.Discard, w.in); err != nil {
		return err
	}
	lim := w.tree.lim
	if w.in.offset > lim.MaxFile {
		return lim.tooLarge(w.source.Name, w.in.offset)
	}
	name, reason := cleanName(w.source.Name)
	if ext := path.Ext(name); len(ext) < len(name) && slices.Contains([]string{".gz", ".zst", ".xz"}, strings.ToLower(ext)) {
		name = strings.TrimSuffix(name, ext)
	}
	if reason != "" {
		return fmt.Errorf("file name %q: %s", w.source.Name, reason)
	}
	w.source.Kind, w.source.spooled = KindPacked, w.in.offset
	_, err := w.tree.add(name, &node{at: w.at, size: w.in.offset})
	return err
}

// add indexes one entry. Its data begins at the current position of the tar.
func (w *tarWalk) add(h *tar.Header) error {
	w.end = w.in.offset
	name, reason := cleanName(h.Name)
	n := &node{mod: h.ModTime, at: w.at, offset: w.in.offset, size: h.Size}
	switch h.Typeflag {
	case tar.TypeReg:
		if h.Size > w.tree.lim.MaxFile {
			return w.tree.lim.tooLarge(h.Name, h.Size)
		}
		if isSparse(h) { // the data of a sparse file is not contiguous
			reason = cmp.Or(reason, "sparse file")
			break
		}
		w.end += (h.Size + tarBlock - 1) / tarBlock * tarBlock
	case tar.TypeDir:
		n.isDir, n.size = true, 0
	case tar.TypeXGlobalHeader: // comment written by git archive
		return nil
	case tar.TypeSymlink:
		reason = cmp.Or(reason, "symbolic link")
	case tar.TypeLink:
		reason = cmp.Or(reason, "hard link")
	default:
		reason = cmp.Or(reason, "neither a file nor a directory")
	}
	if reason == "" {
		var err error
		if reason, err = w.tree.add(name, n); err != nil {
			return err
		}
	}
	if reason != "" {
		w.source.skip(h.Name, reason)
	}
	return nil
}

func isSparse(h *tar.Header) bool {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return false
}
