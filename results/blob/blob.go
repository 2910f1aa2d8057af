// Package blob names and compresses the contents of traces and raw records.
package blob

import (
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Kind is the type of a blob.
type Kind string

// Kinds of blobs.
const (
	Trace Kind = "trace" // concatenated steps of a trial, as JSON
	Raw   Kind = "raw"   // unchanged bytes of a raw record
)

// Key identifies one piece of a blob. A blob is stored in pieces, so that a part of it can be read
// without decompressing the rest.
type Key struct {
	Kind Kind
	Of   int64 // id of the trial or raw record in the store
	N    int   // index of the piece, from 0
}

// Short is the number of bytes below which a file stores a piece together with others, compressed
// as one block.
const Short = 64 << 10

// Piece is a stored part of a blob.
type Piece struct {
	Key
	Size int    // number of bytes before compression
	Data []byte // compressed bytes, see Pack
}

// Cut decompresses the piece and returns size bytes starting at offset from, or all remaining bytes
// if size is negative.
func (p *Piece) Cut(from, size int) ([]byte, error) {
	data, err := Unpack(p.Data, p.Size)
	if err != nil {
		return nil, err
	}
	return Cut(data, from, size)
}

// Cut returns data[from:from+size], or data[from:] if size is negative.
func Cut(data []byte, from, size int) ([]byte, error) {
	end := from + size
	if size < 0 {
		end = len(data)
	}
	if from < 0 || from > end || end > len(data) {
		return nil, fmt.Errorf("read blob: bytes %d to %d are outside its %d", from, end, len(data))
	}
	return data[from:end], nil
}

// Window sizes. An encoder allocates a buffer as large as its window, so pieces that need the long
// window have their own encoder.
const (
	shortWindow = 2 << 20 // window size in bytes
	longWindow  = 4 << 20
)

// The default encoder and the decoder are shared by the entire process.
//
//nolint:gochecknoglobals // stateless, built once
var (
	short  = sync.OnceValues(func() (*zstd.Encoder, error) { return encoder(shortWindow, 2) })
	decode = sync.OnceValues(func() (*zstd.Decoder, error) {
		return zstd.NewReader(nil, zstd.WithDecoderConcurrency(4), zstd.WithDecoderMaxMemory(1<<30), zstd.WithDecoderLowmem(true))
	})
)

func encoder(window, concurrency int) (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(concurrency),
		zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true))
}

// Pack compresses data with zstd.
func Pack(data []byte) ([]byte, error) {
	enc, err := short()
	if len(data) > shortWindow {
		enc, err = encoder(longWindow, 1)
	}
	if err != nil {
		return nil, fmt.Errorf("prepare zstd: %w", err)
	}
	return enc.EncodeAll(data, make([]byte, 0, len(data)/3+64)), nil
}

// Unpack decompresses the output of Pack; size is the uncompressed length.
func Unpack(data []byte, size int) ([]byte, error) {
	dec, err := decode()
	if err != nil {
		return nil, fmt.Errorf("prepare zstd: %w", err)
	}
	out, err := dec.DecodeAll(data, make([]byte, 0, size))
	if err != nil {
		return nil, fmt.Errorf("decompress blob: %w", err)
	}
	if len(out) != size {
		return nil, errors.New("decompress blob: it is damaged")
	}
	return out, nil
}
