// Package blob names and packs the bodies of traces and raw records.
package blob

import (
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Kind says what a body is.
type Kind string

// The kinds of bodies.
const (
	Trace Kind = "trace" // the steps of a trial as JSON, one after the other
	Raw   Kind = "raw"   // a raw record, byte for byte
)

// Key names one piece of a body; bodies are cut, so that reading a part is cheap.
type Key struct {
	Kind Kind
	Of   int64 // the trial or the raw record, by the store's number
	N    int   // from 0
}

// Piece is a piece as it is kept.
type Piece struct {
	Key
	Size int    // bytes before packing
	Data []byte // packed, see Pack
}

// Cut returns the bytes from..from+size of the unpacked piece, all from there on if size is negative.
func (p *Piece) Cut(from, size int) ([]byte, error) {
	data, err := Unpack(p.Data, p.Size)
	if err != nil {
		return nil, err
	}
	return Cut(data, from, size)
}

// Cut returns data[from:from+size], all from there on if size is negative.
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

// An encoder keeps a buffer as large as its window; the rare longer pieces get one of their own.
const (
	shortWindow = 2 << 20 // bytes
	longWindow  = 4 << 20
)

// One set of encoders and decoder serves the process.
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

// Pack compresses data.
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

// Unpack gives back what was packed, which had size bytes.
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
