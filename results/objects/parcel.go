package objects

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// Span is a range of an object.
type Span struct {
	From, Size int64
	Sum        []byte // truncated SHA-256, see sumOf
}

// sumBytes is the length of a truncated SHA-256 of a span, in bytes.
const sumBytes = 16

func sumOf(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:sumBytes]
}

func digestOf(r *io.SectionReader) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(r, 0, r.Size())); err != nil {
		return sum, err
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}

// parcelMost is the maximum number of bytes of a parcel in memory; the rest is buffered in an
// unlinked temporary file.
const parcelMost = 4 << 20

// Parcel collects the spans of an object and uploads it.
type Parcel struct {
	dir  string // directory of the temporary file
	buf  bytes.Buffer
	file *os.File // temporary file; nil if everything is in buf
	size int64
	sum  hash.Hash
}

// NewParcel returns an empty parcel.
func NewParcel(dir string) *Parcel { return &Parcel{dir: dir, sum: sha256.New()} }

// Size returns the size in bytes.
func (p *Parcel) Size() int64 { return p.size }

// Add appends data and returns its span.
func (p *Parcel) Add(data []byte) (Span, error) {
	at := Span{From: p.size, Size: int64(len(data)), Sum: sumOf(data)}
	p.size += at.Size
	p.sum.Write(data)
	p.buf.Write(data)
	if p.buf.Len() < parcelMost {
		return at, nil
	}
	if p.file == nil {
		f, err := os.CreateTemp(p.dir, ".clawatlas-bodies-*")
		if err != nil {
			return at, fmt.Errorf("write blobs to a temporary file: %w", err)
		}
		p.file = f
		_ = os.Remove(f.Name()) // unlink the file at once; if the system does not allow that, Drop removes it
	}
	if _, err := p.buf.WriteTo(p.file); err != nil {
		return at, fmt.Errorf("write blobs to a temporary file: %w", err)
	}
	return at, nil
}

// Name returns the object's name, which consists of its kind and the digest of its content.
func (p *Parcel) Name(kind string) string {
	digest := hex.EncodeToString(p.sum.Sum(nil))
	return kind + "/" + digest[:2] + "/" + digest
}

// Send uploads the parcel to a store. Add must not be called afterwards.
func (p *Parcel) Send(ctx context.Context, to Store, kind string) error {
	body, err := p.body()
	if err != nil {
		return err
	}
	name := p.Name(kind)
	if err := to.Put(ctx, name, body); err != nil {
		return fmt.Errorf("store object %s: %w", name, err)
	}
	return nil
}

func (p *Parcel) body() (*io.SectionReader, error) {
	if p.file == nil {
		return io.NewSectionReader(bytes.NewReader(p.buf.Bytes()), 0, p.size), nil
	}
	if _, err := p.buf.WriteTo(p.file); err != nil {
		return nil, fmt.Errorf("write blobs to a temporary file: %w", err)
	}
	return io.NewSectionReader(p.file, 0, p.size), nil
}

// Drop discards the parcel. It may be called repeatedly.
func (p *Parcel) Drop() error {
	p.buf = bytes.Buffer{}
	if p.file == nil {
		return nil
	}
	err := p.file.Close()
	if rerr := os.Remove(p.file.Name()); !errors.Is(rerr, os.ErrNotExist) {
		err = errors.Join(err, rerr)
	}
	p.file = nil
	return err
}
