package source

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zstd"
)

// methodZstd is the method number of zip entries compressed with zstd.
const methodZstd = zstd.ZipMethodWinZip

// unzstd decompresses zstd entries. It reuses decoders and rejects entries that need a window above
// 8 MiB.
var unzstd = zstd.ZipDecompressor(zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20))

// openZip indexes a zip. It checks the limits against the declared sizes, which openStream enforces
// when an entry is read.
func (s *Source) openZip(r io.ReaderAt, size int64, lim Limits) error {
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return fmt.Errorf("read zip: %w", err)
	}
	z.RegisterDecompressor(methodZstd, unzstd)
	if len(z.File) > lim.MaxEntries {
		return lim.tooMany(s.Name)
	}
	t, total := newTree(lim), int64(0)
	for _, f := range z.File {
		// entries may overlap, so their total size must be checked too
		if f.UncompressedSize64 > uint64(lim.MaxFile) {
			return lim.tooLarge(f.Name, int64(min(f.UncompressedSize64, 1<<62)))
		}
		total += int64(f.UncompressedSize64)
		if err := lim.unfolded(f.Name, total, size); err != nil {
			return err
		}
		if err := s.addZip(t, f); err != nil {
			return err
		}
	}
	s.FS = t.finish()
	return nil
}

func (s *Source) addZip(t *tree, f *zip.File) error {
	name, reason := cleanName(f.Name)
	mode := f.Mode()
	switch {
	case reason != "":
	case mode&fs.ModeSymlink != 0:
		reason = "symbolic link"
	case !mode.IsDir() && !mode.IsRegular():
		reason = "neither a file nor a directory"
	case f.Flags&1 != 0:
		reason = "encrypted"
	case f.Method != zip.Store && f.Method != zip.Deflate && f.Method != methodZstd:
		reason = fmt.Sprintf("compression method %d", f.Method)
	}
	if reason == "" {
		n := &node{isDir: mode.IsDir(), size: int64(f.UncompressedSize64), mod: f.Modified, open: f.Open}
		if n.isDir {
			n.size = 0
		}
		var err error
		if reason, err = t.add(name, n); err != nil {
			return err
		}
	}
	if reason != "" {
		s.skip(f.Name, reason)
	}
	return nil
}
