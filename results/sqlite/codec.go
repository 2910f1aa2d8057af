package sqlite

import (
	"encoding/json"
	"fmt"
	"sync"

	fast "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/klauspost/compress/zstd"
)

// codec compresses blobs. Encoder and decoder are safe for concurrent use of
// EncodeAll and DecodeAll; one pair serves the whole process.
type codec struct {
	once sync.Once
	enc  *zstd.Encoder
	dec  *zstd.Decoder
	err  error
}

var blobs codec //nolint:gochecknoglobals // stateless, built once

func (c *codec) ready() error {
	c.once.Do(func() {
		if c.enc, c.err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(2), zstd.WithLowerEncoderMem(true)); c.err != nil {
			return
		}
		c.dec, c.err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(4), zstd.WithDecoderMaxMemory(1<<30), zstd.WithDecoderLowmem(true))
	})
	return c.err
}

func (c *codec) pack(data []byte) ([]byte, error) {
	if err := c.ready(); err != nil {
		return nil, fmt.Errorf("prepare zstd: %w", err)
	}
	return c.enc.EncodeAll(data, make([]byte, 0, len(data)/3+64)), nil
}

func (c *codec) unpack(data []byte, size int) ([]byte, error) {
	if err := c.ready(); err != nil {
		return nil, fmt.Errorf("prepare zstd: %w", err)
	}
	out, err := c.dec.DecodeAll(data, make([]byte, 0, size))
	if err != nil {
		return nil, fmt.Errorf("decompress blob: %w", err)
	}
	return out, nil
}

// toJSON encodes values of our own types, which cannot fail but for a
// programming error.
func toJSON(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode %T: %w", v, err)
	}
	return string(b), nil
}

func fromJSON(s string, v any) error {
	if s == "" {
		return nil
	}
	if err := decode([]byte(s), v); err != nil {
		return fmt.Errorf("decode stored %T: %w", v, err)
	}
	return nil
}

// decode reads what this package has encoded. It takes a third of the time of
// encoding/json, which matters for windows of traces and lists of tasks. The
// arguments of a tool call are a model's own JSON, which may repeat a key.
func decode(data []byte, v any) error {
	return fast.Unmarshal(data, v, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}
