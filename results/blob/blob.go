// Package blob says how any store names and packs the bodies that it keeps apart
// from its rows: traces and raw records, which are large and read by their own
// pages alone.
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

// Key names a piece of a body. Bodies are cut into pieces so that a part of a
// large one costs no more than its own. A key is given to one piece alone.
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

// Cut unpacks the piece and gives the bytes from..from+size of it; all from there
// on if size is negative.
func (p *Piece) Cut(from, size int) ([]byte, error) {
	data, err := Unpack(p.Data, p.Size)
	if err != nil {
		return nil, err
	}
	end := from + size
	if size < 0 {
		end = len(data)
	}
	if from < 0 || from > end || end > len(data) {
		return nil, fmt.Errorf("read blob: bytes %d to %d lie outside its %d", from, end, len(data))
	}
	return data[from:end], nil
}

// codec compresses. Encoder and decoder are safe for concurrent use of EncodeAll
// and DecodeAll; one pair serves the whole process.
type codec struct {
	once sync.Once
	enc  *zstd.Encoder
	dec  *zstd.Decoder
	err  error
}

var shared codec //nolint:gochecknoglobals // stateless, built once

func (c *codec) ready() error {
	c.once.Do(func() {
		if c.enc, c.err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(2), zstd.WithLowerEncoderMem(true)); c.err != nil {
			return
		}
		c.dec, c.err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(4), zstd.WithDecoderMaxMemory(1<<30), zstd.WithDecoderLowmem(true))
	})
	if c.err != nil {
		return fmt.Errorf("prepare zstd: %w", c.err)
	}
	return nil
}

// Pack compresses data.
func Pack(data []byte) ([]byte, error) {
	if err := shared.ready(); err != nil {
		return nil, err
	}
	return shared.enc.EncodeAll(data, make([]byte, 0, len(data)/3+64)), nil
}

// Unpack gives back what was packed, which had size bytes.
func Unpack(data []byte, size int) ([]byte, error) {
	if err := shared.ready(); err != nil {
		return nil, err
	}
	out, err := shared.dec.DecodeAll(data, make([]byte, 0, size))
	if err != nil {
		return nil, fmt.Errorf("decompress blob: %w", err)
	}
	if len(out) != size {
		return nil, errors.New("decompress blob: it is damaged")
	}
	return out, nil
}
