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

// Span is a part of an object.
type Span struct {
	From, Size int64  // bytes
	Sum        []byte // see sumOf
}

// sumBytes is how much of a part's SHA-256 is stored with it.
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

// parcelMost is how many bytes of a parcel wait in memory; more wait in an unlinked file.
const parcelMost = 4 << 20

// Parcel collects the parts of an object and sends it.
type Parcel struct {
	dir  string // in which a large one waits
	buf  bytes.Buffer
	file *os.File // nil while everything is in buf
	size int64
	sum  hash.Hash
}

// NewParcel makes an empty one.
func NewParcel(dir string) *Parcel { return &Parcel{dir: dir, sum: sha256.New()} }

// Size is how many bytes it has.
func (p *Parcel) Size() int64 { return p.size }

// Add takes in a part, and says where it lies.
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
			return at, fmt.Errorf("stage bodies: %w", err)
		}
		p.file = f
		_ = os.Remove(f.Name()) // it goes with the program; where that cannot be, Drop removes it
	}
	if _, err := p.buf.WriteTo(p.file); err != nil {
		return at, fmt.Errorf("stage bodies: %w", err)
	}
	return at, nil
}

// Name is that of the object: its kind, and the digest of its content.
func (p *Parcel) Name(kind string) string {
	digest := hex.EncodeToString(p.sum.Sum(nil))
	return kind + "/" + digest[:2] + "/" + digest
}

// Send brings it to a store. Nothing is to be added afterwards.
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
		return nil, fmt.Errorf("stage bodies: %w", err)
	}
	return io.NewSectionReader(p.file, 0, p.size), nil
}

// Drop forgets it. It may be dropped again.
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
