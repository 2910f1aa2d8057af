package tau

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// pieces walks over one JSON value of any size by its outer structure. What it has gone
// over is redacted and spooled piece by piece, so that a part can be read again and the
// record can be kept, while no more than one part is in memory.
type pieces struct {
	in    *ingest.Input
	name  string
	dec   *jsontext.Decoder
	spool ingest.Spool

	sum   hash.Hash // of the file as it is
	room  []byte    // read, from the last cut on
	base  int64     // where room[0] is in the value
	ready int       // bytes of room that are cut
	line  int       // line ends before room[ready]
	limit int64     // bytes of one part
	size  int64     // of what is spooled
}

// span is a part of the spool.
type span struct {
	from, to int64
	line     int // from 1
}

// newPieces begins to read the file name, which f is.
func newPieces(in *ingest.Input, name string, f io.Reader) (*pieces, error) {
	p := &pieces{in: in, name: name, sum: sha256.New(), limit: in.Limits.RecordLimit()}
	r := bufio.NewReader(io.TeeReader(f, p.sum))
	if mark, err := r.Peek(len(head.Mark)); err == nil && bytes.Equal(mark, head.Mark) {
		if _, err := r.Discard(len(head.Mark)); err != nil {
			return nil, err
		}
	}
	p.dec = jsontext.NewDecoder(&tap{p, r}, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return p, nil
}

// tap keeps what the decoder reads until it is cut.
type tap struct {
	p *pieces
	r io.Reader
}

func (t *tap) Read(b []byte) (int, error) {
	p := t.p
	if p.ready > 0 {
		p.room = p.room[:copy(p.room, p.room[p.ready:])]
		p.base, p.ready = p.base+int64(p.ready), 0
	}
	if int64(len(p.room)) > p.limit {
		return 0, fmt.Errorf("one part of it: %w of %d", ingest.ErrTooLarge, p.limit)
	}
	n, err := t.r.Read(b)
	p.room = append(p.room, b[:n]...)
	return n, err
}

// cut spools what was gone over since the last cut. It returns the value in it, redacted
// and valid until the next reading, with its place.
func (p *pieces) cut() (jsontext.Value, span, error) {
	return p.take(int(p.dec.InputOffset() - p.base))
}

func (p *pieces) take(end int) (jsontext.Value, span, error) {
	piece := p.room[p.ready:end]
	lead := len(piece) - len(bytes.TrimLeft(piece, " \t\r\n,:"))
	at := span{line: 1 + p.line + bytes.Count(piece[:lead], []byte{'\n'})}
	p.line += bytes.Count(piece, []byte{'\n'})
	p.ready = end
	if p.in.Redact != nil {
		piece = p.in.Redact.Bytes(piece)
	}
	n, err := p.spool.Write(piece)
	at.from, at.to = p.size+int64(lead), p.size+int64(n)
	p.size += int64(n)
	if err != nil {
		return nil, at, fmt.Errorf("spool %s: %w", p.name, err)
	}
	return jsontext.Value(piece[lead:]), at, nil
}

// members calls f with the name of each member of an object; f goes over its value.
func (p *pieces) members(f func(name string) error) error {
	if err := p.open('{'); err != nil {
		return err
	}
	for p.dec.PeekKind() == '"' {
		name, err := p.dec.ReadToken()
		if err != nil {
			return err
		}
		if err := f(name.String()); err != nil {
			return err
		}
	}
	_, err := p.dec.ReadToken()
	return err
}

// elements calls f for each element of a list; f goes over it.
func (p *pieces) elements(f func() error) error {
	if err := p.open('['); err != nil {
		return err
	}
	for {
		switch p.dec.PeekKind() {
		case ']', jsontext.KindInvalid:
			_, err := p.dec.ReadToken()
			return err
		}
		if err := f(); err != nil {
			return err
		}
	}
}

func (p *pieces) open(kind jsontext.Kind) error {
	if got := p.dec.PeekKind(); got != kind && got != jsontext.KindInvalid {
		return fmt.Errorf("%q where %q was expected", byte(got), byte(kind))
	}
	_, err := p.dec.ReadToken()
	return err
}

// value goes over the next value and returns it as cut does.
func (p *pieces) value() (jsontext.Value, span, error) {
	if _, _, err := p.cut(); err != nil { // what stands before it
		return nil, span{}, err
	}
	if err := p.dec.SkipValue(); err != nil {
		return nil, span{}, err
	}
	return p.cut()
}

// end goes over what follows the value, where nothing may.
func (p *pieces) end() error {
	if _, err := p.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return cmp.Or(err, errors.New("something follows the end of its value"))
	}
	_, _, err := p.take(len(p.room))
	return err
}

// fault puts the line before an error of the walk.
func (p *pieces) fault(err error) error {
	var at *ingest.JSONError
	if errors.As(err, &at) {
		return err
	}
	end := int(p.dec.InputOffset() - p.base)
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		end, err = int(syntax.ByteOffset-p.base), fmt.Errorf("not valid JSON: %w", syntax.Err)
	}
	end = min(max(end, p.ready), len(p.room))
	return &ingest.JSONError{File: p.name, Line: 1 + p.line + bytes.Count(p.room[p.ready:end], []byte{'\n'}), Err: err}
}

// read gives a part of the spool.
func (p *pieces) read(at span) ([]byte, error) {
	data := make([]byte, at.to-at.from)
	_, err := io.ReadFull(io.NewSectionReader(&p.spool, at.from, at.to-at.from), data)
	return data, err
}

// digest is that of the file as it is.
func (p *pieces) digest() [sha256.Size]byte { return [sha256.Size]byte(p.sum.Sum(nil)) }
