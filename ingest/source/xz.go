package source

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"
	"slices"

	"github.com/ulikunitz/xz/lzma"
)

var (
	errXZ      = errors.New("damaged xz data")
	errXZRules = errors.New("xz filters other than LZMA2, or an xz dictionary above 64 MiB, are not supported")
)

const (
	xzMagic = "\xfd7zXZ\x00"
	// xzDictMax is the dictionary of xz -9. The xz package allocates what a
	// block asks for, up to 4 GiB; that is why its container is read here.
	xzDictMax = 64 << 20
)

// xzReader reads the container of the .xz file format, version 1.2.1, and
// leaves the LZMA2 data in it to the lzma package.
type xzReader struct {
	in    *counted
	check byte // kind of checksum, from the stream header
	block *lzma.Reader2
	sum   hash.Hash // of the current block, nil without a checksum
	start int64     // where the current block began
	dicts int64     // bytes of all dictionaries so far
	out   int64

	inStream bool // the header of the stream has been read
}

func newXZReader(r *bufio.Reader) *xzReader { return &xzReader{in: &counted{r: r}} }

// Read returns unfolded bytes of all blocks of all streams.
func (x *xzReader) Read(p []byte) (int, error) {
	for {
		if x.block == nil {
			if err := x.nextBlock(); err != nil {
				return 0, err
			}
		}
		n, err := x.block.Read(p)
		x.out += int64(n)
		if x.sum != nil {
			x.sum.Write(p[:n])
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return n, err
		}
		if err != nil {
			if err := x.endBlock(); err != nil {
				return n, err
			}
		}
		if n > 0 {
			return n, nil
		}
	}
}

// nextBlock starts the next block, stepping over the ends of streams. It
// returns io.EOF only where the file may end.
func (x *xzReader) nextBlock() error {
	for {
		if !x.inStream {
			if err := x.stream(); err != nil {
				return err
			}
		}
		size, err := x.in.ReadByte()
		if err != nil {
			return cut(err)
		}
		x.start = x.in.n - 1
		if size != 0 {
			return x.startBlock(size)
		}
		if err := x.index(); err != nil {
			return err
		}
		x.inStream = false
	}
}

// startBlock reads a block header, of which the first byte tells the size.
func (x *xzReader) startBlock(size byte) error {
	header := make([]byte, (int(size)+1)*4)
	header[0] = size
	if _, err := io.ReadFull(x.in, header[1:]); err != nil {
		return cut(err)
	}
	dict, err := xzDict(header)
	if err != nil {
		return err
	}
	// Blocks are longer than their dictionaries. Thousands of empty ones would
	// only make us allocate.
	if x.dicts += int64(dict); x.dicts > 8*xzDictMax+4*x.out {
		return fmt.Errorf("xz blocks without content: %w", ErrLimit)
	}
	x.sum = newCheck(x.check)
	x.block, err = lzma.Reader2Config{DictCap: dict}.NewReader2(x.in)
	return err
}

// stream reads a stream header. Between streams there may be zeros.
func (x *xzReader) stream() error {
	for x.in.n > 0 {
		b, err := x.in.ReadByte()
		if err != nil {
			return err // io.EOF: the end of the file
		}
		if b != 0 {
			x.in.unread()
			break
		}
	}
	header := make([]byte, 12)
	if _, err := io.ReadFull(x.in, header); err != nil {
		return cut(err)
	}
	if string(header[:6]) != xzMagic || crc32.ChecksumIEEE(header[6:8]) != binary.LittleEndian.Uint32(header[8:]) {
		return errXZ
	}
	x.check, x.inStream = header[7], true
	return nil
}

// xzDict returns the size of the dictionary that a block header asks for.
func xzDict(header []byte) (int, error) {
	body, sum := header[:len(header)-4], header[len(header)-4:]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(sum) {
		return 0, errXZ
	}
	flags, rest := body[1], body[2:]
	for _, present := range []byte{0x40, 0x80} { // sizes, which are hints
		if flags&present != 0 {
			_, n := binary.Uvarint(rest)
			if n <= 0 {
				return 0, errXZ
			}
			rest = rest[n:]
		}
	}
	if flags&3 != 0 || len(rest) < 3 || rest[0] != 0x21 || rest[1] != 1 {
		return 0, errXZRules
	}
	dict, err := lzma.DecodeDictCap(rest[2])
	if err != nil || dict > xzDictMax {
		return 0, errXZRules
	}
	return max(int(dict), lzma.MinDictCap), nil
}

// endBlock reads the padding and compares the checksum.
func (x *xzReader) endBlock() error {
	x.block = nil
	size := map[byte]int{0: 0, 1: 4, 4: 8, 10: 32}
	n, known := size[x.check]
	if !known {
		return fmt.Errorf("xz checksum of kind %d is not supported", x.check)
	}
	tail := make([]byte, int(-(x.in.n-x.start)&3)+n)
	if _, err := io.ReadFull(x.in, tail); err != nil {
		return cut(err)
	}
	if x.sum == nil {
		return nil
	}
	got := x.sum.Sum(nil)
	if x.check != 10 { // CRCs are stored with the low byte first
		slices.Reverse(got)
	}
	if !bytes.Equal(got, tail[len(tail)-n:]) {
		return errXZ
	}
	return nil
}

func newCheck(kind byte) hash.Hash {
	switch kind {
	case 1:
		return crc32.NewIEEE()
	case 4:
		return crc64.New(crc64.MakeTable(crc64.ECMA))
	case 10:
		return sha256.New()
	}
	return nil
}

// index steps over the index and the footer, which a reader from front to back
// needs only to know that the stream is whole.
func (x *xzReader) index() error {
	records, err := binary.ReadUvarint(x.in)
	if err != nil {
		return cut(err)
	}
	for range records {
		for range 2 {
			if _, err := binary.ReadUvarint(x.in); err != nil {
				return cut(err)
			}
		}
	}
	tail := make([]byte, int(-(x.in.n-x.start)&3)+4+12) // padding, checksum, footer
	if _, err := io.ReadFull(x.in, tail); err != nil {
		return cut(err)
	}
	if string(tail[len(tail)-2:]) != "YZ" {
		return errXZ
	}
	return nil
}

// cut makes an end of input in the middle of something an error.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// counted counts bytes, because xz pads to multiples of four.
type counted struct {
	r *bufio.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// ReadByte makes the lzma package and encoding/binary read single bytes
// without a call of Read.
func (c *counted) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

func (c *counted) unread() {
	if c.r.UnreadByte() == nil {
		c.n--
	}
}
